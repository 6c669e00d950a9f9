/** Code with the constants that it reads, and the few sequences of instructions that all rules use. */
import type { WasmCode } from './encoder.ts';
import type { WasmOp } from './opcodes.ts';

/** Numbers that flushes and comparisons of NaN need, as words. */
export const WORDS = {
  zero: 0,
  ones: -1,
  one: 0x3f80_0000,
  sign: 0x8000_0000 | 0,
  magnitude: 0x7fff_ffff,
  nan: 0x7fc0_0000,
  minNormal: 0x0080_0000,
  maxFloat: 0x7f7f_ffff,
  /** The largest float32 below 1. */
  largestFraction: 0x3f7f_ffff,
} as const;

/** Constants in memory, each once: a load of 16 bytes costs less than making a vector (measured). */
export class ConstantPool {
  readonly #addresses = new Map<string, number>();
  /** Those of vectors with one word in all lanes, which most are. */
  readonly #splats = new Map<number, number>();
  readonly #words: number[] = [];

  constructor(readonly start: number) {}

  addressOf(words: readonly number[]): number {
    const key = words.map((word) => word | 0).join();
    let address = this.#addresses.get(key);
    if (address === undefined) {
      address = this.start + 4 * this.#words.length;
      this.#addresses.set(key, address);
      for (const word of words) this.#words.push(word);
    }
    return address;
  }

  splatAddress(word: number): number {
    const key = word | 0;
    let address = this.#splats.get(key);
    if (address === undefined) {
      address = this.addressOf([key, key, key, key]);
      this.#splats.set(key, address);
    }
    return address;
  }

  get bytes(): Uint8Array {
    const view = new DataView(new ArrayBuffer(4 * this.#words.length));
    for (const [i, word] of this.#words.entries()) view.setInt32(4 * i, word, true);
    return new Uint8Array(view.buffer);
  }
}

/** The code of one function with the constants that it reads. */
export class WasmWriter {
  constructor(
    public code: WasmCode,
    readonly pool: ConstantPool,
  ) {}

  op(...names: readonly WasmOp[]): void {
    this.code.ops(...names);
  }

  /** A vector with one word in all lanes. */
  splat(word: number): void {
    this.code.i32(0);
    this.code.memory('v128.load', this.pool.splatAddress(word));
  }

  /** A vector of two float64. */
  splatDouble(value: number): void {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value, true);
    const [low, high] = [view.getInt32(0, true), view.getInt32(4, true)];
    this.vector([low, high, low, high]);
  }

  vector(words: readonly number[]): void {
    this.code.i32(0);
    this.code.memory('v128.load', this.pool.addressOf(words));
  }

  /** Replaces subnormal floats by zeros of their signs. */
  flush(): void {
    const { code } = this;
    const x = code.take();
    code.tee(x);
    code.get(x);
    code.op('f32x4.abs');
    this.splat(WORDS.minNormal);
    code.op('f32x4.lt');
    this.splat(WORDS.magnitude);
    code.ops('v128.and', 'v128.andnot');
    code.give(x);
  }

  /** Gives every NaN the bits that Direct3D's has. */
  canonicalize(): void {
    const { code } = this;
    const x = code.take();
    code.tee(x);
    this.splat(WORDS.nan);
    code.get(x);
    code.get(x);
    code.ops('f32x4.eq', 'v128.bitselect');
    code.give(x);
  }

  /** Calls `write` with a local that has the vector on the stack. */
  withLocal(write: (local: number) => void): void {
    const local = this.code.take();
    this.code.set(local);
    write(local);
    this.code.give(local);
  }
}
