/**
 * Modules of SPIR-V as text, in the language of `spirv-as` and `spirv-dis` of SPIRV-Tools: one instruction a line, by
 * the instruction table.
 */

import { type Diagnostic, Diagnostics } from '../../base/diagnostics.ts';
import { shortFloat32 } from '../../base/float32.ts';
import { DX6078, DX6079, DX6080 } from '../common/messages.ts';
import { CAPABILITIES, IMAGE_FORMATS } from './capabilities.ts';
import {
  AddressingModel,
  BuiltIn,
  Decoration,
  Dim,
  EXTENDED_INSTRUCTIONS,
  ExecutionMode,
  ExecutionModel,
  Ext,
  HEADER_WORDS,
  ImageOperand,
  MemoryModel,
  SPIRV_INSTRUCTIONS,
  SPIRV_MAGIC,
  type SpirvInstructionName,
  Spv,
  StorageClass,
} from './grammar.ts';

// The enumerations of operands by the letters that instructions have for them (../grammar.ts).

export interface Enumeration {
  readonly names: ReadonlyMap<number, string>;
  /** Whether each number is a bit, and a word has any of them together. */
  readonly isMask: boolean;
  /** Letters of the operands that follow an enumerant; for others the instruction says what follows. */
  readonly operands: Readonly<Record<string, string>>;
}

function enumeration(
  numbers: Readonly<Record<string, number>>,
  operands: Readonly<Record<string, string>> = {},
): Enumeration {
  return { names: namesOf(numbers), isMask: false, operands };
}

/** @param operands letters of those of each bit */
function mask(numbers: Readonly<Record<string, number>>, operands: Readonly<Record<string, string>> = {}): Enumeration {
  return { names: namesOf(numbers), isMask: true, operands };
}

function namesOf(numbers: Readonly<Record<string, number>>): ReadonlyMap<number, string> {
  return new Map(Object.entries(numbers).map(([name, number]) => [number, name]));
}

/** The letter of GLSL.std.450, which names instructions of that set only. */
const EXTENDED = 'x';

/** Translations write only the empty masks of functions, loops and selections. */
const ENUMERATIONS: Readonly<Record<string, Enumeration>> = {
  a: enumeration(AddressingModel),
  b: enumeration(BuiltIn),
  c: enumeration(Object.fromEntries(Object.entries(CAPABILITIES).map(([name, { code }]) => [name, code]))),
  d: enumeration(Decoration, { BuiltIn: 'b' }),
  e: enumeration(ExecutionModel),
  f: mask({}),
  g: enumeration(Dim),
  i: mask(ImageOperand, {
    Bias: 'I',
    Lod: 'I',
    Grad: 'II',
    ConstOffset: 'I',
    Offset: 'I',
    Sample: 'I',
    MinLod: 'I',
  }),
  l: mask({}),
  m: enumeration(MemoryModel),
  n: mask({}),
  o: enumeration(ExecutionMode),
  s: enumeration(StorageClass),
  t: enumeration({
    Unknown: 0,
    ...Object.fromEntries(Object.values(IMAGE_FORMATS).map(([name, code]) => [name, code])),
  }),
  [EXTENDED]: enumeration(Ext),
};

/** The type of a number. */
interface NumericType {
  readonly isFloat: boolean;
  /** In bits. */
  readonly width: number;
  readonly isSigned: boolean;
}

/** Bits of the parts of a float. */
interface FloatLayout {
  readonly exponent: number;
  readonly fraction: number;
}

const LAYOUTS: Readonly<Record<number, FloatLayout>> = {
  32: { exponent: 8, fraction: 23 },
  64: { exponent: 11, fraction: 52 },
};

function wordsOf({ width }: NumericType): number {
  return width > 32 ? 2 : 1;
}

/** A number as text; undefined where its type has a width that is not printed. */
function numberText(type: NumericType, low: number, high: number): string | undefined {
  const { isFloat, width, isSigned } = type;
  const layout = LAYOUTS[width];
  if (layout === undefined) return undefined;
  const bits = width === 64 ? (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0) : BigInt(low >>> 0);
  if (!isFloat) return String(isSigned ? BigInt.asIntN(width, bits) : bits);
  return floatText(bits, width, layout);
}

/**
 * Decimal where a reader of decimals gives the same bits for certain; subnormals, infinities and NaN are hexadecimal.
 */
function floatText(bits: bigint, width: number, { exponent, fraction }: FloatLayout): string {
  const field = Number((bits >> BigInt(fraction)) & ((1n << BigInt(exponent)) - 1n));
  const mantissa = bits & ((1n << BigInt(fraction)) - 1n);
  const sign = bits >> BigInt(width - 1) === 1n ? '-' : '';
  const isZero = field === 0 && mantissa === 0n;
  if (isZero) return `${sign}0`;
  if (field !== 0 && field !== 2 ** exponent - 1)
    return String(width === 32 ? shortFloat32(Number(bits)) : doubleOf(bits));
  const bias = 2 ** (exponent - 1) - 1;
  if (field !== 0) return `${sign}0x1${hexFraction(mantissa, fraction)}p+${field - bias}`;
  // A subnormal: its highest bit is the digit before the point.
  const highest = mantissa.toString(2).length - 1;
  const below = mantissa & ((1n << BigInt(highest)) - 1n);
  return `${sign}0x1${hexFraction(below, highest)}p${1 - bias - fraction + highest}`;
}

/** The digits after the point; none for 0. @param count bits of the fraction */
function hexFraction(fraction: bigint, count: number): string {
  const digits = Math.ceil(count / 4);
  const text = (fraction << BigInt(4 * digits - count)).toString(16).padStart(digits, '0').replace(/0+$/, '');
  return fraction === 0n ? '' : `.${text}`;
}

function doubleOf(bits: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

/** A string and the words that it takes. */
export interface ReadString {
  /**
   * As spirv-as reads it, with quotes; undefined for what cannot be written so that the same words result, or does not
   * fit in a line.
   */
  readonly text: string | undefined;
  readonly count: number;
}

/** Characters that are no part of a line of text. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\uFFFD]/u;

/** Reads the string that begins with the first word; undefined if it has no end. */
function readString(words: Uint32Array): ReadString | undefined {
  const end = words.findIndex((word) => hasZero(word));
  if (end < 0) return undefined;
  const count = end + 1;
  const bytes = new Uint8Array(4 * count);
  for (let i = 0; i < bytes.length; i++) bytes[i] = words[i >> 2]! >>> (8 * (i & 3));
  const length = bytes.indexOf(0);
  const isPadded = bytes.subarray(length).every((byte) => byte === 0);
  // Invalid UTF-8 becomes U+FFFD.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, length));
  const isPrintable = isPadded && !UNPRINTABLE.test(text);
  return { text: isPrintable ? `"${text.replace(/["\\]/g, '\\$&')}"` : undefined, count };
}

function hasZero(word: number): boolean {
  return (word & 0xff) === 0 || (word & 0xff00) === 0 || (word & 0xff_0000) === 0 || word >>> 24 === 0;
}

// One instruction of SPIR-V as a line, by the instruction table. Words outside of the table are printed as `!` and a
// number, which spirv-as copies into the module.

interface InstructionRow {
  readonly name: string;
  /** Letters of the operands that are always there. */
  readonly fixed: string;
  /** That of an operand that may be missing. */
  readonly optional: string;
  /** Those of operands that are repeated to the end. */
  readonly repeated: string;
}

const ROWS = new Map<number, InstructionRow>(
  (Object.keys(SPIRV_INSTRUCTIONS) as SpirvInstructionName[]).map((name) => {
    const { code, operands } = SPIRV_INSTRUCTIONS[name];
    const [, fixed = '', optional = '', group = '', last = ''] =
      /^([A-Za-z]*?)(?:\?([A-Za-z]))?(?:\(([A-Za-z]+)\)\*|([A-Za-z])\*)?$/.exec(operands)!;
    return [code, { name, fixed, optional, repeated: group + last }];
  }),
);

/** Before what has no result; results are aligned with its end. */
const INDENT = 15;

/** Types and imports of earlier instructions that later ones need. */
class KnownIds {
  /** Types of results. */
  readonly types = new Map<number, number>();
  readonly numericTypes = new Map<number, NumericType>();
  /** The names of sets of extended instructions. */
  readonly sets = new Map<number, string | undefined>();
}

/** A line, and why a part of it is numbers; undefined if nothing is. */
export interface PrintedInstruction {
  readonly line: string;
  readonly reason: string | undefined;
}

/** @param words the instruction with its first word */
function printInstruction(words: Uint32Array, known: KnownIds): PrintedInstruction {
  return new InstructionPrinter(words, known).print();
}

class InstructionPrinter {
  readonly #words: Uint32Array;
  readonly #known: KnownIds;
  readonly #parts: string[] = [];
  #at = 1;
  #result: number | undefined;
  #resultType: number | undefined;
  #firstId: number | undefined;
  /** The one before the next operand: the set of an extended instruction. */
  #lastId: number | undefined;
  #reason: string | undefined;

  constructor(words: Uint32Array, known: KnownIds) {
    this.#words = words;
    this.#known = known;
  }

  get #left(): number {
    return this.#words.length - this.#at;
  }

  print(): PrintedInstruction {
    const code = this.#words[0]! & 0xffff;
    const row = ROWS.get(code);
    if (row === undefined) return this.#numbers(`opcode ${code} has no name here`);
    if (!this.#operands(row)) return this.#numbers(`Op${row.name} has other operands`);
    this.#learn(code);
    const start = this.#result === undefined ? '' : `%${this.#result} = `;
    const indent = ' '.repeat(Math.max(INDENT - start.length, 0));
    return { line: `${indent}${start}${[`Op${row.name}`, ...this.#parts].join(' ')}`, reason: this.#reason };
  }

  /** The complete instruction as plain numbers. */
  #numbers(reason: string): PrintedInstruction {
    const [first, ...others] = this.#words;
    const text = [`!0x${first!.toString(16).padStart(8, '0')}`, ...others.map((word) => `!${word}`)].join(' ');
    return { line: `${' '.repeat(INDENT)}${text}`, reason };
  }

  /** Whether all operands are as the row says. */
  #operands({ fixed, optional, repeated }: InstructionRow): boolean {
    for (const letter of fixed) if (!this.#take(letter)) return false;
    if (optional !== '' && this.#left > 0 && !this.#take(optional)) return false;
    while (repeated !== '' && this.#left > 0) for (const letter of repeated) if (!this.#take(letter)) return false;
    return this.#left === 0;
  }

  /**
   * Prints the next operand. After one that is a number because it has no name, all others are, which spirv-as
   * requires.
   */
  #take(letter: string): boolean {
    if (this.#reason !== undefined) {
      while (this.#left > 0) this.#parts.push(`!${this.#next()}`);
      return true;
    }
    if (letter === 'S') return this.#string();
    if (letter === 'V') return this.#value();
    if (this.#left === 0) return false;
    const word = this.#next();
    if (letter === 'L') this.#parts.push(String(word));
    else if (letter === 'R') this.#result = word;
    else if (letter === 'T' || letter === 'I') this.#id(letter, word);
    else return this.#enumerant(letter, word);
    return true;
  }

  #next(): number {
    return this.#words[this.#at++]!;
  }

  #id(letter: string, id: number): void {
    this.#parts.push(`%${id}`);
    if (letter === 'T') this.#resultType = id;
    this.#firstId ??= id;
    this.#lastId = id;
  }

  #unknown(word: number, reason: string): void {
    this.#reason = reason;
    this.#parts.push(`!${word}`);
  }

  #enumerant(letter: string, word: number): boolean {
    const { names, isMask, operands } = ENUMERATIONS[letter]!;
    const found = isMask ? bitsOf(word, names) : [names.get(word)];
    const isKnown = letter !== EXTENDED || this.#known.sets.get(this.#lastId!) === EXTENDED_INSTRUCTIONS;
    if (!isKnown || found.includes(undefined)) {
      this.#unknown(word, `there is no name here for operand ${word}`);
      return true;
    }
    this.#parts.push(found.join('|') || 'None');
    return found.every((name) => [...(operands[name!] ?? '')].every((one) => this.#take(one)));
  }

  #string(): boolean {
    const string = readString(this.#words.subarray(this.#at));
    if (string === undefined) return false;
    if (string.text === undefined) this.#unknown(this.#next(), 'its string has characters that are not printed');
    else {
      this.#at += string.count;
      this.#parts.push(string.text);
    }
    return true;
  }

  #value(): boolean {
    const { types, numericTypes } = this.#known;
    const type = numericTypes.get(this.#resultType ?? types.get(this.#firstId!)!);
    const count = type === undefined ? 1 : wordsOf(type);
    if (this.#left < count) return false;
    const low = this.#next();
    const text = type && numberText(type, low, count === 2 ? this.#words[this.#at]! : 0);
    if (text === undefined) this.#unknown(low, 'the type of its literal is not known here');
    else {
      this.#at += count - 1;
      this.#parts.push(text);
    }
    return true;
  }

  /** Remembers what the instruction says about its result. */
  #learn(code: number): void {
    const [, first = 0, second = 0, third = 0] = this.#words;
    const { types, numericTypes, sets } = this.#known;
    if (code === Spv.TypeInt) numericTypes.set(first, { isFloat: false, width: second, isSigned: third !== 0 });
    else if (code === Spv.TypeFloat) numericTypes.set(first, { isFloat: true, width: second, isSigned: true });
    else if (code === Spv.ExtInstImport) sets.set(first, this.#parts[0]?.slice(1, -1));
    else if (this.#resultType !== undefined) types.set(this.#result!, this.#resultType);
  }
}

/** The names of the bits of a word; undefined for each without a name. */
function bitsOf(word: number, names: ReadonlyMap<number, string>): (string | undefined)[] {
  return Array.from({ length: 32 }, (_, bit) => (1 << bit) >>> 0)
    .filter((bit) => (word & bit) !== 0)
    .map((bit) => names.get(bit));
}

/** A module as text. Plain data. */
export interface SpirvText {
  /** Lines that end with a line feed. Empty for what is no module. */
  readonly text: string;
  /**
   * For each line the word of the module that it begins with, as in the `sourceMap` of a translation; -1 for comments.
   */
  readonly lineWords: readonly number[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Prints a module of SPIR-V as `spirv-dis --raw-id` does. Numbers have the fewest digits that give the same bits again.
 *
 * ```ts
 * const { stages } = translateToSpirv(shader);
 * for (const { code } of stages) console.log(spirvText(code).text);
 * ```
 *
 * @param words a complete module, such as the code of a translation to SPIR-V. A truncated one is printed up to its
 *   end, with a diagnostic.
 * @throws TypeError for anything but words
 */
export function spirvText(words: Uint32Array): SpirvText {
  if (!(words instanceof Uint32Array)) throw new TypeError('expected a Uint32Array, the words of a module');
  const diagnostics = new Diagnostics();
  const lines: string[] = [];
  const lineWords: number[] = [];
  if (isModule(words, diagnostics)) {
    for (const line of headerLines(words)) {
      lines.push(line);
      lineWords.push(-1);
    }
    const known = new KnownIds();
    for (let at = HEADER_WORDS; at < words.length; ) {
      const count = words[at]! >>> 16;
      const left = words.length - at;
      if (count === 0 || count > left) {
        diagnostics.report(DX6079, 4 * at, 4 * words.length, { word: at, count, left });
        break;
      }
      const { line, reason } = printInstruction(words.subarray(at, at + count), known);
      if (reason !== undefined) diagnostics.report(DX6080, 4 * at, 4 * (at + count), { word: at, reason });
      lines.push(line);
      lineWords.push(at);
      at += count;
    }
  }
  return { text: lines.map((line) => `${line}\n`).join(''), lineWords, diagnostics: diagnostics.list };
}

function isModule(words: Uint32Array, diagnostics: Diagnostics): boolean {
  let reason = '';
  if (words[0] !== SPIRV_MAGIC) reason = 'the first one is not 0x07230203';
  else if (words.length < HEADER_WORDS) reason = `there are ${words.length}, and its header has ${HEADER_WORDS}`;
  if (reason === '') return true;
  diagnostics.report(DX6078, 0, 4 * Math.min(words.length, HEADER_WORDS), { reason });
  return false;
}

/** Comments with what the header says. */
function headerLines([, version = 0, generator = 0, bound = 0, schema = 0]: Uint32Array): string[] {
  return [
    '; SPIR-V',
    `; Version: ${(version >>> 16) & 0xff}.${(version >>> 8) & 0xff}`,
    `; Generator: ${generator}`,
    `; Bound: ${bound}`,
    `; Schema: ${schema}`,
  ];
}
