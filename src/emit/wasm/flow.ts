/**
 * Structured control flow with masks: all lanes go through a construct together, each region with the lanes that enter
 * it, and a region without lanes is skipped.
 *
 * A jump gives its values to the results or parameters of its target, for the lanes that run, and its lanes to the mask
 * of the target. Most constructs are left only at their ends; after them the same lanes run as before, so they need no
 * mask of lanes that left.
 *
 * At a barrier the threads of a group wait for each other, so a function ends there: the code is divided into segments.
 * Constructs with a barrier inside are divided, too: where other code has a jump of WebAssembly, theirs goes to a
 * segment.
 */
import {
  BarrierBits,
  continueRegion,
  type IrModule,
  isConstruct,
  isTerminator,
  NO_OP,
  Op,
  parametersOf,
  resultsOf,
} from '../../ir/index.ts';
import { PARAMETERS, type WasmContext } from './context.ts';
import { WASM_RESULT } from './plan.ts';
import { RULES } from './rules/index.ts';
import { slotsOf } from './value-facts.ts';

/** A construct that lanes are in. */
interface Frame {
  /** The mask of lanes that left it; -1 where all lanes leave it at its end. */
  readonly exited: number;
  /** Of a loop: the mask of lanes that are in its second region next, and of those that repeat; -1 for none. */
  readonly continued: number;
  readonly repeated: number;
}

const NO_MASK = -1;

/** A segment that code may go to: it has a number when something does. */
interface Label {
  segment?: number;
}

export class FlowWriter {
  readonly #w: WasmContext;
  /** The mask of all lanes that the function has. */
  readonly #all: number;
  readonly #frames = new Map<number, Frame>();
  /** Constructs that some jump inside leaves together with a construct around them. */
  readonly #leaky: Set<number>;
  /** Constructs with a barrier inside. */
  readonly #divided: Set<number>;

  constructor(w: WasmContext, all: number) {
    this.#w = w;
    this.#all = all;
    this.#leaky = leakyConstructs(w.module);
    this.#divided = dividedConstructs(w.module);
  }

  /** Writes the region of a function. */
  main(region: number): void {
    const end: Label = {};
    this.#region(region, this.#all, this.#divided.has(NO_OP) ? end : undefined);
    this.#begin(end);
  }

  /** Writes the operations of a region for the lanes in `mask`. @param end of a divided region: what follows it */
  #region(region: number, mask: number, end: Label | undefined): void {
    const w = this.#w;
    const { ops, first } = w.module;
    w.mask = mask;
    let open = 0;
    const masks: number[] = [];
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const code = ops.code[op]!;
      if (isTerminator(code)) this.#jump(op, code);
      else if (isThreadBarrier(w.module, op)) this.#barrier(op);
      else if (!isConstruct(code)) {
        if (w.facts.isDead(op)) continue;
        RULES[code]!(w, op);
        w.consume(op);
      } else {
        const after = this.#construct(op, code);
        if (after === w.mask) continue;
        masks.push(after);
        w.mask = after;
        // The rest of the region is skipped when no lane is left.
        if (end !== undefined) this.#leaveWithout(after, end);
        else {
          w.code.get(after);
          w.op('v128.any_true');
          w.code.open('if');
          open++;
        }
      }
    }
    for (; open > 0; open--) w.code.end();
    for (const one of masks) w.code.give(one);
    w.mask = mask;
  }

  /** Goes to a segment when no lane is left. */
  #leaveWithout(mask: number, label: Label): void {
    const w = this.#w;
    label.segment ??= w.newSegment();
    w.code.get(mask);
    w.op('v128.any_true', 'i32.eqz');
    w.code.open('if');
    w.goTo(label.segment);
    w.code.end();
  }

  /** Begins a segment if code goes to it. */
  #begin({ segment }: Label): void {
    if (segment !== undefined) this.#w.beginSegment(segment);
  }

  /** Waits for the other threads; it is an error if some lanes of this quad do not come here. */
  #barrier(op: number): void {
    const w = this.#w;
    const { code } = w;
    if (w.mask !== this.#all) {
      code.get(w.mask);
      w.op('i32x4.bitmask');
      code.get(PARAMETERS.lanes);
      w.op('i32.ne');
      code.open('if');
      code.i32(WASM_RESULT.divergent - w.segments.length);
      code.op('return');
      code.end();
    }
    w.wait(w.module.ops.at[op]!);
  }

  /** Writes a construct. Returns the mask of the lanes that run after it: the current one where nothing changed. */
  #construct(op: number, code: number): number {
    const w = this.#w;
    const results = resultsOf(w.module, op);
    for (const result of results) w.reserve(result);
    const isLeaky = this.#leaky.has(op);
    const exited = isLeaky ? this.#emptyMask() : NO_MASK;
    if (code === Op.loop) this.#loop(op, exited);
    else {
      this.#frames.set(op, { exited, continued: NO_MASK, repeated: NO_MASK });
      if (code === Op.if) this.#if(op);
      else if (code === Op.switch) this.#switch(op, exited);
      else this.#block(op);
    }
    for (const result of results) w.settle(result);
    return isLeaky ? exited : w.mask;
  }

  #block(op: number): void {
    const w = this.#w;
    const region = w.module.ops.extra[op]!;
    const end: Label = {};
    w.spend(region);
    this.#nested(region, w.mask, this.#divided.has(op) ? end : undefined);
    this.#begin(end);
  }

  #emptyMask(): number {
    const w = this.#w;
    const local = w.code.take();
    w.splat(0);
    w.code.set(local);
    return local;
  }

  /** A region inside of the current one. */
  #nested(region: number, mask: number, end: Label | undefined): void {
    const w = this.#w;
    const outer = w.mask;
    this.#region(region, mask, end);
    w.mask = outer;
  }

  /** A region of construct `op` that is skipped where no lane of its mask runs. */
  #guarded(op: number, region: number, mask: number): void {
    const w = this.#w;
    const { first, ops } = w.module;
    const start = first[region]!;
    // A region without code only gives values: the mask has no lanes where it does not run.
    const isEmpty = isTerminator(ops.code[start]!) && ops.arity[start] === 0 && ops.code[start] === Op.exit;
    if (isEmpty) {
      this.#nested(region, mask, undefined);
      return;
    }
    if (this.#divided.has(op)) {
      const end: Label = {};
      this.#leaveWithout(mask, end);
      w.spend(region);
      this.#nested(region, mask, end);
      this.#begin(end);
      return;
    }
    w.code.get(mask);
    w.op('v128.any_true');
    w.code.open('if');
    w.spend(region);
    this.#nested(region, mask, undefined);
    w.code.end();
  }

  #if(op: number): void {
    const w = this.#w;
    const { code } = w;
    const condition = w.module.ops.a[op]!;
    const region = w.module.ops.extra[op]!;
    const [then, otherwise] = [code.take(), code.take()];
    code.get(w.mask);
    w.get(condition);
    w.op('v128.and');
    code.set(then);
    code.get(w.mask);
    w.get(condition);
    w.op('v128.andnot');
    code.set(otherwise);
    w.consume(op);
    this.#guarded(op, region, then);
    this.#guarded(op, region + 1, otherwise);
    w.code.give(then);
    w.code.give(otherwise);
  }

  #switch(op: number, exited: number): void {
    const w = this.#w;
    const { code } = w;
    const { ops, cases } = w.module;
    const selector = ops.a[op]!;
    const first = ops.extra[op]!;
    const count = w.module.regionCount(op);
    const left = code.take();
    code.get(w.mask);
    code.set(left);
    const masks = new Map<number, number>();
    let fallback = NO_OP;
    for (let region = first; region < first + count; region++) {
      const { values = [], isDefault = false } = cases[region] ?? {};
      if (isDefault) fallback = region;
      const mask = this.#emptyMask();
      masks.set(region, mask);
      for (const value of values) {
        // The first region that has a value takes its lanes.
        w.get(selector);
        w.splat(value | 0);
        w.op('i32x4.eq');
        code.get(left);
        w.op('v128.and');
        code.get(mask);
        w.op('v128.or');
        code.set(mask);
        code.get(left);
        code.get(mask);
        w.op('v128.andnot');
        code.set(left);
      }
    }
    w.consume(op);
    if (fallback !== NO_OP) {
      const mask = masks.get(fallback)!;
      code.get(mask);
      code.get(left);
      w.op('v128.or');
      code.set(mask);
    } else if (exited !== NO_MASK) {
      code.get(left);
      code.set(exited);
    }
    code.give(left);
    for (const [region, mask] of masks) {
      this.#guarded(op, region, mask);
      w.code.give(mask);
    }
  }

  #loop(op: number, exited: number): void {
    const w = this.#w;
    const { module } = w;
    const body = module.ops.extra[op]!;
    const second = continueRegion(module, op);
    const parameters = parametersOf(module, body);
    const others = second === body ? [] : parametersOf(module, second);
    for (const one of [...parameters, ...others]) w.reserve(one);
    this.#give(op, parameters, NO_MASK);
    w.consume(op);
    const running = w.code.take();
    const repeated = w.code.take();
    const continued = second === body ? repeated : w.code.take();
    w.code.get(w.mask);
    w.code.set(running);
    this.#frames.set(op, { exited, continued, repeated });
    const start = this.#divided.has(op) ? w.newSegment() : undefined;
    if (start === undefined) w.code.open('loop');
    else w.beginSegment(start);
    w.beginLoop(op);
    w.spend(body);
    w.checkCounter();
    for (const mask of new Set([repeated, continued])) {
      w.splat(0);
      w.code.set(mask);
    }
    for (const one of parameters) w.settle(one);
    const end: Label = {};
    this.#nested(body, running, start === undefined ? undefined : end);
    this.#begin(end);
    if (second !== body) {
      for (const one of others) w.settle(one);
      this.#guarded(op, second, continued);
    }
    const { code } = w;
    code.get(repeated);
    code.tee(running);
    w.op('v128.any_true');
    if (start === undefined) code.index('br_if', 0);
    else {
      code.open('if');
      w.goTo(start);
    }
    code.end();
    w.endLoop();
    for (const one of [...parameters, ...others]) w.release(one);
    for (const mask of new Set([running, repeated, continued])) code.give(mask);
  }

  #jump(op: number, code: number): void {
    const w = this.#w;
    const { module } = w;
    const target = module.ops.extra[op]!;
    const frame = this.#frames.get(target);
    if (code === Op.exit) {
      this.#give(op, resultsOf(module, target), w.mask);
      this.#add(frame!.exited);
    } else if (code === Op.continue) {
      this.#give(op, parametersOf(module, continueRegion(module, target)), w.mask);
      this.#add(frame!.continued);
    } else if (code === Op.repeat) {
      this.#give(op, parametersOf(module, module.ops.extra[target]!), w.mask);
      this.#add(frame!.repeated);
    }
    w.consume(op);
  }

  /** The lanes that run join a mask. */
  #add(mask: number): void {
    if (mask === NO_MASK) return;
    const { code } = this.#w;
    code.get(mask);
    code.get(this.#w.mask);
    code.op('v128.or');
    code.set(mask);
  }

  /** Assigns the operands of a jump all at once: a target may be an operand, too. */
  #give(op: number, targets: readonly number[], mask: number): void {
    const w = this.#w;
    const { ops } = w.module;
    const assigned: number[] = [];
    for (const [i, target] of targets.entries()) {
      const value = ops.operand(op, i);
      for (let slot = 0; slot < slotsOf(ops.type[target]!); slot++) {
        const local = w.reserved(target, slot);
        if (local < 0) continue;
        w.get(value, slot);
        if (mask !== NO_MASK) {
          w.code.get(local);
          w.code.get(mask);
          w.op('v128.bitselect');
        }
        assigned.push(local);
      }
    }
    for (const local of assigned.reverse()) w.code.set(local);
  }
}

/** Whether an operation waits for the other threads of a group, which only compute shaders have. */
function isThreadBarrier({ ops, stage }: IrModule, op: number): boolean {
  return stage === 'cs' && ops.code[op] === Op.barrier && (ops.extra[op]! & BarrierBits.threads) !== 0;
}

/** The constructs with a barrier inside; {@link NO_OP} where a function has one. */
function dividedConstructs(module: IrModule): Set<number> {
  const { ops, owner } = module;
  const divided = new Set<number>();
  for (let op = 0; op < ops.count; op++) {
    if (ops.region[op] === NO_OP || !isThreadBarrier(module, op)) continue;
    let at = op;
    do {
      at = owner[ops.region[at]!]!;
      divided.add(at);
    } while (at !== NO_OP);
  }
  return divided;
}

/** The constructs that lanes can leave otherwise than to what follows them. */
function leakyConstructs(module: IrModule): Set<number> {
  const { ops, first } = module;
  const leaky = new Set<number>();
  const walk = (region: number, around: readonly number[]): void => {
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      const code = ops.code[op]!;
      if (isConstruct(code)) {
        const start = ops.extra[op]!;
        for (let i = 0; i < module.regionCount(op); i++) walk(start + i, [...around, op]);
      } else if (isTerminator(code)) {
        // A jump leaves the constructs inside of its target; a lane that ends leaves all of them.
        const isJump = code === Op.exit || code === Op.continue || code === Op.repeat;
        const target = isJump ? around.lastIndexOf(ops.extra[op]!) : -1;
        for (const left of around.slice(target + 1)) leaky.add(left);
      }
    }
  };
  for (const { region } of module.functions) walk(region, []);
  return leaky;
}
