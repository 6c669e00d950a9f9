/**
 * Bindings of a shader's registers: constant buffers, views, samplers and class instances, by space and register.
 */
import { getOrInsert } from '../base/collections.ts';
import type { BufferView } from './texture/load.ts';
import type { Sampler } from './texture/sampler.ts';
import type { TextureView } from './texture/texture-view.ts';

// Addresses outside of a view read as 0 and are not written (Direct3D 11.3 functional specification, 5.3.10 and 22.17).
// An address that is no multiple of four, which is undefined, loses its two lowest bits.

/** A raw or structured view of a buffer, or group-shared memory. */
export class BufferMemory {
  /** The hidden counter of a structured view. */
  counter = 0;

  /**
   * @param bytes of the buffer, as little-endian words; a rest of up to three bytes is not part of the view
   * @param stride bytes of an element of a structured view; 0 for a raw one
   */
  constructor(
    readonly words: Uint32Array,
    readonly stride = 0,
  ) {}

  /** Elements of a structured view, or bytes of a raw one. */
  get size(): number {
    return this.stride === 0 ? 4 * this.words.length : Math.floor((4 * this.words.length) / this.stride);
  }

  /** Index of the word at byte `offset`, which does not wrap where it has more than 32 bits; -1 outside. */
  rawIndex(offset: number): number {
    return offset < 4 * this.words.length ? offset >>> 2 : -1;
  }

  /** Index of the word at byte `offset` of element `element`; -1 outside of the view or of the element. */
  structuredIndex(element: number, offset: number): number {
    if (element >= this.size || offset >= this.stride) return -1;
    return (element * this.stride + offset) >>> 2;
  }
}

/** A view of a raw or structured buffer, of a typed one, or of a texture. */
export type BoundView = BufferMemory | BufferView | TextureView;

/** Things by register space and register. */
export class BindingTable<Bound> {
  readonly #spaces = new Map<number, Map<number, Bound>>();

  set(register: number, bound: Bound, space = 0): void {
    const registers = getOrInsert(this.#spaces, space, () => new Map());
    registers.set(register, bound);
  }

  get(register: number, space = 0): Bound | undefined {
    return this.#spaces.get(space)?.get(register);
  }
}

export interface ClassInstance {
  /** Number of the function table: the class. */
  readonly table: number;
  readonly constantBuffer: number;
  /** First row of its data in the constant buffer. */
  readonly constantOffset: number;
  /** The first texture register and the first sampler register of the instance. */
  readonly texture: number;
  readonly sampler: number;
}

export class Bindings {
  /** Words of constant buffers; the size is that of the buffer. */
  readonly constantBuffers = new BindingTable<Uint32Array>();
  readonly resources = new BindingTable<BoundView>();
  readonly unorderedAccess = new BindingTable<BoundView>();
  readonly samplers = new BindingTable<Sampler>();
  /** Class instances by the number of the interface pointer. */
  readonly instances = new Map<number, ClassInstance>();
}
