/**
 * The bytes of a chunk or of another table with offsets, as Microsoft's writers append them: records with room for offsets,
 * strings and lists that are written once, DWORDs aligned with 0xab.
 *
 * Not for: what is written in which order (one writer for each kind of table).
 */
import { latin1Text } from '../base/words.ts';

/** What fills up the bytes in front of a DWORD. */
const FILLER = 0xab;

export class ChunkWriter {
  private out = new Uint8Array(1024);
  private length = 0;
  /** Where strings and lists stand, by their bytes: Microsoft's writers share equal ones whatever they are (source: oracle). */
  private readonly known = new Map<string, number>();

  /** What was written so far. */
  bytes(): Uint8Array {
    return this.out.slice(0, this.length);
  }

  /** Appends `size` zero bytes; where they begin. */
  room(size: number): number {
    const at = this.length;
    this.length += size;
    if (this.length > this.out.length) {
      const grown = new Uint8Array(2 * this.length);
      grown.set(this.out);
      this.out = grown;
    }
    return at;
  }

  /** Fills the last DWORD up. */
  align(): void {
    const size = -this.length & 3;
    const at = this.room(size);
    this.out.fill(FILLER, at, at + size);
  }

  /** Where a string stands, which is written where it did not occur before; one byte a character, and a NUL. */
  string(text: string): number {
    const key = `${text}\0`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const at = this.room(key.length);
    for (let i = 0; i < text.length; i++) this.out[at + i] = characterCode(text, i);
    this.known.set(key, at);
    return at;
  }

  /** Where these DWORDs stand, which are written, and then aligned, where they did not occur before: be it in a string. */
  list(words: ArrayLike<number>): number {
    const bytes = new Uint8Array(4 * words.length);
    for (let i = 0; i < words.length; i++) store32(bytes, 4 * i, words[i]!);
    const key = latin1Text(bytes, 0, bytes.length);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.align();
    const at = this.room(bytes.length);
    this.out.set(bytes, at);
    this.known.set(key, at);
    return at;
  }

  /** @throws RangeError where `value` is none of 8 bits */
  put8(at: number, value: number): void {
    this.out[at] = checked(value, 0xff);
  }

  /** @throws RangeError where `value` is none of 16 bits */
  put16(at: number, value: number): void {
    checked(value, 0xffff);
    this.out[at] = value;
    this.out[at + 1] = value >>> 8;
  }

  /** @throws RangeError where `value` is none of 32 bits, unsigned */
  put32(at: number, value: number): void {
    store32(this.out, at, value);
  }

  /** The words of `words` from `at` on. */
  putWords(at: number, words: ArrayLike<number>): void {
    for (let i = 0; i < words.length; i++) this.put32(at + 4 * i, words[i]!);
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
