/** How GLSL spells what rules and helper functions need besides statements. */
import { Precedence } from '../common/text-language.ts';
import type { TextSpelling } from '../common/text-spelling.ts';
import { castTo, glslType, literal, zeroOf } from './types.ts';

const UNPACK = {
  '2x16float': 'Half2x16',
  '2x16unorm': 'Unorm2x16',
  '2x16snorm': 'Snorm2x16',
  '4x8unorm': 'Unorm4x8',
  '4x8snorm': 'Snorm4x8',
} as const;

export const SPELLING: TextSpelling = {
  typeName: glslType,
  literal,
  cast: castTo,
  choose: (condition, yes, no) => `${condition} ? ${yes} : ${no}`,
  chooses: Precedence.lowest,
  zero: zeroOf,
  nestsArrays: false,
  fn: (name, parameters, result, body) => {
    const list = parameters.map(([parameter, type]) => `${type} ${parameter}`).join(', ');
    return `${result === '' ? 'void' : result} ${name}(${list}) {\n${body.map((line) => `  ${line}`).join('\n')}\n}`;
  },
  local: (name, type, value) => `${type} ${name} = ${value};`,
  output: (name) => name,
  formats: {
    fromWord: (kind, word) => (kind === 'u32' ? word : kind === 'i32' ? `int(${word})` : `uintBitsToFloat(${word})`),
    toWord: (kind, text) => (kind === 'u32' ? text : kind === 'i32' ? `uint(${text})` : `floatBitsToUint(${text})`),
    unpack: (name, word) => `unpack${UNPACK[name]}(${word})`,
    pack: (name, components) => `pack${UNPACK[name]}(vec${components.length}(${components.join(', ')}))`,
    bits: (kind, word, start, count) =>
      `bitfieldExtract(${kind === 'u32' ? word : `int(${word})`}, ${start}, ${count})`,
  },
};
