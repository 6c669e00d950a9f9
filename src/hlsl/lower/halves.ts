/**
 * Half precision in models 1 to 3: which operations need half the bits, and which inputs all of them.
 *
 * Not for: marking what an expression computes (expressions.ts).
 */
import { Op, OpFlag } from '../../ir/ops.ts';
import type { TypedExpression } from '../check/typed-tree.ts';
import type { HlslType } from '../types/types.ts';
import type { Lowering } from './lowering.ts';

/** Expressions that compute something by themselves. */
export const COMPUTING: ReadonlySet<TypedExpression['kind']> = new Set([
  'unary',
  'binary',
  'conditional',
  'update',
  'intrinsic',
] as const);

export function isOfHalves(type: HlslType): boolean {
  return type.kind === 'numeric' && type.scalar === 'half';
}

/** Notes that inputs are read with all bits. */
export function noteFullInputs(l: Lowering, expression: TypedExpression, refs: readonly number[]): void {
  const { ops } = l.b;
  let root = expression;
  while (root.kind === 'member' || root.kind === 'element' || root.kind === 'swizzle') root = root.object;
  if (root.kind !== 'variable' || !l.inputVariables.has(root.variable)) return;
  for (const ref of refs) {
    const op = originOf(l, ref, 0);
    if (ops.code[op] === Op.in) l.fullInputs.add(ops.extra[op]! >> 2);
  }
}

/** Values that become halves are computed as such, unless they were there before, as operation `first`. */
export function markHalves(l: Lowering, refs: readonly number[], first: number): void {
  for (const ref of refs) {
    const op = originOf(l, ref, first);
    if (op >= first) l.b.ops.flags[op]! |= OpFlag.half;
  }
}

/** The operation that a value is a component or the bits of; not one before operation `first`. */
function originOf({ b: { ops } }: Lowering, ref: number, first: number): number {
  let op = ref;
  while (op >= first && (ops.code[op] === Op.pick || ops.code[op] === Op.bitcast))
    op = ops.code[op] === Op.pick ? ops.operand(op, 0) >> 2 : ops.a[op]!;
  return op;
}
