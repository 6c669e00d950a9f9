/**
 * Reads the fields of a binary format one after the other, as the `BinaryReader` of .NET does. Past the end it gives
 * zeros and says so.
 *
 * Not for: sources that are not in memory; words of shaders (base/words.ts).
 */
import { u16At, u32At } from './words.ts';

/** The longest string that is read. */
const MAX_STRING = 2 ** 16;

export class ByteCursor {
  at: number;
  /** Whether something was read past the end, or makes no sense. */
  failed = false;

  constructor(
    readonly bytes: Uint8Array,
    at = 0,
  ) {
    this.at = at;
  }

  /** Moves over `length` bytes and returns where they begin. */
  skip(length: number): number {
    const { at } = this;
    this.at += length;
    if (this.at > this.bytes.byteLength || length < 0) {
      this.failed = true;
      this.at = this.bytes.byteLength;
    }
    return at;
  }

  u8(): number {
    return this.bytes[this.skip(1)] ?? 0;
  }

  u16(): number {
    return u16At(this.bytes, this.skip(2));
  }

  u32(): number {
    return u32At(this.bytes, this.skip(4));
  }

  i32(): number {
    return this.u32() | 0;
  }

  /** A byte that is 0 or 1. */
  flag(): boolean {
    const value = this.u8();
    if (value > 1) this.failed = true;
    return value === 1;
  }

  /** An integer in groups of seven bits, the lowest first. */
  packedInteger(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.u8();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    this.failed = true;
    return 0;
  }

  /** A string of UTF-8 with its length in bytes as a packed integer. */
  string(): string {
    const length = this.packedInteger();
    if (length > MAX_STRING || this.at + length > this.bytes.byteLength) {
      this.failed = true;
      return '';
    }
    const at = this.skip(length);
    return new TextDecoder().decode(this.bytes.subarray(at, at + length));
  }
}
