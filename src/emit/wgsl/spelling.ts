/** How WGSL spells what rules and helper functions need besides statements. */
import { Kind, typeOf } from '../../ir/index.ts';
import { Precedence } from '../common/text-language.ts';
import type { TextSpelling } from '../common/text-spelling.ts';
import { literal, wgslType, zeroOf } from './types.ts';

export const SPELLING: TextSpelling = {
  typeName: wgslType,
  literal,
  cast: (text, from, to, width) => {
    const type = wgslType(typeOf(to, width));
    return from === Kind.f32 || to === Kind.f32 ? `bitcast<${type}>(${text})` : `${type}(${text})`;
  },
  choose: (condition, yes, no) => `select(${no}, ${yes}, ${condition})`,
  chooses: Precedence.primary,
  zero: zeroOf,
  nestsArrays: true,
  fn: (name, parameters, result, body) => {
    const list = parameters.map(([parameter, type]) => `${parameter}: ${type}`).join(', ');
    return `fn ${name}(${list})${result === '' ? '' : ` -> ${result}`} {\n${body.map((line) => `  ${line}`).join('\n')}\n}`;
  },
  local: (name, _type, value) => `let ${name} = ${value};`,
  output: (name) => `result.${name}`,
  formats: {
    fromWord: (kind, word) => (kind === 'u32' ? word : kind === 'i32' ? `i32(${word})` : `bitcast<f32>(${word})`),
    toWord: (kind, text) => (kind === 'u32' ? text : kind === 'i32' ? `u32(${text})` : `bitcast<u32>(${text})`),
    unpack: (name, word) => `unpack${name}(${word})`,
    pack: (name, components) => `pack${name}(vec${components.length}f(${components.join(', ')}))`,
    bits: (kind, word, start, count) => `extractBits(${kind === 'u32' ? word : `i32(${word})`}, ${start}u, ${count}u)`,
  },
};
