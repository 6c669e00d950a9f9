/**
 * Facts of operations that passes need, as bits by operation number: reading them is one access to a typed array.
 */

import { type IrBuilder, refOf } from '../builder.ts';
import type { IrModule } from '../module.ts';
import { NO_OP, type OpStore } from '../op-store.ts';
import { OP_NAMES, OP_ROWS, Op } from '../ops.ts';
import { OP_RULES, type OpRules } from '../type-rules.ts';
import { F32, type IrType, Kind, widthOf, withKind } from '../types.ts';

/** Bits of {@link OP_FACTS}. */
export const OpFact = {
  /** Operands are values. */
  values: 1,
  /** Operands are components of values. */
  refs: 2,
  /** It has an effect besides its value. */
  writes: 4,
  /** Region structure and jumps. */
  control: 8,
  /** It leaves or repeats a construct with values. */
  jump: 16,
  /** Never removed as dead: effects, loops (which may not end), calls, ends of functions. */
  root: 32,
  /** An equal operation before it has the same value. */
  merges: 64,
  /** Equal operations merge if memory has not changed in between. */
  mergesReads: 128,
  /** It can be computed from constants. */
  folds: 256,
  /** Its operands and its value are floats and conditions, never words whose type a pass finds. */
  floats: 512,
  /** Arithmetic of integers that is the same with a sign and without. */
  signless: 1024,
} as const;

const FLOATS_AND_CONDITIONS = (1 << Kind.f32) | (1 << Kind.bool);
const isOfFloats = ({ result, operands }: OpRules): boolean =>
  operands.length > 0 &&
  [result, ...operands].every(
    (rule) => rule?.same !== undefined || ((rule?.kinds ?? 0) & ~FLOATS_AND_CONDITIONS) === 0,
  );

/** Bitwise logic has no sign either, but its constants read better as unsigned numbers. */
const SIGNLESS: readonly number[] = [Op['i.add'], Op['i.sub'], Op['i.mul'], Op['i.shl']];

const JUMPS: readonly number[] = [Op.exit, Op.continue, Op.repeat];

export const OP_FACTS = /* @__PURE__ */ Uint16Array.from(OP_ROWS, ({ effect, operands, attribute }, code) => {
  const isJump = JUMPS.includes(code);
  const isEnd = code >= Op.exit && !isJump;
  const isOther = operands === 'bits' || operands === 'owner';
  const isRoot = effect === 'writes' || code === Op.call || code === Op.loop || isEnd;
  const isBound = OP_NAMES[code]!.startsWith('instance.') || code === Op.status;
  const folds = effect === 'pure' && attribute === 'none' && !isOther && operands !== '' && !isBound;
  const merges = (effect === 'pure' || effect === 'quad') && code !== Op.undef;
  return (
    (isOther ? 0 : operands === 'refs' ? OpFact.refs : OpFact.values) |
    (effect === 'writes' ? OpFact.writes : 0) |
    (effect === 'control' ? OpFact.control : 0) |
    (isJump ? OpFact.jump : 0) |
    (isRoot ? OpFact.root : 0) |
    (merges ? OpFact.merges : 0) |
    (effect === 'reads' ? OpFact.mergesReads : 0) |
    (folds && code !== Op.pick ? OpFact.folds : 0) |
    (effect === 'pure' && isOfFloats(OP_RULES[code]!) ? OpFact.floats : 0) |
    (SIGNLESS.includes(code) ? OpFact.signless : 0)
  );
});

/** By the number of an operation: the operands, a bit each, that have the type of the result. */
export const SAME_AS_RESULT = /* @__PURE__ */ Uint8Array.from(OP_RULES, ({ operands }) =>
  operands.reduce((bits, { same }, i) => bits | (same === 'result' ? 1 << i : 0), 0),
);

/** The binding of the group memory that an operation accesses; undefined for others. */
export function groupMemoryOf({ ops, accesses, bindings }: IrModule, op: number): number | undefined {
  if (OP_ROWS[ops.code[op]!]!.attribute !== 'access') return undefined;
  const { binding } = accesses[ops.extra[op]!]!;
  return bindings[binding]!.kind === 'group' ? binding : undefined;
}

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

// Parts of values: components, and bits as another kind.

const ONE = new Int32Array(1);

/** Component `i` of a value; the value itself if it has only one. */
export function componentOf(builder: IrBuilder, value: number, i: number): number {
  if (widthOf(builder.ops.type[value]!) === 1) return value;
  ONE[0] = refOf(value, i);
  return builder.pick(ONE);
}

/** The bits of a value as another kind, without a new cast of what is constant or a cast itself. */
export function recast(builder: IrBuilder, kind: number, value: number): number {
  const { ops } = builder;
  const code = ops.code[value]!;
  if (code === Op.const) return builder.opList(Op.const, withKind(ops.type[value]!, kind), ops.operands(value));
  return builder.as(kind, code === Op.bitcast ? ops.a[value]! : value);
}

export function byComponent(builder: IrBuilder, type: IrType, compute: (i: number) => number): number {
  const refs: number[] = [];
  for (let i = 0; i < widthOf(type); i++) refs.push(refOf(compute(i)));
  return builder.pick(refs);
}

const float = new Float32Array(1);
const word = new Int32Array(float.buffer);

/** The number that a scalar constant is; undefined for other values. */
export function numberOf(ops: OpStore, value: number): number | undefined {
  if (ops.code[value] !== Op.const || ops.type[value] !== F32) return undefined;
  word[0] = ops.operand(value, 0);
  return float[0];
}

/** The operations whose values an operation reads. */
export function valuesOf(ops: OpStore, op: number): readonly number[] {
  const facts = OP_FACTS[ops.code[op]!]!;
  if ((facts & OpFact.refs) !== 0) return ops.operands(op).map((ref) => ref >> 2);
  return (facts & OpFact.values) !== 0 ? ops.operands(op) : [];
}
