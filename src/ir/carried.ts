/**
 * Live-in and live-out values of constructs, loops and functions: their parameters and results, which are operations in
 * or after them.
 */
import type { IrModule } from './module.ts';
import { NO_OP } from './op-store.ts';
import { Op } from './ops.ts';
import type { IrType } from './types.ts';

/** The results of a construct or call, in order. */
export function resultsOf({ ops }: IrModule, owner: number): number[] {
  const list: number[] = [];
  for (let op = ops.next[owner]!; op !== NO_OP && ops.code[op] === Op.result && ops.a[op] === owner; op = ops.next[op]!)
    list.push(op);
  return list;
}

/** The parameters of a region, in order. */
export function parametersOf({ ops, first }: IrModule, region: number): number[] {
  const list: number[] = [];
  for (let op = first[region]!; op !== NO_OP && ops.code[op] === Op.param; op = ops.next[op]!) list.push(op);
  return list;
}

/** The region whose parameters `continue` gives: the second one of a loop, or its body where that is empty. */
export function continueRegion({ ops, first }: IrModule, loop: number): number {
  const body = ops.extra[loop]!;
  return first[body + 1] === NO_OP ? body : body + 1;
}

/** Types of values. */
export function typesOf({ ops }: IrModule, values: readonly number[]): IrType[] {
  return values.map((value) => ops.type[value]!);
}
