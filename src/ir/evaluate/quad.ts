/**
 * Four lanes that run a function of a module: their values, outputs and arrays. The handlers evaluate operations.
 */
import { getOrInsert } from '../../base/collections.ts';
import { continueRegion, type IrModule, parametersOf, resultsOf } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { Op } from '../ops.ts';
import { type IrEnvironment, type IrOutputs, IrValues, VALUE_WORDS } from './values.ts';

// A jump takes its lanes out of those that run and leaves their values in the results or parameters of its target. When
// no lane runs any more, the innermost frame says what is next: another region, another iteration, or what follows it.

/** A construct or call that lanes are in. */
interface Frame {
  /** The construct or call; {@link NO_OP} for the function that was started. */
  readonly op: number;
  /** Regions that wait, with their lanes. */
  readonly regions: number[];
  readonly lanes: number[];
  exited: number;
  /** Lanes of a loop that wait for its second region, or for the body. */
  continued: number;
  repeated: number;
}

/** Values of each operation, and control of lanes. */
abstract class IrFlow extends IrValues {
  running = 0;
  /** The next operation; {@link NO_OP} at the end. */
  op = NO_OP;
  readonly #frames: Frame[] = [];
  readonly #scratch: number[] = [];
  /** Carried values by construct or region: they never change. */
  readonly #results = new Map<number, readonly number[]>();
  readonly #parameters = new Map<number, readonly number[]>();

  /** Begins a function with some lanes. */
  begin(region: number, lanes: number): void {
    this.#frames.length = 0;
    this.#push(NO_OP, [region], [lanes]);
    this.running = 0;
    this.advance();
  }

  #push(op: number, regions: number[], lanes: number[]): void {
    this.#frames.push({ op, regions, lanes, exited: 0, continued: 0, repeated: 0 });
  }

  /** Enters the regions of a construct, each with its lanes. */
  enter(op: number, regions: number[], lanes: number[]): void {
    this.#push(op, regions, lanes);
    this.running = 0;
  }

  /** Takes lanes past the construct that was entered last. */
  leave(lanes: number): void {
    this.#frames.at(-1)!.exited |= lanes;
  }

  /** Goes on after lanes have left: with the next region that has lanes, in this construct or around it. */
  advance(): void {
    const { ops } = this.module;
    while (this.running === 0) {
      const frame = this.#frames.at(-1);
      if (frame === undefined) {
        this.op = NO_OP;
        return;
      }
      if (this.#nextRegion(frame)) continue;
      this.#frames.pop();
      this.running = frame.exited;
      this.op = frame.op === NO_OP ? NO_OP : ops.next[frame.op]!;
      if (frame.op === NO_OP) return;
    }
  }

  /** Starts a region of a frame that has lanes; false without one. */
  #nextRegion(frame: Frame): boolean {
    const { ops, first } = this.module;
    const isLoop = frame.op !== NO_OP && ops.code[frame.op] === Op.loop;
    if (isLoop && frame.continued !== 0) {
      const region = continueRegion(this.module, frame.op);
      frame.regions.push(region);
      frame.lanes.push(frame.continued);
      frame.continued = 0;
    } else if (isLoop && frame.repeated !== 0) {
      frame.regions.push(ops.extra[frame.op]!);
      frame.lanes.push(frame.repeated);
      frame.repeated = 0;
    }
    while (frame.regions.length > 0) {
      const region = frame.regions.shift()!;
      this.running = frame.lanes.shift()!;
      this.op = first[region]!;
      if (this.running !== 0) return true;
    }
    return false;
  }

  /** A jump: gives its values to its target, and takes its lanes away. */
  jump(op: number): void {
    const { code, extra } = this.module.ops;
    const opcode = code[op]!;
    const target = extra[op]!;
    const frame = opcode === Op.return ? this.#callFrame() : this.#frameOf(target);
    if (opcode === Op.exit) {
      this.#carry(op, this.#resultsOf(target));
      frame.exited |= this.running;
    } else if (opcode === Op.continue) {
      this.#carry(op, this.#parametersOf(continueRegion(this.module, target)));
      frame.continued |= this.running;
    } else if (opcode === Op.repeat) {
      this.#carry(op, this.#parametersOf(extra[target]!));
      frame.repeated |= this.running;
    } else if (opcode === Op.return) {
      if (frame.op !== NO_OP) this.#carry(op, this.#resultsOf(frame.op));
      frame.exited |= this.running;
    }
    this.running = 0;
  }

  /** Ends lanes wherever they are. */
  stop(lanes: number): void {
    this.running &= ~lanes;
  }

  /** Gives the operands of `op` to the parameters of a region. */
  carryTo(op: number, region: number): void {
    this.#carry(op, this.#parametersOf(region));
  }

  #resultsOf(op: number): readonly number[] {
    return getOrInsert(this.#results, op, () => resultsOf(this.module, op));
  }

  #parametersOf(region: number): readonly number[] {
    return getOrInsert(this.#parameters, region, () => parametersOf(this.module, region));
  }

  /** Copies the operands of `op` for the lanes that run, all at once: a target may be an operand, too. */
  #carry(op: number, targets: readonly number[]): void {
    const { ops } = this.module;
    const { words } = this;
    for (let i = 0; i < targets.length; i++) {
      const from = VALUE_WORDS * ops.operand(op, i);
      for (let word = 0; word < VALUE_WORDS; word++) this.#scratch[VALUE_WORDS * i + word] = words[from + word]!;
    }
    for (let i = 0; i < targets.length; i++) {
      const to = VALUE_WORDS * targets[i]!;
      for (let word = 0; word < VALUE_WORDS; word++)
        if (this.running & (1 << (word & 3))) words[to + word] = this.#scratch[VALUE_WORDS * i + word]!;
    }
  }

  #frameOf(op: number): Frame {
    return this.#frames.findLast((frame) => frame.op === op)!;
  }

  #callFrame(): Frame {
    const { code } = this.module.ops;
    return this.#frames.findLast(({ op }) => op === NO_OP || code[op] === Op.call)!;
  }

  /**
   * Whether some lanes of the function are elsewhere: they have left a construct that encloses this, or wait for
   * another region.
   */
  get isDivergent(): boolean {
    return this.#frames.some(
      ({ exited, continued, repeated, lanes }) => (exited | continued | repeated) !== 0 || lanes.some(Boolean),
    );
  }
}

export type IrHandler = (quad: IrQuad, op: number) => void;

/** The execution state of a quad. */
export type IrQuadState = 'ready' | 'barrier' | 'ended';

export class IrQuad extends IrFlow {
  readonly outputs: IrOutputs;
  /** Words of the arrays, row by row. */
  readonly variables: readonly Uint32Array[];
  /** Lanes that only take part in derivatives. */
  helpers = 0;
  /** Whether the last operation was a barrier of threads. */
  isWaiting = false;
  state: IrQuadState = 'ready';
  /** Operations that were executed. */
  executed = 0;

  constructor(
    module: IrModule,
    readonly environment: IrEnvironment,
    /** Outputs of earlier functions, which this one adds to. */
    outputs?: IrOutputs,
  ) {
    super(module);
    const rows = (count: number) => new Uint32Array(VALUE_WORDS * count);
    this.outputs = outputs ?? {
      words: rows(module.outputs.length),
      ranges: module.outputRanges.map(({ count }) => rows(count)),
    };
    this.variables = module.variables.map(({ rows: count }) => rows(count));
  }

  /** Runs until the end, a barrier, or `limit` operations more. */
  run(handlers: readonly IrHandler[], changesLanes: (code: number) => boolean, limit: number): void {
    const { code, next } = this.module.ops;
    const last = this.executed + limit;
    this.state = 'ready';
    while (this.op !== NO_OP) {
      if (this.executed >= last) return;
      this.executed++;
      const { op } = this;
      const opcode = code[op]!;
      this.op = next[op]!;
      handlers[opcode]!(this, op);
      if (changesLanes(opcode) && this.running === 0) this.advance();
      if (this.isWaiting) {
        this.isWaiting = false;
        this.state = 'barrier';
        return;
      }
    }
    this.state = 'ended';
  }
}
