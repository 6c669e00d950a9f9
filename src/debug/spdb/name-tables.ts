/**
 * Hash tables of names in program databases: the stream `/names` and the table of named streams in stream 1. Both hash
 * the bytes of a name and put it into the next free bucket. Source: the public documentation of the format by LLVM;
 * that compilers write them so: oracle.
 *
 * Not for: reading them (pdb-info.ts).
 */
import { u32At } from '../../base/words.ts';
import { NAMES_HEADER, NAMES_OFFSET } from './pdb-info.ts';

/** The hash of the bytes from `start` to `end`. */
export function nameHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  let at = start;
  for (; at + 4 <= end; at += 4) hash ^= u32At(bytes, at);
  if (at + 2 <= end) {
    hash ^= bytes[at]! | (bytes[at + 1]! << 8);
    at += 2;
  }
  if (at < end) hash ^= bytes[at]!;
  hash |= 0x2020_2020;
  hash ^= hash >>> 11;
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Sorts the buckets of the stream `/names` anew, in place, after its strings were changed without moving. */
export function rehashNames(names: Uint8Array): void {
  const size = u32At(names, 8);
  const buckets = NAMES_HEADER + size;
  const count = u32At(names, buckets);
  const first = buckets + 4;
  if (size > names.byteLength || count === 0 || first + 4 * count > names.byteLength) return;
  const view = new DataView(names.buffer, names.byteOffset, names.byteLength);
  const offsets: number[] = [];
  for (let i = 0; i < count; i++) {
    const offset = u32At(names, first + 4 * i);
    if (offset !== 0) offsets.push(offset);
    view.setUint32(first + 4 * i, 0, true);
  }
  for (const offset of offsets) {
    const start = NAMES_HEADER + offset;
    let slot = nameHash(names, start, endOf(names, start, buckets)) % count;
    while (u32At(names, first + 4 * slot) !== 0) slot = (slot + 1) % count;
    view.setUint32(first + 4 * slot, offset, true);
  }
}

function endOf(bytes: Uint8Array, start: number, limit: number): number {
  const end = bytes.subarray(0, limit).indexOf(0, start);
  return end < 0 ? limit : end;
}

/**
 * Returns stream 1 with the table of named streams sorted anew after names were changed without moving; undefined where
 * the table is damaged.
 */
export function rehashNamedStreams(info: Uint8Array): Uint8Array | undefined {
  const names = NAMES_OFFSET + 4;
  const table = names + u32At(info, NAMES_OFFSET);
  const count = u32At(info, table);
  const capacity = u32At(info, table + 4);
  const presentWords = u32At(info, table + 8);
  const deleted = table + 12 + 4 * presentWords;
  const entries = deleted + 4 + 4 * u32At(info, deleted);
  const end = entries + 8 * count;
  if (!(end <= info.byteLength) || count > capacity || capacity > 8 * info.byteLength) return undefined;
  const slots = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const at = entries + 8 * i;
    const start = names + u32At(info, at);
    // The hash has 16 bits here.
    let slot = (nameHash(info, start, endOf(info, start, table)) & 0xffff) % capacity;
    while (slots.has(slot)) slot = (slot + 1) % capacity;
    slots.set(slot, at);
  }
  const order = [...slots].sort(([a], [b]) => a - b);
  const words = Math.max(presentWords, 1 + ((order.at(-1)?.[0] ?? 0) >>> 5));
  const made = new Uint8Array(info.byteLength + 4 * (words - presentWords));
  const view = new DataView(made.buffer);
  made.set(info.subarray(0, table + 8));
  view.setUint32(table + 8, words, true);
  for (const [slot] of order) made[table + 12 + (slot >>> 3)]! |= 1 << (slot & 7);
  let at = table + 12 + 4 * words;
  // Nothing is deleted in a new table.
  const deletedBytes = entries - deleted;
  view.setUint32(at, u32At(info, deleted), true);
  at += deletedBytes;
  for (const [, from] of order) {
    made.set(info.subarray(from, from + 8), at);
    at += 8;
  }
  made.set(info.subarray(end), at);
  return made;
}
