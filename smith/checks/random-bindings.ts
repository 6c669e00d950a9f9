/**
 * Bindings with random contents for what a program declares. The same seed gives the same ones, so that two runs can
 * change their own.
 */

import { ResourceDimension, ReturnType } from '../../src/base/d3d/enumerations.ts';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { findFormat } from '../../src/formats/formats.ts';
import type { Sm4Declarations, Sm4DeclaredResource } from '../../src/isa/sm4/declarations.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { Bindings, type BoundView, BufferMemory } from '../../src/vm/bindings.ts';
import { createBufferView } from '../../src/vm/texture/load.ts';
import { ADDRESS_MODES, COMPARISONS, createSampler } from '../../src/vm/texture/sampler.ts';
import { createTexture } from '../../src/vm/texture/texture.ts';
import { createTextureView, type ViewDimension } from '../../src/vm/texture/texture-view.ts';
import type { Random } from '../random.ts';

/**
 * The values of words: `dyadic` are small integers and multiples of 1/16, whose sums and products are exact; `special`
 * are NaN, infinities, zeros of both signs, subnormals, the ends of ranges and random bits as well; `finite` are
 * multiples of 1/16 only.
 */
export type WordMode = 'dyadic' | 'special' | 'finite';

const SPECIAL_WORDS = [
  0, 0x8000_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x7fa0_0001, 1, 0x007f_ffff, 0x8000_0001, 0x0080_0000,
  0x7f7f_ffff, 0xff7f_ffff, 0xffff_ffff, 0x7fff_ffff, 0x3f80_0000, 0xbf80_0000, 0x4f00_0000, 0xcf00_0000, 0x4f80_0000,
  31, 32, 33,
];

export function randomWord(random: Random, mode: WordMode): number {
  if (mode === 'special' && random.oneIn(2)) return random.oneIn(3) ? random.word() : random.pick(SPECIAL_WORDS);
  if (mode !== 'finite' && random.oneIn(2)) return random.between(-8, 64) >>> 0;
  return bitsOfFloat(random.between(-256, 256) / 16);
}

export function randomWords(random: Random, mode: WordMode, count: number): Uint32Array {
  return Uint32Array.from({ length: count }, () => randomWord(random, mode));
}

/** Registers of a range that have something bound. */
const BOUND_REGISTERS = 4;
const ELEMENTS = 16;

/** Bindings for everything that is declared; some registers have nothing. */
export function randomBindings(declarations: Sm4Declarations, random: Random, mode: WordMode): Bindings {
  const bindings = new Bindings();
  for (const resource of declarations.resources) {
    const { firstRegister, lastRegister, space } = resource;
    const last = Math.min(lastRegister, firstRegister + BOUND_REGISTERS - 1);
    for (let register = firstRegister; register <= last; register++)
      bind(bindings, resource, register, space, random, mode);
  }
  for (let pointer = 0; pointer < declarations.interfaceSlots; pointer++) {
    const found = [...declarations.interfaces].find(([id, { count }]) => pointer >= id && pointer < id + count);
    const table = random.pick(found?.[1].tables ?? [0]);
    bindings.instances.set(pointer, {
      table,
      constantBuffer: random.below(2),
      constantOffset: random.below(4),
      texture: random.below(2),
      sampler: random.below(2),
    });
  }
  return bindings;
}

/** The declarations that views were made for. */
const DECLARATIONS = new WeakMap<BoundView, Sm4DeclaredResource>();

/**
 * The declaration that a view of {@link randomBindings} was made for. Damaged programs have several for a register; the
 * last one counts.
 */
export function declarationOf(view: BoundView): Sm4DeclaredResource | undefined {
  return DECLARATIONS.get(view);
}

function bind(
  bindings: Bindings,
  resource: Sm4DeclaredResource,
  register: number,
  space: number,
  random: Random,
  mode: WordMode,
): void {
  const { type, size } = resource;
  if (type === 'cbv') {
    const rows = Math.min(size === 0 ? ELEMENTS : size, 64);
    bindings.constantBuffers.set(register, randomWords(random, mode, 4 * rows), space);
  } else if (type === 'sampler') bindings.samplers.set(register, randomSampler(random), space);
  else {
    const view = randomView(resource, random, mode);
    if (view === undefined) return;
    DECLARATIONS.set(view, resource);
    (type === 'srv' ? bindings.resources : bindings.unorderedAccess).set(register, view, space);
  }
}

function randomSampler(random: Random) {
  return createSampler({
    minFilter: random.pick(['point', 'linear']),
    magFilter: random.pick(['point', 'linear']),
    mipFilter: random.pick(['point', 'linear']),
    addressU: random.pick(ADDRESS_MODES),
    addressV: random.pick(ADDRESS_MODES),
    addressW: random.pick(ADDRESS_MODES),
    comparison: random.pick(COMPARISONS),
  });
}

function randomView(resource: Sm4DeclaredResource, random: Random, mode: WordMode): BoundView | undefined {
  const { layout, size, dimension, type, returnType } = resource;
  if (layout === 'raw') return new BufferMemory(randomWords(random, mode, 4 * ELEMENTS));
  if (layout === 'structured') return new BufferMemory(randomWords(random, mode, (size >>> 2) * ELEMENTS), size);
  const format = findFormat('dxgi', formatName(returnType, type === 'uav'))!;
  if (dimension === ResourceDimension.buffer) {
    const words = randomWords(random, mode, (format.blockBytes / 4) * ELEMENTS);
    return createBufferView(new Uint8Array(words.buffer), format).view;
  }
  const shape = SHAPES.get(dimension);
  if (shape === undefined) return undefined;
  const { view: viewDimension, ...texture } = shape;
  const made = createTexture({ ...texture, format }).texture;
  if (made === undefined) return undefined;
  const words = randomWords(random, mode, made.bytes.length >> 2);
  made.bytes.set(new Uint8Array(words.buffer));
  made.changed();
  return createTextureView(made, { dimension: viewDimension }).view;
}

function formatName(returnType: number, isUnordered: boolean): string {
  const channels = isUnordered ? 'R32' : 'R32G32B32A32';
  if (returnType === ReturnType.uint) return `${channels}_UINT`;
  if (returnType === ReturnType.sint) return `${channels}_SINT`;
  if (returnType === ReturnType.unorm) return 'R8G8B8A8_UNORM';
  if (returnType === ReturnType.snorm) return 'R8G8B8A8_SNORM';
  return `${channels}_FLOAT`;
}

const D = ResourceDimension;
const SHAPES: ReadonlyMap<
  number,
  {
    readonly dimension: '1d' | '2d' | '3d';
    readonly view: ViewDimension;
    readonly width: number;
    readonly height?: number;
    readonly depth?: number;
    readonly layers?: number;
    readonly mips?: number;
    readonly samples?: number;
  }
> = new Map([
  [D.texture1D, { dimension: '1d', view: '1d', width: 8, mips: 2 }],
  [D.texture1DArray, { dimension: '1d', view: '1d-array', width: 8, layers: 3, mips: 2 }],
  [D.texture2D, { dimension: '2d', view: '2d', width: 8, height: 4, mips: 3 }],
  [D.texture2DArray, { dimension: '2d', view: '2d-array', width: 4, height: 4, layers: 3, mips: 2 }],
  [D.texture2DMS, { dimension: '2d', view: '2d-ms', width: 4, height: 4, samples: 4 }],
  [D.texture2DMSArray, { dimension: '2d', view: '2d-ms-array', width: 4, height: 4, layers: 2, samples: 4 }],
  [D.texture3D, { dimension: '3d', view: '3d', width: 4, height: 4, depth: 4, mips: 2 }],
  [D.textureCube, { dimension: '2d', view: 'cube', width: 4, height: 4, layers: 6, mips: 2 }],
  [D.textureCubeArray, { dimension: '2d', view: 'cube-array', width: 4, height: 4, layers: 12 }],
]);

/**
 * The bytes of everything that a program may change, with what they are at the beginning: for runs that are repeated
 * and compared.
 */
export class WritableMemory {
  readonly #views: readonly BoundView[];
  readonly #initial: readonly ViewState[];
  #result: readonly ViewState[] = [];

  constructor(declarations: Sm4Declarations, bindings: Bindings) {
    this.#views = writableViews(declarations, bindings);
    this.#initial = this.#views.map(stateOf);
  }

  /** Keeps what is in memory, for {@link differenceFromResult}. */
  keepResult(): void {
    this.#result = this.#views.map(stateOf);
  }

  /** Makes everything what it was at the beginning. */
  restore(): void {
    for (const [i, view] of this.#views.entries()) {
      const { bytes, counter } = this.#initial[i]!;
      bytesOfView(view).set(bytes);
      if (view instanceof BufferMemory) view.counter = counter;
      else if ('texture' in view) view.texture.changed();
    }
  }

  /** The first difference from the stored contents; undefined without one. Words of buffers may be only close. */
  differenceFromResult(areEqual: (a: number, b: number) => boolean): string | undefined {
    for (const [i, view] of this.#views.entries()) {
      const binding = this.#result[i]!;
      const now = stateOf(view);
      if (now.counter !== binding.counter)
        return `counter of view ${i}: ${now.counter}, interpreter ${binding.counter}`;
      if (Buffer.compare(now.bytes, binding.bytes) === 0) continue;
      if (view instanceof BufferMemory) {
        const [a, b] = [wordsOf(now.bytes), wordsOf(binding.bytes)];
        if (a.every((word, k) => areEqual(word, b[k]!))) continue;
      }
      const at = now.bytes.findIndex((byte, k) => byte !== binding.bytes[k]);
      return `view ${i}, byte ${at}: ${now.bytes[at]}, interpreter ${binding.bytes[at]}`;
    }
    return undefined;
  }
}

interface ViewState {
  readonly bytes: Uint8Array;
  readonly counter: number;
}

function stateOf(view: BoundView): ViewState {
  return { bytes: bytesOfView(view).slice(), counter: view instanceof BufferMemory ? view.counter : 0 };
}

function bytesOfView(view: BoundView): Uint8Array {
  if (view instanceof BufferMemory) return bytesOf(view.words);
  return 'texture' in view ? view.texture.bytes : view.bytes;
}

function writableViews({ resources }: Sm4Declarations, bindings: Bindings): BoundView[] {
  const views = new Set<BoundView>();
  for (const { type, firstRegister, lastRegister, space } of resources) {
    if (type !== 'uav') continue;
    const last = Math.min(lastRegister, firstRegister + BOUND_REGISTERS - 1);
    for (let register = firstRegister; register <= last; register++) {
      const view = bindings.unorderedAccess.get(register, space);
      if (view !== undefined) views.add(view);
    }
  }
  return [...views];
}
