/**
 * Features of the GLSL and GLSL ES versions, by the sections of their specifications; a row for each version that is
 * written.
 */
import type { IrStage } from '../../ir/index.ts';
import { IR_STAGES } from '../../ir/stages.ts';

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
