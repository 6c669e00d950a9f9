/**
 * Numbers of a job to bytes and back, by formats.
 *
 * A number becomes the nearest float32 first, then what a store of Direct3D makes of it. `0x...` is the word of a
 * register: the bits of a float, or an integer.
 */
import type { JobNumber, JobNumbers } from '../../base/shapes.ts';
import { type Format, findFormat, formatNames } from '../../formats/formats.ts';
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

// Base64 (RFC 4648, 4) to bytes and back, without what only some hosts have.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = /* @__PURE__ */ values();

function values(): Int8Array {
  const list = new Int8Array(128).fill(-1);
  for (let i = 0; i < ALPHABET.length; i++) list[ALPHABET.charCodeAt(i)] = i;
  return list;
}

/** The bytes of a Base64 text, which may have white space; undefined where it is none. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/[ \t\r\n]+/g, '');
  if (digits.length % 4 !== 0) return undefined;
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0;
  const count = digits.length - padding;
  const bytes = new Uint8Array((digits.length / 4) * 3 - padding);
  let bits = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const value = VALUES[digits.charCodeAt(i)] ?? -1;
    if (value < 0) return undefined;
    bits = (bits << 6) | value;
    if ((i & 3) === 0) continue;
    bytes[at++] = bits >>> (6 - 2 * (i & 3));
    bits &= 0x3f;
  }
  return bytes;
}

// How jobs name formats: those of DXGI by their names, those of Direct3D 9 with the prefix of their enumeration.

const LEGACY = 'D3DFMT_';
const VERTEX = 'D3DDECLTYPE_';

export const JOB_FORMATS: readonly string[] = [
  ...formatNames('dxgi'),
  ...formatNames('d3d9').map((name) => `${LEGACY}${name}`),
];

export const JOB_VERTEX_FORMATS: readonly string[] = [
  ...formatNames('dxgi'),
  ...formatNames('vertex').map((name) => `${VERTEX}${name}`),
];

/** The format that a job names; undefined for no name of a format. */
export function jobFormat(name: string): Format | undefined {
  if (name.startsWith(LEGACY)) return findFormat('d3d9', name);
  return findFormat(name.startsWith(VERTEX) ? 'vertex' : 'dxgi', name);
}

export function jobFormatName({ api, name }: Format): string {
  return `${api === 'd3d9' ? LEGACY : api === 'vertex' ? VERTEX : ''}${name}`;
}
