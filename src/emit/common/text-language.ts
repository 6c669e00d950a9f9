/**
 * The interface of a textual language to the common emitter: the spelling of statements, types, literals and memory
 * words.
 */
import type { IrType } from '../../ir/index.ts';
import { MAX_FLOAT } from '../../numerics/float.ts';
import type { FormatSpelling } from './texel-formats.ts';

/** How tightly an expression binds: an operand that binds less needs parentheses. */
export const Precedence = {
  lowest: 0,
  logical: 3,
  relational: 5,
  bitwise: 6,
  additive: 7,
  multiplicative: 8,
  unary: 9,
  primary: 10,
} as const;

export interface TextLanguage {
  /** The least precedence of an argument of a call: in WGSL, text between `<` and `>` may parse as types. */
  readonly argument: number;
  readonly typeName: (type: IrType) => string;
  /** A component of a constant. */
  readonly literal: (value: number, component: number) => string;
  /** A vector that repeats a scalar, for a language whose constructors do not. */
  readonly repeated?: (type: IrType, scalar: string) => string;
  /** A constant with a value; the language may leave the type out. */
  readonly constant: (name: string, type: IrType, value: string) => string;
  /** Whether a value must be computed as it is written; undefined where a module has no such values. */
  readonly isPrecise: ((op: number) => boolean) | undefined;
  /** Declares a precise constant like `constant`; undefined if the language has no such qualifier. */
  readonly preciseConstant?: (name: string, type: IrType, value: string) => string;
  /** A variable; without a value it is zero. */
  readonly variable: (name: string, type: IrType, value?: string) => string;
  readonly flag: (name: string) => string;
  readonly loop: string;
  /** The opening of an `if`, where it is more than the word and the condition. */
  readonly openIf?: (condition: string, construct: number) => string;
  /** A loop that counts; undefined for any other one. */
  readonly counted?: (loop: number) => CountedLoop | undefined;
  /** The counter of a loop that waits for its condition; undefined for any other one. */
  readonly counter?: (loop: number) => LoopCounter | undefined;
  /**
   * The opening of a loop that an `if` at its beginning leaves, where the language writes it as the condition.
   *
   * @param construct the `if`; undefined where the loop has no condition
   * @param counter the declaration of the counter and its step
   */
  readonly loopUntil?: (
    construct: number | undefined,
    counter?: readonly [declaration: string, step: string],
  ) => string;
  /** A conditional `break` where it is one statement. */
  readonly breakIf?: (condition: string) => string;
  /** The statement that opens what runs before a loop repeats; undefined if the language has none. */
  readonly continuing: string | undefined;
  readonly switchOn: (selector: string) => string;
  /**
   * The condition of an `if` or the selector of a `switch` where it differs from that of the operation; undefined for
   * the default.
   */
  readonly condition?: (construct: number) => string | undefined;
  /** The opening of a region of a switch. */
  readonly cases: (values: readonly number[], isDefault: boolean, type: IrType) => string;
  /** Whether regions of a switch need a `break` at their end. */
  readonly needsCaseBreaks: boolean;
  /** Opening and end of a construct that runs once and that `break` leaves. */
  readonly once: readonly [readonly string[], readonly string[]];
  /** A statement without effect that makes a loop one that ends, for languages that insist on it. */
  readonly endless: string | undefined;
  /**
   * Writes an operation that is no construct. The result is the text of its value; empty for an operation without one,
   * which has written its lines. The emitter's `precedence` says how tightly the text binds.
   */
  readonly write: (op: number) => string;
  /** The statement of an operation whose value nothing uses, where it is not the expression alone. */
  readonly unused?: (text: string) => string;
  /**
   * A name for a value; undefined for the default.
   *
   * @param text the text of the value; empty for a variable that is assigned
   */
  readonly nameOf?: (value: number, text: string) => string | undefined;
  /** Notes the name of a value. */
  readonly defined?: (op: number, name: string) => void;
  /** Called before an expression gets a name because it is too long. */
  readonly beforeLong?: (op: number) => void;
}

/** A parameter of a loop that each repetition changes alike. */
export interface LoopCounter {
  readonly parameter: number;
  readonly step: (name: string) => string;
  /** The text of what it begins with. */
  readonly initial: () => string;
}

/** How a loop is written that runs a number of times. */
export interface CountedLoop {
  /** Undefined for the one of all loops. */
  readonly opening: string | undefined;
  /** The `if` that leaves it after the last time, which the opening says. */
  readonly test: number;
  /** Parameters that the opening declares, with their values. */
  readonly counters: ReadonlyMap<number, string>;
  /** Whether nothing is left of it: no effect and no result that is used. */
  readonly isIdle: boolean;
}

/** A parameter of a function: its name and its type. */
export type Parameter = readonly [name: string, type: string];

/** How a language spells what rules need besides statements. */
export interface TextSpelling {
  readonly typeName: (type: IrType) => string;
  /** A scalar constant of a kind; `constantText` is for all floats. */
  readonly literal: (kind: number, word: number) => string;
  /** Reinterprets bits as another kind; never called with equal kinds. */
  readonly cast: (text: string, from: number, to: number, width: number) => string;
  /** One of two scalars or vectors by a scalar condition. */
  readonly choose: (condition: string, yes: string, no: string) => string;
  /** How tightly what `choose` gives binds. */
  readonly chooses: number;
  readonly zero: (type: IrType) => string;
  /** Whether structures of constants have arrays of arrays. */
  readonly nestsArrays: boolean;
  /** A function with its body, which is already indented; `result` is '' for a function without a value. */
  readonly fn: (name: string, parameters: readonly Parameter[], result: string, body: readonly string[]) => string;
  /** A constant of a function's body. */
  readonly local: (name: string, type: string, value: string) => string;
  /** The expression that an output is assigned to. */
  readonly output: (name: string) => string;
  readonly formats: FormatSpelling;
}

/** How a language reaches the words of a variable. */
export interface MemorySyntax {
  readonly name: string;
  /** The length of the array in words. */
  readonly length: string;
  readonly read: (index: string) => string;
  /** A statement that writes a word, without its semicolon. */
  readonly write: (index: string, value: string) => string;
  /** The argument of atomic operations for a word. */
  readonly atomic: (index: string) => string;
}

/** Operations that languages have as functions, or write with comparing and exchanging. */
export type AtomicOperation = 'add' | 'and' | 'or' | 'xor' | 'umin' | 'umax' | 'exchange' | 'imin' | 'imax' | 'compare';

// Floats as literals.

const words = new Int32Array(1);
const floats = new Float32Array(words.buffer);

/** The value of a float32 by its bits. */
export function floatOf(word: number): number {
  words[0] = word;
  return floats[0]!;
}

/** Whether a float is neither an infinity nor NaN, for which languages have no literals. */
export function isFinite32(word: number): boolean {
  return (word & 0x7f80_0000) !== 0x7f80_0000;
}

/** Literals that were written, by bits: programs share most of them, and finding the shortest text takes long. */
const known = /* @__PURE__ */ new Map<number, string>();
const MAX_KNOWN = 4096;

/** A float as a literal that is the same float32 again. */
export function floatLiteral(word: number): string {
  let text = known.get(word);
  if (text === undefined) {
    text = textOf(floatOf(word));
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(word, text);
  }
  return text;
}

function textOf(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  for (let digits = 6; digits <= 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    // The shortest text of the largest number is larger than it, which WGSL refuses.
    if (Math.fround(Number(text)) === value && Math.abs(Number(text)) <= MAX_FLOAT)
      return /[.e]/.test(text) ? text : `${text}.0`;
  }
  return String(value);
}
