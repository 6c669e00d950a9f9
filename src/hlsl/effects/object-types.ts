/**
 * The types of objects in effects of Direct3D 10 and 11, by their names in the source.
 */
import type { Fx4ObjectName } from '../../effects/fx4/enums.ts';
import type { Fx4StateBlock } from '../../effects/fx4/states.ts';

/** The use of an object. */
export type ObjectGroup =
  | 'string'
  | 'texture'
  /** Views for unordered access. */
  | 'view'
  | 'shader'
  | 'renderTarget'
  | 'depthStencil'
  | Exclude<Fx4StateBlock, 'pass'>;

export interface EffectObjectType {
  /** The name in the effect. */
  readonly name: string;
  readonly object: Fx4ObjectName;
  readonly group: ObjectGroup;
  /** Only effects of 5.0 have such objects; others leave them out. */
  readonly isNew?: true;
  /** The type of shaders that have streams or interfaces: of model 5.0. */
  readonly shader5?: Fx4ObjectName;
}

const row = (
  name: string,
  object: Fx4ObjectName,
  group: ObjectGroup,
  rest: Partial<EffectObjectType> = {},
): EffectObjectType => ({ name, object, group, ...rest });
const texture = (name: string, object: Fx4ObjectName) => row(name, object, 'texture');
const newTexture = (name: string, object: Fx4ObjectName) => row(name, object, 'texture', { isNew: true });
const view = (name: string, object: Fx4ObjectName) => row(name, object, 'view', { isNew: true });

const STRING = row('String', 'string', 'string');
const SAMPLER = row('SamplerState', 'sampler', 'sampler');
const TEXTURE = texture('texture', 'texture');
const TEXTURE_1D = texture('Texture1D', 'texture1D');
const TEXTURE_2D = texture('Texture2D', 'texture2D');
const TEXTURE_3D = texture('Texture3D', 'texture3D');
const TEXTURE_CUBE = texture('TextureCube', 'textureCube');
const VERTEX_SHADER = row('VertexShader', 'vertexShader', 'shader', { shader5: 'vertexShader5' });
const PIXEL_SHADER = row('PixelShader', 'pixelShader', 'shader', { shader5: 'pixelShader5' });
const GEOMETRY_SHADER = row('GeometryShader', 'geometryShader', 'shader', { shader5: 'geometryShader5' });

/** The types by their names in the source. */
const TYPES: Readonly<Record<string, EffectObjectType>> = {
  string: STRING,
  String: STRING,
  sampler: SAMPLER,
  SAMPLER,
  sampler1D: SAMPLER,
  sampler2D: SAMPLER,
  sampler3D: SAMPLER,
  samplerCUBE: SAMPLER,
  sampler_state: SAMPLER,
  SamplerState: SAMPLER,
  SamplerComparisonState: row('SamplerComparisonState', 'sampler', 'sampler'),
  SamplerComparison: row('SamplerComparisonState', 'sampler', 'sampler'),
  BlendState: row('BlendState', 'blendState', 'blend'),
  DepthStencilState: row('DepthStencilState', 'depthStencilState', 'depth-stencil'),
  RasterizerState: row('RasterizerState', 'rasterizerState', 'rasterizer'),
  RenderTargetView: row('RenderTargetView', 'renderTargetView', 'renderTarget'),
  DepthStencilView: row('DepthStencilView', 'depthStencilView', 'depthStencil'),
  texture: TEXTURE,
  Texture: TEXTURE,
  TEXTURE,
  texture1D: TEXTURE_1D,
  Texture1D: TEXTURE_1D,
  texture2D: TEXTURE_2D,
  Texture2D: TEXTURE_2D,
  texture3D: TEXTURE_3D,
  Texture3D: TEXTURE_3D,
  textureCUBE: TEXTURE_CUBE,
  TextureCube: TEXTURE_CUBE,
  Texture1DArray: texture('Texture1DArray', 'texture1DArray'),
  Texture2DArray: texture('Texture2DArray', 'texture2DArray'),
  Texture2DMS: texture('Texture2DMS', 'texture2DMS'),
  Texture2DMSArray: texture('Texture2DMSArray', 'texture2DMSArray'),
  TextureCubeArray: texture('TextureCubeArray', 'textureCubeArray'),
  Buffer: texture('Buffer', 'buffer'),
  ByteAddressBuffer: newTexture('ByteAddressBuffer', 'byteAddressBuffer'),
  StructuredBuffer: newTexture('StructuredBuffer', 'structuredBuffer'),
  RWTexture1D: view('RWTexture1D', 'rwTexture1D'),
  RWTexture1DArray: view('RWTexture1DArray', 'rwTexture1DArray'),
  RWTexture2D: view('RWTexture2D', 'rwTexture2D'),
  RWTexture2DArray: view('RWTexture2DArray', 'rwTexture2DArray'),
  RWTexture3D: view('RWTexture3D', 'rwTexture3D'),
  RWBuffer: view('RWBuffer', 'rwBuffer'),
  RWByteAddressBuffer: view('RWByteAddressBuffer', 'rwByteAddressBuffer'),
  RWStructuredBuffer: view('RWStructuredBuffer', 'rwStructuredBuffer'),
  AppendStructuredBuffer: view('AppendStructuredBuffer', 'appendStructuredBuffer'),
  ConsumeStructuredBuffer: view('ConsumeStructuredBuffer', 'consumeStructuredBuffer'),
  VertexShader: VERTEX_SHADER,
  vertexshader: VERTEX_SHADER,
  PixelShader: PIXEL_SHADER,
  pixelshader: PIXEL_SHADER,
  GeometryShader: GEOMETRY_SHADER,
  geometryshader: GEOMETRY_SHADER,
  HullShader: row('HullShader', 'hullShader5', 'shader', { isNew: true }),
  DomainShader: row('DomainShader', 'domainShader5', 'shader', { isNew: true }),
  ComputeShader: row('ComputeShader', 'computeShader5', 'shader', { isNew: true }),
};

const TYPES_BY_NAME: ReadonlyMap<string, EffectObjectType> = new Map(Object.entries(TYPES));

/** The type of an object by its name in the source; undefined for one that effects do not have. */
export function effectObjectType(name: string): EffectObjectType | undefined {
  return TYPES_BY_NAME.get(name);
}
