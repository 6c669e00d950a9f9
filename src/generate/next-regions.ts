/**
 * Puts the second region of each loop before the jumps that go to it, because programs have only `continue`, which goes
 * to the start of the body.
 */
import { appendTo } from '../base/collections.ts';
import { type IrModule, parametersOf } from '../ir/module.ts';
import { NO_OP } from '../ir/op-store.ts';
import { isConstruct, OP_ROWS, Op } from '../ir/ops.ts';
import { dropRegion, walkModule } from '../ir/passes/walk.ts';

export function joinNextRegions(module: IrModule): void {
  const { ops, first } = module;
  const continues = new Map<number, number[]>();
  const loops: number[] = [];
  walkModule(module, (op) => {
    if (ops.code[op] === Op.loop && first[ops.extra[op]! + 1] !== NO_OP) loops.push(op);
    if (ops.code[op] === Op.continue) appendTo(continues, ops.extra[op]!, op);
  });
  // Inner loops come after the ones that have them: their regions are copied when they are joined.
  for (const loop of loops.reverse()) {
    const region = ops.extra[loop]! + 1;
    const parameters = parametersOf(module, region);
    for (const jump of continues.get(loop) ?? []) {
      const copies = new Map<number, number>();
      for (const [i, parameter] of parameters.entries()) copies.set(parameter, ops.operand(jump, i));
      copyBefore(module, region, jump, copies, loop);
    }
    dropRegion(module, region);
  }
}

/** Copies the operations of a region before a jump; the values of its `repeat` become those of the jump. */
function copyBefore(module: IrModule, region: number, jump: number, copies: Map<number, number>, loop: number): void {
  const { ops, first } = module;
  for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
    if (ops.code[op] === Op.param) continue;
    if (ops.code[op] === Op.repeat && ops.extra[op] === loop) {
      ops.setOperands(jump, operandsOf(module, op, copies));
      return;
    }
    const copy = copyOf(module, op, copies);
    module.insertBefore(jump, copy);
    copyRegions(module, op, copy, copies);
  }
}

function operandsOf({ ops }: IrModule, op: number, copies: ReadonlyMap<number, number>): number[] {
  const rule = OP_ROWS[ops.code[op]!]!.operands;
  return ops.operands(op).map((operand) => {
    if (rule === 'bits') return operand;
    if (rule === 'refs') return ((copies.get(operand >> 2) ?? operand >> 2) << 2) | (operand & 3);
    return copies.get(operand) ?? operand;
  });
}

function copyOf(module: IrModule, op: number, copies: Map<number, number>): number {
  const { ops } = module;
  const copy = ops.addList(ops.code[op]!, ops.type[op]!, operandsOf(module, op, copies), ops.extra[op]!);
  ops.at[copy] = ops.at[op]!;
  ops.flags[copy] = ops.flags[op]!;
  if (OP_ROWS[ops.code[op]!]!.attribute === 'target') ops.extra[copy] = copies.get(ops.extra[op]!) ?? ops.extra[op]!;
  copies.set(op, copy);
  return copy;
}

function copyRegions(module: IrModule, op: number, copy: number, copies: Map<number, number>): void {
  const { ops, first } = module;
  if (!isConstruct(ops.code[op]!)) return;
  const start = ops.extra[op]!;
  const count = module.regionCount(op);
  const to = module.owner.length;
  for (let i = 0; i < count; i++) module.addRegion(copy, module.cases[start + i]);
  ops.extra[copy] = to;
  for (let i = 0; i < count; i++)
    for (let inner = first[start + i]!; inner !== NO_OP; inner = ops.next[inner]!) {
      const innerCopy = copyOf(module, inner, copies);
      module.append(to + i, innerCopy);
      copyRegions(module, inner, innerCopy, copies);
    }
}
