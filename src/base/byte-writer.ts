/** Writes little-endian fields one after another: the counterpart of byte-cursor.ts. */
import { latin1Bytes } from './words.ts';

const FIRST_SIZE = 256;

export class ByteWriter {
  #bytes = new Uint8Array(FIRST_SIZE);
  #view = new DataView(this.#bytes.buffer);
  /** Bytes that are written. */
  at = 0;

  /** A copy of what is written. */
  get bytes(): Uint8Array {
    return this.#bytes.slice(0, this.at);
  }

  #reserve(count: number): number {
    const start = this.at;
    this.at += count;
    if (this.at > this.#bytes.byteLength) {
      const longer = new Uint8Array(Math.max(this.at, 2 * this.#bytes.byteLength));
      longer.set(this.#bytes);
      this.#bytes = longer;
      this.#view = new DataView(longer.buffer);
    }
    return start;
  }

  u8(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  u16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  f32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setFloat32(at, value, true);
  }

  /** Several numbers of 32 bits. */
  u32s(...values: readonly number[]): void {
    for (const value of values) this.u32(value);
  }

  /** Replaces the number at `at`. */
  patch(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  raw(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.byteLength);
    this.#bytes.set(bytes, at);
  }

  /** An integer in groups of seven bits, the lowest first. */
  packedInteger(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.u8((rest & 0x7f) | 0x80);
    this.u8(rest);
  }

  /** A string of one character a byte, and a NUL. */
  text(text: string): void {
    this.raw(latin1Bytes(text));
    this.u8(0);
  }

  /** Zeros up to the next multiple of 4. */
  align(): void {
    this.#reserve(-this.at & 3);
  }
}
