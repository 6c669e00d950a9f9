/**
 * Shader bytes that a compiler wrote out as C source: `const BYTE g_main[] = { 68, 88, 66, 67, ... };`, arrays of
 * DWORDs, and bare lists of numbers that are meant for `#include`. The arrays of C# are read as well: `new byte[] { ...
 * }` and `[ ... ]`.
 *
 * Not for: C. Only braces around numbers are read, and before them the name and the type of the elements.
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostics, type ParseResult, parse } from '../base/diagnostics.ts';
import { MAX_C_ARRAYS } from '../base/limits.ts';
import { DX0006, DX0007, DX0008, DX0010 } from '../container/messages.ts';
import { isDigit, isLetter, skipAfter, skipBlanks, skipLine, textStart } from './text-format.ts';

export interface CArray {
  /** Its identifier; empty for a bare list. */
  readonly name: string;
  /** The elements as the bytes that a little-endian machine keeps for them. */
  readonly bytes: Uint8Array;
  /** Bytes of an element. */
  readonly elementSize: 1 | 4;
  /** Byte offset in the text of its brace or first number, and of what follows its last number. */
  readonly offset: number;
  readonly end: number;
}

const HASH = 0x23;
const QUOTE = 0x27;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const SEMICOLON = 0x3b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const LOWER_X = 0x78;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Type names and the bytes of one element. Of several in a declaration the last one counts: `unsigned char`. */
const ELEMENT_SIZES: ReadonlyMap<string, 1 | 4> = new Map([
  ...['BYTE', 'byte', 'char', 'UCHAR', 'UINT8', 'uint8_t', 'int8_t', 'u8', 'sbyte'].map((name) => [name, 1] as const),
  // biome-ignore format: a list of words
  ...['DWORD', 'UINT', 'UINT32', 'ULONG', 'uint32_t', 'int32_t', 'u32', 'uint', 'unsigned', 'int', 'long'].map((name) => [name, 4] as const),
]);

/**
 * Returns the arrays of numbers in a C source, in source order. Time and memory are linear in the text.
 *
 * @param text as bytes, in any encoding that keeps ASCII
 */
export function readCArrays(text: Uint8Array, diagnostics: Diagnostics): CArray[] {
  const arrays: CArray[] = [];
  let at = skipBlanks(text, textStart(text));
  if (isDigit(text[at])) return [readList(text, at, '', undefined, diagnostics).array];
  let elementSize: 1 | 4 | undefined;
  let name = '';
  let isCreated = false;
  for (; at < text.byteLength; at = skipBlanks(text, at)) {
    const byte = text[at]!;
    if (byte === HASH) {
      at = skipDirective(text, at);
    } else if (isLetter(byte)) {
      const word = wordAt(text, at);
      at += word.length;
      elementSize = ELEMENT_SIZES.get(word) ?? elementSize;
      // In `byte[] name = new byte[] { 68 }` the type follows the name.
      isCreated ||= word === 'new';
      if (!isCreated) name = word;
    } else if (byte === OPEN_BRACKET && !startsBracketedList(text, at)) {
      at = skipAfter(text, at, CLOSE_BRACKET);
    } else if (byte === OPEN_BRACKET || (byte === OPEN_BRACE && startsList(text, at))) {
      if (arrays.length === MAX_C_ARRAYS) {
        diagnostics.report(DX0010, at, text.byteLength, { limit: MAX_C_ARRAYS });
        break;
      }
      const list = readList(text, at, name, elementSize, diagnostics);
      arrays.push(list.array);
      at = list.end;
    } else {
      if (byte === SEMICOLON) {
        elementSize = undefined;
        isCreated = false;
      }
      at++;
    }
  }
  return arrays;
}

/** Whether the brace at `at` opens numbers, possibly after a second brace as in `std::array`. */
function startsList(text: Uint8Array, at: number): boolean {
  let next = skipBlanks(text, at + 1);
  if (text[next] === OPEN_BRACE) next = skipBlanks(text, next + 1);
  return startsNumber(text, next);
}

/** Whether the bracket at `at` opens several numbers; one alone is the size of an array. */
function startsBracketedList(text: Uint8Array, at: number): boolean {
  const first = skipBlanks(text, at + 1);
  if (!startsNumber(text, first)) return false;
  return text[skipBlanks(text, readNumber(text, first, []))] === COMMA;
}

function startsNumber(text: Uint8Array, at: number): boolean {
  return isDigit(text[text[at] === MINUS ? at + 1 : at]);
}

/** Reads numbers from `at` on, the opening brace included; a bare list has none and ends with the text. */
function readList(
  text: Uint8Array,
  at: number,
  name: string,
  elementSize: 1 | 4 | undefined,
  diagnostics: Diagnostics,
): { array: CArray; end: number } {
  const bare = text[at] !== OPEN_BRACE && text[at] !== OPEN_BRACKET;
  const begin = at;
  while (text[at] === OPEN_BRACE || text[at] === OPEN_BRACKET) at = skipBlanks(text, at + 1);
  const values: number[] = [];
  for (; ; at = skipBlanks(text, at)) {
    const byte = text[at];
    if (byte === COMMA) {
      at++;
    } else if (startsNumber(text, at)) {
      at = readNumber(text, at, values);
    } else if (byte === HASH) {
      at = skipDirective(text, at);
    } else {
      if (byte === undefined && !bare) diagnostics.report(DX0007, begin, at, { name });
      else if (byte !== undefined && byte !== CLOSE_BRACE && byte !== CLOSE_BRACKET)
        diagnostics.report(DX0008, at, at + 1, { name });
      break;
    }
  }
  const size = elementSize ?? (values.some((value) => value > 0xff) ? 4 : 1);
  const limit = 2 ** (8 * size);
  const tooLarge = values.find((value) => value >= limit || value < -limit / 2);
  if (tooLarge !== undefined) diagnostics.report(DX0006, begin, at, { name, value: tooLarge, size });
  const bytes = new Uint8Array(size * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) {
    if (size === 1) bytes[i] = values[i]!;
    else view.setUint32(4 * i, values[i]!, true);
  }
  return { array: { name, bytes, elementSize: size, offset: begin, end: at }, end: at };
}

/** Appends the number at `at`, decimal or hexadecimal, and returns the offset after it and its suffixes. */
function readNumber(text: Uint8Array, at: number, values: number[]): number {
  const negative = text[at] === MINUS;
  if (negative) at++;
  const hexadecimal = text[at] === ZERO && (text[at + 1]! | 0x20) === LOWER_X;
  if (hexadecimal) at += 2;
  const base = hexadecimal ? 16 : 10;
  let value = 0;
  for (; ; at++) {
    const byte = text[at];
    if (byte === QUOTE) continue;
    const digit = isDigit(byte) ? byte! - ZERO : isLetter(byte) ? (byte! | 0x20) - 0x57 : base;
    if (digit < 10 || (hexadecimal && digit < 16)) value = value * base + digit;
    else break;
  }
  values.push(negative ? -value : value);
  while (isLetter(text[at])) at++;
  return at;
}

/** The offset after the directive at `at`: its line, or everything up to `#endif` after `#if 0`. */
function skipDirective(text: Uint8Array, at: number): number {
  let end = skipLine(text, at);
  if (directiveAt(text, at) !== 'if' || !/^#\s*if\s+0\s*$/.test(lineText(text, at))) return end;
  for (let depth = 1; depth > 0 && end < text.byteLength; end = skipLine(text, end)) {
    const directive = directiveAt(text, end);
    if (directive === 'if' || directive === 'ifdef' || directive === 'ifndef') depth++;
    else if (directive === 'endif') depth--;
    else if (directive === 'else' && depth === 1) return skipLine(text, end);
  }
  return end;
}

/** The word of the directive on the line that begins at `at`; empty where there is none. */
function directiveAt(text: Uint8Array, at: number): string {
  return text[at] === HASH ? wordAt(text, skipBlanks(text, at + 1)) : '';
}

/** The first bytes of the line at `at`. */
function lineText(text: Uint8Array, at: number): string {
  return String.fromCharCode(...text.subarray(at, Math.min(skipLine(text, at), at + 32)));
}

function wordAt(text: Uint8Array, at: number): string {
  let word = '';
  for (; isLetter(text[at]) || isDigit(text[at]); at++) word += String.fromCharCode(text[at]!);
  return word;
}

/**
 * Reads the arrays of numbers in a C source, in their order. Takes linear time and memory.
 *
 * @param text in any encoding that keeps ASCII
 */
export function parseCArrays(text: ByteSource): ParseResult<CArray[]> {
  const bytes = toBytes(text, 'parseCArrays', 'text');
  return parse((diagnostics) => readCArrays(bytes, diagnostics));
}
