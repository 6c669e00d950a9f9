/**
 * The names of the types of variables and constants, as HLSL spells them. Constant tables (CTAB) and resource
 * definitions (RDEF) number them alike.
 */

/**
 * By `D3D_SHADER_VARIABLE_TYPE`, which continues D3DXPARAMETER_TYPE; a hole where there is no name (source: oracle).
 */
export const VARIABLE_TYPE_NAMES: readonly (string | undefined)[] = [
  'void',
  'bool',
  'int',
  'float',
  'string',
  'Texture',
  'Texture1D',
  'Texture2D',
  'Texture3D',
  'TextureCube',
  'SamplerState',
  'sampler1D',
  'sampler2D',
  'sampler3D',
  'samplerCUBE',
  'PixelShader',
  'VertexShader',
  'pixelfragment',
  'vertexfragment',
  'uint',
  'byte',
  'GeometryShader',
  'RasterizerState',
  'DepthStencilState',
  'BlendState',
  'Buffer',
  undefined,
  undefined,
  'Texture1DArray',
  'Texture2DArray',
  'RenderTargetView',
  'DepthStencilView',
  'Texture2DMS',
  'Texture2DMSArray',
  'TextureCubeArray',
  'HullShader',
  'DomainShader',
  'interface',
  'ComputeShader',
  'double',
  ...Array<undefined>(12),
  'min8float',
  'min10float',
  'min16float',
  'min12int',
  'min16int',
  'min16uint',
];

/** The first number that listings have no name for. */
const FIRST_RESOURCE_TYPE = 40;
const RESOURCE_TYPES = [
  ...['RWTexture1D', 'RWTexture1DArray', 'RWTexture2D', 'RWTexture2DArray', 'RWTexture3D', 'RWBuffer'],
  ...['ByteAddressBuffer', 'RWByteAddressBuffer', 'StructuredBuffer', 'RWStructuredBuffer'],
  ...['AppendStructuredBuffer', 'ConsumeStructuredBuffer'],
];
const BUFFER_TYPES: Readonly<Record<number, string>> = { 26: 'cbuffer', 27: 'tbuffer' };

/** {@link VARIABLE_TYPE_NAMES} with the types that listings have no name for. */
export const ALL_VARIABLE_TYPE_NAMES: readonly (string | undefined)[] = /* @__PURE__ */ VARIABLE_TYPE_NAMES.map(
  (name, type) => name ?? BUFFER_TYPES[type] ?? RESOURCE_TYPES[type - FIRST_RESOURCE_TYPE],
);

/** `D3D_SVT_SAMPLER`, which constant tables spell otherwise. */
export const SAMPLER_TYPE = 10;
