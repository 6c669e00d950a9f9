/** What operands repeat: a vector one component, for which languages take a scalar beside another vector, or a product its first factor. */
import type { IrModule } from './module.ts';
import { Op } from './ops.ts';

/** Whether all components of a vector are one component of another value, or one constant. */
export function isRepeated({ ops }: IrModule, value: number): boolean {
  const code = ops.code[value]!;
  const count = ops.arity[value]!;
  if (count < 2 || (code !== Op.pick && code !== Op.const)) return false;
  const first = ops.operand(value, 0);
  for (let i = 1; i < count; i++) if (ops.operand(value, i) !== first) return false;
  return true;
}

/** Whether the first two operands are the same value. A square of zero is zero by itself, so that it needs no rule of Direct3D 9. */
export function isSquare({ ops }: IrModule, op: number): boolean {
  return ops.operand(op, 0) === ops.operand(op, 1);
}
