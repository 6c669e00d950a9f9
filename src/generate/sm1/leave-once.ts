/**
 * Makes each function and each body of a loop end at one point: models 1 to 3 have neither `ret` in blocks nor
 * `continue`. A body that several jumps end becomes a block, which `break` can leave.
 */
import { appendTo } from '../../base/collections.ts';
import { type IrModule, parametersOf } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { Op } from '../../ir/ops.ts';
import { walkModule } from '../../ir/passes/walk.ts';
import { NONE } from '../../ir/types.ts';

export function leaveOnce(module: IrModule): void {
  const { ops, last } = module;
  const continues = new Map<number, number[]>();
  const returns: number[] = [];
  walkModule(module, (op) => {
    if (ops.code[op] === Op.return) returns.push(op);
    if (ops.code[op] === Op.continue) appendTo(continues, ops.extra[op]!, op);
  });
  for (const [loop, jumps] of continues) if (jumps.length > 1) wrapBody(module, loop, jumps);
  const region = module.functions[0]!.region;
  if (returns.length > 1 || (returns.length === 1 && last[region] !== returns[0]))
    wrap(module, region, NO_OP, returns, Op.return, NO_OP);
}

/** Puts the body of a loop into a block, whose results are the values of the next iteration. */
function wrapBody(module: IrModule, loop: number, jumps: readonly number[]): void {
  const region = module.ops.extra[loop]!;
  wrap(module, region, parametersOf(module, region).at(-1) ?? NO_OP, jumps, Op.continue, loop);
}

/** Puts the operations of a region after `start` into a block, and the jumps that end the region after it. */
function wrap(
  module: IrModule,
  region: number,
  start: number,
  jumps: readonly number[],
  code: number,
  loop: number,
): void {
  const { ops, first } = module;
  const block = ops.add(Op.block, NONE, 0, 0, 0, 0, 0);
  const inner = module.addRegion(block);
  ops.extra[block] = inner;
  let op = start === NO_OP ? first[region]! : ops.next[start]!;
  const at = op === NO_OP ? 0 : ops.at[op]!;
  while (op !== NO_OP) {
    const next = ops.next[op]!;
    module.remove(op);
    module.append(inner, op);
    op = next;
  }
  ops.at[block] = at;
  module.append(region, block);
  const types = ops.operands(jumps[0]!).map((value) => ops.type[value]!);
  const results = types.map((type, i) => {
    const result = ops.add(Op.result, type, 1, block, 0, 0, i);
    module.append(region, result);
    return result;
  });
  for (const jump of jumps) {
    const operands = ops.operands(jump);
    ops.code[jump] = Op.exit;
    ops.setOperands(jump, operands);
    ops.extra[jump] = block;
  }
  module.append(region, ops.addList(code, NONE, results, code === Op.return ? 0 : loop));
}
