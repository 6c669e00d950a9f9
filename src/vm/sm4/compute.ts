/**
 * Runs compute shaders: thread groups one after the other, the quads of a group in turns from barrier to barrier.
 *
 * The order is one of those that Direct3D allows and the same every time: quads by number.
 */
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import type { Bindings } from '../bindings.ts';
import { LANES, RegisterFile } from '../lanes.ts';
import { BufferMemory } from '../memory.ts';
import { Sm4Interpreter } from './interpreter.ts';
import type { Sm4Quad } from './quad.ts';
import type { Sm4Executable } from './step.ts';

/** What went wrong while a group ran. */
export type ComputeFault = 'limit' | 'deadlock' | 'divergentBarrier';

export interface ComputeOptions {
  /** Instructions that all groups together may execute; a quad's instruction counts once for its four lanes. */
  readonly maxInstructions: number;
}

/** Bytes of group-shared memory that Direct3D 11 has. */
const MAX_SHARED_BYTES = 32768;
/** Threads of a group. */
const MAX_THREADS = 1024;

/** Runs `groups` (x, y, z) thread groups. Returns the first fault; undefined without one. */
export function runCompute(
  executable: Sm4Executable,
  bindings: Bindings,
  groups: readonly [number, number, number],
  { maxInstructions }: ComputeOptions,
): { readonly fault: ComputeFault | undefined; readonly executed: number } {
  let executed = 0;
  for (let z = 0; z < groups[2]; z++) {
    for (let y = 0; y < groups[1]; y++) {
      for (let x = 0; x < groups[0]; x++) {
        const group = new ThreadGroup(executable, bindings, [x, y, z]);
        const fault = group.run(maxInstructions - executed);
        executed += group.executed;
        if (fault !== undefined) return { fault, executed };
      }
    }
  }
  return { fault: undefined, executed };
}

const THREAD_ID = SM4_OPERAND_TYPES.inputThreadId.code;
const GROUP_ID = SM4_OPERAND_TYPES.inputThreadGroupId.code;
const ID_IN_GROUP = SM4_OPERAND_TYPES.inputThreadIdInGroup.code;
const FLATTENED_ID = SM4_OPERAND_TYPES.inputThreadIdInGroupFlattened.code;

/** The quads of one thread group. */
export class ThreadGroup {
  readonly quads: readonly Sm4Quad[];

  constructor(executable: Sm4Executable, bindings: Bindings, group: readonly [number, number, number]) {
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

  run(limit: number): ComputeFault | undefined {
    let left = limit;
    for (;;) {
      for (const quad of this.quads) {
        if (quad.state === 'ended') continue;
        const before = quad.executed;
        quad.run(left);
        left -= quad.executed - before;
        if (quad.state === 'ready') return 'limit';
        if (quad.state === 'barrier' && quad.masks.isDivergent) return 'divergentBarrier';
      }
      const waiting = this.quads.filter(({ state }) => state === 'barrier');
      if (waiting.length === 0) return undefined;
      if (waiting.length < this.quads.length) return 'deadlock';
      const [first] = waiting;
      if (waiting.some(({ next }) => next !== first!.next)) return 'deadlock';
    }
  }
}

function setIds(
  quad: Sm4Quad,
  first: number,
  size: readonly [number, number, number],
  group: readonly [number, number, number],
): void {
  const files = [THREAD_ID, GROUP_ID, ID_IN_GROUP, FLATTENED_ID].map((type) => {
    const file = new RegisterFile(1);
    quad.files[type] = file;
    return file.words;
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
