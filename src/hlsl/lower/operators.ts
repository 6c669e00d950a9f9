/**
 * Operators on scalars to operations, with Direct3D's division of integers.
 *
 * Not for: operators on vectors and the order of their operands (expressions.ts).
 */
import { Op } from '../../ir/ops.ts';
import { BOOL, Kind } from '../../ir/types.ts';
import { irTypeOf } from '../intrinsics/index.ts';
import { floatRemainder, fmod } from '../intrinsics/math.ts';
import type { BinaryOperator } from '../syntax/tree.ts';
import { isFloatScalar, isUnsignedScalar } from '../types/conversions.ts';
import type { ScalarName } from '../types/types.ts';
import type { Lowering } from './lowering.ts';

/** One scalar operation; both operands have the type `scalar`. */
export function operate(l: Lowering, operator: BinaryOperator, a: number, b: number, scalar: ScalarName): number {
  const { e } = l;
  const type = irTypeOf(scalar);
  switch (operator) {
    case '+':
      return e.add(a, b);
    case '-':
      return e.sub(a, b);
    case '*':
      return e.mul(a, b);
    case '/':
      return divide(l, a, b, scalar);
    case '%':
      return remainder(l, a, b, scalar);
    case '<':
      return e.lt(a, b);
    case '>':
      return e.lt(b, a);
    case '<=':
      return e.ge(b, a);
    case '>=':
      return e.ge(a, b);
    case '==':
      return scalar === 'bool' ? l.b.op(Op['i.not'], BOOL, l.b.op(Op['i.xor'], BOOL, a, b)) : e.eq(a, b);
    case '!=':
      return scalar === 'bool' ? l.b.op(Op['i.xor'], BOOL, a, b) : e.ne(a, b);
    case '&':
    case '&&':
      return l.b.op(Op['i.and'], type, a, b);
    case '|':
    case '||':
      return l.b.op(Op['i.or'], type, a, b);
    case '^':
      return l.b.op(Op['i.xor'], type, a, b);
    case '<<':
      return l.b.op(Op['i.shl'], type, a, b);
    default:
      return l.b.op(isUnsignedScalar(scalar) ? Op['u.shr'] : Op['i.shr'], type, a, b);
  }
}

function divide(l: Lowering, a: number, b: number, scalar: ScalarName): number {
  const { e } = l;
  const type = irTypeOf(scalar);
  if (scalar === 'double') return l.b.op(Op['d.div'], type, a, b);
  if (isFloatScalar(scalar)) return e.div(a, b);
  // Integers are floats there.
  if (l.isDirect3D9) return e.convert(e.div(e.convert(a, 'float'), e.convert(b, 'float')), scalar);
  if (isUnsignedScalar(scalar)) return l.b.op(Op['u.div'], type, a, b);
  // There is no signed division: sizes are divided, and the sign follows.
  const quotient = e.as(Kind.i32, l.b.op(Op['u.div'], Kind.u32, sizeOf(l, a), sizeOf(l, b)));
  const signs = l.b.op(Op['i.and'], Kind.i32, l.b.op(Op['i.xor'], Kind.i32, a, b), e.signed(-0x8000_0000));
  return e.convert(selectOf(l, e.ne(signs, e.signed(0)), e.neg(quotient), quotient), scalar);
}

function sizeOf(l: Lowering, value: number): number {
  return l.e.as(Kind.u32, l.e.max(value, l.e.neg(value)));
}

function remainder(l: Lowering, a: number, b: number, scalar: ScalarName): number {
  const { e } = l;
  const type = irTypeOf(scalar);
  if (l.isDirect3D9 && !isFloatScalar(scalar)) {
    const [x, y] = [e.convert(a, 'float'), e.convert(b, 'float')];
    const isUnsigned = isUnsignedScalar(scalar);
    return e.convert(isUnsigned ? e.mul(e.unary('frc', e.div(x, y)), y) : floatRemainder(e, x, y), scalar);
  }
  if (isUnsignedScalar(scalar)) return l.b.op(Op['u.mod'], type, a, b);
  if (!isFloatScalar(scalar)) {
    const rest = e.as(Kind.i32, l.b.op(Op['u.mod'], Kind.u32, sizeOf(l, a), sizeOf(l, b)));
    const sign = l.b.op(Op['i.and'], Kind.i32, a, e.signed(-0x8000_0000));
    return e.convert(selectOf(l, e.ne(sign, e.signed(0)), e.neg(rest), rest), scalar);
  }
  return fmod(e, a, b);
}

/** One of two values, the right one at once where the condition is known. */
export function selectOf(l: Lowering, condition: number, whenTrue: number, whenFalse: number): number {
  const known = l.b.knownWord(condition);
  if (known !== undefined) return known !== 0 ? whenTrue : whenFalse;
  return whenTrue === whenFalse ? whenTrue : l.b.op(Op.select, l.b.ops.type[whenTrue]!, condition, whenTrue, whenFalse);
}
