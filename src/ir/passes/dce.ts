/**
 * Removes operations whose values nothing needs: also results and parameters, with the operands of their jumps, even if
 * they only keep each other alive; and constructs that have no effect.
 *
 * Most values are used by operations with larger numbers, so one sweep from the largest number down finds nearly all
 * that is live; what is used by a smaller number is worked off after it. Loops stay, because they may not end, unless
 * the caller says that they do.
 */
import { continueRegion, type IrModule, parametersOf, resultsOf } from '../module.ts';
import { INLINE_OPERANDS, NO_OP, type OpStore } from '../op-store.ts';
import { isConstruct, isTerminator, Op } from '../ops.ts';
import { OP_FACTS, OpFact } from './op-facts.ts';
import { giveBytes, giveNumbers, Jumps, keepOperands, renumber, takeBytes, takeUnsetNumbers } from './walk.ts';

export interface DeadCodeOptions {
  /** Whether loops without an effect are removed: they end sometime. */
  readonly loopsEnd?: boolean;
}

/** Removes what has no effect; returns whether an `if` has become a mere choice of values. */
export function removeDead(module: IrModule, options: DeadCodeOptions = {}): boolean {
  return new DeadCode(module, options).run();
}

const JUMPS = [Op.exit, Op.continue, Op.repeat] as const;

class DeadCode {
  readonly #module: IrModule;
  readonly #ops: OpStore;
  readonly #count: number;
  readonly #jumps: Jumps;
  readonly #isLive: Uint8Array;
  /** The operation that the sweep is at: those with larger numbers are not visited any more. */
  #position: number;
  /** Live operations whose operands have not been seen yet and that the sweep does not reach. */
  readonly #work: Int32Array;
  #workCount = 0;

  constructor(
    module: IrModule,
    private readonly options: DeadCodeOptions,
  ) {
    this.#module = module;
    this.#ops = module.ops;
    this.#count = module.ops.count;
    this.#position = module.ops.count;
    this.#jumps = Jumps.of(module);
    this.#isLive = takeBytes(this.#count);
    this.#work = takeUnsetNumbers(this.#count);
  }

  run(): boolean {
    const { hasConstructs } = this.#module;
    this.#findLive();
    if (hasConstructs) this.#trimCarried();
    this.#removeOthers();
    const hasChoice = hasConstructs && this.#hasChoice();
    this.#jumps.release();
    giveBytes(this.#isLive);
    giveNumbers(this.#work);
    return hasChoice;
  }

  /** Whether both regions of an `if` have nothing but the `exit` that leaves it. */
  #hasChoice(): boolean {
    const { code, extra, region } = this.#ops;
    const { owner, first } = this.#module;
    const isExit = (op: number, construct: number) => code[op] === Op.exit && extra[op] === construct;
    return owner.some(
      (op, i) =>
        op >= 0 &&
        code[op] === Op.if &&
        extra[op] === i &&
        region[op] !== NO_OP &&
        isExit(first[i]!, op) &&
        isExit(first[i + 1]!, op),
    );
  }

  #findLive(): void {
    const { code, region } = this.#ops;
    const live = this.#isLive;
    const { loopsEnd = false } = this.options;
    for (let op = this.#count - 1; op >= 0; op--) {
      if (region[op] === NO_OP) continue;
      this.#position = op;
      if (live[op] === 0) {
        if ((OP_FACTS[code[op]!]! & OpFact.root) === 0) continue;
        // A loop that nothing leaves does not end.
        if (loopsEnd && code[op] === Op.loop && this.#jumps.firstOf(op, Op.exit) !== NO_OP) continue;
        live[op] = 1;
      }
      this.#mark(op);
    }
    this.#position = NO_OP;
    while (this.#workCount > 0) this.#mark(this.#work[--this.#workCount]!);
  }

  #live(op: number): void {
    if (this.#isLive[op] !== 0) return;
    this.#isLive[op] = 1;
    if (op >= this.#position) this.#work[this.#workCount++] = op;
  }

  /** Marks the operands of a live operation. */
  #mark(op: number): void {
    const ops = this.#ops;
    const code = ops.code[op]!;
    const facts = OP_FACTS[code]!;
    if (code === Op.param) this.#markParameter(op);
    else if (code === Op.result) this.#markResult(op);
    else if (code !== Op.loop && (facts & (OpFact.values | OpFact.refs)) !== 0) {
      const shift = (facts & OpFact.refs) === 0 ? 0 : 2;
      const arity = ops.arity[op]!;
      if (arity > INLINE_OPERANDS) {
        for (let i = 0; i < arity; i++) this.#live(ops.operand(op, i) >> shift);
      } else {
        if (arity > 0) this.#live(ops.a[op]! >> shift);
        if (arity > 1) this.#live(ops.b[op]! >> shift);
        if (arity > 2) this.#live(ops.c[op]! >> shift);
      }
    }
    if (isConstruct(code)) this.#markJumps(op);
    // A construct around a live operation is live: the value exists only if the construct runs.
    const around = this.#module.owner[ops.region[op]!]!;
    if (around >= 0) this.#live(around);
  }

  /** Constructs inside of a live one are live if something in them leaves or repeats it. */
  #markJumps(construct: number): void {
    const { owner } = this.#module;
    for (const code of JUMPS)
      for (let jump = this.#jumps.firstOf(construct, code); jump !== NO_OP; jump = this.#jumps.nextOf(jump, code)) {
        const around = owner[this.#ops.region[jump]!]!;
        if (around !== construct) this.#live(around);
      }
  }

  #markArguments(target: number, code: number, i: number): void {
    const jumps = this.#jumps;
    for (let jump = jumps.firstOf(target, code); jump !== NO_OP; jump = jumps.nextOf(jump, code))
      this.#live(this.#ops.operand(jump, i));
  }

  #markResult(op: number): void {
    const owner = this.#ops.a[op]!;
    this.#live(owner);
    if (this.#ops.code[owner] !== Op.call) this.#markArguments(owner, Op.exit, this.#ops.extra[op]!);
  }

  #markParameter(op: number): void {
    const { region, extra } = this.#ops;
    const inRegion = region[op]!;
    const loop = this.#module.owner[inRegion]!;
    // All arguments of calls are live.
    if (loop === NO_OP) return;
    const i = extra[op]!;
    const isBody = extra[loop] === inRegion;
    if (!isBody || continueRegion(this.#module, loop) === inRegion) this.#markArguments(loop, Op.continue, i);
    if (!isBody) return;
    this.#live(this.#ops.operand(loop, i));
    this.#markArguments(loop, Op.repeat, i);
  }

  /** Takes dead results and parameters, with the operands of jumps, out of constructs that stay. */
  #trimCarried(): void {
    const { code, extra, region } = this.#ops;
    const { owner } = this.#module;
    for (let i = 0; i < owner.length; i++) {
      const op = owner[i]!;
      if (op < 0 || extra[op] !== i || region[op] === NO_OP || this.#isLive[op] === 0) continue;
      if (!isConstruct(code[op]!)) continue;
      this.#trim(resultsOf(this.#module, op), op, Op.exit);
      if (code[op] !== Op.loop) continue;
      const isDirect = continueRegion(this.#module, op) === i;
      if (!isDirect) this.#trim(parametersOf(this.#module, i + 1), op, Op.continue);
      const indices = this.#trim(parametersOf(this.#module, i), op, isDirect ? Op.continue : Op.repeat);
      if (indices !== undefined) keepOperands(this.#module, op, indices);
    }
  }

  /** Keeps the live ones of `values`, and their operands of jumps to `target`; returns the preserved indices. */
  #trim(values: readonly number[], target: number, code: number): readonly number[] | undefined {
    const indices: number[] = [];
    for (let i = 0; i < values.length; i++) if (this.#isLive[values[i]!] !== 0) indices.push(i);
    if (indices.length === values.length) return undefined;
    const jumps = this.#jumps;
    for (let jump = jumps.firstOf(target, code); jump !== NO_OP; jump = jumps.nextOf(jump, code))
      keepOperands(this.#module, jump, indices);
    for (const value of values) if (this.#isLive[value] === 0) this.#module.remove(value);
    renumber(
      this.#module,
      indices.map((i) => values[i]!),
    );
    return indices;
  }

  #removeOthers(): void {
    const module = this.#module;
    const { code, region, a } = this.#ops;
    const { owner } = module;
    const live = this.#isLive;
    for (let op = 0; op < this.#count; op++) {
      const inRegion = region[op]!;
      if (live[op] !== 0 || inRegion === NO_OP) continue;
      const around = owner[inRegion]!;
      // A terminator belongs to its region, parameters to their function, results to their call.
      if (isTerminator(code[op]!) && (around < 0 || live[around] !== 0)) continue;
      if (code[op] === Op.param && around === NO_OP) continue;
      if (code[op] === Op.result && code[a[op]!] === Op.call) continue;
      module.remove(op);
    }
  }
}
