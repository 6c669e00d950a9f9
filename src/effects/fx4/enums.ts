/**
 * The enumerations of the binary effects fx_4_0, fx_4_1 and fx_5_0 (source: EffectBinaryFormat.h of Microsoft's FX11,
 * which is public; the names in listings: oracle).
 *
 * Not for: states and their values (states.ts).
 */
import { namesByNumber } from '../../base/d3d/enumerations.ts';

/** The first DWORD of a binary effect, by profile. */
export const FX4_VERSIONS = { fx_4_0: 0xfeff_1001, fx_4_1: 0xfeff_1011, fx_5_0: 0xfeff_2001 } as const;

export type Fx4Profile = keyof typeof FX4_VERSIONS;

/** Returns the profile of an effect that begins with `version`; undefined for anything else. */
export function fx4Profile(version: number): Fx4Profile | undefined {
  return (Object.keys(FX4_VERSIONS) as Fx4Profile[]).find((profile) => FX4_VERSIONS[profile] === version);
}

export const Fx4TypeKind = { numeric: 1, object: 2, struct: 3, interface: 4 } as const;

/** The scalars of numeric types and of constants. */
export const Fx4Scalar = { float: 1, int: 2, uint: 3, bool: 4 } as const;

export const Fx4Layout = { scalar: 1, vector: 2, matrix: 3 } as const;

export const Fx4AssignmentKind = {
  constants: 1,
  variable: 2,
  /** An element of a variable, by number. */
  constantIndex: 3,
  /** An element of a variable, by the value of another one. */
  variableIndex: 4,
  /** An element of a variable, by the value of an expression. */
  expressionIndex: 5,
  expression: 6,
  inlineShader: 7,
  /** A shader, with streams and interfaces as fx_5_0 has them. */
  inlineShader5: 8,
} as const;

/** The types of objects. */
export const Fx4ObjectType = {
  string: 1,
  blendState: 2,
  depthStencilState: 3,
  rasterizerState: 4,
  pixelShader: 5,
  vertexShader: 6,
  geometryShader: 7,
  geometryShaderSO: 8,
  texture: 9,
  texture1D: 10,
  texture1DArray: 11,
  texture2D: 12,
  texture2DArray: 13,
  texture2DMS: 14,
  texture2DMSArray: 15,
  texture3D: 16,
  textureCube: 17,
  constantBuffer: 18,
  renderTargetView: 19,
  depthStencilView: 20,
  sampler: 21,
  buffer: 22,
  textureCubeArray: 23,
  pixelShader5: 25,
  vertexShader5: 26,
  geometryShader5: 27,
  computeShader5: 28,
  hullShader5: 29,
  domainShader5: 30,
  rwTexture1D: 31,
  rwTexture1DArray: 32,
  rwTexture2D: 33,
  rwTexture2DArray: 34,
  rwTexture3D: 35,
  rwBuffer: 36,
  byteAddressBuffer: 37,
  rwByteAddressBuffer: 38,
  structuredBuffer: 39,
  rwStructuredBuffer: 40,
  rwStructuredBufferAlloc: 41,
  rwStructuredBufferConsume: 42,
  appendStructuredBuffer: 43,
  consumeStructuredBuffer: 44,
} as const;

export type Fx4ObjectName = keyof typeof Fx4ObjectType;

/** The names of {@link Fx4ObjectType} by number. */
export const FX4_OBJECT_NAMES = /* @__PURE__ */ namesByNumber(Fx4ObjectType);

/** The initializer after the record of an object variable, one for each element. */
export type Fx4Initializer = 'none' | 'states' | 'string' | 'shader' | 'shaderSO' | 'shader5';

export const FX4_INITIALIZERS: Readonly<Partial<Record<Fx4ObjectName, Fx4Initializer>>> = {
  string: 'string',
  blendState: 'states',
  depthStencilState: 'states',
  rasterizerState: 'states',
  sampler: 'states',
  pixelShader: 'shader',
  vertexShader: 'shader',
  geometryShader: 'shader',
  geometryShaderSO: 'shaderSO',
  pixelShader5: 'shader5',
  vertexShader5: 'shader5',
  geometryShader5: 'shader5',
  computeShader5: 'shader5',
  hullShader5: 'shader5',
  domainShader5: 'shader5',
};

/** The stage of the shaders in variables of a type. */
export const FX4_SHADER_STAGES: Readonly<Partial<Record<Fx4ObjectName, 'vs' | 'ps' | 'gs' | 'hs' | 'ds' | 'cs'>>> = {
  pixelShader: 'ps',
  vertexShader: 'vs',
  geometryShader: 'gs',
  geometryShaderSO: 'gs',
  pixelShader5: 'ps',
  vertexShader5: 'vs',
  geometryShader5: 'gs',
  computeShader5: 'cs',
  hullShader5: 'hs',
  domainShader5: 'ds',
};

/** Flags of a constant buffer. */
export const Fx4BufferFlag = { tbuffer: 1, single: 2 } as const;

/** Flag of a numeric variable: its offset is one that the source gives. */
export const FX4_EXPLICIT_OFFSET = 4;

/** The register of a variable or buffer whose source gives none. */
export const FX4_NO_REGISTER = 0xffff_ffff;

/** The streams of a geometry shader of fx_5_0. */
export const FX4_SHADER_STREAMS = 4;
