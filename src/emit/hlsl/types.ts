/** Types and constants as HLSL spells them. */
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

const NAMES = /* @__PURE__ */ typeTable((kind, width) => `${SCALARS[kind]!}${width === 1 ? '' : width}`);

/** The name of a type. */
export function hlslType(type: IrType): string {
  return ofType(NAMES, type);
}

/** Returns whether a float may be a literal: finite and not subnormal. */
export function isLiteral(word: number): boolean {
  return isFinite32(word) && ((word & 0x7f80_0000) !== 0 || (word & 0x7fff_ffff) === 0);
}

/** A scalar constant of a kind. */
export function literal(kind: number, word: number): string {
  if (kind === Kind.bool) return word === 0 ? 'false' : 'true';
  if (kind === Kind.i32) return word === -0x8000_0000 ? '(int)0x80000000' : String(word | 0);
  if (kind === Kind.f32) return isLiteral(word) ? floatLiteral(word) : `asfloat(${hex(word)})`;
  const number = word >>> 0;
  // Masks and addresses read better in hexadecimal.
  return number > 0xffff ? hex(number) : `${number}u`;
}

/** A word in hexadecimal. */
function hex(word: number): string {
  return `0x${(word >>> 0).toString(16)}u`;
}

/** Zero of a type. */
export function zeroOf(type: IrType): string {
  const kind = kindOf(type);
  const scalar = kind === Kind.f64 ? '(double)0' : literal(kind, 0);
  return widthOf(type) === 1 ? scalar : `(${hlslType(type)})0`;
}

/** The argument of a call of a function that is all of a text. */
function argumentOf(text: string, name: string): string | undefined {
  if (!text.startsWith(`${name}(`) || !text.endsWith(')')) return undefined;
  let depth = 0;
  for (let i = name.length; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0)
      return i === text.length - 1 ? text.slice(name.length + 1, i) : undefined;
  }
  return undefined;
}

/** Reinterprets bits as another kind. */
function castTo(text: string, from: number, to: number, width: number): string {
  if (to === Kind.f32) return argumentOf(text, 'asuint') ?? argumentOf(text, 'asint') ?? `asfloat(${text})`;
  if (from === Kind.f32) return `${to === Kind.i32 ? 'asint' : 'asuint'}(${text})`;
  return `${hlslType(typeOf(to, width))}(${text})`;
}

/** The spelling of expressions and functions. */
export const SPELLING: TextSpelling = {
  typeName: hlslType,
  literal,
  cast: castTo,
  choose: (condition, yes, no) => `${condition} ? ${yes} : ${no}`,
  chooses: Precedence.lowest,
  zero: zeroOf,
  nestsArrays: true,
  fn: (name, parameters, result, body) => {
    const list = parameters.map(([parameter, type]) => `${type} ${parameter}`).join(', ');
    return `${result === '' ? 'void' : result} ${name}(${list})\n{\n${body.map((line) => `  ${line}`).join('\n')}\n}`;
  },
  local: (name, type, value) => `${type} ${name} = ${value};`,
  output: (name) => name,
  // Direct3D converts typed views itself.
  formats: {
    fromWord: (_, word) => word,
    toWord: (_, text) => text,
    unpack: (_, word) => word,
    pack: (_, components) => components.join(', '),
    bits: (_, word) => word,
  },
};

/** Keywords and types: words that not even a member of a struct may be. */
export const HLSL_KEYWORDS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    'AppendStructuredBuffer BlendState Buffer ByteAddressBuffer CompileShader ComputeShader ' +
    'ConsumeStructuredBuffer DepthStencilState DepthStencilView DomainShader GeometryShader HullShader InputPatch ' +
    'LineStream OutputPatch PixelShader PointStream RWBuffer RWByteAddressBuffer RWStructuredBuffer RWTexture1D ' +
    'RWTexture1DArray RWTexture2D RWTexture2DArray RWTexture3D RasterizerState RenderTargetView ' +
    'SamplerComparisonState SamplerState StructuredBuffer Texture1D Texture1DArray Texture2D Texture2DArray ' +
    'Texture2DMS Texture2DMSArray Texture3D TextureCube TextureCubeArray TriangleStream VertexShader ' +
    'allow_uav_condition asm asm_fragment auto bool branch break case cast catch cbuffer centroid char class ' +
    'column_major compile compile_fragment const const_cast continue default delete discard do double dword ' +
    'dynamic_cast else enum explicit export extern false fastopt flatten float for forcecase friend fxgroup goto ' +
    'groupshared half if in inline inout int interface line lineadj linear loop matrix min10float min12int ' +
    'min16float min16int min16uint mutable namespace new nointerpolation noperspective operator out packoffset ' +
    'pass pixelfragment point precise private protected public register reinterpret_cast return row_major sample ' +
    'sampler sampler1D sampler2D sampler3D samplerCUBE sampler_state shared short signed sizeof snorm stateblock ' +
    'stateblock_state static static_cast string struct switch tbuffer technique technique10 technique11 template ' +
    'texture texture1D texture2D texture3D textureCUBE this throw triangle triangleadj true try typedef typename ' +
    'uint uniform union unorm unroll unsigned using vector vertexfragment vertexshader virtual void volatile while'
  ).split(' '),
);

/** Words that no name may be: keywords, types, intrinsic functions. The compiler ignores case in some of them. */
export const HLSL_RESERVED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...HLSL_KEYWORDS,
  ...(
    'abort abs acos all any asdouble asfloat asin asint asuint atan atan2 ceil clamp clip cos cosh countbits cross ' +
    'ddx ddy degrees determinant distance dot dst exp exp2 f16tof32 f32tof16 faceforward firstbithigh firstbitlow ' +
    'floor fma fmod frac frexp fwidth isfinite isinf isnan ldexp length lerp lit log log10 log2 mad max min modf ' +
    'msad4 mul noise normalize pow printf radians rcp reflect refract reversebits round rsqrt saturate sign sin ' +
    'sincos sinh smoothstep sqrt step tan tanh tex1D tex2D tex3D texCUBE transpose trunc'
  ).split(' '),
]);

/** Longest name that is taken from a shader. */
const MAX_NAME = 200;

/** Whether a name has letters, digits and underscores only, as the compiler takes it. */
export function isHlslIdentifier(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}

/** A name that the compiler takes. */
export function hlslIdentifier(text: string): string {
  if (text.length <= MAX_NAME && isHlslIdentifier(text)) return text;
  const name = text
    .slice(0, MAX_NAME)
    .replace(/\W+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (name === '') return 'unnamed';
  return /^\d/.test(name) ? `n${name}` : name;
}
