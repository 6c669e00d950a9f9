/**
 * Stream 1 of a program database: version, signature, age, GUID, and the streams that have names. Both hash tables of
 * names, here and in the stream `/names`, hash the bytes of a name and put it into the next free bucket. Source: the
 * public documentation of the format by LLVM; that compilers write them so: oracle.
 *
 * Not for: the named streams themselves.
 */
import { bitCount, latin1Text, stringAt, u32At } from '../../base/words.ts';
import { ByteReader } from './codeview.ts';

export interface PdbInfo {
  readonly version: number;
  /** Seconds since 1970 when the database was made, or a hash instead. */
  readonly signature: number;
  readonly age: number;
  /** 16 bytes. */
  readonly guid: Uint8Array;
  /** Numbers of streams by name, one character a byte. */
  readonly namedStreams: ReadonlyMap<string, number>;
}

/** Microsoft's reader takes no others (source: oracle); compilers write 20000404. */
const MIN_VERSION = 19_990_604;
const MAX_VERSION = 20_140_508;
const GUID_OFFSET = 12;
const GUID_SIZE = 16;
/** Where the size of the names of streams is; the names follow. */
export const NAMES_OFFSET = GUID_OFFSET + GUID_SIZE;

/** Reads the stream; undefined where it is too short, of another version, or its table of names is wrong. */
export function readPdbInfo(bytes: Uint8Array): PdbInfo | undefined {
  const reader = new ByteReader(bytes);
  const [version, signature, age] = [reader.u32(), reader.u32(), reader.u32()];
  if (version < MIN_VERSION || version > MAX_VERSION) return undefined;
  const guid = bytes.slice(GUID_OFFSET, GUID_OFFSET + GUID_SIZE);
  reader.take(GUID_SIZE);
  const namesSize = reader.u32();
  const names = reader.at;
  if (!reader.take(namesSize)) return undefined;
  const namedStreams = readNames(reader, names, namesSize);
  return namedStreams && { version, signature, age, guid, namedStreams };
}

/**
 * A hash table: entries, capacity, the bit sets of used and of deleted slots, then offset of the name and stream of
 * each.
 */
function readNames(reader: ByteReader, names: number, namesSize: number): Map<string, number> | undefined {
  const { bytes } = reader;
  const count = reader.u32();
  const capacity = reader.u32();
  const present = readBits(reader);
  const deleted = readBits(reader);
  if (present === undefined || deleted === undefined || present !== count || count > capacity) return undefined;
  if (reader.left < 8 * count) return undefined;
  const map = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const name = reader.u32();
    const stream = reader.u32();
    if (name < namesSize) map.set(stringAt(bytes, names + name, names + namesSize), stream);
  }
  return map;
}

/** A set of bits: DWORDs and their number before them. Returns how many bits are set. */
function readBits(reader: ByteReader): number | undefined {
  const words = reader.u32();
  if (!reader.ok || reader.left < 4 * words) return undefined;
  let bits = 0;
  for (let i = 0; i < words; i++) bits += bitCount(reader.u32());
  return bits;
}

/** Reads the string at `offset` in the stream `/names`, a table of strings; undefined if there is none. */
export function nameAt(names: Uint8Array, offset: number): string | undefined {
  const size = u32At(names, 8);
  const start = NAMES_HEADER + offset;
  const end = Math.min(NAMES_HEADER + size, names.byteLength);
  if (offset >= size || start >= end) return undefined;
  let stop = start;
  while (stop < end && names[stop] !== 0) stop++;
  return latin1Text(names, start, stop);
}

/** Signature, version of the hash, and the size of the strings. */
export const NAMES_HEADER = 12;

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
