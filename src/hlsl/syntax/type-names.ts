/**
 * Names that are types everywhere, as far as the parser has to know them: they tell a cast from a call and a
 * declaration from an expression.
 *
 * Not for: what a type is (check/type-resolver.ts).
 */
import { OBJECT_NAMES, SCALAR_NAMES } from '../types/types.ts';

/** Other spellings of scalars. */
export const SCALAR_ALIASES: Readonly<Record<string, (typeof SCALAR_NAMES)[number]>> = {
  dword: 'uint',
  DWORD: 'uint',
  BOOL: 'bool',
  INT: 'int',
  FLOAT: 'float',
  DOUBLE: 'double',
  FLOAT64: 'double',
};

/** Objects of effects: they are declared, and nothing in a shader uses them. */
export const EFFECT_OBJECTS: ReadonlySet<string> = new Set([
  'BlendState',
  'DepthStencilState',
  'RasterizerState',
  'RenderTargetView',
  'DepthStencilView',
  'VertexShader',
  'PixelShader',
  'GeometryShader',
  'HullShader',
  'DomainShader',
  'ComputeShader',
  'vertexshader',
  'pixelshader',
  'geometryshader',
  'stateblock',
  'stateblock_state',
  'pixelfragment',
  'vertexfragment',
]);

/** Textures of Direct3D 9. */
const TEXTURE_ALIASES = ['Texture', 'texture1D', 'texture2D', 'texture3D', 'textureCUBE', 'TEXTURE'];

/** Names of objects in another spelling. */
export const OBJECT_ALIASES: Readonly<Record<string, (typeof OBJECT_NAMES)[number]>> = {
  sampler_state: 'SamplerState',
  SamplerComparison: 'SamplerComparisonState',
  SAMPLER: 'sampler',
  ...Object.fromEntries(TEXTURE_ALIASES.map((name) => [name, 'texture'] as const)),
};

const WORDS: ReadonlySet<string> = new Set<string>([
  ...SCALAR_NAMES,
  ...Object.keys(SCALAR_ALIASES),
  ...OBJECT_NAMES,
  ...Object.keys(OBJECT_ALIASES),
  ...EFFECT_OBJECTS,
  'void',
  'string',
  'String',
  'vector',
  'matrix',
  'unsigned',
]);

/** `float4`, `int3x3`: a scalar with a size. */
export const SIZED = new RegExp(
  `^(${[...SCALAR_NAMES, ...Object.keys(SCALAR_ALIASES)].join('|')})([1-4])(?:x([1-4]))?$`,
);

/** Whether a name is a type that the language has. */
export function isTypeWord(name: string): boolean {
  return WORDS.has(name) || SIZED.test(name);
}

/** Words before a type or a variable. */
export const MODIFIERS: ReadonlySet<string> = new Set([
  'static',
  'const',
  'extern',
  'uniform',
  'shared',
  'volatile',
  'inline',
  'precise',
  'groupshared',
  'globallycoherent',
  'export',
  'nointerpolation',
  'linear',
  'centroid',
  'noperspective',
  'sample',
  'row_major',
  'column_major',
  'in',
  'out',
  'inout',
  'point',
  'line',
  'triangle',
  'lineadj',
  'triangleadj',
  'snorm',
  'unorm',
]);
