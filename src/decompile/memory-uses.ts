/** The words of buffers of constants that a module uses, and how. */
import { forEachOp } from '../emit/common/resource-uses.ts';
import { constantOf, sourceOf } from '../emit/hlsl/indices.ts';
import { COMMUTES } from '../emit/hlsl/operand-order.ts';
import { type IrModule, OP_ROWS, Op, widthOf } from '../ir/index.ts';

/** A read of a row. */
export interface RowRead {
  readonly op: number;
  readonly binding: number;
  /** Components that are used, a bit each; they count from that which the read begins with. */
  used: number;
  /** Those that are used for more than a comparison with zero. */
  untested: number;
}

/** All reads of rows, by the operation. */
export function rowReads(module: IrModule): Map<number, RowRead> {
  const { ops } = module;
  const reads = new Map<number, RowRead>();
  forEachOp(module, (op) => {
    if (ops.code[op] === Op['cb.load']) reads.set(op, { op, binding: ops.extra[op]! >> 2, used: 0, untested: 0 });
  });
  if (reads.size === 0) return reads;
  forEachOp(module, (op) => {
    const code = ops.code[op]!;
    if (code === Op.pick || code === Op.bitcast) return;
    const { operands } = OP_ROWS[code]!;
    if (operands === 'bits' || operands === 'owner') return;
    const isTest = code === Op['i.ne'] || code === Op['i.eq'];
    for (let i = 0; i < ops.arity[op]!; i++) {
      const value = ops.operand(op, i);
      for (let c = widthOf(ops.type[value]!) - 1; c >= 0; c--) {
        const source = sourceOf(module, value, c);
        const read = reads.get(source.value);
        if (read === undefined) continue;
        read.used |= 1 << source.component;
        const other = isTest ? ops.operand(op, 1 - i) : value;
        const isZero =
          isTest && constantOf(module, sourceOf(module, other, widthOf(ops.type[other]!) === 1 ? 0 : c)) === 0;
        if (!isZero) read.untested |= 1 << source.component;
      }
    }
  });
  return reads;
}

/**
 * By binding, how much more often instructions have a literal before a constant than after it. The compiler sorts
 * literals before constants whose offsets the source says (`packoffset`, `register`), and after all others.
 */
export function literalsFirst(module: IrModule): Map<number, number> {
  const { ops } = module;
  const counts = new Map<number, number>();
  forEachOp(module, (op) => {
    if (!COMMUTES[ops.code[op]!]) return;
    const [a, b] = [0, 1].map((i) => sourceOf(module, ops.operand(op, i), 0).value) as [number, number];
    const isFirst = ops.code[a] === Op.const;
    const [literal, constant] = isFirst ? [a, b] : [b, a];
    if (ops.code[literal] !== Op.const || ops.code[constant] !== Op['cb.load']) return;
    const binding = ops.extra[constant]! >> 2;
    counts.set(binding, (counts.get(binding) ?? 0) + (isFirst ? 1 : -1));
  });
  return counts;
}
