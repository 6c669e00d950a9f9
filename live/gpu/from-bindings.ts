/**
 * Trials from what is bound to a shader in the interpreter: the translated shader with the same data.
 *
 * Not for: requests to the executors of Wine (from-request.ts, from-request9.ts).
 */
import { bytesOf } from '../../src/base/words.ts';
import type {
  BindingChoice,
  TranslatedStage,
  TranslateOptions,
  TranslationBinding,
} from '../../src/translate/index.ts';
import { type Bindings, type BoundView, BufferMemory, type ClassInstance } from '../../src/vm/bindings.ts';
import { BufferView } from '../../src/vm/texture/load.ts';
import type { Sampler } from '../../src/vm/texture/sampler.ts';
import type { Stage } from '../../tools/executor/d3d11-commands.ts';
import type { GpuBinding, GpuRead, GpuResource, GpuTrial } from '../../tools/gpu/trial.ts';
import { WEBGPU_FORMATS } from '../../tools/gpu/webgpu/formats.ts';
import { NoTrial, runtimeBytes, textureResource, translated, wordBytes } from './from-request.ts';

/** Registers of a range without an upper bound that have something bound. */
export const BOUND_REGISTERS = 64;

/** A register with what is bound to it. */
export interface BoundRegister {
  readonly type: 'srv' | 'uav';
  readonly register: number;
  readonly space: number;
  readonly view: BoundView;
}

/** A shader with what is bound to it. */
export interface BoundShader {
  readonly stage: Stage;
  readonly bytes: Uint8Array;
  readonly bindings: Bindings;
  /** The views in `bindings`. */
  readonly views: readonly BoundRegister[];
}

/** The parts of a draw or a dispatch other than its shaders. */
export interface TrialWork {
  readonly dispatch?: GpuTrial['dispatch'];
  /** Made when the translated stages are known. */
  readonly draw?: (stages: readonly TranslatedStage[]) => NonNullable<GpuTrial['draw']>;
  /** Targets are read after all views that shaders may write. */
  readonly targets: number;
}

/**
 * The trial of a pipeline. Its results are those of {@link writtenBy} of each shader, then the targets.
 *
 * @throws NoTrial where a shader is not translated, or has something that trials have not
 */
export function boundTrial(shaders: readonly BoundShader[], work: TrialWork, options: TranslateOptions): GpuTrial {
  const choices = shaders.flatMap(({ views }) => views.flatMap(formatChoice));
  const instances = new Map(shaders.flatMap(({ bindings }) => [...bindings.instances].map(instanceChoice)));
  const stages = translated(
    shaders.map(({ bytes }) => bytes),
    { ...options, bindings: choices, ...(instances.size > 0 && { instances }) },
  );
  const resources = new Resources();
  const bindings = stages.flatMap((stage, i) =>
    stage.map.bindings.flatMap((row) => bindRow(stage, row, shaders[i]!, resources)),
  );
  const reads = shaders.flatMap((shader) => writtenBy(shader).flatMap((view) => resources.readsOf(view)));
  return {
    stages,
    resources: resources.list,
    bindings,
    ...(work.dispatch !== undefined && { dispatch: work.dispatch }),
    ...(work.draw !== undefined && { draw: work.draw(stages) }),
    reads: [...reads, ...Array.from({ length: work.targets }, (_, target): GpuRead => ({ what: 'target', target }))],
  };
}

/** The views that a shader may write. */
export function writtenBy({ views }: BoundShader): BoundView[] {
  return views.filter(({ type }) => type === 'uav').map(({ view }) => view);
}

/**
 * The words of the results of a view, in the order of the reads: of buffers the contents and the counter, of textures
 * each subresource.
 */
export function resultsOf(view: BoundView): Uint32Array[] {
  if (view instanceof BufferMemory)
    return view.stride === 0 ? [view.words.slice()] : [view.words.slice(), Uint32Array.of(view.counter)];
  if (view instanceof BufferView) return [wordsOf(view.bytes)];
  const { bytes, subresources } = view.texture;
  return subresources.map(({ offset, bytes: size }) => wordsOf(bytes.subarray(offset, offset + size)));
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice().buffer);
}

/** The format of a typed view, which shaders do not say. */
function formatChoice({ type, register, space, view }: BoundRegister): BindingChoice[] {
  if (view instanceof BufferMemory) return [];
  const format = WEBGPU_FORMATS[view.format.name];
  return format === undefined ? [] : [{ type, register, space, format }];
}

function instanceChoice([pointer, one]: readonly [number, ClassInstance]) {
  return [pointer, [one.table, one.constantBuffer, one.constantOffset, one.texture, one.sampler]] as const;
}

/** The resources of a trial: each view once, and the counters of structured ones. */
class Resources {
  readonly list: GpuResource[] = [];
  readonly #views = new Map<BoundView, number>();
  readonly #counters = new Map<BoundView, number>();

  add(resource: GpuResource): number {
    return this.list.push(resource) - 1;
  }

  of(view: BoundView): number {
    const known = this.#views.get(view);
    if (known !== undefined) return known;
    const number = this.add(resourceOf(view));
    this.#views.set(view, number);
    return number;
  }

  counterOf(view: BufferMemory): number {
    const known = this.#counters.get(view);
    if (known !== undefined) return known;
    const number = this.add({ kind: 'buffer', bytes: wordBytes([view.counter]) });
    this.#counters.set(view, number);
    return number;
  }

  readsOf(view: BoundView): GpuRead[] {
    const resource = this.of(view);
    if (view instanceof BufferView) return [{ what: 'buffer', resource }];
    if (!(view instanceof BufferMemory))
      return view.texture.subresources.map((_, subresource) => ({ what: 'texture', resource, subresource }));
    if (view.stride === 0) return [{ what: 'buffer', resource }];
    return [
      { what: 'buffer', resource },
      { what: 'buffer', resource: this.counterOf(view) },
    ];
  }
}

function resourceOf(view: BoundView): GpuResource {
  if (view instanceof BufferMemory) return { kind: 'buffer', bytes: bytesOf(view.words).slice() };
  if (view instanceof BufferView) return { kind: 'buffer', bytes: view.bytes.slice() };
  return textureResource(view, view.texture.bytes.slice());
}

/** The bindings of a row: an array has one for each register. */
function bindRow(
  stage: TranslatedStage,
  row: TranslationBinding,
  shader: BoundShader,
  resources: Resources,
): GpuBinding[] {
  if (row.count === undefined) return bind(stage, row, shader, resources);
  const count = row.count === 0 ? BOUND_REGISTERS : row.count;
  const bindings = Array.from({ length: count }, (_, element) =>
    bind(stage, { ...row, register: row.register + element }, shader, resources).map((one) => ({
      ...one,
      element,
      count,
    })),
  ).flat();
  if (bindings.length < count) throw new NoTrial(`nothing is bound to some of the descriptors of ${row.name}`);
  return bindings;
}

function bind(
  stage: TranslatedStage,
  row: TranslationBinding,
  { bindings, views }: BoundShader,
  resources: Resources,
): GpuBinding[] {
  const at = { stage: stage.stage, row };
  const resourceAt = (one: TranslationBinding) => {
    const view = viewAt(views, one);
    return view && resources.list[resources.of(view)];
  };
  switch (row.type) {
    case 'cbv': {
      const words = bindings.constantBuffers.get(row.register, row.space);
      return words === undefined
        ? []
        : [{ ...at, resource: resources.add({ kind: 'buffer', bytes: bytesOf(words).slice() }) }];
    }
    case 'sampler': {
      const sampler = bindings.samplers.get(row.register, row.space);
      return sampler === undefined ? [] : [{ ...at, sampler }];
    }
    case 'srv':
    case 'uav': {
      const view = viewAt(views, row);
      if (view === undefined) return [];
      if (row.role === 'counter')
        return view instanceof BufferMemory ? [{ ...at, resource: resources.counterOf(view) }] : [];
      const bound: Sampler | undefined = row.sampler && bindings.samplers.get(row.sampler.register, row.sampler.space);
      return [{ ...at, resource: resources.of(view), ...(bound !== undefined && { sampler: bound }) }];
    }
    case 'runtime':
      return [{ ...at, resource: resources.add({ kind: 'buffer', bytes: runtimeBytes(stage.map, resourceAt) }) }];
  }
}

function viewAt(views: readonly BoundRegister[], row: TranslationBinding): BoundView | undefined {
  return views.find(
    ({ type, register, space }) => type === row.type && register === row.register && space === row.space,
  )?.view;
}
