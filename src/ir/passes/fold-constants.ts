/**
 * Computes pure operations whose operands are constants, with the evaluator itself, so that a constant equals the
 * result of the operation. Undefined operands are 0, as in emitted code: a compiler that evaluates `1.0 / 0.0` may
 * reject it.
 *
 * Operations that Direct3D leaves inexact (`f.exp2`) get the value of base/numerics, one of those that are allowed.
 */

import { COMPUTING } from '../evaluate/handlers-computing.ts';
import { IrValues, LANES, VALUE_WORDS } from '../evaluate/values.ts';
import { IrModule } from '../module.ts';
import { INLINE_OPERANDS, type OpStore } from '../op-store.ts';
import { Op } from '../ops.ts';
import { kindOf, widthOf, wordsOf } from '../types.ts';

/** Operands that an operation may have here; the operation comes after them. */
const MAX_OPERANDS = 4;
/** Where the operands are, by how many there are. */
const VALUES: readonly (readonly number[])[] = [[], [0], [0, 1], [0, 1, 2], [0, 1, 2, 3]];

/** A module with four values and the operation after them. */
let scratch: IrValues | undefined;

/** The words of a result, by how many there are; used again by the next call. */
const RESULTS: readonly Int32Array[] = Array.from({ length: 9 }, (_, count) => new Int32Array(count));

function scratchValues(): IrValues {
  const module = new IrModule('ps', { version: [5, 0], profile: 'ps_5_0' });
  for (let i = 0; i <= MAX_OPERANDS; i++) module.ops.add(Op.undef, 0, 0, 0, 0, 0, 0);
  return new IrValues(module);
}

/**
 * The words of the value of `op`, whose operands are constants or undefined ones, which are 0, component by component.
 * The next call uses the array again.
 */
function evaluatePure(from: OpStore, op: number): Int32Array {
  scratch ??= scratchValues();
  const { words, module } = scratch;
  const { ops } = module;
  const count = from.arity[op]!;
  for (let i = 0; i < count; i++) {
    const value = from.operand(op, i);
    ops.type[i] = from.type[value]!;
    const length = from.arity[value]!;
    if (length === 0) words.fill(0, VALUE_WORDS * i, VALUE_WORDS * (i + 1));
    for (let k = 0; k < length; k++) {
      const start = VALUE_WORDS * i + k * LANES;
      words.fill(from.operand(value, k), start, start + LANES);
    }
  }
  // Longer lists of earlier calls are not needed any more.
  if (count > INLINE_OPERANDS) ops.poolCount = 0;
  const code = from.code[op]!;
  const type = from.type[op]!;
  ops.code[MAX_OPERANDS] = code;
  ops.type[MAX_OPERANDS] = type;
  ops.setOperands(MAX_OPERANDS, VALUES[count]!);
  COMPUTING[code]!(scratch, MAX_OPERANDS);
  const result = RESULTS[widthOf(type) * wordsOf(kindOf(type))]!;
  for (let i = 0; i < result.length; i++) result[i] = words[VALUE_WORDS * MAX_OPERANDS + i * LANES]!;
  return result;
}

const { const: CONST, bitcast: BITCAST, undef: UNDEF } = Op;

/** Whether all operands of an operation are constant or undefined. A cast of an undefined value is one, too. */
function isFoldable(ops: OpStore, op: number): boolean {
  const { code } = ops;
  const count = ops.arity[op]!;
  if (count === 0 || (code[op] === BITCAST && code[ops.a[op]!] === UNDEF)) return false;
  if (count > INLINE_OPERANDS) {
    for (let i = 0; i < count; i++) if (!isKnown(code[ops.operand(op, i)]!)) return false;
    return true;
  }
  if (!isKnown(code[ops.a[op]!]!)) return false;
  return (count < 2 || isKnown(code[ops.b[op]!]!)) && (count < 3 || isKnown(code[ops.c[op]!]!));
}

function isKnown(code: number): boolean {
  return code === CONST || code === UNDEF;
}

/** Makes `op`, an operation that folds ({@link OP_FACTS}), a constant if its operands are. */
export function foldConstants({ ops }: IrModule, op: number): boolean {
  if (!isFoldable(ops, op)) return false;
  const value = ops.a[op]!;
  // The common case needs no evaluator: the words stay.
  if (ops.code[op] === BITCAST && ops.arity[value] === 1) ops.a[op] = ops.a[value]!;
  else ops.setOperands(op, evaluatePure(ops, op));
  ops.code[op] = CONST;
  return true;
}
