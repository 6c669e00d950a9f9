/**
 * Atomic operations of modules on the memory of the interpreter, written from Direct3D's definition and not with its
 * functions.
 */
import { setU32At, u32At } from '../../src/base/words.ts';
import { type BoundView, BufferMemory } from '../../src/vm/bindings.ts';
import { BufferView } from '../../src/vm/texture/load.ts';

type Change = (before: number, value: number, other: number) => number;

const CHANGES: Readonly<Record<string, Change>> = {
  'atomic.add': (before, value) => (before + value) >>> 0,
  'atomic.and': (before, value) => (before & value) >>> 0,
  'atomic.or': (before, value) => (before | value) >>> 0,
  'atomic.xor': (before, value) => (before ^ value) >>> 0,
  'atomic.imin': (before, value) => ((before | 0) < (value | 0) ? before : value),
  'atomic.imax': (before, value) => ((before | 0) > (value | 0) ? before : value),
  'atomic.umin': (before, value) => Math.min(before, value),
  'atomic.umax': (before, value) => Math.max(before, value),
  'atomic.exchange': (_, value) => value,
  'atomic.compare': (before, compared, value) => (before === compared ? value : before),
};

/** Changes the word at an address; returns the one before, 0 outside. */
export function changeWord(
  name: string,
  view: BoundView | undefined,
  address: readonly number[],
  value: number,
  other: number,
): number {
  const change = CHANGES[name]!;
  if (view === undefined) return 0;
  if (view instanceof BufferMemory) {
    const [first = 0, second = 0] = address;
    const at = view.stride === 0 ? view.rawIndex(first) : view.structuredIndex(first, second);
    if (at < 0) return 0;
    const before = view.words[at]!;
    view.words[at] = change(before, value, other);
    return before;
  }
  const { bytes, at } = addressOf(view, address);
  if (at < 0 || view.format.blockBytes !== 4) return 0;
  const before = u32At(bytes, at);
  setU32At(bytes, at, change(before, value, other));
  if (!(view instanceof BufferView)) view.texture.changed();
  return before;
}

function addressOf(
  view: Exclude<BoundView, BufferMemory>,
  address: readonly number[],
): { readonly bytes: Uint8Array; readonly at: number } {
  const [x = 0, y = 0, z = 0] = address;
  if (view instanceof BufferView)
    return { bytes: view.bytes, at: x < view.count ? view.offset + x * view.format.blockBytes : -1 };
  const { axes } = view;
  const layer = view.isArray || view.isCube ? (address[axes] ?? 0) : 0;
  return { bytes: view.texture.bytes, at: view.offsetOf(0, layer, x, axes > 1 ? y : 0, axes > 2 ? z : 0, 0) };
}
