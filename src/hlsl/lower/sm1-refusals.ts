/**
 * Operations that shader models 1 to 3 do not have: on bits, on doubles, on unsigned numbers that may be negative
 * (integers are floats there), on elements of resources, and derivatives in branches that stay. Reported where the
 * program reaches them, whether anything uses the result or not.
 */

import type { OpStore } from '../../ir/op-store.ts';
import { OP_NAMES, OP_ROWS, Op, OpFlag } from '../../ir/ops.ts';
import { walkModule, walkRegion } from '../../ir/passes/walk.ts';
import { Kind, kindOf, NONE } from '../../ir/types.ts';
import { knownValue, LITERALS } from '../check/constant-value.ts';
import type { TypedExpression } from '../check/typed-tree.ts';
import type { Tokens } from '../syntax/tree.ts';
import { type HlslType, type ScalarName, scalarsOf } from '../types/types.ts';
import type { Lowering } from './lowering.ts';
import { flowControlOf } from './sm1-flow.ts';

/** The operations in messages. */
const NAMES: Readonly<Record<string, string>> = {
  X3535: 'an operation on bits',
  X3548: 'an unsigned number that may be negative',
  X3684: 'a double',
  X3701: 'an element of a resource',
};

/** Refuses operations where they stay in the program; by default a message, which stays as long as its branch does. */
function refuse(l: Lowering, code: string, at: Tokens, ops = [l.b.opList(Op.message, NONE, [], 0)]): void {
  const before = l.at;
  l.at = at;
  l.refuse(ops, code, { name: NAMES[code] ?? code });
  l.at = before;
}

/** Elements of textures and buffers by `[]`. */
export function refuseElement(l: Lowering, expression: TypedExpression): void {
  if (l.isDirect3D9) refuse(l, 'X3701', expression);
}

/** Operations on bits, but for those that compute a constant of the source. */
export function refuseBits(l: Lowering, expression: TypedExpression): void {
  if (l.isDirect3D9 && knownValue(expression, LITERALS) === undefined) refuse(l, 'X3535', expression);
}

/** Unsigned numbers that may be negative. */
export function refuseNegative(l: Lowering, refs: readonly number[], at: Tokens): void {
  if (l.isDirect3D9 && refs.some((ref) => !isPositive(l, ref))) refuse(l, 'X3548', at);
}

/** Differences of unsigned numbers that stay in the program. */
export function refuseDifference(l: Lowering, refs: readonly number[], at: Tokens): void {
  if (!l.isDirect3D9) return;
  const ops = refs.filter((ref) => l.b.knownWord(ref) === undefined);
  if (ops.length > 0) refuse(l, 'X3548', at, ops);
}

/** Conversions to unsigned numbers and to doubles, from the values `before` to the scalars `to`. */
export function refuseConversion(
  l: Lowering,
  before: readonly number[],
  after: readonly number[],
  operand: HlslType,
  to: readonly ScalarName[],
  at: Tokens,
): void {
  if (!l.isDirect3D9 && l.hasDoubles) return;
  const from = scalarsOf(operand);
  if (from.includes('double') || to.includes('double')) refuse(l, 'X3684', at);
  if (!l.isDirect3D9 || !to.includes('uint')) return;
  // A cast of an int is no operation.
  if (from.includes('int')) refuseNegative(l, before, at);
  else if (!from.includes('uint') && !from.includes('bool')) refuseNegative(l, after, at);
}

/**
 * Derivatives of computed values, and reads of textures there, in branches that stay. Those of inputs, which have them
 * everywhere, and of constants are allowed.
 */
export function refuseForcedDerivatives(l: Lowering): void {
  const { module, b, refusals, stage, options } = l;
  if (!l.isDirect3D9 || stage !== 'ps' || options.skipsOptimization) return;
  if (flowControlOf(module.facts.profile) !== 'dynamic') return;
  const { ops } = module;
  walkModule(module, (branch) => {
    if (ops.code[branch] !== Op.if || (ops.flags[branch]! & OpFlag.branch) === 0) return;
    const isStatic = isTestOfConstant(ops, ops.a[branch]!);
    for (const side of [0, 1])
      walkRegion(module, ops.extra[branch]! + side, (op) => {
        if (OP_ROWS[ops.code[op]!]!.effect !== 'quad') return;
        const inputs = inputsIn(ops, ops.operand(op, 0));
        if (inputs !== undefined && inputs.size < 2) return;
        const at = b.spans.get(op)!;
        const after = { first: at.last + 1, last: at.last + 1 };
        const isLate = isStatic || inputs !== undefined;
        refusals.push({ ops: [op], code: isLate ? 'X4014' : 'X3528', values: {}, at: isLate ? after : at });
      });
  });
}

/** Whether a condition is a constant of the application, or that it is false. */
function isTestOfConstant(ops: OpStore, condition: number): boolean {
  const test = ops.code[condition] === Op['i.not'] ? ops.a[condition]! : condition;
  return /\.(ne|eq)$/.test(OP_NAMES[ops.code[test]!]!) && ops.code[ops.a[test]!] === Op['cb.load'];
}

/** The inputs that a value has components of; undefined for a computed value. A projection is part of the read. */
function inputsIn(ops: OpStore, value: number): Set<number> | undefined {
  const found = new Set<number>();
  const open = [value];
  for (let op = open.pop(); op !== undefined; op = open.pop()) {
    switch (ops.code[op]) {
      case Op.in:
        found.add(ops.extra[op]! >> 2);
        break;
      case Op.pick:
        for (const ref of ops.operands(op)) open.push(ref >> 2);
        break;
      case Op.bitcast:
        open.push(ops.a[op]!);
        break;
      case Op['f.div']:
        open.push(ops.a[op]!, ops.b[op]!);
        break;
      case Op.const:
      case Op['cb.load']:
        break;
      default:
        return undefined;
    }
  }
  return found;
}

/** Operands that are looked at. */
const MAX_DEPTH = 8;

/** Whether a number is known to be at least 0. */
function isPositive(l: Lowering, ref: number, depth = 0): boolean {
  const { ops } = l.b;
  const code = ops.code[ref]!;
  const type = ops.type[ref]!;
  const operand = (i: number) => isPositive(l, ops.operand(ref, i), depth + 1);
  if (depth > MAX_DEPTH) return false;
  switch (code) {
    case Op.const:
      // The sign of an int and of a float is the same bit.
      return kindOf(type) === Kind.u32 || ops.operand(ref, 0) >= 0;
    case Op.param:
    case Op.result:
    case Op['f.abs']:
    case Op['f.sat']:
    case Op['f.frc']:
    case Op['f.exp2']:
    case Op['f.rsq9']:
    case Op['cvt.u2f']:
      return true;
    case Op.in:
    case Op['cb.load']:
      return kindOf(type) === Kind.u32;
    case Op.bitcast:
      return kindOf(type) === Kind.u32 || operand(0);
    case Op['cvt.f2u']:
    case Op['cvt.f2i']:
    case Op['cvt.i2f']:
    case Op['f.rcp9']:
    case Op['f.floor']:
    case Op['f.ceil']:
    case Op['f.trunc']:
    case Op['f.rne']:
      return operand(0);
    case Op['f.mul']:
    case Op['i.mul']:
      return ops.operand(ref, 0) === ops.operand(ref, 1) || (operand(0) && operand(1));
    case Op['f.add']:
    case Op['i.add']:
    case Op['f.min']:
    case Op['i.min']:
    case Op['u.min']:
      return operand(0) && operand(1);
    case Op['f.max']:
    case Op['i.max']:
    case Op['u.max']:
      return operand(0) || operand(1);
    case Op.select:
      return operand(1) && operand(2);
    default:
      return false;
  }
}
