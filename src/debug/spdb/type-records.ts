/**
 * Positions of type records in their stream: Microsoft's reader finds them through a sparse index of record offsets in
 * the stream of hashes. The required integrity was found with the oracle.
 *
 * Not for: the content of a record (types.ts).
 */
import { u16At, u32At } from '../../base/words.ts';

/** Where the record of a type is in its stream. */
export interface RecordSpan {
  readonly leaf: number;
  /** First byte after the leaf kind; {@link end} is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Where all records end: fields are read past the end of a record that is too short for them. */
  readonly limit: number;
}

/** Records in a row, by the number of their first type. */
interface Block {
  readonly type: number;
  /** Offset in the stream. */
  readonly at: number;
}

export const TYPES_HEADER_SIZE = 56;
const VERSION = 20_040_203;
/** Bytes of a hash value. */
const KEY_SIZE = 4;
const MIN_BUCKETS = 0x1000;
const MAX_BUCKETS = 0x3_ffff;
/** Bytes of a pair in the index: a type, and the offset of its record after the header. */
const PAIR_SIZE = 8;

/** The records of a stream of types. */
export class TypeRecords {
  readonly #bytes: Uint8Array;
  /** Number of the first type, and that after the last. Both are 0 where the header is not intact. */
  readonly first: number;
  readonly end: number;
  readonly #limit: number;
  readonly #blocks: readonly Block[];
  /** Offsets of the records that were found, for each block. */
  readonly #offsets = new Map<Block, number[]>();

  /** @param hashes finds the stream of hashes by its number */
  constructor(bytes: Uint8Array, hashes: (stream: number) => Uint8Array | undefined) {
    this.#bytes = bytes;
    const buckets = u32At(bytes, 28);
    const intact =
      bytes.byteLength >= TYPES_HEADER_SIZE &&
      u32At(bytes, 0) === VERSION &&
      u32At(bytes, 24) === KEY_SIZE &&
      buckets >= MIN_BUCKETS &&
      buckets <= MAX_BUCKETS;
    this.first = intact ? u32At(bytes, 8) : 0;
    this.end = intact ? u32At(bytes, 12) : 0;
    this.#limit = TYPES_HEADER_SIZE + u32At(bytes, 16);
    const stream = intact && this.#limit <= bytes.byteLength ? hashes(u16At(bytes, 20)) : undefined;
    const blocks = stream ? readBlocks(bytes, this.end - this.first, buckets, stream) : [];
    this.#blocks = blocks[0] !== undefined && blocks[0].type >= this.first ? blocks : [];
  }

  /** The record of type `index`; undefined where there is none that can be read. */
  record(index: number): RecordSpan | undefined {
    if (index < this.first || index >= this.end) return undefined;
    const block = this.#blocks.findLast(({ type }) => type <= index);
    if (block === undefined) return undefined;
    let offsets = this.#offsets.get(block);
    if (offsets === undefined) {
      offsets = [block.at];
      this.#offsets.set(block, offsets);
    }
    for (;;) {
      const at = offsets.at(-1)!;
      const size = this.#sizeAt(at);
      // A record without bytes is read again for each index after it.
      if (size === undefined || size === 0 || offsets.length > index - block.type) break;
      offsets.push(at + size);
    }
    const at = offsets[Math.min(index - block.type, offsets.length - 1)]!;
    const size = this.#sizeAt(at);
    if (size === undefined || (size !== 0 && index - block.type >= offsets.length)) return undefined;
    return { leaf: u16At(this.#bytes, at + 2), start: at + 4, end: Math.max(at + size, at + 4), limit: this.#limit };
  }

  /**
   * Bytes of the record at `at`; undefined if it is incomplete. The length does not count itself, and the sum has 16
   * bits.
   */
  #sizeAt(at: number): number | undefined {
    if (at + 4 > this.#limit) return undefined;
    const size = (u16At(this.#bytes, at) + 2) & 0xffff;
    return at + size <= this.#limit ? size : undefined;
  }
}

/** The index; empty where a part of the stream of hashes is wrong. */
function readBlocks(bytes: Uint8Array, count: number, buckets: number, hashes: Uint8Array): Block[] {
  const part = (field: number) => {
    const [start, size] = [u32At(bytes, field), u32At(bytes, field + 4)];
    return start + size <= hashes.byteLength ? { start, size } : undefined;
  };
  const values = part(32);
  const pairs = part(40);
  // A negative size of the adjustments counts as none.
  const hasAdjustments = (u32At(bytes, 52) | 0) > 0;
  if (!values || !pairs || (hasAdjustments && !part(48)) || pairs.size % PAIR_SIZE !== 0) return [];
  if (values.size > 0) {
    if (values.size < KEY_SIZE * count) return [];
    for (let i = 0; i < count; i++) if (u32At(hashes, values.start + KEY_SIZE * i) >= buckets) return [];
  }
  const blocks: Block[] = [];
  for (let at = pairs.start; at < pairs.start + pairs.size; at += PAIR_SIZE)
    blocks.push({ type: u32At(hashes, at), at: TYPES_HEADER_SIZE + u32At(hashes, at + 4) });
  return blocks;
}
