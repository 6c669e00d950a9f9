/**
 * The bytes of a chunk or of another table with offsets, as Microsoft's writers append them: records with space for
 * offsets, strings and lists that are written once, DWORDs aligned with 0xab.
 *
 * Not for: the order of tables (one writer for each kind of table).
 */
import { latin1Text } from '../base/words.ts';

/** The padding before a DWORD. */
const FILLER = 0xab;

/** The initial size of a writer's buffer, and the largest buffer that the next writer reuses. */
const INITIAL_CAPACITY = 4096;
const MAX_CACHED = 1 << 16;
/**
 * The buffer of a finished writer, all zero; most chunks are so short that allocating one would be much of the work.
 */
let spare: Uint8Array | undefined;

export class ChunkWriter {
  private out: Uint8Array;
  private length = 0;
  /**
   * Offsets of strings, and of lists by their bytes. Microsoft's writers share equal bytes of any meaning (source:
   * oracle): a list may be found among the strings and the other way round.
   */
  private readonly strings = new Map<string, number>();
  private readonly lists = new Map<string, number>();

  constructor() {
    this.out = spare ?? new Uint8Array(INITIAL_CAPACITY);
    spare = undefined;
  }

  /** Returns the bytes written so far. Nothing can be appended afterwards. */
  bytes(): Uint8Array {
    const { out, length } = this;
    const written = out.slice(0, length);
    if (out.length <= MAX_CACHED) {
      out.fill(0, 0, length);
      spare = out;
    }
    this.out = written;
    return written;
  }

  /** Appends `size` zero bytes; returns their offset. */
  reserve(size: number): number {
    const at = this.length;
    this.length += size;
    if (this.length > this.out.length) {
      const grown = new Uint8Array(2 * this.length);
      grown.set(this.out);
      this.out = grown;
    }
    return at;
  }

  /** Pads the last DWORD. */
  align(): void {
    const size = -this.length & 3;
    const at = this.reserve(size);
    this.out.fill(FILLER, at, at + size);
  }

  /** The offset of a string, which is written unless it occurred before; one byte a character, and a NUL. */
  string(text: string): number {
    const known = this.strings.get(text) ?? (this.lists.size === 0 ? undefined : this.lists.get(`${text}\0`));
    if (known !== undefined) return known;
    const at = this.reserve(text.length + 1);
    const { out } = this;
    for (let i = 0; i < text.length; i++) out[at + i] = characterCode(text, i);
    this.strings.set(text, at);
    return at;
  }

  /** The offset of these DWORDs, which are written, aligned, unless they occurred before, even in a string. */
  list(words: ArrayLike<number>): number {
    // The words are written to their final offset and stay there if they are new.
    const { length } = this;
    this.align();
    const at = this.reserve(4 * words.length);
    this.putWords(at, words);
    const { out } = this;
    const key = latin1Text(out, at, this.length);
    const known = this.lists.get(key) ?? (key.endsWith('\0') ? this.strings.get(key.slice(0, -1)) : undefined);
    if (known === undefined) {
      this.lists.set(key, at);
      return at;
    }
    out.fill(0, length, this.length);
    this.length = length;
    return known;
  }

  /** @throws RangeError when `value` is not an unsigned 8-bit integer */
  put8(at: number, value: number): void {
    this.out[at] = checked(value, 0xff);
  }

  /** @throws RangeError when `value` is not an unsigned 16-bit integer */
  put16(at: number, value: number): void {
    checked(value, 0xffff);
    this.out[at] = value;
    this.out[at + 1] = value >>> 8;
  }

  /** @throws RangeError when `value` is not an unsigned 32-bit integer */
  put32(at: number, value: number): void {
    store32(this.out, at, value);
  }

  putBytes(at: number, data: Uint8Array): void {
    this.out.set(data, at);
  }

  putWords(at: number, words: ArrayLike<number>): void {
    const { out } = this;
    for (let i = 0; i < words.length; i++) store32(out, at + 4 * i, words[i]!);
  }
}

function store32(bytes: Uint8Array, at: number, value: number): void {
  checked(value, 0xffff_ffff);
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

function checked(value: number, most: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new RangeError(`${value} is no integer from 0 to ${most}`);
}

function characterCode(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code > 0 && code <= 0xff) return code;
  throw new RangeError(`${JSON.stringify(text)} has a character that is no byte from 1 to 255`);
}

export interface ChunkSource<Content> {
  /** The payload; nothing in it refers to anything outside. */
  readonly bytes: Uint8Array;
  readonly content: Content;
}

/** A copy of the bytes that `content` was read from, if there are any and nothing in it was changed. */
export function unchangedBytes<Content extends object>(
  content: Content & { readonly source?: ChunkSource<Content> | undefined },
): Uint8Array | undefined {
  const { source } = content;
  if (source === undefined) return undefined;
  const keys = Object.keys(source.content) as (keyof Content)[];
  return keys.every((key) => content[key] === source.content[key]) ? source.bytes.slice() : undefined;
}
