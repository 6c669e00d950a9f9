/** Vectors that repeat one component: languages take a scalar beside another vector. */
import { type IrModule, Op } from '../../ir/index.ts';

/** Whether all components of a vector are one component of another value, or one constant. */
export function isRepeated({ ops }: IrModule, value: number): boolean {
  const code = ops.code[value]!;
  const count = ops.arity[value]!;
  if (count < 2 || (code !== Op.pick && code !== Op.const)) return false;
  const first = ops.operand(value, 0);
  for (let i = 1; i < count; i++) if (ops.operand(value, i) !== first) return false;
  return true;
}
