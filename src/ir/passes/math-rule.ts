/**
 * The form of rules of arithmetic: a rule looks at one operation and returns the value that replaces it.
 *
 * Not for: exact rules that translations use, too (rules.ts).
 */
import type { IrBuilder } from '../builder.ts';
import type { OpStore } from '../op-store.ts';
import { OP_NAMES, Op } from '../ops.ts';
import type { IrType } from '../types.ts';
import { foldConstants } from './fold-constants.ts';
import type { IntegerRanges } from './integer-ranges.ts';
import type { ValueRanges } from './value-ranges.ts';

/** The value that replaces an operation; undefined if it stays. */
export type MathRule = (context: MathContext) => number | undefined;

export type MathRules = Readonly<Partial<Record<(typeof OP_NAMES)[number], MathRule>>>;

export interface MathOptions {
  /**
   * Whether a choice of the less or greater number stays one: vertex shaders of models 1 to 3, whose choices are sums
   * and products, do so.
   */
  readonly leavesChoices?: boolean | undefined;
  /** Whether comparisons become true by ranges only where both operands are numbers for all inputs. */
  readonly needsNumbers?: boolean | undefined;
  /** Whether the profile has instructions for fields of bits: 5_0 and later. */
  readonly hasBitFields?: boolean | undefined;
}

export interface MathContext {
  readonly ops: OpStore;
  readonly op: number;
  readonly a: number;
  readonly b: number;
  readonly ranges: ValueRanges;
  readonly integers: IntegerRanges;
  readonly options: MathOptions;
  /** Whether nothing but the operation uses a value. */
  readonly isSole: (value: number) => boolean;
  /** Whether a value is the index of a row of constants, of an array or of an input. */
  readonly isIndex: (value: number) => boolean;
  /** Builds before the operation. */
  readonly builder: () => IrBuilder;
}

/** A new operation, or the constant that it is. */
export function madeAs({ builder }: MathContext, code: number, type: IrType, ...operands: number[]): number {
  const at = builder();
  const value = at.opList(code, type, operands);
  foldConstants(at.module, value);
  return value;
}

/** A new operation with the type of the one that it replaces, or the constant that it is. */
export function made(context: MathContext, code: number, ...operands: number[]): number {
  return madeAs(context, code, context.ops.type[context.op]!, ...operands);
}

/** Rules by the number of the operation. */
export function byCode(rules: MathRules): readonly (MathRule | undefined)[] {
  return OP_NAMES.map((name) => rules[name]);
}

/** Whether a value is a choice between two constants. */
export function isChoiceOfConstants({ code, b, c }: OpStore, value: number): boolean {
  return code[value] === Op.select && code[b[value]!] === Op.const && code[c[value]!] === Op.const;
}

/**
 * The less or the greater of two numbers that a choice by their comparison is; undefined for other choices.
 *
 * @param isLess whether the first number is less where the condition holds; at least equal otherwise
 */
export function extremeOfChoice({ a, b, c }: OpStore, choice: number, isLess: boolean): 'min' | 'max' | undefined {
  const [x, y] = [a[a[choice]!], b[a[choice]!]];
  const isFirst = x === b[choice] && y === c[choice];
  if (!isFirst && (x !== c[choice] || y !== b[choice])) return undefined;
  return isFirst === isLess ? 'min' : 'max';
}
