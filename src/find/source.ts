/**
 * Where the search reads from: anything with a size that gives bytes at an offset, so that a file of any size need not
 * be in memory completely.
 *
 * Not for: opening files (the caller does that); unpacking (unpack.ts).
 */

import { type ByteSource, toBytes, typeText } from '../base/bytes.ts';
import { u32At } from '../base/words.ts';

/** Bytes at any offset: a file, a `Blob`, a member of an archive. */
export interface RandomAccessSource {
  /** Bytes in all. */
  readonly size: number;
  /**
   * Returns `length` bytes from `offset` on; fewer only where the source ends. The caller never changes them, and may
   * keep them. An exception ends the search and reaches its caller.
   */
  read(offset: number, length: number): Uint8Array | Promise<Uint8Array>;
}

/** The files next to the source: some archives have their data in several files. */
export interface Siblings {
  /** The name of the source itself, without directories. */
  readonly name: string;
  /** Opens a file next to it; undefined where there is none. An exception ends the search and reaches its caller. */
  open(name: string): RandomAccessSource | undefined | Promise<RandomAccessSource | undefined>;
}

export function sourceOfBytes(bytes: Uint8Array): RandomAccessSource {
  return { size: bytes.byteLength, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

/** The part of `source` from `offset` on, at most `length` bytes; nothing where it lies outside. */
export function partOfSource(source: RandomAccessSource, offset: number, length: number): RandomAccessSource {
  const start = Math.min(Math.max(offset, 0), source.size);
  const size = Math.max(0, Math.min(length, source.size - start));
  if (start === 0 && size === source.size) return source;
  const part = {
    size,
    read: (at: number, count: number) => source.read(start + at, Math.max(0, Math.min(count, size - at))),
  };
  PARENTS.set(part, source);
  return part;
}

/** The source that a part belongs to, by which the search detects that members share bytes. */
const PARENTS = /* @__PURE__ */ new WeakMap<RandomAccessSource, RandomAccessSource>();

/** Notes that the bytes of `part` come from `parent`, possibly together with others. */
export function setParent(part: RandomAccessSource, parent: RandomAccessSource): void {
  PARENTS.set(part, parent);
}

/** Returns the source that `part` was made of, or `part` itself. It does not go beyond `limit`. */
export function rootOf(part: RandomAccessSource, limit: RandomAccessSource): RandomAccessSource {
  let source = part;
  for (let parent = PARENTS.get(source); parent !== undefined && source !== limit; parent = PARENTS.get(source))
    source = parent;
  return source;
}

/** The bytes of `source` from `offset` on, at most `length`, as far as they exist. */
export async function readFrom(source: RandomAccessSource, offset: number, length: number): Promise<Uint8Array> {
  const wanted = Math.min(length, source.size - offset);
  if (offset < 0 || wanted <= 0) return new Uint8Array(0);
  const bytes = source.read(offset, wanted);
  const got = bytes instanceof Promise ? await bytes : bytes;
  return got.byteLength > wanted ? got.subarray(0, wanted) : got;
}

function isSource(input: ByteSource | RandomAccessSource): input is RandomAccessSource {
  return typeof input === 'object' && input !== null && 'read' in input && typeof input.read === 'function';
}

/** @throws TypeError when `input` is neither bytes nor a source */
export function toSource(input: ByteSource | RandomAccessSource, caller: string): RandomAccessSource {
  if (!isSource(input)) return sourceOfBytes(toBytes(input, caller, 'source'));
  if (!Number.isSafeInteger(input.size) || input.size < 0)
    throw new TypeError(`${caller}: the size of a source must be a number of bytes, not ${typeText(input.size)}`);
  return input;
}

/** A 64-bit number; beyond 2^53 it is not exact, and larger than any file. */
export function u64At(bytes: Uint8Array, offset: number): number {
  return u32At(bytes, offset) + 2 ** 32 * u32At(bytes, offset + 4);
}

const PIECE = 2 ** 18;

/** The bytes of a member that is stored as it is. */
export async function* storedPieces(source: RandomAccessSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.size; at += PIECE) yield await readFrom(source, at, PIECE);
}
