/**
 * Writes constructs and jumps. Results of constructs and parameters of loops are variables that jumps assign; a loop
 * has one variable for a parameter and the result that it becomes.
 */
import { MAX_EMITTED_NESTING } from '../../base/limits.ts';
import { type IrModule, type IrType, Kind, kindOf, NO_OP, Op } from '../../ir/index.ts';
import type { ValueDecisions } from './decide-values.ts';
import { type FlowPlan, planFlow } from './flow-plan.ts';
import type { LineWriter } from './lines.ts';
import { DX6010 } from './messages.ts';
import type { NameScope } from './names.ts';
import type { EmitReport } from './plan.ts';
import { type LoopCounter, Precedence, type TextLanguage } from './text-language.ts';

// Assignments that happen at once, in an order in which none destroys what a later one reads; a temporary is made only
// where they form a cycle.

export interface Copy {
  readonly target: string;
  readonly value: string;
  /** Variables that the value mentions. */
  readonly reads: ReadonlySet<string>;
}

/**
 * @param assign writes one assignment
 * @param keep writes a constant with a value and returns its name
 */
export function copyInParallel<C extends Copy>(
  copies: readonly C[],
  assign: (target: string, value: string) => void,
  keep: (copy: C) => string,
): void {
  const waiting = new Map<string, C>();
  let areFree = true;
  for (const copy of copies) {
    if (copy.target === copy.value) continue;
    waiting.set(copy.target, copy);
    areFree &&= copy.reads.size === 0;
  }
  if (areFree) {
    // Most assignments read no variable: the last one is written first, as below.
    for (const { target, value } of [...waiting.values()].reverse()) assign(target, value);
    return;
  }
  /** How many waiting copies read each target. */
  const readers = new Map<string, number>();
  const count = (name: string, change: number) => readers.set(name, (readers.get(name) ?? 0) + change);
  for (const copy of waiting.values()) for (const name of copy.reads) if (name !== copy.target) count(name, 1);
  const ready = [...waiting.keys()].filter((name) => (readers.get(name) ?? 0) === 0);
  const finish = (copy: C, reads: ReadonlySet<string>): void => {
    for (const name of reads) {
      if (name === copy.target) continue;
      count(name, -1);
      if (readers.get(name) === 0 && waiting.has(name)) ready.push(name);
    }
  };
  while (waiting.size > 0) {
    const name = ready.pop();
    if (name !== undefined) {
      const copy = waiting.get(name);
      if (copy === undefined) continue;
      waiting.delete(name);
      assign(copy.target, copy.value);
      finish(copy, copy.reads);
      continue;
    }
    const [copy] = waiting.values();
    const saved = keep(copy!);
    // Moved to the end, so that the next one to keep is of another cycle.
    waiting.delete(copy!.target);
    waiting.set(copy!.target, { ...copy!, value: saved, reads: new Set() });
    finish(copy!, copy!.reads);
  }
}

/** The part of the expression emitter that {@link FlowPrinter} uses. */
export interface FlowHost {
  readonly module: IrModule;
  readonly language: TextLanguage;
  readonly lines: LineWriter;
  readonly names: NameScope;
  readonly report: EmitReport;
  readonly decisions: ValueDecisions;
  /** Variables by the value that they hold. */
  readonly variables: Map<number, string>;
  readonly expressions: string[];
  line(text: string): void;
  region(region: number): void;
  value(op: number, precedence?: number): string;
  operand(op: number, i: number, precedence?: number): string;
  variablesIn(value: number): ReadonlySet<string>;
  parametersOf(region: number): number[];
  resultsOf(owner: number): number[];
}

/** Writes constructs that are calls: their regions are functions, which exits leave. */
export interface CallPrinter {
  has(construct: number): boolean;
  write(construct: number): void;
  /** Writes an exit of a call; false for any other one. */
  leave(exit: number): boolean;
}

/** An assignment of a jump to a variable. */
interface Assigned {
  readonly target: string;
  /** The text of the operand. */
  readonly value: string;
  readonly operand: number;
  /** Of the variable. */
  readonly type: IrType;
}

export class FlowPrinter {
  readonly plan: FlowPlan;
  readonly #module: IrModule;
  /** Names of flags by construct: of leaving it, of repeating a loop. */
  readonly #leaveFlags: string[] = [];
  readonly #repeatFlags: string[] = [];
  /** Tests of loops that count, which their openings say. */
  readonly #hidden = new Set<number>();

  constructor(private readonly emitter: FlowHost) {
    this.#module = emitter.module;
    this.plan = planFlow(emitter.module);
  }

  /** Constructs that are calls of functions. */
  calls: CallPrinter | undefined;

  construct(op: number): void {
    if (this.calls?.has(op)) {
      this.calls.write(op);
      return;
    }
    if (this.#hidden.has(op) || this.#isIdle(op)) return;
    const { emitter } = this;
    const { ops } = this.#module;
    if (emitter.lines.depth > MAX_EMITTED_NESTING) {
      emitter.report(DX6010, ops.at[op]!, { limit: MAX_EMITTED_NESTING });
      return;
    }
    const code = ops.code[op]!;
    if (this.plan.leaving.has(op)) {
      const name = emitter.names.unique('leave');
      this.#leaveFlags[op] = name;
      emitter.line(emitter.language.flag(name));
    }
    if (code === Op.loop) this.#loop(op);
    else {
      const wrap = this.plan.wrapped.has(op);
      if (code === Op.if) this.#declareResultsOfIf(op);
      else this.#declareResults(emitter.resultsOf(op));
      if (wrap) for (const text of emitter.language.once[0]) this.#open(text);
      if (code === Op.if) this.#if(op);
      else if (code === Op.switch) this.#switch(op);
      else if (wrap) emitter.region(ops.extra[op]!);
      else {
        this.#open('{');
        emitter.region(ops.extra[op]!);
        this.#close('}');
      }
      if (wrap) for (const text of emitter.language.once[1]) this.#close(text);
    }
    for (const { target, repeats, statement } of this.plan.checks.get(op) ?? []) {
      if (this.calls?.has(target)) continue;
      const flag = (repeats ? this.#repeatFlags : this.#leaveFlags)[target]!;
      this.#open(`if (${flag}) {`);
      emitter.line(`${statement};`);
      this.#close('}');
    }
  }

  /** Whether a loop that counts does nothing. */
  #isIdle(op: number): boolean {
    if (this.#module.ops.code[op] !== Op.loop) return false;
    return this.emitter.language.counted?.(op)?.isIdle === true;
  }

  #open(text: string): void {
    this.emitter.line(text);
    this.emitter.lines.indent();
  }

  #close(text: string): void {
    this.writeWaitingLoop();
    this.emitter.lines.outdent();
    this.emitter.line(text);
  }

  // Variables

  #isUsed(value: number): boolean {
    return this.emitter.decisions.mentions[value]! > 0;
  }

  /** Makes a variable for a value. */
  #declare(value: number, initial?: string): void {
    const { emitter } = this;
    const type = this.#module.ops.type[value]!;
    const kind = kindOf(type);
    const byKind = kind === Kind.i32 || kind === Kind.u32 ? 'n' : kind === Kind.bool ? 'flag' : 'v';
    const name = emitter.names.unique(emitter.language.nameOf?.(value, '') ?? byKind);
    emitter.variables.set(value, name);
    emitter.line(emitter.language.variable(name, type, initial));
  }

  #declareResults(results: readonly number[]): void {
    for (const result of results)
      if (this.#isUsed(result) && !this.emitter.variables.has(result)) this.#declare(result);
  }

  /** Where the `else` only gives values from outside, they are what the variables hold first. */
  #declareResultsOfIf(op: number): void {
    const { ops, first } = this.#module;
    const results = this.emitter.resultsOf(op);
    const exit = first[ops.extra[op]! + 1]!;
    const isShort = this.#isEmptyElse(op);
    for (const [i, result] of results.entries())
      if (this.#isUsed(result)) this.#declare(result, isShort ? this.emitter.value(ops.operand(exit, i)) : undefined);
  }

  /** Whether the `else` contains only an exit of its `if`, which no other exit leaves from inside. */
  #isEmptyElse(op: number): boolean {
    if (this.plan.wrapped.has(op)) return false;
    const { ops, first } = this.#module;
    const exit = first[ops.extra[op]! + 1]!;
    return exit !== NO_OP && ops.code[exit] === Op.exit && ops.extra[exit] === op;
  }

  // Constructs

  #if(op: number): void {
    const { emitter } = this;
    const { ops, first } = this.#module;
    const start = ops.extra[op]!;
    const isThenEmpty = this.#saysNothing(first[start]!);
    const otherwise = start + 1;
    const isElseEmpty = this.#isEmptyElse(op) || this.#saysNothing(first[otherwise]!);
    const { language } = emitter;
    if (language.breakIf !== undefined && isElseEmpty && this.#isBreakAlone(start)) {
      if (this.#isLoopWaiting) this.writeWaitingLoop(op);
      else emitter.line(language.breakIf(this.#condition(op)));
      return;
    }
    if (isThenEmpty && !isElseEmpty) {
      this.#openIf(op, `!${this.#condition(op, Precedence.primary)}`);
      emitter.region(otherwise);
    } else {
      this.#openIf(op, this.#condition(op));
      emitter.region(start);
      if (!isElseEmpty) {
        emitter.lines.outdent();
        this.#open('} else {');
        emitter.region(otherwise);
      }
    }
    this.#close('}');
  }

  #openIf(op: number, condition: string): void {
    this.#open(this.emitter.language.openIf?.(condition, op) ?? `if (${condition}) {`);
  }

  #condition(op: number, precedence: number = Precedence.lowest): string {
    const { emitter } = this;
    const text = emitter.language.condition?.(op);
    if (text === undefined) return emitter.operand(op, 0, precedence);
    return precedence > Precedence.lowest ? `(${text})` : text;
  }

  /** Whether the text of a region that begins with `op` is empty. */
  #saysNothing(op: number): boolean {
    const { ops } = this.#module;
    if (op === NO_OP || ops.code[op] === Op.unreachable) return true;
    if (ops.code[op] !== Op.exit || this.plan.jumps.get(op)?.kind !== 'fallThrough') return false;
    return this.emitter.resultsOf(ops.extra[op]!).every((result) => !this.#isUsed(result));
  }

  #switch(op: number): void {
    const { emitter } = this;
    const { ops, cases } = this.#module;
    const type = ops.type[ops.operand(op, 0)]!;
    const { language } = emitter;
    this.#open(language.switchOn(this.#condition(op)));
    const start = ops.extra[op]!;
    const count = this.#module.regionCount(op);
    let hasDefault = false;
    for (let i = start; i < start + count; i++) {
      const { values, isDefault } = cases[i]!;
      hasDefault ||= isDefault;
      this.#open(`${language.cases(values, isDefault, type)} {`);
      emitter.region(i);
      if (language.needsCaseBreaks && this.reachesEnd(i)) emitter.line('break;');
      this.#close('}');
    }
    if (!hasDefault) emitter.line(`${language.cases([], true, type)} { break; }`);
    this.#close('}');
  }

  #loop(op: number): void {
    const { emitter } = this;
    const { ops, first } = this.#module;
    const { language } = emitter;
    const body = ops.extra[op]!;
    const next = body + 1;
    const hasNext = first[next] !== NO_OP;
    const parameters = emitter.parametersOf(body);
    const counted = language.counted?.(op);
    const counter = counted === undefined ? language.counter?.(op) : undefined;
    for (const [i, parameter] of parameters.entries())
      if (this.#isUsed(parameter) && !counted?.counters.has(parameter) && counter?.parameter !== parameter)
        this.#declare(parameter, emitter.operand(op, i));
    this.#pairResults(op, parameters);
    this.#declareResults(emitter.resultsOf(op));
    if (hasNext)
      for (const parameter of emitter.parametersOf(next)) if (this.#isUsed(parameter)) this.#declare(parameter);
    if (counted !== undefined) this.#hidden.add(counted.test);
    this.#openLoop(counted?.opening);
    if (counter !== undefined) this.#waitingCounter = this.#declareCounter(counter);
    if (this.plan.repeating.has(op)) {
      const name = emitter.names.unique('again');
      this.#repeatFlags[op] = name;
      emitter.line(language.flag(name));
    }
    emitter.region(body);
    if (!this.plan.left.has(op) && language.endless !== undefined) emitter.line(language.endless);
    if (hasNext && language.continuing !== undefined) {
      this.#open(language.continuing);
      emitter.region(next);
      this.#close('}');
    }
    this.#close('}');
  }

  /** Whether a loop is open whose first line waits for the first statement in it, which may be its condition. */
  #isLoopWaiting = false;
  /** The counter of that loop: its declaration and its step. */
  #waitingCounter: readonly [declaration: string, step: string] | undefined;

  #declareCounter({ parameter, initial, step }: LoopCounter): [declaration: string, step: string] {
    const { emitter } = this;
    const name = emitter.names.unique('i');
    const type = this.#module.ops.type[parameter]!;
    emitter.expressions[parameter] = name;
    return [emitter.language.variable(name, type, initial()), step(name)];
  }

  #openLoop(opening?: string): void {
    const { language, lines } = this.emitter;
    if (language.loopUntil === undefined || opening !== undefined) {
      this.#open(opening ?? language.loop);
      return;
    }
    this.writeWaitingLoop();
    lines.indent();
    this.#isLoopWaiting = true;
  }

  /** Writes the first line of a loop that waits for it, before any other line in it. */
  writeWaitingLoop(test?: number): void {
    if (!this.#isLoopWaiting) return;
    this.#isLoopWaiting = false;
    const { emitter } = this;
    const counter = this.#waitingCounter;
    this.#waitingCounter = undefined;
    const { loop, loopUntil } = emitter.language;
    const opening = test === undefined && counter === undefined ? loop : loopUntil!(test, counter);
    emitter.lines.outdent();
    emitter.line(opening);
    emitter.lines.indent();
  }

  /** Whether a region only leaves the innermost loop or switch, without values that are not in their variables. */
  #isBreakAlone(region: number): boolean {
    const { ops, first } = this.#module;
    const { emitter } = this;
    const exit = first[region]!;
    if (exit === NO_OP || ops.code[exit] !== Op.exit || this.plan.jumps.get(exit)?.kind !== 'break') return false;
    return emitter.resultsOf(ops.extra[exit]!).every((result, i) => {
      const variable = emitter.variables.get(result);
      return variable === undefined || variable === emitter.variables.get(ops.operand(exit, i));
    });
  }

  /** A result that exits give a parameter for has its variable: the parameter is not read after the loop. */
  #pairResults(op: number, parameters: readonly number[]): void {
    const { ops } = this.#module;
    const { variables } = this.emitter;
    const taken = new Set<number>();
    for (const [i, result] of this.emitter.resultsOf(op).entries()) {
      if (!this.#isUsed(result)) continue;
      for (const exit of this.plan.exits.get(op) ?? []) {
        const value = ops.operand(exit, i);
        if (taken.has(value) || !parameters.includes(value) || ops.type[value] !== ops.type[result]) continue;
        taken.add(value);
        variables.set(result, variables.get(value)!);
        break;
      }
    }
  }

  /**
   * Whether the text of a region can be left at its end, so that a statement after it runs; true where that takes more
   * than its constructs to see.
   */
  reachesEnd(region: number): boolean {
    const { ops, last } = this.#module;
    let op = last[region]!;
    if (op === NO_OP) return true;
    const code = ops.code[op]!;
    if (code === Op.return || code === Op.abort) return false;
    if (code === Op.exit || code === Op.continue) return this.plan.jumps.get(op)?.kind === 'fallThrough';
    if (code !== Op.unreachable) return true;
    do op = ops.prev[op]!;
    while (op !== NO_OP && ops.code[op] === Op.result);
    return op === NO_OP || this.#reachesEndOf(op);
  }

  #reachesEndOf(construct: number): boolean {
    const { ops, cases } = this.#module;
    const { plan } = this;
    if (plan.wrapped.has(construct) || plan.checks.has(construct)) return true;
    const start = ops.extra[construct]!;
    switch (ops.code[construct]!) {
      case Op.block:
        return this.reachesEnd(start);
      case Op.if:
        return this.reachesEnd(start) || this.#isEmptyElse(construct) || this.reachesEnd(start + 1);
      case Op.loop:
        // A construct that no jump leaves may have a `break` that is never reached.
        return plan.exits.has(construct) || !plan.left.has(construct);
      case Op.switch: {
        const regions = Array.from({ length: this.#module.regionCount(construct) }, (_, i) => start + i);
        const hasDefault = regions.some((region) => cases[region]!.isDefault);
        return !hasDefault || plan.exits.has(construct) || regions.some((region) => this.reachesEnd(region));
      }
      default:
        return true;
    }
  }

  // Jumps

  /** Assigns the operands of a jump to the variables of `values`. */
  #assign(op: number, values: readonly number[]): void {
    const { emitter } = this;
    const { ops } = this.#module;
    const assigned: Assigned[] = [];
    for (const [i, value] of values.entries()) {
      const target = emitter.variables.get(value);
      const operand = ops.operand(op, i);
      if (target === undefined || ops.code[operand] === Op.undef) continue;
      assigned.push({ target, value: emitter.value(operand, 0), operand, type: ops.type[value]! });
    }
    const assign = (target: string, value: string) => emitter.line(`${target} = ${value};`);
    if (assigned.length === 1) {
      const { target, value } = assigned[0]!;
      if (target !== value) assign(target, value);
      return;
    }
    const copies = assigned.map(({ target, value, operand, type }) => ({
      target,
      value,
      type,
      reads: emitter.variablesIn(operand),
    }));
    copyInParallel(copies, assign, ({ value, type }) => {
      const name = emitter.names.unique('kept');
      emitter.line(emitter.language.constant(name, type, value));
      return name;
    });
  }

  exit(op: number): string {
    if (this.calls?.leave(op)) return '';
    this.#assign(op, this.emitter.resultsOf(this.#module.ops.extra[op]!));
    this.#jump(op);
    return '';
  }

  continue(op: number): string {
    const { ops, first } = this.#module;
    const body = ops.extra[ops.extra[op]!]!;
    const hasNext = first[body + 1] !== NO_OP;
    this.#assign(op, this.emitter.parametersOf(hasNext ? body + 1 : body));
    if (hasNext && this.emitter.language.continuing === undefined) this.emitter.region(body + 1);
    this.#jump(op);
    return '';
  }

  repeat(op: number): string {
    const { ops } = this.#module;
    this.#assign(op, this.emitter.parametersOf(ops.extra[ops.extra[op]!]!));
    return '';
  }

  #jump(op: number): void {
    const { emitter } = this;
    const jump = this.plan.jumps.get(op)!;
    if (jump.kind === 'fallThrough') return;
    if (jump.kind !== 'flagged') {
      emitter.line(`${jump.kind};`);
      return;
    }
    const flag = (jump.continues ? this.#repeatFlags : this.#leaveFlags)[jump.target]!;
    emitter.line(`${flag} = true;`);
    emitter.line('break;');
  }
}
