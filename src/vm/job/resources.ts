/** The buffers, textures and samplers of a job in memory. */

import type { ValueOf } from '../../base/shapes.ts';
import type { Format } from '../../formats/formats.ts';
import { BufferMemory } from '../memory.ts';
import type { Texture } from '../texture/texture.ts';
import type { SAMPLER } from './resource-shapes.ts';

/** A sampler as a job describes it. */
export type JobSampler = ValueOf<typeof SAMPLER>;

/** A buffer of a job. All its views share its bytes. */
export class JobBuffer {
  /** Its bytes, padded to a multiple of four. */
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  /** The formats of its numbers, one after the other. */
  readonly formats: readonly Format[];
  /** Bytes of an element; undefined where the job does not say. */
  readonly stride: number | undefined;
  readonly #views = new Map<string, BufferMemory>();

  constructor(size: number, formats: readonly Format[], stride: number | undefined) {
    this.words = new Uint32Array(Math.ceil(size / 4));
    this.bytes = new Uint8Array(this.words.buffer, 0, size);
    this.formats = formats;
    this.stride = stride;
  }

  /** Its raw or structured view from a byte on; the same part gives the same view, whose counter stays. */
  view(offset: number, size: number, stride: number): BufferMemory {
    const key = `${offset} ${size} ${stride}`;
    let view = this.#views.get(key);
    if (view === undefined) {
      view = new BufferMemory(this.words.subarray(offset >>> 2, (offset + size) >>> 2), stride);
      this.#views.set(key, view);
    }
    return view;
  }

  /** The counters of its views that are not 0, by the first byte of the view. */
  get counters(): readonly number[] {
    return [...this.#views.values()].map(({ counter }) => counter).filter((counter) => counter !== 0);
  }
}

/** The resources of a job by name. */
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

/** The resource with a name. */
export function resourceNamed(resources: JobResources, name: string): JobBuffer | Texture | undefined {
  return resources.buffers.get(name) ?? resources.textures.get(name);
}
