/** Comparisons of `if`, `break` and `setp`. */

import { Kind, Op } from '../../ir/index.ts';
import { DX5205 } from '../messages.ts';
import type { Sm1Lowering } from './lowering.ts';

/**
 * Operations by the number of the comparison, in the order gt, eq, ge, lt, ne, le; whether the operands are swapped.
 */
const COMPARISONS: readonly (readonly [code: number, isReversed: boolean] | undefined)[] = [
  undefined,
  [Op['f.lt'], true],
  [Op['f.eq'], false],
  [Op['f.ge'], false],
  [Op['f.lt'], false],
  [Op['f.ne'], false],
  [Op['f.ge'], true],
];

/** Compares two numbers as the instruction says. */
export function compared(l: Sm1Lowering, a: number, b: number): number {
  const { controls } = l.cursor;
  const comparison = COMPARISONS[controls];
  if (comparison === undefined) l.refuse(DX5205, { number: controls, opcode: l.opcode });
  const [code, isReversed] = comparison;
  return isReversed ? l.b.op(code, Kind.bool, b, a) : l.b.op(code, Kind.bool, a, b);
}
