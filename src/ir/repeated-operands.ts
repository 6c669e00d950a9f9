/**
 * Properties of operands: vectors that repeat one component, which languages write as a scalar next to another vector,
 * and factors that make a product of Direct3D 9 an ordinary product.
 */
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

/**
 * Whether the first two operands are the same value. A square of zero is zero by itself, so that it needs no rule of
 * Direct3D 9.
 */
function isSquare({ ops }: IrModule, op: number): boolean {
  return ops.operand(op, 0) === ops.operand(op, 1);
}

/**
 * Whether a product of Direct3D 9 equals the product of other languages: a square, or a product with a finite constant
 * without zero components.
 *
 * @param isExact whether zeros have the sign of Direct3D 9, which a product with a constant may change
 */
export function isNativeProduct(module: IrModule, op: number, isExact: boolean): boolean {
  const { ops } = module;
  if (isSquare(module, op)) return true;
  return !isExact && (isFiniteFactor(module, ops.operand(op, 0)) || isFiniteFactor(module, ops.operand(op, 1)));
}

const EXPONENT = 0x7f80_0000;

function isFiniteFactor({ ops }: IrModule, value: number): boolean {
  if (ops.code[value] !== Op.const) return false;
  for (let i = 0; i < ops.arity[value]!; i++) {
    const exponent = ops.operand(value, i) & EXPONENT;
    // Subnormal numbers are zeros.
    if (exponent === 0 || exponent === EXPONENT) return false;
  }
  return true;
}
