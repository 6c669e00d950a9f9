/**
 * `rep` and `loop` of shader models 1 to 3: loops with a count of iterations that are left, and perhaps a counter.
 */
import { isConstruct, NO_OP, OP_ROWS, Op, parametersOf, resultsOf } from '../../ir/index.ts';
import type { TextContext } from './text-context.ts';
import type { CountedLoop } from './text-language.ts';

/** The count of a loop that only a jump leaves. */
const ENDLESS = 255;

interface LoopContext extends TextContext {
  /** Decisions by loop. */
  readonly countedLoops: Map<number, CountedLoop | undefined>;
}

/**
 * How a loop with a count is written, decided once; undefined for any other one.
 *
 * @param openingOf the first line of a loop; `isEndless`: only a jump leaves it
 */
export function countedLoop(
  w: LoopContext,
  loop: number,
  openingOf: (name: string, count: string, isEndless: boolean) => string | undefined,
): CountedLoop | undefined {
  if (!w.countedLoops.has(loop)) w.countedLoops.set(loop, decide(w, loop, openingOf));
  return w.countedLoops.get(loop);
}

function decide(w: LoopContext, loop: number, openingOf: Parameters<typeof countedLoop>[2]): CountedLoop | undefined {
  const { module, emitter } = w;
  const { ops, first } = module;
  const body = ops.extra[loop]!;
  const parameters = parametersOf(module, body);
  const test = testOf(w, body);
  if (test === undefined) return undefined;
  const left = ops.operand(ops.operand(test, 0), 0);
  const number = parameters.indexOf(left);
  if (number < 0 || !leavesAsItIs(w, loop, test, parameters)) return undefined;
  const jumps = continuesOf(w, loop, body);
  if (first[body + 1] !== NO_OP || !jumps.every((jump) => isStep(w, ops.operand(jump, number), left, Op['i.sub']!)))
    return undefined;
  const count = countText(w, ops.operand(loop, number));
  if (count === undefined) return undefined;
  const counters = new Map<number, string>([[left, '']]);
  const index = parameters.findIndex(
    (one, i) => i !== number && jumps.every((jump) => isStep(w, ops.operand(jump, i), one, Op['i.add']!)),
  );
  if (isIdle(w, loop)) return { opening: undefined, test, counters, isIdle: true };
  const name = emitter.names.unique('i');
  if (index >= 0 && jumps.length > 0) {
    const step = ops.operand(jumps[0]!, index);
    const text = counterText(w, name, ops.operand(loop, index), ops.operand(step, 1));
    emitter.expressions[parameters[index]!] = text;
    counters.set(parameters[index]!, text);
  }
  const isEndless = count === String(ENDLESS) && index < 0;
  return { opening: openingOf(name, count, isEndless), test, counters, isIdle: false };
}

/** The `if` at the beginning of a loop that leaves it when no iteration is left. */
function testOf({ module: { ops, first } }: LoopContext, body: number): number | undefined {
  for (let op = first[body]!; op !== NO_OP; op = ops.next[op]!) {
    const code = ops.code[op]!;
    if (code === Op.if) {
      const condition = ops.operand(op, 0);
      if (ops.code[condition] !== Op['i.eq']) return undefined;
      const zero = ops.operand(condition, 1);
      return ops.code[zero] === Op.const && ops.operand(zero, 0) === 0 ? op : undefined;
    }
    if (code !== Op.param && code !== Op['i.eq'] && code !== Op.const && code !== Op.pick && code !== Op.result)
      return undefined;
  }
  return undefined;
}

/** Whether a test leaves the loop with what its parameters are. */
function leavesAsItIs(w: LoopContext, loop: number, test: number, parameters: readonly number[]): boolean {
  const { module, emitter } = w;
  const { ops, first } = module;
  const exit = first[ops.extra[test]!]!;
  if (exit === NO_OP || ops.code[exit] !== Op.exit || ops.extra[exit] !== loop) return false;
  const taken = new Set<number>();
  return resultsOf(module, loop).every((result, i) => {
    if (emitter.decisions.mentions[result] === 0) return true;
    const value = ops.operand(exit, i);
    if (taken.has(value) || !parameters.includes(value) || ops.type[value] !== ops.type[result]) return false;
    taken.add(value);
    return true;
  });
}

/** Whether a loop has no effect and no result that is used. */
function isIdle(w: LoopContext, loop: number): boolean {
  const { module, emitter } = w;
  const { ops, first } = module;
  if (resultsOf(module, loop).some((result) => emitter.decisions.mentions[result] !== 0)) return false;
  const isQuiet = (region: number): boolean => {
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const code = ops.code[op]!;
      const { effect } = OP_ROWS[code]!;
      if ((effect !== 'pure' && effect !== 'control' && !isConstruct(code)) || code === Op.return) return false;
      if (isConstruct(code))
        for (let i = 0; i < module.regionCount(op); i++) if (!isQuiet(ops.extra[op]! + i)) return false;
    }
    return true;
  };
  return isQuiet(ops.extra[loop]!);
}

/** The jumps that repeat a loop. */
export function continuesOf({ module }: Pick<TextContext, 'module'>, loop: number, body: number): number[] {
  const { ops, first } = module;
  const list: number[] = [];
  const walk = (region: number): void => {
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const code = ops.code[op]!;
      if ((code === Op.continue || code === Op.repeat) && ops.extra[op] === loop) list.push(op);
      if (code === Op.if || code === Op.loop || code === Op.switch || code === Op.block)
        for (let i = 0; i < module.regionCount(op); i++) walk(ops.extra[op]! + i);
    }
  };
  walk(body);
  return list;
}

function isStep({ module: { ops } }: LoopContext, value: number, of: number, code: number): boolean {
  return ops.code[value] === code && ops.operand(value, 0) === of;
}

/** The number of iterations. */
function countText(w: LoopContext, value: number): string | undefined {
  const { ops } = w.module;
  if (ops.code[value] === Op.const) return String(ops.operand(value, 0));
  let load = ops.code[value] === Op['u.min'] ? ops.operand(value, 0) : value;
  if (ops.code[load] === Op.bitcast) load = ops.operand(load, 0);
  // Constants are integers, or floats that become integers.
  const isRead = ops.code[load] === Op['cb.load'] || ops.code[load] === Op['cvt.f2i'];
  return isRead ? w.emitter.value(load) : undefined;
}

/** The counter by the number of the iteration: constants of the application begin at 0 and add 1. */
function counterText(w: LoopContext, name: string, start: number, step: number): string {
  const { ops } = w.module;
  const numberOf = (value: number, fallback: number) =>
    ops.code[value] === Op.const ? ops.operand(value, 0) | 0 : fallback;
  const [first, by] = [numberOf(start, 0), numberOf(step, 1)];
  const scaled = by === 1 ? name : `${by} * ${name}`;
  return first === 0 ? scaled : `(${scaled} + ${first})`;
}
