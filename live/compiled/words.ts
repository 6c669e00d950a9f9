/**
 * Random words that mean something where a compiled shader reads them: floats that are exact in sums and products, and
 * small integers, by type.
 */

import type { Random } from '../../smith/random.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import type { BufferDesc, TypeDesc } from '../../src/reflect/types.ts';
import { rowsOfType } from '../../src/translate/reflected.ts';
import type { ElementType } from './program.ts';

const ROW_BYTES = 16;
const DOUBLE_WORDS = 2;

/**
 * A float is a multiple of 1/64 and seldom zero, so that little is divided by it. @param integers how many different
 * integers there are, from 0 on
 */
export function randomTypedWord(random: Random, type: ElementType, integers = 6): number {
  if (type !== 'float') return random.below(integers);
  return bitsOfFloat(random.oneIn(8) ? random.pick([0, 1, -1, 0.5]) : random.between(-256, 256) / 64);
}

/** How many different integers an input has: with few, programs that use it as an index stay in range. */
export function randomRange(random: Random): number {
  return random.pick([1, 2, 3, 6]);
}

/** Words of an input of vertices. */
export function randomWords(random: Random, type: ElementType, count: number): Uint32Array {
  const range = randomRange(random);
  return Uint32Array.from({ length: count }, () => randomTypedWord(random, type, range));
}

/** `count` words of a buffer that is described by `buffer`: floats where nothing is known. */
export function bufferWords(random: Random, buffer: BufferDesc | undefined, count: number): Uint32Array {
  const words = Uint32Array.from({ length: count }, () => randomTypedWord(random, 'float'));
  if (buffer === undefined) return words;
  const isRows = buffer.type !== 'resourceBindInfo';
  const size = Math.max(4, buffer.size);
  // A structured buffer has the description of one element.
  for (let first = 0; first < 4 * count; first += isRows ? 4 * count : size)
    for (const { startOffset, type } of buffer.variables)
      if (type !== null) fill(words, type, first + startOffset, { random, isRows });
  return words;
}

interface Filling {
  readonly random: Random;
  /** Whether elements of arrays and rows of matrices begin rows of 16 bytes. */
  readonly isRows: boolean;
}

/** Fills the words of a type at a byte; returns the byte after them. */
function fill(words: Uint32Array, type: TypeDesc, start: number, how: Filling): number {
  const { members, elements } = type;
  const count = Math.max(1, elements);
  let at = start;
  for (let element = 0; element < count; element++) {
    if (how.isRows && elements > 0) at = Math.ceil(at / ROW_BYTES) * ROW_BYTES;
    if (members.length === 0) at = fillElement(words, type, at, how);
    else {
      let end = at;
      for (const member of members)
        if (member.type !== null) end = Math.max(end, fill(words, member.type, at + member.type.offset, how));
      at = end;
    }
  }
  return at;
}

function fillElement(words: Uint32Array, type: TypeDesc, start: number, { random, isRows }: Filling): number {
  const { rows, width } = rowsOfType(type);
  const name = String(type.type);
  const isFloat = name.includes('float');
  let at = start;
  for (let row = 0; row < rows; row++) {
    if (isRows && row > 0) at = Math.ceil(at / ROW_BYTES) * ROW_BYTES;
    for (let i = 0; i < width; i++) {
      if (name === 'double') {
        // The low word comes first.
        const value = new Uint32Array(Float64Array.of(random.between(-64, 64) / 16).buffer);
        for (let word = 0; word < DOUBLE_WORDS; word++, at += 4) words[at >> 2] = value[word]!;
      } else {
        words[at >> 2] = name === 'bool' ? random.below(2) : randomTypedWord(random, isFloat ? 'float' : 'uint');
        at += 4;
      }
    }
  }
  return at;
}
