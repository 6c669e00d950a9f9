/** Counters of loops in models 4 to 5.1: parameters that change by a constant, and that only the loop uses. */
import { Kind, kindOf, NO_OP, OP_ROWS, Op, parametersOf, resultsOf, typeOf, widthOf } from '../../ir/index.ts';
import { continuesOf } from '../common/counted-loops.ts';
import { Mode } from '../common/decide-values.ts';
import { forEachOp } from '../common/resource-uses.ts';
import { type LoopCounter, Precedence } from '../common/text-language.ts';
import type { HlslContext } from './context.ts';
import { sourceOf } from './indices.ts';

/** The counter of a loop; undefined for a loop without any, or with more than one. */
export function counterOf(w: HlslContext, loop: number): LoopCounter | undefined {
  const { module, emitter } = w;
  const { ops, first } = module;
  const body = ops.extra[loop]!;
  if (first[body + 1] !== NO_OP) return undefined;
  const jumps = continuesOf(w, loop, body);
  if (jumps.length === 0) return undefined;
  const results = resultsOf(module, loop);
  const isGiven = (value: number) =>
    (emitter.flow.plan.exits.get(loop) ?? []).some((exit) =>
      results.some((result, i) => emitter.decisions.mentions[result]! > 0 && ops.operand(exit, i) === value),
    );
  const found: LoopCounter[] = [];
  const signed = new Set<number>();
  for (const [i, parameter] of parametersOf(module, body).entries()) {
    const kind = kindOf(ops.type[parameter]!);
    if ((kind !== Kind.i32 && kind !== Kind.u32) || widthOf(ops.type[parameter]!) > 1) continue;
    const step = stepOf(w, jumps, i, parameter);
    if (step === undefined || isGiven(parameter)) continue;
    const initial = () => w.as(ops.operand(loop, i), kindOf(ops.type[parameter]!), Precedence.lowest);
    if (isSigned(w, parameter, ops.operand(jumps[0]!, i))) signed.add(parameter);
    found.push({ parameter, step: (name) => stepText(name, step), initial });
  }
  if (found.length !== 1) return undefined;
  const [{ parameter }] = found as [LoopCounter];
  if (signed.has(parameter)) ops.type[parameter] = typeOf(Kind.i32, 1);
  return found[0];
}

/** Whether signed numbers are enough for a counter: it is compared as one, or only an index. */
function isSigned({ module, emitter }: HlslContext, parameter: number, sum: number): boolean {
  const { ops } = module;
  let isCompared = false;
  let isOther = false;
  forEachOp(module, (op) => {
    const code = ops.code[op]!;
    const { operands, effect } = OP_ROWS[code]!;
    if (effect === 'pure' && emitter.decisions.modes[op] === Mode.none) return;
    if (operands === 'bits' || operands === 'owner' || op === sum) return;
    for (let i = 0; i < ops.arity[op]!; i++) {
      if ((operands === 'refs' ? ops.operand(op, i) >> 2 : ops.operand(op, i)) !== parameter) continue;
      if (code === Op.bitcast && kindOf(ops.type[op]!) === Kind.i32) isCompared = true;
      else if (i > 0 || (code !== Op['cb.load'] && code !== Op['cb.dynamic'] && code !== Op['buf.load']))
        isOther = true;
    }
  });
  return isCompared && !isOther;
}

function stepText(name: string, step: number): string {
  if (Math.abs(step) === 1) return `${name}${step > 0 ? '++' : '--'}`;
  return `${name} ${step > 0 ? '+=' : '-='} ${Math.abs(step)}`;
}

/** How many rows of variables a sum with a constant is the index of: their text has only what varies. */
function rowsAt({ module, layouts }: HlslContext, sum: number): number {
  const { ops } = module;
  let rows = 0;
  forEachOp(module, (op) => {
    if (ops.code[op] !== Op['cb.load'] || !layouts.has(ops.extra[op]! >> 2)) return;
    if (sourceOf(module, ops.operand(op, 0), 0).value === sum) rows++;
  });
  return rows;
}

/** The constant that all jumps add to a parameter, and use for nothing but indexes. */
function stepOf(w: HlslContext, jumps: readonly number[], operand: number, parameter: number): number | undefined {
  const { emitter, module } = w;
  const { ops } = module;
  const [first] = jumps;
  const sum = ops.operand(first!, operand);
  if (!jumps.every((jump) => ops.operand(jump, operand) === sum) || ops.code[sum] !== Op['i.add']) return undefined;
  const mentions = emitter.decisions.mentions[sum]!;
  if (mentions !== jumps.length && mentions !== jumps.length + rowsAt(w, sum)) return undefined;
  for (const [one, other] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const word = emitter.wordOf(ops.operand(sum, other));
    if (ops.operand(sum, one) === parameter && word !== undefined && (word | 0) !== 0) return word | 0;
  }
  return undefined;
}
