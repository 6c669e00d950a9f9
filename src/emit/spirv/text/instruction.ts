/**
 * One instruction of SPIR-V as a line, by the instruction table. Words outside of the table are printed as `!` and a
 * number, which spirv-as copies into the module.
 *
 * Not for: the header and the lines (spirv-text.ts).
 */
import { EXTENDED_INSTRUCTIONS, SPIRV_INSTRUCTIONS, type SpirvInstructionName, Spv } from '../grammar.ts';
import { ENUMERATIONS, EXTENDED } from './enumerations.ts';
import { type NumericType, numberText, wordsOf } from './literals.ts';
import { readString } from './strings.ts';

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
export class KnownIds {
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
export function printInstruction(words: Uint32Array, known: KnownIds): PrintedInstruction {
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
