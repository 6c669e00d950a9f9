/**
 * Reads little-endian fields of a stream one after another. A read past the end gives 0 and leaves {@link ok} false.
 *
 * Not for: what the fields mean.
 */
import { stringAt, u16At, u32At } from '../../base/words.ts';

export class ByteReader {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;
  /** False once a read went past {@link end}. */
  ok = true;

  constructor(bytes: Uint8Array, at = 0, end = bytes.byteLength) {
    this.bytes = bytes;
    this.at = at;
    this.end = Math.min(end, bytes.byteLength);
  }

  /** Bytes that are left. */
  get left(): number {
    return this.end - this.at;
  }

  u8(): number {
    return this.take(1) ? this.bytes[this.at - 1]! : 0;
  }

  u16(): number {
    return this.take(2) ? u16At(this.bytes, this.at - 2) : 0;
  }

  u32(): number {
    return this.take(4) ? u32At(this.bytes, this.at - 4) : 0;
  }

  /** The bytes up to a NUL, which is read too, one character a byte; where there is none, up to the end. */
  text(): string {
    const text = this.at < this.end ? stringAt(this.bytes, this.at, this.end) : '';
    this.at += text.length;
    this.take(1);
    return text;
  }

  /** Moves on by `count` bytes; returns whether they are there. */
  take(count: number): boolean {
    if (count > this.end - this.at || this.at < 0) {
      this.ok = false;
      return false;
    }
    this.at += count;
    return true;
  }

  /** Moves on to the next multiple of 4, counted from the start of the bytes. */
  align(): void {
    this.at = Math.min((this.at + 3) & ~3, this.end);
  }
}
