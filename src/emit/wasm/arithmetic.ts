/** Arithmetic that a module imports: what WebAssembly has no instruction for, and what is rare. */
import { OP_NAMES } from '../../ir/index.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import { doubleOfWords, fusedMultiplyAddDouble, highWord, lowWord } from '../../numerics/double.ts';
import { sumOfDifferences } from '../../numerics/integer.ts';
import { cosine, sine } from '../../numerics/trigonometry.ts';
import { ARGUMENTS_ADDRESS, REGISTER_BYTES, RESULT_ADDRESS } from './plan.ts';

const LANES = 4;
const ARGUMENTS = ARGUMENTS_ADDRESS / 4;
const ARGUMENT_WORDS = REGISTER_BYTES / 4;
const RESULT = RESULT_ADDRESS / 4;
/** The high word of every NaN. */
const NAN_HIGH_WORD = 0x7ff8_0000;

/** The imports of a WebAssembly module that compute numbers. */
export interface WasmArithmetic {
  /** The sine and the cosine of a float32, both as bits. */
  readonly sine: (bits: number) => number;
  readonly cosine: (bits: number) => number;
  /** Does an operation by its number: its operands and its result are in memory. */
  readonly compute: (operation: number) => void;
}

/**
 * Returns the functions that a module imports for arithmetic, with the bits that Direct3D defines.
 *
 * @param memory the memory that the module imports
 */
export function wasmArithmetic(memory: { readonly buffer: ArrayBufferLike }): WasmArithmetic {
  let words = new Uint32Array(memory.buffer);
  return {
    sine: (bits) => bitsOfFloat(sine(floatOfBits(bits))) | 0,
    cosine: (bits) => bitsOfFloat(cosine(floatOfBits(bits))) | 0,
    compute: (operation) => {
      // Memory that grows has another buffer.
      if (words.buffer !== memory.buffer) words = new Uint32Array(memory.buffer);
      for (let lane = 0; lane < LANES; lane++) computeLane(words, operation, lane);
    },
  };
}

function computeLane(words: Uint32Array, operation: number, lane: number): void {
  const at = (i: number, slot = 0) => words[ARGUMENTS + ARGUMENT_WORDS * i + slot * LANES + lane]!;
  if (OP_NAMES[operation] === 'u.msad') {
    words[RESULT + lane] = sumOfDifferences(at(0), at(1), at(2));
    return;
  }
  const [a, b, c] = [0, 1, 2].map((i) => doubleOfWords(at(i), at(i, 1)));
  const result = fusedMultiplyAddDouble(a!, b!, c!);
  words[RESULT + lane] = Number.isNaN(result) ? 0 : lowWord(result);
  words[RESULT + LANES + lane] = Number.isNaN(result) ? NAN_HIGH_WORD : highWord(result);
}
