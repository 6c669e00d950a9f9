/**
 * Where four lanes are in a program: the next step, calls of subroutines, and which lanes run. Both instruction sets
 * have it in common.
 *
 * Not for: registers and operands (the quads of each instruction set), which lanes a condition takes
 * (the masks).
 */
import { ALL_LANES } from './lanes.ts';

/** A construct that `break` leaves. */
interface Breakable {
  readonly kind: 'loop' | 'switch';
  /** The masks around it. */
  readonly loop: number;
  readonly continues: number;
  readonly switches: number;
  /** Of a switch: the position that each lane goes to; -1 for none. */
  readonly targets: readonly number[];
}

/** The masks of the main program or of a call, and of the constructs in it that are open. */
interface Masks {
  condition: number;
  loop: number;
  continues: number;
  switches: number;
  call: number;
  readonly conditions: number[];
  readonly breakables: Breakable[];
}

function masksOf(call: number): Masks {
  const all = ALL_LANES;
  return { condition: all, loop: all, continues: all, switches: all, call, conditions: [], breakables: [] };
}

class ExecutionMasks {
  /** The lanes that run now: those of all masks. */
  running = 0;
  /** Lanes that have not ended. */
  live = 0;
  /** Lanes that the program began with. */
  #started = 0;
  #masks = masksOf(ALL_LANES);
  /** Those of the callers. */
  #calls: Masks[] = [];

  start(live: number): void {
    this.live = live;
    this.#started = live;
    this.#masks = masksOf(ALL_LANES);
    this.#calls = [];
    this.#update();
  }

  #update(): void {
    const { condition, loop, continues, switches, call } = this.#masks;
    this.running = this.live & condition & loop & continues & switches & call;
  }

  /** Levels of calls. */
  get callDepth(): number {
    return this.#calls.length;
  }

  /**
   * Whether some of the lanes that the program began with do not run: masked out, returned, ended, or not part of a
   * call.
   */
  get isDivergent(): boolean {
    return this.running !== this.#started;
  }

  /** `if`: the lanes of `condition` go on. */
  beginIf(condition: number): void {
    this.#masks.conditions.push(this.#masks.condition);
    this.#masks.condition = this.running & condition;
    this.#update();
  }

  /** `else`: the lanes that `if` left out go on. */
  beginElse(): void {
    this.#masks.condition = (this.#masks.conditions.at(-1) ?? ALL_LANES) & ~this.#masks.condition;
    this.#update();
  }

  endIf(): void {
    this.#masks.condition = this.#masks.conditions.pop() ?? ALL_LANES;
    this.#update();
  }

  beginLoop(): void {
    this.#masks.breakables.push(this.#around('loop', []));
    this.#masks.loop = this.running;
    this.#masks.continues = ALL_LANES;
    this.#masks.switches = ALL_LANES;
    this.#update();
  }

  /** The end of a loop's body: lanes that continued are back. Returns whether any lane goes through the body again. */
  repeatLoop(): boolean {
    this.#masks.continues = ALL_LANES;
    this.#update();
    return this.running !== 0;
  }

  /** Leaves a loop or a switch: lanes that broke out of it are back. */
  endBreakable(): void {
    const around = this.#masks.breakables.pop();
    if (around === undefined) return;
    this.#masks.switches = around.switches;
    // Lanes that continue an outer loop from a switch keep waiting for its end.
    if (around.kind === 'loop') {
      this.#masks.loop = around.loop;
      this.#masks.continues = around.continues;
    }
    this.#update();
  }

  /** `switch`: each lane waits for its case. */
  beginSwitch(targets: readonly number[]): void {
    this.#masks.breakables.push(this.#around('switch', targets));
    this.#masks.switches = 0;
    this.#update();
  }

  /** `case` or `default` at `position`: the lanes whose case it is go on, with those that fall through. */
  enterCase(position: number): void {
    const innermost = this.#masks.breakables.at(-1);
    if (innermost?.kind !== 'switch') return;
    for (const [lane, target] of innermost.targets.entries())
      if (target === position) this.#masks.switches |= (1 << lane) & innermost.switches;
    this.#update();
  }

  /** `break` of the lanes in `mask` out of the innermost loop or switch. */
  break(mask: number): void {
    if (this.#masks.breakables.at(-1)?.kind === 'switch') this.#masks.switches &= ~mask;
    else this.#masks.loop &= ~mask;
    this.#update();
  }

  /** `continue` of the lanes in `mask`: they wait for the end of the innermost loop's body. */
  continue(mask: number): void {
    this.#masks.continues &= ~mask;
    this.#update();
  }

  /** `call` of the lanes in `mask`. */
  beginCall(mask: number): void {
    this.#calls.push(this.#masks);
    this.#masks = masksOf(this.running & mask);
    this.#update();
  }

  /** `ret` of the lanes in `mask`. Returns whether no lane is left in the subroutine or the main program. */
  return(mask: number): boolean {
    this.#masks.call &= ~mask;
    this.#update();
    return (this.#masks.call & this.live) === 0;
  }

  /** The end of a subroutine: the masks of the caller. Returns false for the main program, which has none. */
  endCall(): boolean {
    const caller = this.#calls.pop();
    if (caller === undefined) return false;
    this.#masks = caller;
    this.#update();
    return true;
  }

  /** Ends the lanes in `mask` for good. */
  stop(mask: number): void {
    this.live &= ~mask;
    this.#update();
  }

  #around(kind: Breakable['kind'], targets: readonly number[]): Breakable {
    const { loop, continues, switches } = this.#masks;
    return { kind, loop, continues, switches, targets };
  }
}

/** Why a quad stopped running; `ready`: it can go on. */
export type QuadState = 'ready' | 'barrier' | 'ended';

/** A subroutine that is to be called after the current one, for other lanes. */
export interface PendingCall {
  readonly step: number;
  readonly lanes: number;
}

/** Sees quads run. */
export interface QuadObserver<Step> {
  /** A quad begins with a program or a part of one. */
  started?(quad: QuadFlow<Step>): void;
  /** A step is executed next. */
  before?(quad: QuadFlow<Step>, step: Step): void;
  /** A step was executed. */
  after?(quad: QuadFlow<Step>, step: Step): void;
}

interface Frame {
  readonly returnTo: number;
  readonly end: number;
  readonly pending: readonly PendingCall[];
}

/** Calls deeper than this are not made (Direct3D 11.3 functional specification, 22.7.5). */
const MAX_CALL_DEPTH = 32;
/** Steps between questions whether to stop. */
const SLICE = 2 ** 16;

export abstract class QuadFlow<Step> {
  readonly masks = new ExecutionMasks();
  /** Lanes whose writes to views and targets have no effect: helper pixels and those that were discarded. */
  helpers = 0;
  state: QuadState = 'ended';
  /** The next step. */
  next = 0;
  /** Steps that were executed. */
  executed = 0;
  /** The pixels of the quad in a draw: the upper left one, and the lanes that are no helpers. */
  readonly pixels = { x: 0, y: 0, lanes: 0 };
  /** Undefined for none. */
  protected observer: QuadObserver<Step> | undefined = undefined;
  readonly #steps: readonly Step[];
  readonly #subroutineEnds: ReadonlyMap<number, number>;
  #frames: Frame[] = [];
  #end = 0;

  /** @param subroutineEnds the end (exclusive) of the subroutine that begins at a step */
  protected constructor(steps: readonly Step[], subroutineEnds: ReadonlyMap<number, number>) {
    this.#steps = steps;
    this.#subroutineEnds = subroutineEnds;
  }

  /** Executes a step. */
  protected abstract execute(step: Step): void;

  /** Begins at step `start` with the lanes in `lanes`; runs up to step `end` (exclusive). */
  start(lanes: number, start: number, end: number): void {
    this.masks.start(lanes);
    this.next = start;
    this.#end = end;
    this.#frames = [];
    this.state = 'ready';
    this.observer?.started?.(this);
  }

  /** The quad is not observed from now on. */
  unobserve(): void {
    this.observer = undefined;
  }

  /** The step that is executed next; undefined at the end of a subroutine or of the program. */
  get nextStep(): Step | undefined {
    return this.next < this.#end ? this.#steps[this.next] : undefined;
  }

  /** The steps of the calls that are under way, the innermost last. */
  get calls(): readonly (Step | undefined)[] {
    return this.#frames.map(({ returnTo }) => this.#steps[returnTo - 1]);
  }

  /** Runs until the lanes have ended, wait at a barrier, or `limit` steps were executed. */
  run(limit: number): void {
    const stop = this.executed + limit;
    if (this.state === 'barrier') this.state = 'ready';
    while (this.state === 'ready' && this.executed < stop) {
      // In damaged programs a jump may have no target: it ends the program.
      if (this.next >= this.#end || this.next < 0) {
        // The end of a subroutine counts: one that calls nothing in a loop must end, too.
        this.executed++;
        this.leave();
        continue;
      }
      const step = this.#steps[this.next++]!;
      this.executed++;
      this.observer?.before?.(this, step);
      this.execute(step);
      this.observer?.after?.(this, step);
    }
  }

  /** Runs like `run`, but ends earlier if `isStopped`, which is polled now and then, returns true. */
  runUnlessStopped(limit: number, isStopped: (() => boolean) | undefined): void {
    if (isStopped === undefined) {
      this.run(limit);
      return;
    }
    const stop = this.executed + limit;
    do this.run(Math.min(SLICE, stop - this.executed));
    while (this.state === 'ready' && this.executed < stop && !isStopped());
  }

  /**
   * Calls the subroutine that begins at `step` with the lanes in `lanes`. Without lanes, or too deep, nothing happens.
   */
  call(step: number, lanes: number, pending: readonly PendingCall[] = []): void {
    const running = this.masks.running & lanes;
    if (step < 0 || running === 0 || this.masks.callDepth >= MAX_CALL_DEPTH) return;
    this.#frames.push({ returnTo: this.next, end: this.#end, pending });
    this.masks.beginCall(running);
    this.next = step;
    this.#end = this.#subroutineEnds.get(step) ?? this.#steps.length;
  }

  /** `ret` of the lanes in `lanes`; the last ones leave the subroutine, or end the program. */
  return(lanes: number): void {
    if (lanes !== 0 && this.masks.return(lanes)) this.leave();
  }

  /** The end of a subroutine, or of the program. */
  leave(): void {
    const frame = this.#frames.pop();
    if (frame === undefined || !this.masks.endCall()) {
      this.state = 'ended';
      return;
    }
    this.next = frame.returnTo;
    this.#end = frame.end;
    const [first, ...rest] = frame.pending;
    if (first !== undefined) this.call(first.step, first.lanes, rest);
  }
}
