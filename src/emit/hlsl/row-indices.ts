/**
 * Rows of arrays that instructions address: a number that the instruction adds, an index, and its factor. Elements of
 * several rows, as arrays of structs or of arrays have them, are written with two indices.
 */
import { type IrModule, kindOf, Op } from '../../ir/index.ts';
import type { Users } from '../../ir/passes/walk.ts';
import { Precedence } from '../common/text-language.ts';
import type { RowIndex } from './array-plan.ts';
import type { HlslContext } from './context.ts';
import { type Component, constantOf, sourceOf, splitIndex } from './indices.ts';
import { indexText } from './rules/constants.ts';

/** The kinds that a value of memory is used as, seen through casts of its bits. */
export function usedKinds({ ops }: IrModule, value: number, users: Users): number[] {
  const kindOfUse = (user: number) => kindOf(ops.type[ops.code[user] === Op.bitcast ? user : value]!);
  return [...(users.get(value) ?? [])].map(kindOfUse);
}

/** The row that the first operand of an access names. */
export function rowIndexOf(module: IrModule, op: number, users: Users): RowIndex {
  const { ops } = module;
  const complete = sourceOf(module, ops.operand(op, 0), 0);
  const constant = constantOf(module, complete);
  if (constant !== undefined) return { row: constant, index: undefined, split: undefined };
  const { value, component } = complete;
  // An addition of the program is an instruction of its own.
  const isOffset =
    ops.code[value] === Op['i.add'] && [...(users.get(value) ?? [])].some((one) => ops.at[one] === ops.at[value]);
  const operands = isOffset ? [0, 1].map((i) => sourceOf(module, ops.operand(value, i), component)) : [];
  for (const [i, one] of operands.entries()) {
    const row = constantOf(module, one);
    if (row !== undefined && row > 0) return indexed(module, row, operands[1 - i]!);
  }
  return indexed(module, 0, complete);
}

function indexed(module: IrModule, row: number, index: Component): RowIndex {
  return { row, index, split: splitIndex(module, index.value, index.component) };
}

/** The number of rows of an element: the factor of all indices; 1 where they have different ones. */
export function strideOf(rows: readonly RowIndex[]): number {
  const strides = new Set(
    rows.flatMap(({ split }) => (split === undefined ? [] : split.constant === 0 ? split.factor : 1)),
  );
  const [stride = 1] = strides;
  return strides.size === 1 ? stride : 1;
}

/** The indices of a row that counts from the first one of an array. */
export function rowText(w: HlslContext, { row, index, split }: RowIndex, stride: number): string {
  const element = Math.floor(row / stride);
  const text = (one: Component) =>
    element === 0 ? indexText(w, one) : `${indexText(w, one, Precedence.additive)} + ${element}`;
  const inner = stride === 1 ? '' : `[${row % stride}]`;
  if (index === undefined) return `[${element}]${inner}`;
  return stride === 1 ? `[${text(index)}]` : `[${text(split!.variable!)}]${inner}`;
}

/** The sizes of an array of some rows. */
export function rowCounts(count: number, stride: number): string {
  return stride === 1 ? `[${count}]` : `[${Math.ceil(count / stride)}][${stride}]`;
}
