/**
 * Writers of archives and wrappers: each makes an item again with other bytes for some of its members, and keeps
 * everything else bit for bit.
 *
 * Not for: which members change (inject.ts); reading (reader.ts).
 */
import { u16At, u32At } from '../base/words.ts';
import type { Member } from './reader.ts';

/** A compressor of the caller. */
export type Encoder = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** The compressors that a writer may use; without one a member is stored as it is where the format allows that. */
export interface Encoders {
  /** Raw DEFLATE (RFC 1951): ZIP and gzip. */
  readonly deflate?: Encoder;
}

/** A member, and the bytes that it gets. */
export interface ChangedMember {
  readonly member: Member;
  readonly bytes: Uint8Array;
}

export interface WriterInput {
  readonly bytes: Uint8Array;
  readonly changes: readonly ChangedMember[];
  readonly encoders: Encoders;
  /** Receives what the user should know about the result. */
  readonly note: (text: string) => void;
}

/** Returns the item with its changed members. It throws {@link CannotWrite} where that is not possible exactly. */
export type Writer = (input: WriterInput) => Uint8Array | Promise<Uint8Array>;

/** Says why an item cannot be written; the text completes `FORMAT: `. */
export class CannotWrite extends Error {}

/** The bytes from `start` to `end` are replaced by `bytes`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** `bytes` with parts replaced; throws {@link CannotWrite} where the parts overlap or are outside. */
export function spliced(bytes: Uint8Array, splices: readonly Splice[]): Uint8Array {
  const sorted = [...splices].sort((a, b) => a.start - b.start);
  let end = 0;
  let size = bytes.byteLength;
  for (const one of sorted) {
    if (one.start < end || one.end < one.start || one.end > bytes.byteLength)
      throw new CannotWrite('members share bytes, or one lies outside');
    end = one.end;
    size += one.bytes.byteLength - (one.end - one.start);
  }
  const result = new Uint8Array(size);
  let from = 0;
  let to = 0;
  for (const one of sorted) {
    result.set(bytes.subarray(from, one.start), to);
    to += one.start - from;
    result.set(one.bytes, to);
    to += one.bytes.byteLength;
    from = one.end;
  }
  result.set(bytes.subarray(from), to);
  return result;
}

/**
 * A function that gives the offset after `splices` of what begins at an offset before them, and is not inside one of
 * them.
 */
export function movedBy(splices: readonly Splice[]): (offset: number) => number {
  const sorted = [...splices].sort((a, b) => a.start - b.start);
  return (offset) => {
    let moved = offset;
    for (const { start, end, bytes } of sorted)
      if (end <= offset && start < offset) moved += bytes.byteLength - (end - start);
    return moved;
  };
}

/** `value` as `count` bytes, the lowest first; throws {@link CannotWrite} where it is too large. */
export function littleEndian(value: number, count: 1 | 2 | 4): Uint8Array {
  if (value >= 2 ** (8 * count)) throw new CannotWrite(`${value} does not fit into ${count} byte(s)`);
  return Uint8Array.from({ length: count }, (_, i) => Math.floor(value / 2 ** (8 * i)) & 0xff);
}

/** A splice that replaces a number with another one. */
export function numberAt(start: number, value: number, count: 1 | 2 | 4): Splice {
  return { start, end: start + count, bytes: littleEndian(value, count) };
}

export function sizeOfMember(member: Member): number | undefined {
  if ('shader' in member) return member.shader.byteLength;
  return 'source' in member ? member.source.size : undefined;
}

/** Replaces the bytes at `offset`, whose size precedes them, with `code`. */
export function sized(bytes: Uint8Array, offset: number, size: number, code: Uint8Array, sizeBytes: 2 | 4): Splice[] {
  const declared = sizeBytes === 4 ? u32At(bytes, offset - 4) : u16At(bytes, offset - 2);
  if (declared !== size)
    throw new CannotWrite(`${declared} bytes are declared at ${offset - sizeBytes}, and there are ${size}`);
  return [numberAt(offset - sizeBytes, code.byteLength, sizeBytes), { start: offset, end: offset + size, bytes: code }];
}
