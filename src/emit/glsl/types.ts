/** Types and constants as GLSL spells them.  */
import { type IrType, Kind, kindOf, typeOf, widthOf } from '../../ir/index.ts';
import { ofType, typeTable } from '../../ir/type-rules.ts';
import { floatLiteral, isFinite32, Precedence, type TextSpelling } from '../common/text-language.ts';

const SCALARS: Readonly<Record<number, string>> = {
  [Kind.bool]: 'bool',
  [Kind.i32]: 'int',
  [Kind.u32]: 'uint',
  [Kind.f32]: 'float',
  [Kind.f64]: 'double',
  // Words that no pass has typed.
  [Kind.b32]: 'uint',
};

const PREFIXES: Readonly<Record<number, string>> = {
  [Kind.bool]: 'b',
  [Kind.i32]: 'i',
  [Kind.u32]: 'u',
  [Kind.f32]: '',
  [Kind.f64]: 'd',
  [Kind.b32]: 'u',
};

const NAMES = /* @__PURE__ */ typeTable((kind, width) =>
  width === 1 ? SCALARS[kind]! : `${PREFIXES[kind]}vec${width}`,
);

/** The name of a type. */
export function glslType(type: IrType): string {
  return ofType(NAMES, type);
}

/** Whether a float may be a literal: no infinity, no NaN, and no subnormal number, which a compiler may flush. */
export function isLiteral(word: number): boolean {
  return isFinite32(word) && ((word & 0x7f80_0000) !== 0 || (word & 0x7fff_ffff) === 0);
}

/** A scalar constant of a kind. */
export function literal(kind: number, word: number): string {
  if (kind === Kind.bool) return word === 0 ? 'false' : 'true';
  if (kind === Kind.i32) return word === -0x8000_0000 ? 'int(0x80000000u)' : String(word | 0);
  if (kind === Kind.f32) return isLiteral(word) ? floatLiteral(word) : `uintBitsToFloat(${hex(word)})`;
  const number = word >>> 0;
  // Masks and addresses read better in hexadecimal.
  return number > 0xffff ? hex(number) : `${number}u`;
}

/** A word in hexadecimal. */
export function hex(word: number): string {
  return `0x${(word >>> 0).toString(16)}u`;
}

/** Zero of a type. */
export function zeroOf(type: IrType): string {
  const kind = kindOf(type);
  const scalar = kind === Kind.f64 ? '0.0lf' : literal(kind, 0);
  return widthOf(type) === 1 ? scalar : `${glslType(type)}(${scalar})`;
}

/** Reinterprets bits as another kind. */
function castTo(text: string, from: number, to: number, width: number): string {
  if (to === Kind.f32) return `${from === Kind.i32 ? 'intBitsToFloat' : 'uintBitsToFloat'}(${text})`;
  if (from === Kind.f32) return `${to === Kind.i32 ? 'floatBitsToInt' : 'floatBitsToUint'}(${text})`;
  return `${glslType(typeOf(to, width))}(${text})`;
}

// How GLSL spells what rules and helper functions need besides statements.

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
