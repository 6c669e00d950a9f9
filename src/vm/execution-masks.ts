/**
 * Which of the four lanes run: masks for conditions, loops, switches, calls and returns, as the flow control of
 * Direct3D nests them. All lanes go through the program together; those that do not take a path are masked out.
 *
 * Not for: which instruction comes next (the interpreters of each instruction set).
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

interface Call {
  readonly condition: number;
  readonly loop: number;
  readonly continues: number;
  readonly switches: number;
  readonly call: number;
  readonly conditions: number[];
  readonly breakables: Breakable[];
}

export class ExecutionMasks {
  /** The lanes that run now: those of all masks. */
  running = 0;
  /** Lanes that have not ended. */
  live = 0;
  /** Lanes that the program began with. */
  #started = 0;
  #condition = ALL_LANES;
  #loop = ALL_LANES;
  #continues = ALL_LANES;
  #switches = ALL_LANES;
  #call = ALL_LANES;
  #conditions: number[] = [];
  #breakables: Breakable[] = [];
  #calls: Call[] = [];

  /** Begins with the lanes of `live`. */
  start(live: number): void {
    this.live = live;
    this.#started = live;
    this.#condition = this.#loop = this.#continues = this.#switches = this.#call = ALL_LANES;
    this.#conditions = [];
    this.#breakables = [];
    this.#calls = [];
    this.#update();
  }

  #update(): void {
    this.running = this.live & this.#condition & this.#loop & this.#continues & this.#switches & this.#call;
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
    this.#conditions.push(this.#condition);
    this.#condition = this.running & condition;
    this.#update();
  }

  /** `else`: the lanes that `if` left out go on. */
  beginElse(): void {
    this.#condition = (this.#conditions.at(-1) ?? ALL_LANES) & ~this.#condition;
    this.#update();
  }

  endIf(): void {
    this.#condition = this.#conditions.pop() ?? ALL_LANES;
    this.#update();
  }

  beginLoop(): void {
    this.#breakables.push(this.#around('loop', []));
    this.#loop = this.running;
    this.#continues = ALL_LANES;
    this.#switches = ALL_LANES;
    this.#update();
  }

  /** The end of a loop's body: lanes that continued are back. Returns whether any lane goes through the body again. */
  repeatLoop(): boolean {
    this.#continues = ALL_LANES;
    this.#update();
    return this.running !== 0;
  }

  /** Leaves a loop or a switch: lanes that broke out of it are back. */
  endBreakable(): void {
    const around = this.#breakables.pop();
    if (around === undefined) return;
    this.#switches = around.switches;
    // Lanes that continue an outer loop from a switch keep waiting for its end.
    if (around.kind === 'loop') {
      this.#loop = around.loop;
      this.#continues = around.continues;
    }
    this.#update();
  }

  /** `switch`: each lane waits for its case. */
  beginSwitch(targets: readonly number[]): void {
    this.#breakables.push(this.#around('switch', targets));
    this.#switches = 0;
    this.#update();
  }

  /** `case` or `default` at `position`: the lanes whose case it is go on, with those that fall through. */
  enterCase(position: number): void {
    const innermost = this.#breakables.at(-1);
    if (innermost?.kind !== 'switch') return;
    for (const [lane, target] of innermost.targets.entries())
      if (target === position) this.#switches |= (1 << lane) & innermost.switches;
    this.#update();
  }

  /** `break` of the lanes in `mask` out of the innermost loop or switch. */
  break(mask: number): void {
    if (this.#breakables.at(-1)?.kind === 'switch') this.#switches &= ~mask;
    else this.#loop &= ~mask;
    this.#update();
  }

  /** `continue` of the lanes in `mask`: they wait for the end of the innermost loop's body. */
  continue(mask: number): void {
    this.#continues &= ~mask;
    this.#update();
  }

  /** `call` of the lanes in `mask`. */
  beginCall(mask: number): void {
    this.#calls.push({
      condition: this.#condition,
      loop: this.#loop,
      continues: this.#continues,
      switches: this.#switches,
      call: this.#call,
      conditions: this.#conditions,
      breakables: this.#breakables,
    });
    this.#call = this.running & mask;
    this.#condition = this.#loop = this.#continues = this.#switches = ALL_LANES;
    this.#conditions = [];
    this.#breakables = [];
    this.#update();
  }

  /** `ret` of the lanes in `mask`. Returns whether no lane is left in the subroutine or the main program. */
  return(mask: number): boolean {
    this.#call &= ~mask;
    this.#update();
    return (this.#call & this.live) === 0;
  }

  /** The end of a subroutine: the masks of the caller. Returns false for the main program, which has none. */
  endCall(): boolean {
    const caller = this.#calls.pop();
    if (caller === undefined) return false;
    this.#condition = caller.condition;
    this.#loop = caller.loop;
    this.#continues = caller.continues;
    this.#switches = caller.switches;
    this.#call = caller.call;
    this.#conditions = caller.conditions;
    this.#breakables = caller.breakables;
    this.#update();
    return true;
  }

  /** Ends the lanes in `mask` for good. */
  stop(mask: number): void {
    this.live &= ~mask;
    this.#update();
  }

  #around(kind: Breakable['kind'], targets: readonly number[]): Breakable {
    return { kind, loop: this.#loop, continues: this.#continues, switches: this.#switches, targets };
  }
}
