/**
 * Removes operations whose values nothing needs: also results and parameters, with the operands of their jumps, even if they only keep each other
 * alive; and constructs that have no effect.
 *
 * Loops stay, because they may not end.
 */
import { continueRegion, parametersOf, resultsOf } from '../carried.ts';
import type { IrModule } from '../module.ts';
import { NO_OP, type OpStore } from '../op-store.ts';
import { isConstruct, isTerminator, OP_ROWS, Op } from '../ops.ts';
import { Jumps, keepOperands, renumber, walkModule } from './walk.ts';

/** Removes what has no effect; returns how many operations went. */
export function removeDead(module: IrModule): number {
  return new DeadCode(module).run();
}

class DeadCode {
  readonly #module: IrModule;
  readonly #ops: OpStore;
  readonly #jumps: Jumps;
  readonly #isLive: Uint8Array;
  /** Live operations whose operands have not been seen yet. */
  readonly #work: number[] = [];
  /** The construct or function of each region's parameters. */
  readonly #functionRegions = new Set<number>();

  constructor(module: IrModule) {
    this.#module = module;
    this.#ops = module.ops;
    this.#jumps = new Jumps(module);
    this.#isLive = new Uint8Array(module.ops.count);
    for (const { region } of module.functions) this.#functionRegions.add(region);
  }

  run(): number {
    this.#roots();
    while (this.#work.length > 0) this.#mark(this.#work.pop()!);
    this.#trimCarried();
    return this.#sweep();
  }

  #live(op: number): void {
    if (this.#isLive[op] !== 0) return;
    this.#isLive[op] = 1;
    this.#work.push(op);
  }

  /** Operations with effects, and constructs that something inside leaves together with others. */
  #roots(): void {
    const { code, extra, region } = this.#ops;
    const { owner } = this.#module;
    walkModule(this.#module, (op) => {
      const own = code[op]!;
      const isJump = own === Op.exit || own === Op.continue || own === Op.repeat;
      if (OP_ROWS[own]!.effect === 'writes' || own === Op.call || own === Op.loop) this.#live(op);
      else if (isTerminator(own) && !isJump) this.#live(op);
      else if (isJump) {
        const around = owner[region[op]!]!;
        if (around !== extra[op]) this.#live(around);
      }
    });
  }

  #mark(op: number): void {
    const ops = this.#ops;
    const code = ops.code[op]!;
    const rule = OP_ROWS[code]!.operands;
    if (code === Op.param) this.#markParameter(op);
    else if (code === Op.result) this.#markResult(op);
    else if (code !== Op.loop && code !== Op.const) {
      for (let i = 0; i < ops.arity[op]!; i++) {
        const operand = ops.operand(op, i);
        this.#live(rule === 'refs' ? operand >> 2 : operand);
      }
    }
    // What encloses a live operation is live: its values are only there if it runs.
    const around = this.#module.owner[ops.region[op]!]!;
    if (around >= 0) this.#live(around);
  }

  #markArguments(target: number, code: number, i: number): void {
    this.#jumps.forEach(this.#module, target, code, (jump) => this.#live(this.#ops.operand(jump, i)));
  }

  #markResult(op: number): void {
    const owner = this.#ops.a[op]!;
    this.#live(owner);
    if (this.#ops.code[owner] !== Op.call) this.#markArguments(owner, Op.exit, this.#ops.extra[op]!);
  }

  #markParameter(op: number): void {
    const { region, extra } = this.#ops;
    const own = region[op]!;
    // All arguments of calls are live.
    if (this.#functionRegions.has(own)) return;
    const loop = this.#module.owner[own]!;
    const i = extra[op]!;
    const isBody = extra[loop] === own;
    if (!isBody || continueRegion(this.#module, loop) === own) this.#markArguments(loop, Op.continue, i);
    if (!isBody) return;
    this.#live(this.#ops.operand(loop, i));
    this.#markArguments(loop, Op.repeat, i);
  }

  /** Takes dead results and parameters, with the operands of jumps, out of constructs that stay. */
  #trimCarried(): void {
    const { code, extra } = this.#ops;
    const constructs: number[] = [];
    walkModule(this.#module, (op) => {
      if (isConstruct(code[op]!) && this.#isLive[op] !== 0) constructs.push(op);
    });
    for (const op of constructs) {
      this.#trim(resultsOf(this.#module, op), op, [Op.exit]);
      if (code[op] !== Op.loop) continue;
      const body = extra[op]!;
      const isDirect = continueRegion(this.#module, op) === body;
      if (!isDirect) this.#trim(parametersOf(this.#module, body + 1), op, [Op.continue]);
      const kept = this.#trim(parametersOf(this.#module, body), op, isDirect ? [Op.continue] : [Op.repeat]);
      if (kept !== undefined) keepOperands(this.#module, op, kept);
    }
  }

  /** Keeps the live ones of `values`, and their operands of jumps to `target`; returns the numbers that are kept. */
  #trim(values: readonly number[], target: number, codes: readonly number[]): readonly number[] | undefined {
    const kept = [...values.keys()].filter((i) => this.#isLive[values[i]!] !== 0);
    if (kept.length === values.length) return undefined;
    for (const code of codes)
      this.#jumps.forEach(this.#module, target, code, (jump) => keepOperands(this.#module, jump, kept));
    for (const value of values) if (this.#isLive[value] === 0) this.#module.remove(value);
    renumber(
      this.#module,
      kept.map((i) => values[i]!),
    );
    return kept;
  }

  #sweep(): number {
    const module = this.#module;
    const { code, region } = this.#ops;
    let removed = 0;
    const dead: number[] = [];
    walkModule(module, (op) => {
      // Terminators belong to their region.
      if (this.#isLive[op] !== 0 || isTerminator(code[op]!)) return;
      if (code[op] === Op.param && this.#functionRegions.has(region[op]!)) return;
      if (code[op] === Op.result && code[this.#ops.a[op]!] === Op.call) return;
      dead.push(op);
    });
    for (const op of dead) {
      if (region[op] === NO_OP) continue;
      module.remove(op);
      removed++;
    }
    return removed;
  }
}
