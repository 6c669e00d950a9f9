/**
 * Stream 1 of a program database: version, signature, age, GUID, and the streams that have names. Source: the public
 * documentation of the format by LLVM; oracle.
 *
 * Not for: the named streams themselves.
 */
import { latin1Text, stringAt, u32At } from '../../base/words.ts';
import { ByteReader } from './byte-reader.ts';

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
  for (let i = 0; i < words; i++) for (let word = reader.u32(); word !== 0; word &= word - 1) bits++;
  return bits;
}

/** A GUID as Microsoft writes it, in capitals: `A102 2EF9-...` with hyphens, without braces. */
export function guidText(guid: Uint8Array): string {
  const hex = (from: number, to: number) =>
    Array.from(guid.subarray(from, to), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const word = (at: number) => u32At(guid, at).toString(16).padStart(8, '0');
  const second = word(4);
  return `${word(0)}-${second.slice(4)}-${second.slice(0, 4)}-${hex(8, 10)}-${hex(10, 16)}`.toUpperCase();
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
