/**
 * How operations read their operands and what they give, for the facts of values: one row an operation that is not
 * general. The general case reads all components as they are, and sees the bits of a NaN.
 */
import type { IrOpName } from '../../ir/index.ts';

export interface OperandUse {
  /** Whether a component of the result needs only the same components of the operands. */
  readonly isComponentwise?: boolean;
  /** Whether operands are floats whose subnormals are flushed. */
  readonly flushes?: boolean;
  /** Whether the bits of a NaN in an operand make no difference. */
  readonly readsNumbers?: boolean;
  /** Whether the result has no subnormals. */
  readonly givesFlushed?: boolean;
}

const FLOAT: OperandUse = { isComponentwise: true, flushes: true, readsNumbers: true, givesFlushed: true };
/** All components of the operands are read. */
const REDUCTION: OperandUse = { flushes: true, readsNumbers: true, givesFlushed: true };
const COMPARISON: OperandUse = { isComponentwise: true, flushes: true, readsNumbers: true };
const BITS: OperandUse = { isComponentwise: true };
const FROM_FLOAT: OperandUse = { isComponentwise: true, readsNumbers: true };
const TO_FLOAT: OperandUse = { isComponentwise: true, givesFlushed: true };

export const OPERANDS_BY_NAME: Readonly<Partial<Record<IrOpName, OperandUse>>> = {
  bitcast: BITS,
  select: BITS,
  'f.add': FLOAT,
  'f.mul': FLOAT,
  'f.mad': FLOAT,
  'f.div': FLOAT,
  'f.rcp': FLOAT,
  'f.rsq': FLOAT,
  'f.sqrt': FLOAT,
  'f.exp2': FLOAT,
  'f.log2': FLOAT,
  'f.sin': FLOAT,
  'f.cos': FLOAT,
  'f.min': FLOAT,
  'f.max': FLOAT,
  'f.sat': FLOAT,
  'f.frc': FLOAT,
  'f.floor': FLOAT,
  'f.ceil': FLOAT,
  'f.trunc': FLOAT,
  'f.rne': FLOAT,
  'f.flush': { isComponentwise: true, flushes: true, givesFlushed: true },
  'f.neg': BITS,
  'f.abs': BITS,
  'f.dot': REDUCTION,
  'f.eq': COMPARISON,
  'f.ne': COMPARISON,
  'f.lt': COMPARISON,
  'f.ge': COMPARISON,
  'f.mul9': FLOAT,
  'f.mad9': FLOAT,
  'f.dot9': REDUCTION,
  'f.lrp9': FLOAT,
  'f.rcp9': FLOAT,
  'f.rsq9': FLOAT,
  'f.log9': FLOAT,
  'f.pow9': FLOAT,
  'f.nrm9': REDUCTION,
  'f.lit9': FLOAT,
  'cvt.f2i': FROM_FLOAT,
  'cvt.f2u': FROM_FLOAT,
  'cvt.f2h': FROM_FLOAT,
  'cvt.i2f': TO_FLOAT,
  'cvt.u2f': TO_FLOAT,
  'cvt.h2f': TO_FLOAT,
  'd.to_f': { givesFlushed: true },
  'd.from_f': { readsNumbers: true },
  'deriv.x': FLOAT,
  'deriv.y': FLOAT,
  'deriv.x.coarse': FLOAT,
  'deriv.y.coarse': FLOAT,
  'deriv.x.fine': FLOAT,
  'deriv.y.fine': FLOAT,
};
