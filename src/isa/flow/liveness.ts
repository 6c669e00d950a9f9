/**
 * Where the values of registers are needed: a register is live from the instruction that writes it to the last one that
 * reads that value, on any path. Each register is followed by itself along the control flow graph, so that memory grows
 * with the program only.
 *
 * Not for: which registers an instruction reads and writes (sm1/liveness.ts, sm4/liveness.ts).
 */
import type { FlowGraph } from './graph.ts';

/** Instructions in a row during which a register has values that are needed, with those that write and read them. */
export interface LiveRange {
  readonly register: number;
  /** Positions of the first instruction and after the last. */
  readonly start: number;
  readonly end: number;
}

/** Collects the accesses of a program in its order. Components are masks: bit 0 is x. */
export class RegisterAccesses {
  readonly byRegister = new Map<number, Access[]>();

  read(position: number, register: number, components: number): void {
    if (components !== 0) this.#at(position, register).reads |= components;
  }

  /** A write after the reads of the same instruction. */
  write(position: number, register: number, components: number): void {
    if (components === 0) return;
    const access = this.#at(position, register);
    access.writes |= components;
    access.kills |= components;
  }

  /** A write that may not happen, so that the value before it may still be needed. */
  mayWrite(position: number, register: number, components: number): void {
    if (components !== 0) this.#at(position, register).writes |= components;
  }

  #at(position: number, register: number): Access {
    let list = this.byRegister.get(register);
    if (list === undefined) {
      list = [];
      this.byRegister.set(register, list);
    }
    const last = list.at(-1);
    if (last?.position === position) return last;
    const access = { position, reads: 0, writes: 0, kills: 0 };
    list.push(access);
    return access;
  }
}

interface Access {
  readonly position: number;
  reads: number;
  writes: number;
  /** Components that are certainly written. */
  kills: number;
}

/**
 * Returns the live ranges of all registers, by register, then in program order. A value that is never read has a range
 * of the instruction that writes it.
 *
 * @param atEnd components of registers that are read after the program
 */
export function liveRangesOf(
  graph: FlowGraph,
  accesses: RegisterAccesses,
  atEnd: ReadonlyMap<number, number> = new Map(),
): LiveRange[] {
  const follower = new RegisterFollower(graph);
  const ranges: LiveRange[] = [];
  const registers = [...accesses.byRegister.keys()].sort((a, b) => a - b);
  for (const register of registers)
    for (const [start, end] of follower.follow(accesses.byRegister.get(register)!, atEnd.get(register) ?? 0))
      ranges.push({ register, start, end });
  return ranges;
}

/** The accesses of a register in one block: indices in its list. */
interface BlockAccesses {
  readonly first: number;
  readonly last: number;
}

/**
 * Nodes are the blocks, then a node for the end of each entry: all blocks of a subroutine that return lead to it, and
 * it leads to the blocks after the calls. The last two are the start and the end of any function body.
 */
class RegisterFollower {
  /** The predecessors of all nodes, one after the other, and where those of each node begin. */
  readonly #predecessors: Int32Array;
  readonly #starts: Int32Array;
  readonly #liveIn: Uint8Array;
  readonly #liveOut: Uint8Array;

  constructor(private readonly graph: FlowGraph) {
    const { blocks, entries } = graph;
    const count = blocks.length + entries.length + 2;
    const links = linksOf(graph);
    const starts = new Int32Array(count + 1);
    for (let i = 1; i < links.length; i += 2) starts[links[i]! + 1]!++;
    for (let i = 0; i < count; i++) starts[i + 1]! += starts[i]!;
    const next = starts.slice();
    const predecessors = new Int32Array(links.length / 2);
    for (let i = 0; i < links.length; i += 2) predecessors[next[links[i + 1]!]!++] = links[i]!;
    this.#starts = starts;
    this.#predecessors = predecessors;
    this.#liveIn = new Uint8Array(count);
    this.#liveOut = new Uint8Array(count);
  }

  /** The ranges of a register, in order. */
  follow(accesses: readonly Access[], atEnd: number): [start: number, end: number][] {
    const { blocks } = this.graph;
    const inBlocks = this.#byBlock(accesses);
    const live = this.#spread(accesses, inBlocks, atEnd);
    const touched = new Set([...inBlocks.keys(), ...live.filter((node) => node < blocks.length)]);
    const ranges: [number, number][] = [];
    for (const block of [...touched].sort((a, b) => a - b)) {
      const { start, end } = blocks[block]!;
      for (const range of rangesIn(start, end, accesses, inBlocks.get(block), this.#liveOut[block]!)) {
        const before = ranges.at(-1);
        // The value goes on over the end of a block.
        if (before?.[1] === start && range[0] === start && this.#liveIn[block] !== 0 && this.#liveOut[block - 1] !== 0)
          before[1] = range[1];
        else ranges.push(range);
      }
    }
    for (const node of live) {
      this.#liveIn[node] = 0;
      this.#liveOut[node] = 0;
    }
    return ranges;
  }

  #byBlock(accesses: readonly Access[]): Map<number, BlockAccesses> {
    const { blocks } = this.graph;
    const found = new Map<number, BlockAccesses>();
    let block = 0;
    for (let i = 0; i < accesses.length; ) {
      const { position } = accesses[i]!;
      block = blockOf(blocks, position, block);
      const first = i;
      while (i < accesses.length && accesses[i]!.position < blocks[block]!.end) i++;
      found.set(block, { first, last: i });
    }
    return found;
  }

  /** Marks where the register is live at the start and at the end of nodes. Returns the nodes that it marks. */
  #spread(accesses: readonly Access[], inBlocks: ReadonlyMap<number, BlockAccesses>, atEnd: number): number[] {
    const { blocks, entries } = this.graph;
    const marked = new Set<number>();
    const pending: number[] = [];
    const kills = new Map<number, number>();
    const need = (node: number, mask: number) => {
      const added = mask & ~this.#liveIn[node]!;
      if (added === 0) return;
      this.#liveIn[node]! |= added;
      marked.add(node);
      pending.push(node);
    };
    for (const [block, { first, last }] of inBlocks) {
      let reads = 0;
      let killed = 0;
      for (let i = first; i < last; i++) {
        reads |= accesses[i]!.reads & ~killed;
        killed |= accesses[i]!.kills;
      }
      kills.set(block, killed);
      need(block, reads);
    }
    for (const [i, { kind }] of entries.entries())
      if (kind === 'main' || kind === 'phase') need(blocks.length + i, atEnd);
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const live = this.#liveIn[node]!;
      for (let i = this.#starts[node]!; i < this.#starts[node + 1]!; i++) {
        const before = this.#predecessors[i]!;
        this.#liveOut[before]! |= live;
        marked.add(before);
        need(before, live & ~(kills.get(before) ?? 0));
      }
    }
    return [...marked];
  }
}

/** Pairs of nodes: from and to. */
function linksOf({ blocks, edges, entries, calls }: FlowGraph): number[] {
  const links: number[] = [];
  for (const { from, to } of edges) links.push(from, to);
  for (const [i, { returns, entry }] of blocks.entries()) if (returns) links.push(i, blocks.length + entry);
  const anyBody = blocks.length + entries.length;
  for (const [i, { kind, block }] of entries.entries())
    if (kind === 'functionBody') links.push(anyBody, block, blocks.length + i, anyBody + 1);
  for (const { block, entry, next } of calls) {
    if (entry < 0) links.push(block, anyBody);
    if (next >= 0) links.push(entry < 0 ? anyBody + 1 : blocks.length + entry, next);
  }
  return links;
}

/** The block of a position, which is `from` or a later one. */
function blockOf(blocks: FlowGraph['blocks'], position: number, from: number): number {
  let low = from;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (blocks[middle]!.start <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The ranges of a register in the block from `start` to `end`, in order. */
function rangesIn(
  start: number,
  end: number,
  accesses: readonly Access[],
  inBlock: BlockAccesses | undefined,
  liveOut: number,
): [number, number][] {
  const ranges: [number, number][] = [];
  let live = liveOut;
  let rangeEnd = end;
  for (let i = (inBlock?.last ?? 0) - 1; i >= (inBlock?.first ?? 0); i--) {
    const { position, reads, kills } = accesses[i]!;
    if (live === 0) rangeEnd = position + 1;
    live = (live & ~kills) | reads;
    if (live === 0) ranges.push([position, rangeEnd]);
  }
  if (live !== 0) ranges.push([start, rangeEnd]);
  return ranges.reverse();
}
