/**
 * Runs compute shaders: thread groups one after the other, the quads of a group in turns from barrier to barrier.
 *
 * The order is one of those that Direct3D allows and the same every time: quads by number. A seed selects another one:
 * groups in another order, and quads that take turns after a few instructions each.
 */
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { type Bindings, BufferMemory } from '../bindings.ts';
import type { ComputeFault, ComputeFaultLocation, ComputeOptions, ComputeResult } from '../engine.ts';
import { LANES, RegisterFile } from '../lanes.ts';
import type { Sm4Executable } from './executable.ts';
import { Sm4Interpreter } from './interpreter.ts';
import type { Sm4Quad } from './quad.ts';

/** Bytes of group-shared memory that Direct3D 11 has. */
const MAX_SHARED_BYTES = 32768;
export const MAX_THREADS = 1024;
/** Instructions of a quad between questions whether to stop. */
const SLICE = 2 ** 16;
/** The most instructions of a turn where a seed selects the order. */
const MAX_TURN = 8;

/** Runs `groups` (x, y, z) thread groups. */
export function runCompute(
  executable: Sm4Executable,
  bindings: Bindings,
  groups: readonly [number, number, number],
  { maxInstructions, seed, isStopped }: ComputeOptions,
): ComputeResult {
  let executed = 0;
  const order = seed === undefined ? undefined : new TurnOrder(seed);
  for (const group of groupsOf(groups, order)) {
    const threads = new ThreadGroup(executable, bindings, group, order);
    const fault = isStopped?.() ? 'stopped' : threads.run(maxInstructions - executed, isStopped);
    executed += threads.executed;
    if (fault !== undefined) return { fault, location: threads.locationOf(fault), executed };
  }
  return { fault: undefined, location: undefined, executed };
}

/** The groups of a dispatch; in another order only where there are so few that a list of them takes little memory. */
export function* groupsOf(
  [width, height, depth]: readonly [number, number, number],
  order?: TurnOrder,
): Generator<readonly [number, number, number]> {
  const count = width * height * depth;
  const step = order === undefined || count < 2 ? 1 : order.coprime(count);
  let at = order === undefined || count === 0 ? 0 : order.below(count);
  for (let i = 0; i < count; i++, at = (at + step) % count)
    yield [at % width, Math.floor(at / width) % height, Math.floor(at / (width * height))];
}

/** Numbers that a seed decides (mulberry32 by Tommy Ettinger, in the public domain). */
class TurnOrder {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** An integer from 0 to `count` - 1. */
  below(count: number): number {
    this.#state = (this.#state + 0x6d2b_79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  /** A number without a common divisor with `count`: steps of it visit everything. */
  coprime(count: number): number {
    const start = 1 + this.below(count - 1);
    for (let i = 0; i < count; i++) {
      const step = 1 + ((start + i) % (count - 1 || 1));
      if (greatestCommonDivisor(step, count) === 1) return step;
    }
    return 1;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

const THREAD_ID = SM4_OPERAND_TYPES.inputThreadId.code;
const GROUP_ID = SM4_OPERAND_TYPES.inputThreadGroupId.code;
const ID_IN_GROUP = SM4_OPERAND_TYPES.inputThreadIdInGroup.code;
const FLATTENED_ID = SM4_OPERAND_TYPES.inputThreadIdInGroupFlattened.code;

export class ThreadGroup {
  readonly quads: readonly Sm4Quad[];
  readonly #order: TurnOrder | undefined;
  readonly #steps: Sm4Executable['steps'];
  #faulty = 0;
  #other = 0;

  constructor(
    executable: Sm4Executable,
    bindings: Bindings,
    readonly group: readonly [number, number, number],
    order?: TurnOrder,
  ) {
    this.#order = order;
    this.#steps = executable.steps;
    const { declarations, parts } = executable;
    const size = declarations.threadGroupSize ?? [1, 1, 1];
    const shared = sharedMemory(executable);
    const threads = Math.min(size[0] * size[1] * size[2], MAX_THREADS);
    const { start, end } = parts[0]!;
    this.quads = Array.from({ length: Math.ceil(threads / LANES) }, (_, q) => {
      const quad = new Sm4Interpreter(executable, bindings, shared);
      const count = Math.min(LANES, threads - q * LANES);
      setIds(quad, q * LANES, size, group);
      quad.start(2 ** count - 1, start, end);
      return quad;
    });
  }

  get executed(): number {
    return this.quads.reduce((sum, quad) => sum + quad.executed, 0);
  }

  /** Where the fault that {@link run} returned happened. */
  locationOf(fault: ComputeFault): ComputeFaultLocation {
    const { next, state } = this.quads[this.#faulty] ?? { next: 0, state: 'ready' };
    const position = this.#steps[state === 'barrier' ? next - 1 : next]?.position ?? -1;
    return { fault, group: this.group, quad: this.#faulty, other: this.#other, position };
  }

  run(limit: number, isStopped?: () => boolean): ComputeFault | undefined {
    let left = limit;
    for (;;) {
      const turns = this.#order === undefined ? this.#inOrder() : this.#inTurns(this.#order);
      for (const [index, steps] of turns) {
        const quad = this.quads[index]!;
        this.#faulty = index;
        const before = quad.executed;
        quad.run(Math.min(left, steps));
        left -= quad.executed - before;
        if (quad.state === 'barrier' && quad.masks.isDivergent) return 'divergentBarrier';
        if (quad.state === 'ready' && left <= 0) return 'limit';
        if (quad.state === 'ready' && isStopped?.()) return 'stopped';
      }
      const end = this.#pass();
      if (end !== 'passed') return end;
    }
  }

  /**
   * The quad that goes on where `current` does not: the next one that can, after a barrier the first. A fault, or
   * undefined at the end of the group.
   */
  next(current: number): number | ComputeFault | undefined {
    const { state, masks } = this.quads[current]!;
    if (state === 'barrier' && masks.isDivergent) return 'divergentBarrier';
    const ready = this.quads.findIndex((quad) => quad.state === 'ready');
    if (ready >= 0) return ready;
    const end = this.#pass();
    return end === 'passed' ? 0 : end;
  }

  /**
   * After all quads have ended or wait: whether they wait at the same barrier, `passed`, or what is wrong; undefined at
   * the end.
   */
  #pass(): ComputeFault | 'passed' | undefined {
    const waiting = this.quads.findIndex(({ state }) => state === 'barrier');
    if (waiting < 0) return undefined;
    const first = this.quads[waiting]!;
    const other = this.quads.findIndex(({ state, next }) => state !== 'barrier' || next !== first.next);
    if (other >= 0) {
      this.#faulty = waiting;
      this.#other = other;
      return 'deadlock';
    }
    for (const quad of this.quads) quad.state = 'ready';
    return 'passed';
  }

  /** Each quad until it waits or ends. */
  *#inOrder(): Generator<readonly [quad: number, steps: number]> {
    for (const [index, quad] of this.quads.entries()) while (quad.state === 'ready') yield [index, SLICE];
  }

  /** Any quad that can go on, a few steps at a time. */
  *#inTurns(order: TurnOrder): Generator<readonly [quad: number, steps: number]> {
    const ready = [...this.quads.keys()].filter((index) => this.quads[index]!.state === 'ready');
    while (ready.length > 0) {
      const at = order.below(ready.length);
      const index = ready[at]!;
      yield [index, 1 + order.below(MAX_TURN)];
      if (this.quads[index]!.state === 'ready') continue;
      ready[at] = ready[ready.length - 1]!;
      ready.pop();
    }
  }
}

/** Sets the ids of the four threads of a group from thread `first` on. */
export function setIds(
  { files: all }: Pick<Sm4Quad, 'files'>,
  first: number,
  size: readonly [number, number, number],
  group: readonly [number, number, number],
): void {
  const files = [THREAD_ID, GROUP_ID, ID_IN_GROUP, FLATTENED_ID].map((type) => {
    all[type] ??= new RegisterFile(1);
    return all[type].words;
  });
  const [ids, groups, inGroup, flattened] = files as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  for (let lane = 0; lane < LANES; lane++) {
    const thread = first + lane;
    const position = [
      thread % size[0],
      Math.floor(thread / size[0]) % size[1],
      Math.floor(thread / (size[0] * size[1])),
    ] as const;
    flattened[lane] = thread;
    for (let i = 0; i < 3; i++) {
      const at = i * LANES + lane;
      inGroup[at] = position[i]!;
      groups[at] = group[i]!;
      ids[at] = group[i]! * size[i]! + position[i]!;
    }
  }
}

/** Group-shared memory, which is 0 at the beginning (Direct3D leaves it undefined). */
function sharedMemory({ declarations }: Sm4Executable): BufferMemory[] {
  const list: BufferMemory[] = [];
  for (const { register, stride, elements } of declarations.sharedMemory) {
    const bytes = Math.min(stride === 0 ? elements : stride * elements, MAX_SHARED_BYTES);
    if (register < MAX_SHARED_REGISTERS) list[register] = new BufferMemory(new Uint32Array(bytes >>> 2), stride);
  }
  return list;
}

/** Registers of group-shared memory that a program may have; each takes at least a word of the memory. */
const MAX_SHARED_REGISTERS = MAX_SHARED_BYTES / 4;
