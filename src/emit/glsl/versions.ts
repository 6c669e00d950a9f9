/**
 * Features of the GLSL and GLSL ES versions, by the sections of their specifications; a row for each version that is
 * written.
 */

import { IR_STAGES } from '../../ir/declarations.ts';
import type { IrModule, IrStage } from '../../ir/index.ts';
import type { EmitPlan, PlannedResource, ResourceKind } from '../common/plan.ts';

/** Things that not every version has. */
interface GlslFacts {
  /** Numbers of bindings in the text; without them an application binds by name. */
  readonly bindings: boolean;
  /** Locations between stages; without them stages are linked by name. */
  readonly locations: boolean;
  /** Buffers that are written, images, and atomic operations. */
  readonly memory: boolean;
  /** Functions of bits, and products with a high word. */
  readonly bits: boolean;
  readonly gather: boolean;
  /** Offsets of comparisons with arrays of depths that need no derivatives. */
  readonly arrayComparisonOffsets: boolean;
  /** Offsets of gathers that are no constants. */
  readonly gatherOffsets: boolean;
  readonly textureBuffers: boolean;
  /** How many levels and samples a texture has. */
  readonly levelQueries: boolean;
  readonly cubeArrays: boolean;
  readonly multisampled: boolean;
  readonly multisampledArrays: boolean;
  readonly doubles: boolean;
  /** Values of a sample, and inputs elsewhere in the pixel. */
  readonly sampleShading: boolean;
  /** A fused product and sum. */
  readonly fusedMultiplyAdd: boolean;
  /** Values that are computed as they are written. */
  readonly preciseValues: boolean;
  readonly noPerspective: boolean;
  /** Derivatives that are coarse or fine. */
  readonly derivativeControl: boolean;
  readonly imageAtomics: boolean;
  /** Formats of images besides those of OpenGL ES, and reading and writing one image of any format. */
  readonly allImageFormats: boolean;
  /** The number of the primitive in pixel shaders. */
  readonly primitiveIds: boolean;
  /** Depths that are only larger or only smaller than the rasterizer's. */
  readonly conservativeDepth: boolean;
  /** Packing of bytes and halves. */
  readonly packing: boolean;
  /** Instances of geometry shaders. */
  readonly geometryInstances: boolean;
  /** Streams of vertices besides the first one. */
  readonly streams: boolean;
  /** Viewports that geometry shaders choose. */
  readonly viewports: boolean;
  /** The layer of the target in pixel shaders. */
  readonly layersOfPixels: boolean;
}

export interface GlslVersion extends GlslFacts {
  /** Name for messages. */
  readonly name: string;
  /** The first line of a text. */
  readonly directive: string;
  readonly isEs: boolean;
  readonly stages: readonly IrStage[];
}

const NOTHING: GlslFacts = {
  bindings: false,
  locations: false,
  memory: false,
  bits: false,
  gather: false,
  arrayComparisonOffsets: false,
  gatherOffsets: false,
  textureBuffers: false,
  levelQueries: false,
  cubeArrays: false,
  multisampled: false,
  multisampledArrays: false,
  doubles: false,
  sampleShading: false,
  fusedMultiplyAdd: false,
  preciseValues: false,
  noPerspective: false,
  derivativeControl: false,
  imageAtomics: false,
  allImageFormats: false,
  primitiveIds: false,
  conservativeDepth: false,
  packing: false,
  geometryInstances: false,
  streams: false,
  viewports: false,
  layersOfPixels: false,
};

const ES_310: GlslFacts = {
  ...NOTHING,
  bindings: true,
  locations: true,
  memory: true,
  bits: true,
  gather: true,
  multisampled: true,
  packing: true,
};

const ES_320: GlslFacts = {
  ...ES_310,
  gatherOffsets: true,
  textureBuffers: true,
  cubeArrays: true,
  multisampledArrays: true,
  sampleShading: true,
  fusedMultiplyAdd: true,
  preciseValues: true,
  imageAtomics: true,
  primitiveIds: true,
  geometryInstances: true,
  layersOfPixels: true,
};

export const GLSL_VERSIONS = {
  300: { ...NOTHING, name: 'GLSL ES 3.00', directive: '#version 300 es', isEs: true, stages: ['vs', 'ps'] },
  310: { ...ES_310, name: 'GLSL ES 3.10', directive: '#version 310 es', isEs: true, stages: ['vs', 'ps', 'cs'] },
  320: { ...ES_320, name: 'GLSL ES 3.20', directive: '#version 320 es', isEs: true, stages: IR_STAGES },
  330: {
    ...NOTHING,
    textureBuffers: true,
    multisampled: true,
    multisampledArrays: true,
    noPerspective: true,
    primitiveIds: true,
    name: 'GLSL 3.30',
    directive: '#version 330 core',
    isEs: false,
    stages: ['vs', 'gs', 'ps'],
  },
  450: {
    ...ES_320,
    arrayComparisonOffsets: true,
    levelQueries: true,
    doubles: true,
    noPerspective: true,
    derivativeControl: true,
    allImageFormats: true,
    conservativeDepth: true,
    streams: true,
    viewports: true,
    name: 'GLSL 4.50',
    directive: '#version 450 core',
    isEs: false,
    stages: IR_STAGES,
  },
} as const satisfies Record<string, GlslVersion>;

/** The versions that have something, for messages. */
export function versionsWith(fact: keyof GlslFacts): string {
  return namesOf((version) => version[fact]);
}

/** The versions that have a stage, for messages. */
export function versionsWithStage(stage: IrStage): string {
  return namesOf(({ stages }) => stages.includes(stage));
}

function namesOf(has: (version: GlslVersion) => boolean): string {
  return Object.values<GlslVersion>(GLSL_VERSIONS)
    .filter(has)
    .map(({ name }) => name)
    .join(', ');
}

export type GlslFact = keyof GlslFacts;

// Device limits that a shader needs beyond the guarantees of the OpenGL and OpenGL ES versions (their tables of
// implementation-dependent values).

const STAGE_NAMES: Readonly<Record<IrStage, string>> = {
  vs: 'VERTEX',
  ps: 'FRAGMENT',
  cs: 'COMPUTE',
  gs: 'GEOMETRY',
  hs: 'TESS_CONTROL',
  ds: 'TESS_EVALUATION',
};

/** Bytes of a uniform buffer, and of memory of a group. */
const UNIFORM_BLOCK_SIZE = 16_384;
const MAX_GROUP_BYTES = { es: 16_384, desktop: 32_768 } as const;
const MAX_INVOCATIONS = { es: 128, desktop: 1024 } as const;

/** Vertices of an invocation of a geometry shader, and components of all of them. */
const GEOMETRY_VERTICES = 256;
const GEOMETRY_COMPONENTS = 1024;

/**
 * Variables of a stage that every device has. Buffers that are written and images are guaranteed in pixel and compute
 * shaders of some versions.
 */
const TEXTURE_UNITS = 16;
const UNIFORM_BLOCKS = 12;

function counted(resources: readonly PlannedResource[], ...kinds: ResourceKind[]): number {
  let count = 0;
  for (const { kind } of resources) if (kinds.includes(kind)) count++;
  return count;
}

/** Components of outputs: each variable has four. */
function componentsOf(outputs: EmitPlan['outputs']): number {
  return 4 * new Set(outputs.map(({ name }) => name)).size;
}

/** The limits that exceed what is guaranteed, by the names of OpenGL. */
export function glslLimits(
  { isEs }: GlslVersion,
  module: IrModule,
  { resources, outputs }: Pick<EmitPlan, 'resources' | 'outputs'>,
): Record<string, number> {
  const { stage, facts, bindings } = module;
  const vertices = stage === 'gs' ? (facts.maxVertices ?? 0) : 0;
  const name = STAGE_NAMES[stage];
  const family = isEs ? 'es' : 'desktop';
  const [x, y, z] = facts.threadGroupSize ?? [1, 1, 1];
  let groupBytes = 0;
  for (const { kind, dimension, stride = 0, size = 0 } of bindings)
    if (kind === 'group') groupBytes += dimension === 'rawBuffer' ? size : size * stride;
  const largest = Math.max(0, ...resources.map(({ kind, minSize = 0 }) => (kind === 'uniformBuffer' ? minSize : 0)));
  const storage = stage === 'cs' || !isEs ? (isEs ? 4 : 8) : 0;
  const images = stage === 'cs' ? (isEs ? 4 : 8) : stage === 'ps' && !isEs ? 8 : 0;
  const limits: Record<string, number> = {};
  const add = (limit: string, need: number, guaranteed: number) => {
    if (need > guaranteed) limits[`GL_MAX_${limit}`] = need;
  };
  const textures = counted(resources, 'texture', 'depthTexture', 'texelBuffer');
  add('UNIFORM_BLOCK_SIZE', largest, UNIFORM_BLOCK_SIZE);
  add(`${name}_UNIFORM_BLOCKS`, counted(resources, 'uniformBuffer') + 1, UNIFORM_BLOCKS);
  add(stage === 'ps' ? 'TEXTURE_IMAGE_UNITS' : `${name}_TEXTURE_IMAGE_UNITS`, textures, TEXTURE_UNITS);
  add(`${name}_SHADER_STORAGE_BLOCKS`, counted(resources, 'storageBuffer', 'readOnlyStorageBuffer'), storage);
  add(`${name}_IMAGE_UNIFORMS`, counted(resources, 'storageTexture'), images);
  if (stage === 'cs') add('COMPUTE_WORK_GROUP_INVOCATIONS', x * y * z, MAX_INVOCATIONS[family]);
  add('COMPUTE_SHARED_MEMORY_SIZE', groupBytes, MAX_GROUP_BYTES[family]);
  add('GEOMETRY_OUTPUT_VERTICES', vertices, GEOMETRY_VERTICES);
  if (vertices > 0) add('GEOMETRY_TOTAL_OUTPUT_COMPONENTS', vertices * componentsOf(outputs), GEOMETRY_COMPONENTS);
  return limits;
}

/**
 * Words that no name in GLSL may be in any version, and functions that a name had better not hide (sections 3.6 and 8
 * of the specifications).
 */
const KEYWORDS =
  'const uniform buffer shared attribute varying coherent volatile restrict readonly writeonly atomic_uint layout centroid flat smooth ' +
  'noperspective patch sample invariant precise break continue do for while switch case default if else subroutine in out inout int ' +
  'void bool true false float double discard return mat2 mat3 mat4 dmat2 dmat3 dmat4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 ' +
  'mat4x3 mat4x4 dmat2x2 dmat2x3 dmat2x4 dmat3x2 dmat3x3 dmat3x4 dmat4x2 dmat4x3 dmat4x4 vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 ' +
  'bvec4 dvec2 dvec3 dvec4 uint uvec2 uvec3 uvec4 lowp mediump highp precision struct demote';
const RESERVED =
  'common partition active asm class union enum typedef template this resource goto inline noinline public static extern external ' +
  'interface long short half fixed unsigned superp input output hvec2 hvec3 hvec4 fvec2 fvec3 fvec4 filter sizeof cast namespace using ' +
  'sampler3DRect row_major texture sampler';
const FUNCTIONS =
  'radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2 log2 sqrt inversesqrt abs sign floor ' +
  'trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep isnan isinf floatBitsToInt floatBitsToUint ' +
  'intBitsToFloat uintBitsToFloat fma frexp ldexp length distance dot cross normalize faceforward reflect refract matrixCompMult ' +
  'outerProduct transpose determinant inverse lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual any all not ' +
  'uaddCarry usubBorrow umulExtended imulExtended bitfieldExtract bitfieldInsert bitfieldReverse bitCount findLSB findMSB ' +
  'textureSize textureLod textureOffset texelFetch textureGrad textureGather barrier dFdx dFdy fwidth main';

const OPAQUE = ['', 'i', 'u'].flatMap((prefix) =>
  ['1D', '2D', '3D', 'Cube', '2DRect', '1DArray', '2DArray', 'CubeArray', 'Buffer', '2DMS', '2DMSArray'].flatMap(
    (dimension) => [`${prefix}sampler${dimension}`, `${prefix}sampler${dimension}Shadow`, `${prefix}image${dimension}`],
  ),
);

export const GLSL_RESERVED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...`${KEYWORDS} ${RESERVED} ${FUNCTIONS}`.split(' '),
  ...OPAQUE,
]);
