/** Types and constants as WGSL spells them.  */
import { type IrType, Kind, kindOf, typeOf, widthOf } from '../../ir/index.ts';
import { ofType, typeTable } from '../../ir/type-rules.ts';
import { floatLiteral, isFinite32, Precedence, type TextSpelling } from '../common/text-language.ts';

const SCALARS: Readonly<Record<number, string>> = {
  [Kind.bool]: 'bool',
  [Kind.i32]: 'i32',
  [Kind.u32]: 'u32',
  [Kind.f32]: 'f32',
  // Words that no pass has typed, and doubles, which are refused where they are computed.
  [Kind.b32]: 'u32',
  [Kind.f64]: 'u32',
};
const SUFFIXES: Readonly<Record<number, string>> = { [Kind.i32]: 'i', [Kind.u32]: 'u', [Kind.f32]: 'f' };

const NAMES = /* @__PURE__ */ typeTable((kind, width) => {
  if (width === 1) return SCALARS[kind]!;
  return kind === Kind.bool ? `vec${width}<bool>` : `vec${width}${SUFFIXES[kind] ?? 'u'}`;
});

/** The name of a type. */
export function wgslType(type: IrType): string {
  return ofType(NAMES, type);
}

const NEGATIVE_ZERO = -0x8000_0000;

/**
 * Whether a float may be a literal: no infinity, no NaN, and not -0, whose sign implementations may ignore in
 * expressions of constants (Tint does).
 */
export function isLiteral(word: number): boolean {
  return isFinite32(word) && (word | 0) !== NEGATIVE_ZERO;
}

/** A scalar constant of a kind; floats have to be literals. */
export function literal(kind: number, word: number): string {
  if (kind === Kind.bool) return word === 0 ? 'false' : 'true';
  if (kind === Kind.i32) return word === -0x8000_0000 ? 'i32(-2147483647 - 1)' : String(word);
  if (kind === Kind.f32) return floatLiteral(word);
  const number = word >>> 0;
  // Masks and addresses read better in hexadecimal.
  return number > 0xffff ? `0x${number.toString(16)}u` : `${number}u`;
}

function zeroOf(type: IrType): string {
  return widthOf(type) === 1 ? literal(kindOf(type), 0) : `${wgslType(type)}()`;
}

// How WGSL spells what rules and helper functions need besides statements.

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

/**
 * Words that no name in WGSL may be, and those that a name had better not hide (section 15 and the predeclared names of
 * the specification).
 */
const KEYWORDS =
  'alias break case const const_assert continue continuing default diagnostic discard else enable false fn for if let loop ' +
  'override requires return struct switch true var while';
const RESERVED =
  'NULL Self abstract active alignas alignof as asm asm_fragment async attribute auto await become cast catch class ' +
  'co_await co_return co_yield coherent column_major common compile compile_fragment concept const_cast consteval ' +
  'constexpr constinit crate debugger decltype delete demote demote_to_helper do dynamic_cast enum explicit export ' +
  'extends extern external fallthrough filter final finally friend from fxgroup get goto groupshared highp impl ' +
  'implements import inline instanceof interface layout lowp macro macro_rules match mediump meta mod module move mut ' +
  'mutable namespace new nil noexcept noinline nointerpolation non_coherent noncoherent noperspective null nullptr of ' +
  'operator package packoffset partition pass patch pixelfragment precise precision premerge priv protected pub public ' +
  'readonly ref regardless register reinterpret_cast require resource restrict self set shared sizeof smooth snorm static ' +
  'static_assert static_cast std subroutine super target template this thread_local throw trait try type typedef typeid ' +
  'typename typeof union unless unorm unsafe unsized use using varying virtual volatile wgsl where with writeonly yield';
const PREDECLARED =
  'array atomic bool f16 f32 i32 u32 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 ptr sampler ' +
  'sampler_comparison vec2 vec3 vec4 vec2f vec3f vec4f vec2i vec3i vec4i vec2u vec3u vec4u vec2h vec3h vec4h function ' +
  'private workgroup uniform storage read write read_write bitcast all any select arrayLength abs acos asin atan atan2 ceil ' +
  'clamp cos cosh countLeadingZeros countOneBits countTrailingZeros cross degrees determinant distance dot exp exp2 ' +
  'extractBits faceForward firstLeadingBit firstTrailingBit floor fma fract frexp insertBits inverseSqrt ldexp length log ' +
  'log2 max min mix modf normalize pow quantizeToF16 radians reflect refract reverseBits round saturate sign sin sinh ' +
  'smoothstep sqrt step tan tanh transpose trunc dpdx dpdy fwidth discard';

export const WGSL_RESERVED: ReadonlySet<string> = /* @__PURE__ */ new Set(
  `${KEYWORDS} ${RESERVED} ${PREDECLARED}`.split(' '),
);
