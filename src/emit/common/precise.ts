/**
 * Which values must be computed as the program says. In Direct3D 10 and later everything is, unless the program allows
 * drivers to refactor; then it marks what still is. Direct3D 9 has no such rule.
 *
 * Source: Direct3D 11.3 functional specification, 22.3.2 and 22.19.2; `precise` in the documentation of shader model 5.
 *
 * Not for: how languages say it.
 */
import { type IrModule, Op, OpFlag } from '../../ir/index.ts';
import { opTable } from '../../ir/type-rules.ts';
import type { EmitProfile } from './plan.ts';

/**
 * Operators: what a language says of a value is true of all operators of its expression, but not of the arguments of
 * functions.
 */
const OPERATOR_CODES = [
  Op['f.add'],
  Op['f.mul'],
  Op['f.div'],
  Op['f.rcp'],
  Op['d.add'],
  Op['d.mul'],
  Op['d.div'],
  Op['d.rcp'],
];
export const IS_OPERATOR = /* @__PURE__ */ opTable(...OPERATOR_CODES);

/** Operations that a compiler may take apart or put together in another way. */
const IS_REFACTORED = /* @__PURE__ */ opTable(...OPERATOR_CODES, Op['f.mad'], Op['f.dot'], Op['d.fma']);

/** The first version with these rules. */
const FIRST_MAJOR = 4;

/**
 * Returns a test whether an operation must be computed exactly as written; undefined if the module has no such
 * operation.
 */
export function preciseTest({ ops, facts }: IrModule, profile: EmitProfile): ((op: number) => boolean) | undefined {
  // The fast profile leaves it to what the program marks.
  const isPreciseByDefault = facts.version[0] >= FIRST_MAJOR && facts.allowsRefactoring !== true && profile !== 'fast';
  if (isPreciseByDefault) return (op) => IS_REFACTORED[ops.code[op]!]!;
  for (let op = 0; op < ops.count; op++)
    if ((ops.flags[op]! & OpFlag.precise) !== 0)
      return (one) => (ops.flags[one]! & OpFlag.precise) !== 0 && IS_REFACTORED[ops.code[one]!]!;
  return undefined;
}
