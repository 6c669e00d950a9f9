/**
 * Descriptors of WebGPU from maps: bind group layouts, the layout of vertex buffers, and what a pipeline needs, so that
 * an application has to know nothing of the shader but its map. Plain data: names and values are those of the WebGPU
 * specification, and the types are subtypes of those that WebGPU takes.
 */
import type { FormatFeature, ImageFormatName } from '../emit/common/texel-formats.ts';
import type { TranslationBinding, TranslationElement, TranslationMap } from './map-shape.ts';

/** A `GPUBufferBindingType`. */
export type BufferType = 'uniform' | 'storage' | 'read-only-storage';
/** A `GPUTextureFormat` of a storage texture. */
export type StorageFormat = ImageFormatName;
/** A `GPUStorageTextureAccess`. */
export type StorageAccess = 'read-only' | 'write-only' | 'read-write';
/** A `GPUFeatureName`. */
export type RequiredFeature = 'clip-distances' | 'primitive-index' | FormatFeature;
/** A `GPUVertexFormat`. */
export type InputFormat = `${(typeof FORMATS)[keyof typeof FORMATS]}${'' | 'x2' | 'x3' | 'x4'}`;

type SampleType = NonNullable<TranslationBinding['sampleType']>;
/** A `GPUTextureViewDimension`: maps of WGSL have no others. */
type ViewDimension = Exclude<NonNullable<TranslationBinding['viewDimension']>, '1d-array'>;

/** An entry of a `GPUBindGroupLayoutDescriptor`. */
export interface BindGroupLayoutEntry {
  readonly binding: number;
  /** Bits of `GPUShaderStage`. */
  readonly visibility: number;
  readonly buffer?: { readonly type: BufferType; readonly minBindingSize: number };
  readonly sampler?: { readonly type: 'filtering' | 'non-filtering' | 'comparison' };
  readonly texture?: {
    readonly sampleType: SampleType;
    readonly viewDimension: ViewDimension;
    readonly multisampled: boolean;
  };
  readonly storageTexture?: {
    readonly access: StorageAccess;
    readonly format: StorageFormat;
    readonly viewDimension: ViewDimension;
  };
}

/** A `GPUBindGroupLayoutDescriptor`; groups without bindings have no entries. */
export interface BindGroupLayout {
  readonly entries: BindGroupLayoutEntry[];
}

/**
 * A `GPUVertexAttribute`: a vector of the components up to the last one that the shader reads; WebGPU gives 0, 0, 1 for
 * the others.
 */
export interface VertexAttribute {
  readonly format: InputFormat;
  readonly offset: number;
  readonly shaderLocation: number;
  /** The semantic that it is for. */
  readonly semantic: string;
  readonly index: number;
}

/** A `GPUVertexBufferLayout`. */
export interface VertexBuffer {
  readonly arrayStride: number;
  readonly stepMode: 'vertex';
  readonly attributes: VertexAttribute[];
}

/** The parts of a pipeline. */
export interface WebgpuPipeline {
  readonly bindGroupLayouts: BindGroupLayout[];
  /** For `GPUDeviceDescriptor`. */
  readonly requiredFeatures: RequiredFeature[];
  readonly requiredLimits: Record<string, number>;
  /**
   * One buffer for each input; one for all, where every vertex has them one after the other, if there are more than 8
   * inputs.
   */
  readonly vertex?: { readonly entryPoint: string; readonly buffers: VertexBuffer[] };
  readonly fragment?: {
    readonly entryPoint: string;
    readonly targets: { readonly location: number; readonly type: 'f32' | 'i32' | 'u32' }[];
  };
  readonly compute?: { readonly entryPoint: string };
}

/** `GPUShaderStage`. */
const VISIBILITY = { vs: 1, ps: 2, cs: 4 } as const;

/**
 * Returns the descriptors for one map, or for those of the stages of a pipeline.
 *
 * @throws TypeError when an argument is no map
 * @throws RangeError when a map is of another language than WGSL, or two stages have different things at one binding
 */
export function webgpuPipeline(...maps: readonly TranslationMap[]): WebgpuPipeline {
  const groups: Map<number, BindGroupLayoutEntry>[] = [];
  const features = new Set<RequiredFeature>();
  const limits: Record<string, number> = {};
  for (const [i, map] of maps.entries()) checkMap(map, i);
  for (const { stage, bindings, requires, target } of maps) {
    if (target !== 'wgsl') throw new RangeError(`webgpuPipeline: the map is of ${target}; WebGPU has wgsl only`);
    for (const row of bindings) addBinding(groups, row, VISIBILITY[stage as keyof typeof VISIBILITY] ?? 0);
    for (const feature of requires.features) features.add(feature as RequiredFeature);
    for (const [name, value] of Object.entries(requires.limits)) limits[name] = Math.max(limits[name] ?? 0, value);
  }
  const stageOf = (stage: TranslationMap['stage']) => maps.find((one) => one.stage === stage);
  const vertex = stageOf('vs');
  const fragment = stageOf('ps');
  const compute = stageOf('cs');
  return {
    bindGroupLayouts: Array.from(groups, (entries) => ({ entries: [...(entries ?? new Map()).values()] })),
    requiredFeatures: [...features],
    requiredLimits: limits,
    ...(vertex !== undefined && { vertex: { entryPoint: vertex.entryPoint, buffers: buffersOf(vertex.inputs) } }),
    ...(fragment !== undefined && {
      fragment: { entryPoint: fragment.entryPoint, targets: targetsOf(fragment.outputs) },
    }),
    ...(compute !== undefined && { compute: { entryPoint: compute.entryPoint } }),
  };
}

function checkMap(map: TranslationMap | undefined, i: number): void {
  if (typeof map !== 'object' || map === null || !Array.isArray(map.bindings) || map.requires === undefined)
    throw new TypeError(`webgpuPipeline: argument ${i + 1} is no map of a translation; pass the map of a stage`);
}

function addBinding(groups: Map<number, BindGroupLayoutEntry>[], row: TranslationBinding, visibility: number): void {
  groups[row.group] ??= new Map();
  const entries = groups[row.group]!;
  const entry = { binding: row.binding, visibility, ...resourceOf(row) };
  const known = entries.get(row.binding);
  if (known === undefined) {
    entries.set(row.binding, entry);
    return;
  }
  const same = { ...known, visibility };
  if (JSON.stringify(same) !== JSON.stringify(entry))
    throw new RangeError(`webgpuPipeline: group ${row.group} has two resources at binding ${row.binding}`);
  entries.set(row.binding, { ...known, visibility: known.visibility | visibility });
}

function resourceOf(row: TranslationBinding): Omit<BindGroupLayoutEntry, 'binding' | 'visibility'> {
  const { kind, minSize: minBindingSize = 0 } = row;
  const viewDimension = (row.viewDimension ?? '2d') as ViewDimension;
  switch (kind) {
    case 'uniformBuffer':
      return { buffer: { type: 'uniform', minBindingSize } };
    case 'storageBuffer':
      return { buffer: { type: 'storage', minBindingSize } };
    case 'readOnlyStorageBuffer':
      return { buffer: { type: 'read-only-storage', minBindingSize } };
    case 'sampler':
      return { sampler: { type: row.role === 'unfiltered' ? 'non-filtering' : 'filtering' } };
    case 'comparisonSampler':
      return { sampler: { type: 'comparison' } };
    case 'storageTexture': {
      const access = ACCESS[row.access ?? 'write'];
      return { storageTexture: { access, format: row.format as StorageFormat, viewDimension } };
    }
    default:
      return {
        texture: { sampleType: row.sampleType ?? 'float', viewDimension, multisampled: row.multisampled ?? false },
      };
  }
}

const ACCESS = { read: 'read-only', write: 'write-only', read_write: 'read-write' } as const;

const FORMATS = { f32: 'float32', i32: 'sint32', u32: 'uint32' } as const;
const COUNTS = ['', '', 'x2', 'x3', 'x4'] as const;
const COMPONENT_SIZE = 4;

/** The guaranteed limit: WebGPU, section 3.6.2 (`maxVertexBuffers`). */
const MAX_VERTEX_BUFFERS = 8;

function buffersOf(inputs: readonly TranslationElement[]): VertexBuffer[] {
  const buffers: VertexBuffer[] = [];
  // Elements may be parts of one location.
  const locations = new Set(inputs.flatMap(({ location }) => (location === undefined ? [] : [location])));
  for (const shaderLocation of locations) {
    const parts = inputs.filter(({ location }) => location === shaderLocation);
    const { type = 'f32', semantic, index } = parts[0]!;
    const read = parts.reduce((bits, one) => bits | (one.read ?? one.mask), 0);
    const count = Math.max(32 - Math.clz32(read), 1);
    const attribute: VertexAttribute = {
      ...{ format: `${FORMATS[type]}${COUNTS[count]!}`, offset: 0 },
      ...{ shaderLocation, semantic, index },
    };
    buffers.push({ arrayStride: COMPONENT_SIZE * count, stepMode: 'vertex', attributes: [attribute] });
  }
  if (buffers.length <= MAX_VERTEX_BUFFERS) return buffers;
  let arrayStride = 0;
  const attributes = buffers.map((one) => {
    const offset = arrayStride;
    arrayStride += one.arrayStride;
    return { ...one.attributes[0]!, offset };
  });
  return [{ arrayStride, stepMode: 'vertex', attributes }];
}

function targetsOf(outputs: readonly TranslationElement[]): NonNullable<WebgpuPipeline['fragment']>['targets'] {
  const targets: NonNullable<WebgpuPipeline['fragment']>['targets'] = [];
  for (const { location, type = 'f32' } of outputs)
    if (location !== undefined && !targets.some((one) => one.location === location)) targets.push({ location, type });
  return targets;
}
