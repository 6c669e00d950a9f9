/** Bindings of a shader's registers: constant buffers, views, samplers and class instances, by space and register. */
import type { BufferMemory } from './memory.ts';
import type { BufferView } from './texture/load.ts';
import type { Sampler } from './texture/sampler.ts';
import type { TextureView } from './texture/texture-view.ts';

/** A view of a raw or structured buffer, of a typed one, or of a texture. */
export type BoundView = BufferMemory | BufferView | TextureView;

/** Things by register space and register. */
export class BindingTable<Bound> {
  readonly #spaces = new Map<number, Map<number, Bound>>();

  set(register: number, bound: Bound, space = 0): void {
    let registers = this.#spaces.get(space);
    if (registers === undefined) {
      registers = new Map();
      this.#spaces.set(space, registers);
    }
    registers.set(register, bound);
  }

  get(register: number, space = 0): Bound | undefined {
    return this.#spaces.get(space)?.get(register);
  }
}

/** An instance of a class, bound to an interface pointer. */
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
  /** Shader resource views. */
  readonly resources = new BindingTable<BoundView>();
  readonly unorderedAccess = new BindingTable<BoundView>();
  readonly samplers = new BindingTable<Sampler>();
  /** Class instances by the number of the interface pointer. */
  readonly instances = new Map<number, ClassInstance>();
}
