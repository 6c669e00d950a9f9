/**
 * Raw and structured memory: loads, stores and atomic operations on views and group-shared memory. Lanes take their
 * turns in order, which is one of the orders that Direct3D allows.
 *
 * Loads and atomics that are out of range give 0, stores have no effect; the previous value of an atomic there is
 * undefined.
 */

import { setU32At, u32At } from '../../../base/words.ts';
import { FULL_MASK } from '../../../isa/components.ts';
import { addInteger, maximumSigned, minimumSigned } from '../../../numerics/integer.ts';
import { BufferMemory } from '../../bindings.ts';
import { LANES } from '../../lanes.ts';
import { BufferView } from '../../texture/load.ts';
import { ALL_MAPPED } from '../../texture/sampler.ts';
import type { TextureView } from '../../texture/texture-view.ts';
import type { Sm4Step } from '../executable.ts';
import type { Sm4Handler, Sm4Quad } from '../quad.ts';

/** Index of a word of memory for a lane: `offset` bytes from where the sources say; -1 outside. */
type Addressing = (memory: BufferMemory, sources: readonly Uint32Array[], lane: number, offset: number) => number;

/** The first source is a byte offset. */
const raw: Addressing = (memory, [address], lane, offset) => memory.rawIndex(address![lane]! + offset);

/** The first source is an element, the second a byte offset in it. */
const structured: Addressing = (memory, [element, address], lane, offset) =>
  memory.structuredIndex(element![lane]!, address![lane]! + offset);

function load(addressing: Addressing, sourceCount: number): Sm4Handler {
  return (quad, step) => {
    const sources = readAll(quad, step, sourceCount);
    const named = step.named[0]!;
    const { words } = quad.result;
    for (let lane = 0; lane < LANES; lane++) {
      const memory = quad.memoryOf(named, lane);
      for (let i = 0; i < 4; i++) {
        // The swizzle of the view applies to the four words from the address on.
        const at = memory === undefined ? -1 : addressing(memory, sources, lane, 4 * named.swizzle[i]!);
        words[i * LANES + lane] = at < 0 ? 0 : memory!.words[at]!;
      }
    }
    writeLoaded(quad, step);
  };
}

/**
 * Writes the result of a load and, of a sparse instruction, the access status as its second result: all memory is
 * mapped.
 */
export function writeLoaded(quad: Sm4Quad, step: Sm4Step): void {
  if (step.destinations.length < 2) {
    quad.write(step, 0, quad.result, false);
    return;
  }
  quad.second.words.fill(ALL_MAPPED);
  quad.writeBoth(step, quad.result, quad.second, false);
}

function store(addressing: Addressing, sourceCount: number): Sm4Handler {
  return (quad, step) => {
    const sources = readAll(quad, step, sourceCount);
    const values = quad.read(step, sourceCount, FULL_MASK).words;
    const named = step.named[0]!;
    const lanes = quad.masks.running & ~quad.helpers;
    for (let lane = 0; lane < LANES; lane++) {
      const memory = (lanes & (1 << lane)) === 0 ? undefined : quad.memoryOf(named, lane);
      if (memory === undefined) continue;
      for (let i = 0; i < 4; i++) {
        if ((named.mask & (1 << i)) === 0) continue;
        const at = addressing(memory, sources, lane, 4 * i);
        if (at >= 0) memory.words[at] = values[i * LANES + lane]!;
      }
    }
  };
}

function readAll(quad: Sm4Quad, step: Sm4Step, count: number): readonly Uint32Array[] {
  const sources: Uint32Array[] = [];
  for (let i = 0; i < count; i++) sources.push(quad.read(step, i, FULL_MASK).words);
  return sources;
}

/** The new value of memory from the one that is there and the operands. */
type Update = (previous: number, value: number, other: number) => number;

/** Changes a word of raw or structured memory; returns the previous one, 0 outside. */
function changeMemory(
  memory: BufferMemory,
  address: Uint32Array,
  lane: number,
  change: (previous: number) => number,
): number {
  const at =
    memory.stride === 0
      ? memory.rawIndex(address[lane]!)
      : memory.structuredIndex(address[lane]!, address[LANES + lane]!);
  if (at < 0) return 0;
  const previous = memory.words[at]!;
  memory.words[at] = change(previous);
  return previous;
}

/** Changes an element of a typed view, whose format has 32 bits; returns the previous one, 0 outside. */
function changeElement(
  view: BufferView | TextureView,
  address: Uint32Array,
  lane: number,
  change: (previous: number) => number,
): number {
  const isBuffer = view instanceof BufferView;
  const bytes = isBuffer ? view.bytes : view.texture.bytes;
  const at = isBuffer ? elementOffset(view, address[lane]!) : texelOffset(view, address, lane);
  if (at < 0 || view.format.blockBytes !== 4) return 0;
  const previous = u32At(bytes, at);
  setU32At(bytes, at, change(previous));
  if (!isBuffer) view.texture.changed();
  return previous;
}

function elementOffset({ offset, count, format }: BufferView, index: number): number {
  return index < count ? offset + index * format.blockBytes : -1;
}

function texelOffset(view: TextureView, address: Uint32Array, lane: number): number {
  const { axes, isArray, isCube } = view;
  const coordinate = (axis: number) => address[axis * LANES + lane]!;
  const layer = isArray || isCube ? coordinate(axes) : 0;
  return view.offsetOf(0, layer, coordinate(0), axes > 1 ? coordinate(1) : 0, axes > 2 ? coordinate(2) : 0, 0);
}

/** An atomic operation on the element that the first source names; with a result, it is the previous value. */
function atomic(update: Update): Sm4Handler {
  return (quad, step) => {
    const address = quad.read(step, 0, FULL_MASK).words;
    const value = quad.read(step, 1, 1).words;
    const other = step.sources.length > 2 ? quad.read(step, 2, 1).words : value;
    const named = step.named[0]!;
    const lanes = quad.masks.running & ~quad.helpers;
    const { words } = quad.result;
    words.fill(0);
    for (let lane = 0; lane < LANES; lane++) {
      const view = (lanes & (1 << lane)) === 0 ? undefined : quad.viewOf(named, lane);
      if (view === undefined) continue;
      const change = (previous: number) => update(previous, value[lane]!, other[lane]!);
      const previous =
        view instanceof BufferMemory
          ? changeMemory(view, address, lane, change)
          : changeElement(view, address, lane, change);
      for (let i = 0; i < 4; i++) words[i * LANES + lane] = previous;
    }
    if (step.destinations.length > 0) quad.write(step, 0, quad.result, false);
  };
}

/** The hidden counter of a structured view: `alloc` returns it and adds one, `consume` subtracts one and returns it. */
function counter(change: 1 | -1): Sm4Handler {
  return (quad, step) => {
    const lanes = quad.masks.running & ~quad.helpers;
    const { words } = quad.result;
    words.fill(0);
    for (let lane = 0; lane < LANES; lane++) {
      const memory = (lanes & (1 << lane)) === 0 ? undefined : quad.memoryOf(step.named[0]!, lane);
      if (memory === undefined) continue;
      const previous = memory.counter;
      memory.counter = (previous + change) >>> 0;
      for (let i = 0; i < 4; i++) words[i * LANES + lane] = change > 0 ? previous : memory.counter;
    }
    quad.write(step, 0, quad.result, false);
  };
}

const and = atomic((previous, value) => previous & value);
const or = atomic((previous, value) => previous | value);
const xor = atomic((previous, value) => previous ^ value);
const add = atomic(addInteger);
const signedMaximum = atomic(maximumSigned);
const signedMinimum = atomic(minimumSigned);
const unsignedMaximum = atomic((previous, value) => Math.max(previous, value));
const unsignedMinimum = atomic((previous, value) => Math.min(previous, value));
/** The second operand is compared, the third is stored where it is equal. */
const compareAndStore = atomic((previous, compared, value) => (previous === compared ? value : previous));

export const MEMORY_HANDLERS = {
  ld_raw: load(raw, 1),
  ld_raw_s: load(raw, 1),
  ld_structured: load(structured, 2),
  ld_structured_s: load(structured, 2),
  store_raw: store(raw, 1),
  store_structured: store(structured, 2),
  atomic_and: and,
  atomic_or: or,
  atomic_xor: xor,
  atomic_cmp_store: compareAndStore,
  atomic_iadd: add,
  atomic_imax: signedMaximum,
  atomic_imin: signedMinimum,
  atomic_umax: unsignedMaximum,
  atomic_umin: unsignedMinimum,
  imm_atomic_alloc: counter(1),
  imm_atomic_consume: counter(-1),
  imm_atomic_iadd: add,
  imm_atomic_and: and,
  imm_atomic_or: or,
  imm_atomic_xor: xor,
  imm_atomic_exch: atomic((_, value) => value),
  imm_atomic_cmp_exch: compareAndStore,
  imm_atomic_imax: signedMaximum,
  imm_atomic_imin: signedMinimum,
  imm_atomic_umax: unsignedMaximum,
  imm_atomic_umin: unsignedMinimum,
} as const satisfies Record<string, Sm4Handler>;
