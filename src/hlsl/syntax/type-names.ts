/**
 * Names that are types everywhere, as far as the parser has to know them: with them it knows a cast from a call, and
 * a declaration from an expression.
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

/** Names of objects in another spelling. */
export const OBJECT_ALIASES: Readonly<Record<string, (typeof OBJECT_NAMES)[number]>> = {
  sampler_state: 'SamplerState',
  SamplerComparison: 'SamplerComparisonState',
  SAMPLER: 'sampler',
  texture1D: 'Texture1D',
  texture2D: 'Texture2D',
  texture3D: 'Texture3D',
  textureCUBE: 'TextureCube',
  Texture: 'texture',
  TEXTURE: 'texture',
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

/** Types of Direct3D 9, whose case does not count. */
const ANY_CASE = /^(float|dword|vector|matrix|string|texture|vertexshader|pixelshader)$/i;

/** Whether a name is a type that the language has. */
export function isTypeWord(name: string): boolean {
  return WORDS.has(name) || SIZED.test(name) || ANY_CASE.test(name);
}

/** The name of a type in the case of the language. */
export function typeWordOf(name: string): string {
  return !WORDS.has(name) && ANY_CASE.test(name) ? name.toLowerCase() : name;
}

/** Words that cannot name anything (source: oracle). Names of textures and buffers cannot, either. */
const RESERVED: ReadonlySet<string> = new Set(
  `
  static const extern uniform shared volatile inline groupshared export nointerpolation linear centroid
  noperspective row_major column_major in out inout point line triangle lineadj triangleadj snorm unorm
  string vector matrix void struct class interface cbuffer tbuffer typedef namespace if else for while do
  switch case default break continue return discard true false register packoffset compile asm technique
  technique10 technique11 pass fxgroup sampler_state stateblock stateblock_state texture sampler
  SamplerState BlendState VertexShader PixelShader pixelshader vertexshader auto goto enum template sizeof
  union virtual private protected public new delete try catch throw operator mutable friend explicit
  typename using const_cast static_cast dynamic_cast reinterpret_cast signed unsigned asm_fragment
  ComputeShader DepthStencilState RasterizerState RenderTargetView Pass Technique CompileShader NULL
  pixelfragment vertexfragment GeometryShader HullShader DomainShader
`
    .trim()
    .split(/\s+/),
);

/** Whether no variable, function or type can have a name. */
export function isReserved(name: string): boolean {
  if (RESERVED.has(name)) return true;
  return (
    !/^(Constant|Texture)Buffer$/.test(name) &&
    /^(RW|Rasterizer|Append|Consume|Structured|ByteAddress|Input|Output)?\w*(Texture|Buffer|Patch|Stream)/.test(name) &&
    (OBJECT_NAMES as readonly string[]).includes(name)
  );
}

/** Words that an expression cannot begin with. */
export function isKeyword(name: string): boolean {
  return RESERVED.has(name) && !isTypeWord(name);
}

/** Words that are a part of a type, also in casts and typedefs. */
const OF_TYPES = [
  'const',
  'volatile',
  'sample',
  'precise',
  'row_major',
  'column_major',
  'snorm',
  'unorm',
  'globallycoherent',
];
const OF_INPUTS = ['uniform', 'nointerpolation', 'linear', 'centroid', 'noperspective'];
const OF_PARAMETERS = ['in', 'out', 'inout', 'point', 'line', 'triangle', 'lineadj', 'triangleadj'];
const OF_VARIABLES = ['static', 'extern', 'shared', 'inline', 'groupshared'];

/** Words before a type, by what is declared (source: oracle). */
export const MODIFIERS_OF = {
  type: new Set(OF_TYPES),
  parameter: new Set([...OF_TYPES, ...OF_INPUTS, ...OF_PARAMETERS]),
  local: new Set([...OF_TYPES, ...OF_INPUTS, ...OF_VARIABLES]),
  global: new Set([...OF_TYPES, ...OF_INPUTS, ...OF_VARIABLES, 'export']),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;

/** Words before a type or a variable. */
export const MODIFIERS: ReadonlySet<string> = new Set(Object.values(MODIFIERS_OF).flatMap((one) => [...one]));
