/**
 * The interface of a textual language to the common emitter: the spelling of statements, and the text of each
 * operation.
 */
import type { IrType } from '../../ir/index.ts';

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
  /** A name for a value; undefined for the default. */
  readonly nameOf?: (op: number) => string | undefined;
}
