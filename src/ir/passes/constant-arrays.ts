/**
 * Reads arrays that are only filled once, from constants or with rows of a constant buffer, where these are: compilers
 * copy both into arrays to index them.
 *
 * Such an array is stored to in one region of the main function, by constant indices and before anything reads it, and
 * read there or in constructs that are there. An index that is outside of the array still gives 0.
 */

import { getOrInsert } from '../../base/collections.ts';
import { MAX_TABLE_ROWS } from '../../base/limits.ts';
import { refOf } from '../builder.ts';
import { type IrModule, isInRegion } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { Op } from '../ops.ts';
import { BOOL, kindOf, U32, widthOf, wordsOf } from '../types.ts';
import { isBelow } from './op-facts.ts';
import { uncast } from './rules.ts';
import { builderBefore, Replacements, walkModule } from './walk.ts';

/** Returns whether there were arrays that are only filled once. */
export function readConstantArrays(module: IrModule): boolean {
  if (module.variables.length === 0) return false;
  const fillings = fillingsOf(module);
  if (fillings.size === 0) return false;
  const replacements = new Replacements(module.ops);
  const sources = new Map<number, Source>();
  for (const [variable, filling] of fillings) {
    const source = sourceOf(module, variable, filling);
    if (source !== undefined) sources.set(variable, source);
  }
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const { ops } = module;
    const code = ops.code[op]!;
    if (code !== Op['var.load'] && code !== Op['var.store']) return;
    const source = sources.get(ops.extra[op]! >> 2);
    if (source === undefined) return;
    if (code === Op['var.load']) replacements.replace(op, read(module, op, source));
    module.remove(op);
  });
  replacements.release();
  return sources.size > 0;
}

/** The stores of an array: values by row and component, as references; and which components are read. */
interface Filling {
  readonly refs: Map<number, number>;
  /** The region of the first access. */
  readonly region: number;
  isRead: boolean;
  readComponents: number;
}

/** Where the rows of an array are: immediate constants or a constant buffer, from a row on. */
interface Source {
  readonly rows: number;
  /** Code and attribute of the operation that reads, without the component. */
  readonly code: number;
  readonly extra: number;
  readonly first: number;
}

/** Arrays that are filled and then only read, with what they are filled with. */
function fillingsOf(module: IrModule): Map<number, Filling> {
  const { ops, variables, functions } = module;
  const fillings = new Map<number, Filling>();
  const refused = new Set<number>();
  const main = functions.find(({ kind }) => kind === 'main')?.region;
  walkModule(module, (op) => {
    const code = ops.code[op]!;
    if (code !== Op['var.load'] && code !== Op['var.store']) return;
    const variable = ops.extra[op]! >> 2;
    const first = ops.extra[op]! & 3;
    const region = ops.region[op]!;
    const filling = getOrInsert(fillings, variable, () => ({
      refs: new Map(),
      region,
      isRead: false,
      readComponents: 0,
    }));
    if (code === Op['var.load']) {
      if (!isInRegion(module, op, filling.region)) refused.add(variable);
      filling.isRead = true;
      filling.readComponents |= ((1 << widthOf(ops.type[op]!)) - 1) << first;
      return;
    }
    const [row, value] = [ops.a[op]!, ops.b[op]!];
    const isFixed = ops.code[row] === Op.const && isBelow(ops, row, variables[variable]!.rows);
    if (!isFixed || filling.isRead || region !== filling.region) refused.add(variable);
    else
      for (let i = 0; i < widthOf(ops.type[value]!); i++)
        filling.refs.set(4 * ops.a[row]! + first + i, refOf(value, i));
  });
  for (const variable of refused) fillings.delete(variable);
  // A function that is called before the array is filled would read zeros.
  if (main === undefined || functions.length > 1) fillings.clear();
  return fillings;
}

function sourceOf(module: IrModule, variable: number, filling: Filling): Source | undefined {
  const { rows } = module.variables[variable]!;
  if (!filling.isRead || filling.refs.size === 0) return undefined;
  return tableOf(module, rows, filling) ?? bufferRowsOf(module, rows, filling);
}

function tableOf(module: IrModule, rows: number, { refs }: Filling): Source | undefined {
  const { ops } = module;
  const before = module.immediateConstants;
  const first = before.length >> 2;
  if (first + rows > MAX_TABLE_ROWS) return undefined;
  const words = new Uint32Array(4 * (first + rows));
  words.set(before);
  for (const [at, ref] of refs) {
    const value = ref >> 2;
    if (ops.code[value] !== Op.const || wordsOf(kindOf(ops.type[value]!)) > 1) return undefined;
    words[4 * first + at] = ops.operand(value, ref & 3);
  }
  module.immediateConstants = words;
  return { rows, code: Op['icb.load'], extra: 0, first };
}

/** Rows of a constant buffer, one after the other, each component where it was. */
function bufferRowsOf(module: IrModule, rows: number, { refs, readComponents }: Filling): Source | undefined {
  const { ops } = module;
  let source: Source | undefined;
  for (let row = 0; row < rows; row++) {
    for (let component = 0; component < 4; component++) {
      if ((readComponents & (1 << component)) === 0) continue;
      const ref = refs.get(4 * row + component);
      const value = ref === undefined ? NO_OP : uncast(module.ops, ref >> 2);
      if (ref === undefined || ops.code[value] !== Op['cb.load'] || ops.arity[value] !== 1) return undefined;
      const index = ops.a[value]!;
      if (ops.code[index] !== Op.const || (ops.extra[value]! & 3) + (ref & 3) !== component) return undefined;
      const candidate = { rows, code: Op['cb.load'], extra: ops.extra[value]! & ~3, first: ops.a[index]! - row };
      source ??= candidate;
      if (candidate.extra !== source.extra || candidate.first !== source.first || candidate.first < 0) return undefined;
    }
  }
  return source;
}

/** Returns the value of a load, from the source; 0 outside of the array. */
function read(module: IrModule, op: number, { rows, code, extra, first }: Source): number {
  const { ops } = module;
  const builder = builderBefore(module, op);
  const type = ops.type[op]!;
  const index = builder.as(kindOf(U32), ops.a[op]!);
  const row = first === 0 ? index : builder.op(Op['i.add'], U32, index, builder.unsigned(first));
  const value = builder.opWith(extra | (ops.extra[op]! & 3), code, type, row);
  const isOnly = code === Op['icb.load'] && first === 0 && 4 * rows === module.immediateConstants.length;
  if (isOnly || isBelow(ops, ops.a[op]!, rows)) return value;
  const isInside = builder.op(Op['u.lt'], BOOL, index, builder.unsigned(rows));
  const zero = builder.constant(type, ...new Array<number>(widthOf(type)).fill(0));
  return builder.op(Op.select, type, isInside, value, zero);
}
