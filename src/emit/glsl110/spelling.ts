/**
 * Types, constants and names as GLSL 1.10 and GLSL ES 1.00 spell them. Both lack unsigned integers and the bits of
 * floats: all integers are signed, and floats that have no literal become the closest one.
 *
 * Source: the specifications of GLSL 1.10 (section 4) and GLSL ES 1.00.
 */
import { type IrType, Kind, kindOf, widthOf } from '../../ir/index.ts';
import { ofType, typeTable } from '../../ir/type-rules.ts';
import { MAX_FLOAT } from '../../numerics/float.ts';
import { floatLiteral, floatOf, type TextSpelling } from '../common/text-language.ts';
import { SPELLING as GLSL_SPELLING, isLiteral } from '../glsl/types.ts';
import { GLSL_RESERVED } from '../glsl/versions.ts';

const NAMES = /* @__PURE__ */ typeTable((kind, width) => {
  const [scalar, prefix] = kind === Kind.bool ? ['bool', 'b'] : kind === Kind.f32 ? ['float', ''] : ['int', 'i'];
  return width === 1 ? scalar : `${prefix}vec${width}`;
});

/** The name of a type. */
export function typeName(type: IrType): string {
  return ofType(NAMES, type);
}

/** A scalar constant of a kind. */
export function literal(kind: number, word: number): string {
  if (kind === Kind.bool) return word === 0 ? 'false' : 'true';
  if (kind !== Kind.f32) return String(word | 0);
  if (isLiteral(word)) return floatLiteral(word);
  const value = floatOf(word);
  // Infinities become the largest numbers; NaN and subnormal numbers become 0.
  return Math.abs(value) > MAX_FLOAT ? `${value < 0 ? '-' : ''}${MAX_FLOAT}` : '0.0';
}

/** Zero of a type. */
export function zeroOf(type: IrType): string {
  const scalar = literal(kindOf(type), 0);
  return widthOf(type) === 1 ? scalar : `${typeName(type)}(${scalar})`;
}

export const SPELLING: TextSpelling = {
  ...GLSL_SPELLING,
  typeName,
  literal,
  zero: zeroOf,
  // Integers have one type; the context refuses casts between them and floats.
  cast: (text) => text,
};

const BUILTINS =
  'ftransform shadow1D shadow2D texture1D texture2D texture3D textureCube texture2DLod texture3DLod textureCubeLod ' +
  'texture2DGrad texture3DGrad textureCubeGrad texture2DLodEXT textureCubeLodEXT texture2DGradEXT textureCubeGradEXT ' +
  'texture2DGradARB texture3DGradARB textureCubeGradARB noise1 noise2 noise3 noise4 lod frag_depth ' +
  'immediate_constants once posFixup';

/** Words that no local name may be. */
export const RESERVED: ReadonlySet<string> = /* @__PURE__ */ new Set([...GLSL_RESERVED, ...BUILTINS.split(' ')]);
