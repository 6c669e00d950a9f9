/**
 * Operations of memory that a WebAssembly module lets the host do, lane by lane: typed views, raw and structured
 * buffers that are not in the memory of the module, atomic operations and counters.
 */
import { setU32At, u32At } from '../../base/words.ts';
import type { IrOpName } from '../../ir/index.ts';
import { maximumSigned, minimumSigned } from '../../numerics/integer.ts';
import { type BoundView, BufferMemory } from '../bindings.ts';
import { LANES, REGISTER_WORDS } from '../lanes.ts';
import { BufferView, load, loadBuffer, storeElement, storeTexel } from '../texture/load.ts';
import { SampleRequest } from '../texture/sampler.ts';
import { TextureView } from '../texture/texture-view.ts';

const request = new SampleRequest();
const texel = new Uint32Array(4);

/** One lane of an operation of memory. */
interface MemoryRequest {
  readonly view: BoundView | undefined;
  readonly lane: number;
  readonly word: (i: number, lane: number, component?: number) => number;
  readonly widths: readonly number[];
  readonly width: number;
  readonly result: Uint32Array;
  readonly offsets: readonly number[];
}

type MemoryOperation = (request: MemoryRequest) => void;

/** Operations of memory that only read. */
export const READS: ReadonlySet<IrOpName> = new Set([
  'buf.fetch',
  'img.load',
  'buf.load',
  'buf.load.raw',
  'buf.size',
] as const);

function fetching(isImage: boolean): MemoryOperation {
  return ({ view, lane, word, widths, result, offsets }) => {
    request.lanes = 1 << lane;
    for (let i = 0; i < 3; i++) {
      request.words[i * LANES + lane] = i < widths[0]! ? word(0, lane, i) : 0;
      request.offsets[i * LANES + lane] = offsets[i]!;
    }
    request.words[3 * LANES + lane] = 0;
    request.sampleIndex[lane] = 0;
    if (view instanceof BufferView) loadBuffer(view, request);
    else load(view instanceof TextureView ? view : undefined, request, isImage);
    for (let i = lane; i < REGISTER_WORDS; i += LANES) result[i] = request.result[i]!;
  };
}

const storeImage: MemoryOperation = ({ view, lane, word }) => {
  for (let i = 0; i < 4; i++) texel[i] = word(1, lane, i);
  if (view instanceof BufferView) storeElement(view, word(0, lane), texel);
  else if (view instanceof TextureView) {
    const { axes } = view;
    const layer = view.isArray || view.isCube ? word(0, lane, axes) : 0;
    const [y, z] = [axes > 1 ? word(0, lane, 1) : 0, axes > 2 ? word(0, lane, 2) : 0];
    storeTexel(view, word(0, lane), y, z, layer, texel);
    view.texture.changed();
  }
};

/** The word of a raw or structured buffer at the address of a lane, `offset` bytes further; -1 outside. */
function addressOf(
  memory: BufferMemory,
  word: MemoryRequest['word'],
  lane: number,
  isRaw: boolean,
  offset: number,
): number {
  return isRaw
    ? memory.rawIndex(word(0, lane) + offset)
    : memory.structuredIndex(word(0, lane), word(1, lane) + offset);
}

function loading(isRaw: boolean): MemoryOperation {
  return ({ view, lane, word, width, result }) => {
    if (!(view instanceof BufferMemory)) return;
    for (let i = 0; i < width; i++) {
      const at = addressOf(view, word, lane, isRaw, 4 * i);
      result[i * LANES + lane] = at < 0 ? 0 : view.words[at]!;
    }
  };
}

function storing(isRaw: boolean): MemoryOperation {
  const value = isRaw ? 1 : 2;
  return ({ view, lane, word, widths }) => {
    if (!(view instanceof BufferMemory)) return;
    for (let i = 0; i < widths[value]!; i++) {
      const at = addressOf(view, word, lane, isRaw, 4 * i);
      if (at >= 0) view.words[at] = word(value, lane, i);
    }
  };
}

function counting(change: 1 | -1): MemoryOperation {
  return ({ view, lane, result }) => {
    if (!(view instanceof BufferMemory)) return;
    const previous = view.counter;
    view.counter = (previous + change) >>> 0;
    result[lane] = change > 0 ? previous : view.counter;
  };
}

const OPERATIONS: Readonly<Partial<Record<IrOpName, MemoryOperation>>> = {
  'buf.fetch': fetching(false),
  'img.load': fetching(true),
  'buf.put': storeImage,
  'img.store': storeImage,
  'buf.load.raw': loading(true),
  'buf.load': loading(false),
  'buf.store.raw': storing(true),
  'buf.store': storing(false),
  'buf.size': ({ view, lane, result }) => {
    result[lane] = view instanceof BufferMemory ? view.size : view instanceof BufferView ? view.count : 0;
  },
  'counter.next': counting(1),
  'counter.last': counting(-1),
};

type Change = (before: number, value: number, other: number) => number;

const CHANGES: Readonly<Partial<Record<IrOpName, Change>>> = {
  'atomic.add': (before, value) => before + value,
  'atomic.and': (before, value) => before & value,
  'atomic.or': (before, value) => before | value,
  'atomic.xor': (before, value) => before ^ value,
  'atomic.imin': minimumSigned,
  'atomic.imax': maximumSigned,
  'atomic.umin': (before, value) => Math.min(before, value),
  'atomic.umax': (before, value) => Math.max(before, value),
  'atomic.exchange': (_, value) => value,
  'atomic.compare': (before, compared, value) => (before === compared ? value : before),
};

/** An atomic operation: the result is the previous word, 0 outside. */
function changeOf(name: IrOpName): MemoryOperation {
  const change = CHANGES[name]!;
  return ({ view, lane, word, result, widths }) => {
    if (view === undefined) return;
    const [value, other] = [word(1, lane), widths.length > 2 ? word(2, lane) : 0];
    if (view instanceof BufferMemory) {
      const at = addressOf(view, word0(word, widths), lane, view.stride === 0, 0);
      if (at < 0) return;
      result[lane] = view.words[at]!;
      view.words[at] = change(view.words[at]!, value, other);
      return;
    }
    const isBuffer = view instanceof BufferView;
    const bytes = isBuffer ? view.bytes : view.texture.bytes;
    const at = isBuffer ? elementOffset(view, word(0, lane)) : texelOffset(view, word, lane, widths[0]!);
    if (at < 0 || view.format.blockBytes !== 4) return;
    const before = u32At(bytes, at);
    result[lane] = before;
    setU32At(bytes, at, change(before, value, other));
    if (!isBuffer) view.texture.changed();
  };
}

/** The address of an atomic operation is one operand with two components: element and byte. */
function word0(word: MemoryRequest['word'], widths: readonly number[]): MemoryRequest['word'] {
  return (i, lane) => (i < widths[0]! ? word(0, lane, i) : 0);
}

function elementOffset({ offset, count, format }: BufferView, index: number): number {
  return index < count ? offset + index * format.blockBytes : -1;
}

function texelOffset(view: TextureView, word: MemoryRequest['word'], lane: number, width: number): number {
  const { axes, isArray, isCube } = view;
  const coordinate = (axis: number) => (axis < width ? word(0, lane, axis) : 0);
  const layer = isArray || isCube ? coordinate(axes) : 0;
  return view.offsetOf(0, layer, coordinate(0), axes > 1 ? coordinate(1) : 0, axes > 2 ? coordinate(2) : 0, 0);
}

/** The operation with a name. */
export function memoryOperation(name: IrOpName): MemoryOperation {
  return OPERATIONS[name] ?? changeOf(name);
}
