/**
 * Control point phases that only copy: without one, the points that a hull shader gets are those that it gives (source:
 * Direct3D 11.3 functional specification, hull shaders; oracle).
 */
import type { IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { Op } from '../../ir/ops.ts';
import { walkModule } from '../../ir/passes/walk.ts';
import { widthOf } from '../../ir/types.ts';

/** Operations of a phase that only copies. */
const COPYING: ReadonlySet<number> = /* @__PURE__ */ new Set([Op.in, Op.pick, Op.bitcast, Op.out, Op.return]);

/** Removes a control point phase that gives each point as it got it; other phases then read the points that it got. */
export function removeCopyingPhase(module: IrModule): void {
  const number = module.functions.findIndex(({ kind }) => kind === 'controlPoint');
  if (number < 0 || !copiesPoints(module, module.functions[number]!.region)) return;
  module.functions.splice(number, 1);
  const { ops, inputs } = module;
  walkModule(module, (op) => {
    if (ops.code[op] !== Op.in) return;
    const { kind, register } = inputs[ops.extra[op]! >> 2]!;
    if (kind !== 'outputPoint') return;
    const input = inputs.findIndex((one) => one.kind === 'inputPoint' && one.register === register);
    ops.extra[op] = (input << 2) | (ops.extra[op]! & 3);
  });
}

function copiesPoints(module: IrModule, region: number): boolean {
  const { ops, first, inputs, outputs, facts, inputRanges } = module;
  const given = outputs.filter(({ kind }) => kind === 'outputPoint');
  const count = inputs.filter(({ kind }) => kind === 'inputPoint').length;
  if (facts.inputPoints !== facts.outputPoints || inputRanges.length > 0) return false;
  // A phase that gives nothing is left out as well (source: oracle).
  if (given.length !== count && given.length > 0) return false;
  const missing = new Map(given.map((one) => [one, one.mask]));
  for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
    if (!COPYING.has(ops.code[op]!)) return false;
    if (ops.code[op] !== Op.out) continue;
    const output = outputs[ops.extra[op]! >> 2]!;
    const value = ops.operand(op, 0);
    for (let lane = 0; lane < widthOf(ops.type[value]!); lane++) {
      const component = (ops.extra[op]! & 3) + lane;
      if (!isPoint(module, value, lane, output.register, component)) return false;
      missing.set(output, missing.get(output)! & ~(1 << component));
    }
  }
  return [...missing.values()].every((mask) => mask === 0);
}

/** Whether a component of a value is that of a register of the point of the invocation. */
function isPoint(module: IrModule, value: number, lane: number, register: number, component: number): boolean {
  const { ops, inputs } = module;
  const [source, at] = sourceOf(module, value, lane);
  const input = inputs[ops.extra[source]! >> 2];
  if (ops.code[source] !== Op.in || input?.kind !== 'inputPoint' || input.register !== register) return false;
  if ((ops.extra[source]! & 3) + at !== component) return false;
  const [point] = sourceOf(module, ops.operand(source, 0), 0);
  return ops.code[point] === Op.in && inputs[ops.extra[point]! >> 2]?.special === 'outputPointId';
}

/** The operation that gives a component, past picks and casts. */
function sourceOf({ ops }: IrModule, value: number, lane: number): [op: number, lane: number] {
  let [op, at] = [value, lane];
  while (ops.code[op] === Op.pick || ops.code[op] === Op.bitcast) {
    const operand = ops.operand(op, ops.code[op] === Op.pick ? at : 0);
    if (ops.code[op] === Op.pick) at = operand & 3;
    op = ops.code[op] === Op.pick ? operand >> 2 : operand;
  }
  return [op, at];
}
