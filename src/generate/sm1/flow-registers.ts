/**
 * Registers of flow in models 2 and 3: a loop whose counter goes from 0 to a number that the application sets, or from
 * one literal to another, runs as often as an integer constant (`rep i0`), and a branch on a condition that the
 * application sets reads a boolean one (`if b0`).
 */
import type { IrModule } from '../../ir/module.ts';
import { continueRegion, parametersOf } from '../../ir/module.ts';
import { NO_OP, type OpStore } from '../../ir/op-store.ts';
import { Op } from '../../ir/ops.ts';
import { removeDead } from '../../ir/passes/dce.ts';
import { numberOf, valuesOf } from '../../ir/passes/op-facts.ts';
import { builderBefore, dropRegion, keepOperands, renumber, walkModule } from '../../ir/passes/walk.ts';
import { BOOL, F32, Kind, U32 } from '../../ir/types.ts';
import { MAX_REPEATED } from '../../isa/sm1/limits.ts';
import type { LoopCount } from '../nodes.ts';

/** The scalar that a binding is for the application. */
export type UniformKind = 'int' | 'bool' | undefined;

/** A component of a binding of float constants. */
export interface UniformScalar {
  readonly binding: number;
  readonly row: number;
  readonly component: number;
}

/** The binding and the row of an integer or boolean constant. */
export interface FlowRegister {
  readonly binding: number;
  readonly row: number;
}

/** Values of the application that loops and branches read. */
export interface FlowUniforms {
  /** The scalar that a component is for the application. */
  readonly kindOf: (scalar: UniformScalar) => UniformKind;
  /** Makes a component a constant of another register file. */
  readonly newRegister: (scalar: UniformScalar, file: 'int' | 'bool') => FlowRegister;
}

/** Lets loops and branches read bindings of integers and conditions. */
export function useFlowRegisters(module: IrModule, uniforms: FlowUniforms): void {
  const { ops } = module;
  const branches: number[] = [];
  walkModule(module, (op) => {
    if (ops.code[op] === Op.if) branches.push(op);
  });
  for (const [loop, jumps] of loopsOf(module)) {
    const isCount = (value: number) => uniformOf(module, value, uniforms, 'int') !== undefined;
    const counted = countedLoop(module, loop, jumps, (counter) => countsTo(module, counter, isCount));
    if (counted === undefined) continue;
    const { test } = counted;
    const count = ops.b[test]!;
    const builder = builderBefore(module, test);
    const { binding, row } = uniforms.newRegister(uniformOf(module, count, uniforms, 'int')!, 'int');
    const read = builder.opWith(binding << 2, Op['cb.load'], Kind.i32, builder.constant(Kind.i32, row));
    ops.setOperand(test, 1, builder.op(Op['cvt.i2f'], F32, read));
  }
  for (const branch of branches) readCondition(module, branch, uniforms);
  // The values that they read before are not used any more.
  removeDead(module);
}

function readCondition(module: IrModule, branch: number, uniforms: FlowUniforms): void {
  const { ops } = module;
  const condition = ops.a[branch]!;
  const code = ops.code[condition];
  if ((code !== Op['f.ne'] && code !== Op['f.eq']) || !isConstant(module, ops.b[condition]!, 0)) return;
  const scalar = uniformOf(module, ops.a[condition]!, uniforms, 'bool');
  if (scalar === undefined) return;
  const builder = builderBefore(module, branch);
  const { binding, row } = uniforms.newRegister(scalar, 'bool');
  const word = builder.opWith(binding << 2, Op['cb.load'], U32, builder.constant(Kind.i32, row));
  ops.setOperand(branch, 0, builder.op(Op['i.ne'], BOOL, word, builder.unsigned(0)));
  if (code === Op['f.eq']) swapRegions(module, ops.extra[branch]!);
}

/** The component of a float constant that a value is, if the application has a scalar of `kind` there. */
function uniformOf(
  { ops, bindings }: IrModule,
  value: number,
  { kindOf }: FlowUniforms,
  kind: UniformKind,
): UniformScalar | undefined {
  if (ops.code[value] !== Op['cb.load']) return undefined;
  const row = ops.a[value]!;
  const extra = ops.extra[value]!;
  if (ops.code[row] !== Op.const || bindings[extra >> 2]!.file !== 'float') return undefined;
  const scalar = { binding: extra >> 2, row: ops.operand(row, 0), component: extra & 3 };
  return kindOf(scalar) === kind ? scalar : undefined;
}

/** Whether a value is an integer constant as a float. */
function isInteger({ ops, bindings }: IrModule, value: number): boolean {
  const read = ops.a[value]!;
  return (
    ops.code[value] === Op['cvt.i2f'] &&
    ops.code[read] === Op['cb.load'] &&
    bindings[ops.extra[read]! >> 2]!.file === 'int'
  );
}

function isConstant({ ops }: IrModule, value: number, word: number): boolean {
  return ops.code[value] === Op.const && ops.operand(value, 0) === word;
}

function swapRegions({ ops, first, last }: IrModule, region: number): void {
  for (const list of [first, last]) [list[region], list[region + 1]] = [list[region + 1]!, list[region]!];
  for (const one of [region, region + 1])
    for (let op = first[one]!; op !== NO_OP; op = ops.next[op]!) ops.region[op] = one;
}

/** A parameter that the test of a loop reads. */
interface Counter {
  /** The comparison. */
  readonly test: number;
  readonly parameter: number;
  /** Its values before the loop and in the next iterations. */
  readonly start: number;
  readonly next: readonly number[];
}

/** A loop that runs as often as its counter says. */
interface CountedLoop extends Counter {
  /** The branch that leaves the loop. */
  readonly exit: number;
  /** The index of the counter among the parameters of the loop. */
  readonly index: number;
}

/** The loops of a module, with the jumps that go on with each. */
function loopsOf(module: IrModule): Map<number, number[]> {
  const { ops } = module;
  const loops = new Map<number, number[]>();
  walkModule(module, (op) => {
    const code = ops.code[op]!;
    if (code === Op.loop) loops.set(op, []);
    else if (code === Op.continue) loops.get(ops.extra[op]!)?.push(op);
  });
  return loops;
}

/** A loop that is left only where a counter has reached a number, before anything happens. */
function countedLoop(
  module: IrModule,
  loop: number,
  continues: readonly number[],
  isCounter: (counter: Counter) => boolean,
): CountedLoop | undefined {
  const { ops, first } = module;
  const region = ops.extra[loop]!;
  const parameters = parametersOf(module, region);
  if (continueRegion(module, loop) !== region) return undefined;
  let exit = parameters.length > 0 ? ops.next[parameters.at(-1)!]! : first[region]!;
  while (exit !== NO_OP && PURE.has(ops.code[exit]!)) exit = ops.next[exit]!;
  if (exit === NO_OP || ops.code[exit] !== Op.if) return undefined;
  const test = ops.a[exit]!;
  if (TESTS[ops.code[test]!] === undefined) return undefined;
  const index = parameters.findIndex((parameter) => parameter === ops.a[test] || parameter === ops.b[test]);
  if (index < 0) return undefined;
  const [then, otherwise] = [ops.extra[exit]!, ops.extra[exit]! + 1];
  const [stay, leave] = [first[then]!, first[otherwise]!];
  if (stay === NO_OP || ops.code[stay] !== Op.exit || ops.extra[stay] !== exit) return undefined;
  if (leave === NO_OP || ops.code[leave] !== Op.exit || ops.extra[leave] !== loop) return undefined;
  if (!leavesWithParameters(module, loop, leave)) return undefined;
  const next = continues.map((jump) => ops.operand(jump, index));
  const counter = { test, parameter: parameters[index]!, start: ops.operand(loop, index), next };
  return isCounter(counter) ? { ...counter, exit, index } : undefined;
}

/** The tests of counters, and what stays in the loop. */
const TESTS: Readonly<Record<number, (a: number, b: number) => boolean>> = {
  [Op['f.lt']]: (a, b) => a < b,
  [Op['f.ge']]: (a, b) => a >= b,
};

/** Operations before the test of a loop that change nothing. */
const PURE: ReadonlySet<number> = /* @__PURE__ */ new Set([
  Op.const,
  Op['cb.load'],
  Op['f.lt'],
  Op['f.ge'],
  Op['cvt.i2f'],
]);

/** Whether a counter goes from 0 to a value. */
function countsTo(
  module: IrModule,
  { test, parameter, start, next }: Counter,
  isCount: (value: number) => boolean,
): boolean {
  const { ops } = module;
  if (ops.code[test] !== Op['f.lt'] || ops.a[test] !== parameter || !isCount(ops.b[test]!)) return false;
  return isConstant(module, start, 0) && next.every((value) => stepOf(ops, value, parameter) === 1);
}

/** How often a loop runs whose counter begins with a literal, adds one each time and is compared with another. */
function iterationsOf({ ops }: IrModule, { test, parameter, start, next }: Counter): number | undefined {
  const [first, ...others] = next;
  const step = first === undefined ? undefined : stepOf(ops, first, parameter);
  if (step === undefined || others.some((one) => one !== first && stepOf(ops, one, parameter) !== step))
    return undefined;
  const isLeft = ops.a[test] === parameter;
  const limit = numberOf(ops, isLeft ? ops.b[test]! : ops.a[test]!);
  let value = numberOf(ops, start);
  if (value === undefined || limit === undefined) return undefined;
  const goesOn = TESTS[ops.code[test]!]!;
  for (let count = 0; count <= MAX_REPEATED; count++) {
    if (!(isLeft ? goesOn(value, limit) : goesOn(limit, value))) return count === 0 ? undefined : count;
    value = Math.fround(value + step);
  }
  return undefined;
}

/** The literal that is added to a parameter. */
function stepOf(ops: OpStore, value: number, parameter: number): number | undefined {
  if (ops.code[value] !== Op['f.add']) return undefined;
  const [a, b] = [ops.a[value]!, ops.b[value]!];
  if (a === parameter) return numberOf(ops, b);
  return b === parameter ? numberOf(ops, a) : undefined;
}

/** Whether the results of a loop are the parameters of the next iteration, or values from before it. */
function leavesWithParameters(module: IrModule, loop: number, leave: number): boolean {
  const { ops } = module;
  const region = ops.extra[loop]!;
  return ops
    .operands(leave)
    .every((value) => (ops.code[value] === Op.param && ops.region[value] === region) || isOutside(module, value, loop));
}

function isOutside({ ops, owner }: IrModule, value: number, loop: number): boolean {
  if (ops.code[value] === Op.const) return true;
  for (let region = ops.region[value]!; region >= 0; ) {
    const construct = owner[region]!;
    if (construct === loop) return false;
    if (construct < 0 || ops.code[construct] === undefined) return true;
    const outer = ops.region[construct]!;
    if (outer === region) return true;
    region = outer;
  }
  return true;
}

/** A loop without a test, and its results when it has run so often. */
export interface CountedResults {
  readonly times: LoopCount;
  readonly results: readonly number[];
}

/** Integer constants; some of them are for loops that count nothing. */
const INTEGER_CONSTANTS = 16;
const UNCOUNTED = 2;

/** The first integer constant that no variable has. */
export function firstInteger({ bindings }: IrModule): number {
  return Math.max(0, ...bindings.filter(({ file }) => file === 'int').map(({ register, size = 0 }) => register + size));
}

/** Takes the tests out of loops that run as often as an integer constant says. */
export function takeCounts(module: IrModule): ReadonlyMap<number, CountedResults> {
  const { ops, bindings, first } = module;
  const counts = new Map<number, CountedResults>();
  const literals = new Set<number>();
  const maxLiterals = INTEGER_CONSTANTS - UNCOUNTED - firstInteger(module);
  for (const [loop, jumps] of loopsOf(module)) {
    let iterations: number | undefined;
    const counted = countedLoop(module, loop, jumps, (counter) => {
      iterations = iterationsOf(module, counter);
      if (iterations !== undefined && literals.add(iterations).size > maxLiterals) literals.delete(iterations);
      if (iterations !== undefined) return literals.has(iterations);
      return countsTo(module, counter, (value) => isInteger(module, value));
    });
    if (counted === undefined) continue;
    const { exit, test } = counted;
    let times: LoopCount | undefined = iterations === undefined ? undefined : { count: iterations };
    if (times === undefined) {
      const read = ops.a[ops.b[test]!]!;
      times = { register: bindings[ops.extra[read]! >> 2]!.register + ops.operand(ops.a[read]!, 0) };
    }
    const results = ops.operands(first[ops.extra[exit]! + 1]!);
    counts.set(loop, { times, results });
    dropRegion(module, ops.extra[exit]!);
    dropRegion(module, ops.extra[exit]! + 1);
    module.remove(exit);
    if (!results.includes(counted.parameter)) dropCounter(module, loop, jumps, counted);
  }
  return counts;
}

/** Takes a counter that nothing reads any more out of its loop. */
function dropCounter(module: IrModule, loop: number, jumps: readonly number[], { index, test }: CountedLoop): void {
  const { ops } = module;
  const parameters = parametersOf(module, ops.extra[loop]!);
  const dropped = new Set([test, parameters[index]!, ...jumps.map((jump) => ops.operand(jump, index))]);
  const isDropped = (value: number) => dropped.has(value);
  for (let op = 0; op < ops.count; op++) {
    if (ops.region[op] === NO_OP || isDropped(op)) continue;
    const values = jumps.includes(op) ? ops.operands(op).filter((_, i) => i !== index) : valuesOf(module.ops, op);
    if (values.some(isDropped)) return;
  }
  const others = parameters.filter((_, i) => i !== index);
  const indices = [...parameters.keys()].filter((i) => i !== index);
  for (const op of [loop, ...jumps]) keepOperands(module, op, indices);
  for (const op of dropped) module.remove(op);
  renumber(module, others);
}
