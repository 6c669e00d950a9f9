/** The registers that loads of constants read, as parts of variables. */
import { Op } from '../../../ir/index.ts';
import type { HlslContext } from '../context.ts';
import { indexText } from './indexes.ts';
import { linearOf } from './linear.ts';
import type { MatrixPart, Slot } from './registers.ts';

/** The register that a load reads. */
export function slotOfLoad(w: HlslContext, op: number): Slot {
  const { ops, bindings } = w.module;
  const registers = w.sm1!;
  const { file = 'float' } = bindings[ops.extra[op]! >> 2]!;
  const row = ops.operand(op, 0);
  if (ops.code[row] === Op.const) return registers.slot(file, ops.operand(row, 0));
  const index = linearOf(w.module, row);
  return registers.indexed(index, (stride, first) => indexText(w, index, stride, first));
}

/** The load of a register of constants that a value has components of, from the first one on. */
export function loadOf(w: HlslContext, value: number): number | undefined {
  const { ops } = w.module;
  let load = value;
  if (ops.code[value] === Op.pick) {
    if (w.emitter.isNamed(value)) return undefined;
    load = ops.operand(value, 0) >> 2;
    for (let i = 0; i < ops.arity[value]!; i++) if (ops.operand(value, i) !== ((load << 2) | i)) return undefined;
  }
  return ops.code[load] === Op['cb.load'] && (ops.extra[load]! & 3) === 0 && !w.emitter.isNamed(load)
    ? load
    : undefined;
}

/** The cast of a matrix to a smaller one. */
export function matrixCast({ rows, columns }: MatrixPart, r: number, c: number): string {
  return r === rows && c === columns ? '' : `(float${r}x${c})`;
}
