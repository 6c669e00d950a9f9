/**
 * Numbers of a job to bytes and back, by formats.
 *
 * A number becomes the nearest float32 first, then what a store of Direct3D makes of it. `0x...` is the word of a register: the bits of a float, or
 * an integer.
 */

import type { JobNumber, JobNumbers } from '../../base/shapes.ts';
import type { Format } from '../../formats/formats.ts';
import { isIntegerType } from '../../formats/number-types.ts';
import { decodeTexel, encodeTexel } from '../../formats/texel.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';

/** All numbers of nested lists, in order. */
export function flatNumbers(numbers: JobNumbers): JobNumber[] {
  const flat: JobNumber[] = [];
  const add = (list: JobNumbers): void => {
    for (const one of list) {
      if (typeof one === 'object') add(one);
      else flat.push(one);
    }
  };
  add(numbers);
  return flat;
}

/** The number that a job means: of bits, the float that they are. */
export function numberOf(number: JobNumber): number {
  if (typeof number === 'number') return number;
  return number.startsWith('0x') ? floatOfBits(Number(number)) : Number(number);
}

/** The word of a register: of an integer its bits, of others those of a float32. */
export function wordOf(number: JobNumber, isInteger: boolean): number {
  if (typeof number === 'string' && number.startsWith('0x')) return Number(number);
  const value = Number(number);
  return isInteger ? integerWord(value) : bitsOfFloat(value);
}

/** The word of an integer from -2147483648 to 4294967295; others are clamped. */
function integerWord(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.min(Math.max(Math.trunc(value), -0x8000_0000), 0xffff_ffff) >>> 0;
}

/** The components of a format that numbers are given for, in the order red, green, blue, alpha. */
export function componentsOf(format: Format): readonly number[] {
  return [0, 1, 2, 3].filter((i) => format.types[i] !== undefined);
}

/** Whether a component of a format is an integer for shaders. */
function isIntegerComponent(format: Format, component: number): boolean {
  return isIntegerType(format.types[component] ?? 'float');
}

const register = new Uint32Array(4);

/** Writes numbers as elements of formats that follow each other again and again; returns how many bytes they take. */
export function encodeNumbers(
  numbers: readonly JobNumber[],
  formats: readonly Format[],
  bytes: Uint8Array,
  start = 0,
): number {
  let at = start;
  for (let from = 0, i = 0; from < numbers.length; i++) {
    const format = formats[i % formats.length]!;
    const components = componentsOf(format);
    register.fill(0);
    for (const component of components)
      register[component] = wordOf(numbers[from++] ?? 0, isIntegerComponent(format, component));
    if (at + format.blockBytes <= bytes.length) encodeTexel(format, register, 0, bytes, at);
    at += format.blockBytes;
  }
  return at - start;
}

/** How many bytes numbers take in formats that follow each other; undefined where the last element is not complete. */
export function encodedSize(count: number, formats: readonly Format[]): number | undefined {
  const perRound = formats.reduce((sum, format) => sum + componentsOf(format).length, 0);
  const bytesPerRound = formats.reduce((sum, { blockBytes }) => sum + blockBytes, 0);
  if (perRound === 0) return undefined;
  let left = count % perRound;
  let size = Math.floor(count / perRound) * bytesPerRound;
  for (const format of formats) {
    if (left === 0) return size;
    left -= componentsOf(format).length;
    if (left < 0) return undefined;
    size += format.blockBytes;
  }
  return left === 0 ? size : undefined;
}

/** A number as JSON has it: infinities and NaN as text. */
export function jsonNumber(value: number): JobNumber {
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
}

/** The number in a word of a register; floats are not rounded to fewer digits. */
export function numberOfWord(word: number, type: 'f32' | 'i32' | 'u32'): JobNumber {
  return jsonNumber(type === 'f32' ? floatOfBits(word) : type === 'i32' ? word | 0 : word >>> 0);
}

/** The numbers of the element of a format at a byte; of a block, those of the texel at `x`, `y` in it. */
export function decodeNumbers(format: Format, bytes: Uint8Array, offset: number, x = 0, y = 0): JobNumber[] {
  decodeTexel(format, bytes, offset, register, 0, x, y);
  return componentsOf(format).map((component) => {
    const type = format.types[component]!;
    return numberOfWord(register[component]!, type === 'sint' ? 'i32' : isIntegerType(type) ? 'u32' : 'f32');
  });
}
