/**
 * The values of all operations of a module in four lanes, and the computation of one. They are separate from the quad
 * that runs a function, so that passes, which compute constants, do not include it.
 */
import type { IrModule } from '../module.ts';

export const LANES = 4;
/** Words of a value: components by lanes. */
export const VALUE_WORDS = 16;

/** The word that all NaN results have, so that every engine gives the same bits. */
const NAN_WORD = 0x7fc0_0000;

export class IrValues {
  readonly words: Uint32Array;
  readonly floats: Float32Array;

  constructor(readonly module: IrModule) {
    this.words = new Uint32Array(VALUE_WORDS * module.ops.count);
    this.floats = new Float32Array(this.words.buffer);
  }

  /** Stores a float32. A NaN loses its payload. */
  setFloat(i: number, value: number): void {
    if (Number.isNaN(value)) this.words[i] = NAN_WORD;
    else this.floats[i] = value;
  }

  /** The words of a value. */
  valueWords(value: number): Uint32Array {
    return this.words.subarray(VALUE_WORDS * value, VALUE_WORDS * (value + 1));
  }
}

/** Computes the value of an operation whose results depend on its operands only. */
export type IrComputing = (values: IrValues, op: number) => void;
