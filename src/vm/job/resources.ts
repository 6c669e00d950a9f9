/** The buffers, textures and samplers of a job in memory.  */

import { getOrInsert } from '../../base/collections.ts';
import type { MessageValues } from '../../base/diagnostics.ts';
import type { JobNumber, ValueOf } from '../../base/shapes.ts';
import { dxgiFormat, type Format } from '../../formats/formats.ts';
import type { Sm4DeclaredResource } from '../../isa/sm4/declarations.ts';
import { type BoundView, BufferMemory } from '../bindings.ts';
import { DX7029 } from '../messages.ts';
import { createBufferView } from '../texture/load.ts';
import { createSampler, type LegacySampler, legacySampler, type Sampler } from '../texture/sampler.ts';
import type { Texture } from '../texture/texture.ts';
import { createTextureView, type TextureView, type ViewDimension } from '../texture/texture-view.ts';
import type { BINDINGS } from './command-shapes.ts';
import type { SAMPLER } from './job-shape.ts';
import type { JsonPath } from './json-text.ts';
import { jobFormat, numberOf } from './numbers.ts';
import type { JobReport } from './report.ts';

/** A sampler as a job describes it. */
type JobSampler = ValueOf<typeof SAMPLER>;

/** A buffer of a job. All its views share its bytes. */
export class JobBuffer {
  /** Its bytes, padded to a multiple of four. */
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  readonly #views = new Map<string, BufferMemory>();

  constructor(
    size: number,
    /** The formats of its numbers, one after the other. */
    readonly formats: readonly Format[],
    /** Bytes of an element; undefined where the job does not say. */
    readonly stride: number | undefined,
  ) {
    this.words = new Uint32Array(Math.ceil(size / 4));
    this.bytes = new Uint8Array(this.words.buffer, 0, size);
  }

  /** Its raw or structured view from a byte on; the same part gives the same view, whose counter stays. */
  view(offset: number, size: number, stride: number): BufferMemory {
    const key = `${offset} ${size} ${stride}`;
    return getOrInsert(
      this.#views,
      key,
      () => new BufferMemory(this.words.subarray(offset >>> 2, (offset + size) >>> 2), stride),
    );
  }

  /** The counters of its views that are not 0, by the first byte of the view. */
  get counters(): readonly number[] {
    return [...this.#views.values()].map(({ counter }) => counter).filter((counter) => counter !== 0);
  }
}

export class JobResources {
  readonly buffers = new Map<string, JobBuffer>();
  readonly textures = new Map<string, Texture>();
  readonly samplers = new Map<string, JobSampler>();
  /** Bytes that may still be used. */
  memoryLeft: number;

  constructor(readonly memory: number) {
    this.memoryLeft = memory;
  }

  /** Takes memory; false where there is not enough. */
  take(bytes: number): boolean {
    this.memoryLeft -= bytes;
    return this.memoryLeft >= 0;
  }
}

export function resourceNamed(resources: JobResources, name: string): JobBuffer | Texture | undefined {
  return resources.buffers.get(name) ?? resources.textures.get(name);
}

/** The sampler of Direct3D 10 and later; what the job does not say has the defaults of D3D11_SAMPLER_DESC. */
export function samplerOf(job: JobSampler): Sampler {
  return createSampler(statesOf(job));
}

/** The sampler of Direct3D 9; what the job does not say has its defaults. */
export function legacySamplerOf(job: JobSampler): LegacySampler {
  const { sampler } = legacySampler();
  return {
    sampler: { ...sampler, ...statesOf(job) },
    isFetch4: job.fetch4 ?? false,
    isSrgb: job.srgb ?? false,
  };
}

function statesOf(job: JobSampler): Partial<Sampler> {
  const number = (value: JobNumber | undefined) => (value === undefined ? undefined : numberOf(value));
  const states = {
    minFilter: job.minFilter,
    magFilter: job.magFilter,
    mipFilter: job.mipmapFilter,
    reduction: job.reduction,
    addressU: job.addressModeU,
    addressV: job.addressModeV,
    addressW: job.addressModeW,
    minLod: number(job.lodMinClamp),
    maxLod: number(job.lodMaxClamp),
    lodBias: number(job.lodBias),
    maxAnisotropy: job.maxAnisotropy,
    comparison: job.compare,
    border: job.borderColor?.map(numberOf),
  };
  return Object.fromEntries(Object.entries(states).filter(([, value]) => value !== undefined)) as Partial<Sampler>;
}

/** A binding of a job that is not only a name. */
export type BindingSpec = Exclude<ValueOf<typeof BINDINGS>[string], string>;

/** The part of a texture that a job names. */
export type TexturePart = Pick<BindingSpec, 'format' | 'firstMip' | 'mips' | 'firstLayer' | 'layers' | 'dimension'>;

/** Dimensions of views by D3D10_SB_RESOURCE_DIMENSION. */
const DIMENSIONS: readonly (ViewDimension | undefined)[] = [
  ...[undefined, undefined, '1d', '2d', '2d-ms', '3d', 'cube', '1d-array', '2d-array', '2d-ms-array', 'cube-array'],
] as (ViewDimension | undefined)[];

/** A view of a texture; undefined for one that cannot be made, which is reported. */
export function textureViewOf(
  texture: Texture,
  part: TexturePart,
  path: JsonPath,
  report: JobReport,
  declared?: Sm4DeclaredResource,
): TextureView | undefined {
  const { format, firstMip, mips, firstLayer, layers } = part;
  const dimension = part.dimension ?? DIMENSIONS[declared?.dimension ?? 0];
  const { view, diagnostics } = createTextureView(texture, {
    ...(dimension && { dimension }),
    ...(format && { format: jobFormat(format)! }),
    ...(firstMip !== undefined && { firstMip }),
    ...(mips !== undefined && { mips }),
    ...(firstLayer !== undefined && { firstLayer }),
    ...(layers !== undefined && { layers }),
  });
  report.addAll(path, diagnostics);
  return view;
}

/** The bytes of a buffer that a job names; undefined for a part that is not in it, which is reported. */
export function bufferPart(
  buffer: JobBuffer,
  { offset = 0, size }: Pick<BindingSpec, 'offset' | 'size'>,
  path: JsonPath,
  report: JobReport,
): { readonly offset: number; readonly size: number } | undefined {
  const length = size ?? Math.max(buffer.bytes.length - offset, 0);
  if (offset % 4 === 0 && offset + length <= buffer.bytes.length) return { offset, size: length };
  const reason =
    offset % 4 === 0
      ? `bytes ${offset} to ${offset + length} of ${buffer.bytes.length}`
      : `byte ${offset} is no multiple of 4`;
  report.add(DX7029, path, { reason } satisfies MessageValues);
  return undefined;
}

/** A view of a buffer: structured, raw or typed, as the shader declares it. */
export function bufferViewOf(
  buffer: JobBuffer,
  spec: BindingSpec,
  path: JsonPath,
  report: JobReport,
  declared?: Sm4DeclaredResource,
): BoundView | undefined {
  const part = bufferPart(buffer, spec, path, report);
  if (part === undefined) return undefined;
  const { offset, size } = part;
  const isTyped = declared?.layout === 'typed' || (declared === undefined && spec.format !== undefined);
  if (isTyped) {
    const format = spec.format === undefined ? buffer.formats[0]! : jobFormat(spec.format)!;
    const { view, diagnostics } = createBufferView(
      buffer.bytes,
      format,
      offset,
      Math.floor(size / Math.max(format.blockBytes, 1)),
    );
    report.addAll(path, diagnostics);
    return view;
  }
  const stride = declared?.layout === 'raw' ? 0 : (spec.stride ?? buffer.stride ?? declared?.size ?? 0);
  const view = buffer.view(offset, size, stride);
  if (spec.counter !== undefined) view.counter = spec.counter;
  return view;
}

/** A view of words that are read as they are: the variables of a texture buffer. */
export function wordsView(words: Uint32Array): BoundView | undefined {
  return createBufferView(new Uint8Array(words.buffer, 0, words.byteLength), dxgiFormat('R32G32B32A32_UINT')!).view;
}
