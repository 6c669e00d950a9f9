/**
 * Indices of rows that are a field of bits before zeros: the compiler makes that of a product of a masked number, whose
 * bits after the mask it knows. As a product again, the index is that of an element of an array.
 */
import { forEachOp } from '../emit/common/resource-uses.ts';
import { constantOf, sourceOf } from '../emit/hlsl/indices.ts';
import { type IrModule, kindOf, Op, widthOf } from '../ir/index.ts';
import { lowBits } from '../ir/passes/integer-ranges.ts';
import { builderBefore, type Users, usersOf } from '../ir/passes/walk.ts';

const BITS = 32;

/** Writes such fields as products and sums, where they are only indices of rows. */
export function splitIndexFields(module: IrModule): void {
  const { ops } = module;
  const fields: number[] = [];
  forEachOp(module, (op) => {
    if (ops.code[op] === Op['i.bfi'] && widthOf(ops.type[op]!) === 1) fields.push(op);
  });
  const users: Users = fields.length === 0 ? new Map() : usersOf(module);
  for (const op of fields) {
    const wordAt = (i: number) => constantOf(module, sourceOf(module, ops.operand(op, i), 0));
    const [count = 0, start = 0, base] = [wordAt(0), wordAt(1), wordAt(3)];
    const isProduct = count > 0 && start > 0 && count + start < BITS && base !== undefined && base >>> start === 0;
    if (!isProduct || !isIndex(module, op, users)) continue;
    const builder = builderBefore(module, op);
    const type = ops.type[op]!;
    const bits = builder.as(kindOf(type), ops.operand(op, 2));
    const masked = builder.op(Op['i.and'], type, bits, builder.constant(type, lowBits(count)));
    const shift = builder.constant(type, start);
    if (base === 0) ops.change(op, Op['i.shl'], 2, masked, shift);
    else {
      const product = builder.op(Op['i.shl'], type, masked, shift);
      ops.change(op, Op['i.add'], 2, product, builder.constant(type, base));
    }
  }
}

/** Whether a value is only the index of rows, or a part of one. */
function isIndex(module: IrModule, value: number, users: Users): boolean {
  const { ops } = module;
  return [...(users.get(value) ?? [])].every((user) => {
    const code = ops.code[user];
    if (code === Op['cb.load']) return true;
    return (code === Op.pick || code === Op.bitcast || code === Op['i.add']) && isIndex(module, user, users);
  });
}
