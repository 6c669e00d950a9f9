/**
 * Descriptors of WebGPU from maps: bind group layouts, the layout of vertex buffers, and what a pipeline needs, so that an application has to know
 * nothing of the shader but its map. Plain data: names and values are those of the WebGPU specification.
 */
import type { TranslationBinding, TranslationElement, TranslationMap } from './map-shape.ts';

/** An entry of a `GPUBindGroupLayoutDescriptor`. */
export interface BindGroupLayoutEntry {
  readonly binding: number;
  /** Bits of `GPUShaderStage`. */
  readonly visibility: number;
  readonly buffer?: { readonly type: string; readonly minBindingSize: number };
  readonly sampler?: { readonly type: string };
  readonly texture?: { readonly sampleType: string; readonly viewDimension: string; readonly multisampled: boolean };
  readonly storageTexture?: { readonly access: string; readonly format: string; readonly viewDimension: string };
}

/** A `GPUBindGroupLayoutDescriptor`; groups without bindings have no entries. */
export interface BindGroupLayout {
  readonly entries: readonly BindGroupLayoutEntry[];
}

/** An attribute of a `GPUVertexBufferLayout`: one buffer for each input, with vectors of four components. */
export interface VertexBuffer {
  readonly arrayStride: number;
  readonly stepMode: 'vertex';
  readonly attributes: readonly [{ readonly format: string; readonly offset: number; readonly shaderLocation: number }];
  /** The semantic that it is for. */
  readonly semantic: string;
  readonly index: number;
}

/** What a pipeline is made of. */
export interface WebgpuPipeline {
  readonly bindGroupLayouts: readonly BindGroupLayout[];
  /** For `GPUDeviceDescriptor`. */
  readonly requiredFeatures: readonly string[];
  readonly requiredLimits: Readonly<Record<string, number>>;
  readonly vertex?: { readonly entryPoint: string; readonly buffers: readonly VertexBuffer[] };
  readonly fragment?: {
    readonly entryPoint: string;
    readonly targets: readonly { readonly location: number; readonly type: string }[];
  };
  readonly compute?: { readonly entryPoint: string };
}

/** `GPUShaderStage`. */
const VISIBILITY = { vs: 1, ps: 2, cs: 4 } as const;

/**
 * Returns the descriptors for one map, or for those of the stages of a pipeline.
 *
 * @throws RangeError when two stages have different things at one binding
 */
export function webgpuPipeline(...maps: readonly TranslationMap[]): WebgpuPipeline {
  const groups: Map<number, BindGroupLayoutEntry>[] = [];
  const features = new Set<string>();
  const limits: Record<string, number> = {};
  for (const { stage, bindings, requires } of maps) {
    for (const row of bindings) addBinding(groups, row, VISIBILITY[stage as keyof typeof VISIBILITY] ?? 0);
    for (const feature of requires.features) features.add(feature);
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
  const { kind, minSize: minBindingSize = 0, viewDimension = '2d' } = row;
  switch (kind) {
    case 'uniformBuffer':
      return { buffer: { type: 'uniform', minBindingSize } };
    case 'storageBuffer':
      return { buffer: { type: 'storage', minBindingSize } };
    case 'readOnlyStorageBuffer':
      return { buffer: { type: 'read-only-storage', minBindingSize } };
    case 'sampler':
      return { sampler: { type: 'filtering' } };
    case 'comparisonSampler':
      return { sampler: { type: 'comparison' } };
    case 'storageTexture': {
      const access = { read: 'read-only', write: 'write-only', read_write: 'read-write' }[row.access ?? 'write'];
      return { storageTexture: { access, format: row.format ?? '', viewDimension } };
    }
    default:
      return {
        texture: { sampleType: row.sampleType ?? 'float', viewDimension, multisampled: row.multisampled ?? false },
      };
  }
}

const FORMATS = { f32: 'float32x4', i32: 'sint32x4', u32: 'uint32x4' } as const;

/** Bytes of four components. */
const VECTOR_SIZE = 16;

function buffersOf(inputs: readonly TranslationElement[]): VertexBuffer[] {
  const buffers: VertexBuffer[] = [];
  for (const { location, type = 'f32', semantic, index } of inputs) {
    if (location === undefined || buffers.some(({ attributes: [one] }) => one.shaderLocation === location)) continue;
    buffers.push({
      arrayStride: VECTOR_SIZE,
      stepMode: 'vertex',
      attributes: [{ format: FORMATS[type], offset: 0, shaderLocation: location }],
      semantic,
      index,
    });
  }
  return buffers;
}

function targetsOf(outputs: readonly TranslationElement[]): { location: number; type: string }[] {
  const targets: { location: number; type: string }[] = [];
  for (const { location, type = 'f32' } of outputs)
    if (location !== undefined && !targets.some((one) => one.location === location)) targets.push({ location, type });
  return targets;
}
