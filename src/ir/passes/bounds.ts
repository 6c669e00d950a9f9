/** Upper bounds of integers, derived from their operations. */
import { NO_OP, type OpStore } from '../op-store.ts';
import { Op } from '../ops.ts';

/** Whether an index is always at least 0 and less than `limit`. */
export function isBelow(ops: OpStore, value: number, limit: number): boolean {
  const index = ops.code[value] === Op.bitcast ? ops.a[value]! : value;
  const code = ops.code[index]!;
  if (code === Op.const) return ops.a[index]! >= 0 && ops.a[index]! < limit;
  if (code !== Op['i.and'] && code !== Op['u.min'] && code !== Op['u.mod']) return false;
  // The remainder of a division by 0 is all ones.
  const most = constantOf(ops, code === Op['u.mod'] ? [ops.b[index]!] : [ops.a[index]!, ops.b[index]!]);
  return most > 0 && (code === Op['u.mod'] ? most <= limit : most < limit);
}

/** The first constant of some values, signed; {@link NO_OP} without. */
function constantOf(ops: OpStore, values: readonly number[]): number {
  const constant = values.find((value) => ops.code[value] === Op.const);
  return constant === undefined ? NO_OP : ops.a[constant]!;
}
