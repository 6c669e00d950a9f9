/**
 * Branches that leave a block early: the operations after such a branch go into its other side, and the block is not
 * left from inside any more. `if (a) { x; exit } y; exit` becomes `if (a) { x } else { y }; exit`.
 *
 * Not for: jumps to the next iteration of a loop, which programs have an instruction for; returns, which are exits once
 * functions are inlined.
 */
import { type IrModule, resultsOf } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { Op } from '../ops.ts';
import { NONE } from '../types.ts';
import { Replacements, walkModule, walkRegion } from './walk.ts';

/** How deep branches may become nested: programs have a limit of 64. */
const MAX_DEPTH = 24;

/** Returns whether it changed anything. */
export function nestExits(module: IrModule): boolean {
  const { ops } = module;
  const blocks: number[] = [];
  walkModule(module, (op) => {
    if (ops.code[op] === Op.block) blocks.push(op);
  });
  if (blocks.length === 0) return false;
  const replacements = new Replacements(ops);
  let hasChanged = false;
  for (const block of blocks) if (nestIn(module, block, ops.extra[block]!, replacements, 0)) hasChanged = true;
  if (hasChanged) walkModule(module, (op) => replacements.resolve(module, op));
  replacements.release();
  return hasChanged;
}

/** Nests the branches of a region at whose end a construct is left. */
function nestIn(
  module: IrModule,
  construct: number,
  region: number,
  replacements: Replacements,
  depth: number,
): boolean {
  const { ops, first, last } = module;
  const leaves = (side: number, left: number) => {
    const end = last[side]!;
    return end !== NO_OP && ops.code[end] === Op.exit && ops.extra[end] === left;
  };
  if (depth === MAX_DEPTH || !leaves(region, construct)) return false;
  for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
    if (ops.code[op] !== Op.if) continue;
    const sides = [ops.extra[op]!, ops.extra[op]! + 1] as const;
    const other = sides.find((side) => leaves(side, op));
    if (other === undefined || !sides.some((side) => leaves(side, construct))) continue;
    moveRest(module, op, other, replacements);
    replaceExits(module, sides, construct, op);
    const types = ops.operands(last[other]!).map((value) => ops.type[value]!);
    const results = types.map((type, i) => ops.add(Op.result, type, 1, op, 0, 0, i));
    for (const result of results) module.append(region, result);
    module.append(region, ops.addList(Op.exit, NONE, results, construct));
    for (const side of sides) nestIn(module, op, side, replacements, depth + 1);
    return true;
  }
  return false;
}

/** Moves all operations after a branch to the end of one of its sides, whose values are the results there. */
function moveRest(module: IrModule, branch: number, side: number, replacements: Replacements): void {
  const { ops, last } = module;
  const end = last[side]!;
  const values = ops.operands(end);
  for (const [i, result] of resultsOf(module, branch).entries()) {
    replacements.replace(result, values[i]!);
    module.remove(result);
  }
  module.remove(end);
  for (let op = ops.next[branch]!; op !== NO_OP; op = ops.next[branch]!) {
    module.remove(op);
    module.append(side, op);
  }
}

/** Makes exits of one construct inside of regions exits of another. */
function replaceExits(module: IrModule, regions: readonly number[], from: number, to: number): void {
  const { ops } = module;
  for (const region of regions)
    walkRegion(module, region, (op) => {
      if (ops.code[op] === Op.exit && ops.extra[op] === from) ops.extra[op] = to;
    });
}
