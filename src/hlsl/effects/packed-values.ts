/**
 * Values of variables as effects have them: without gaps, rows of matrices first.
 */
import { bytesOf } from '../../base/words.ts';
import { scalarsOf, wordsOf } from '../check/constant-value.ts';
import type { HlslType } from '../types/types.ts';

/** The bytes of a value that is known. */
export function packedBytes(values: readonly number[], type: HlslType): Uint8Array {
  return packedWords(wordsOf(values, scalarsOf(type)), type);
}

/** The bytes of a value whose words are those of constants: a bool that is true is 1. */
export function packedWords(words: Uint32Array, type: HlslType): Uint8Array {
  const scalars = scalarsOf(type);
  return bytesOf(words.map((word, i) => (scalars[i] === 'bool' ? word & 1 : word)));
}
