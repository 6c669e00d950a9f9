/**
 * The control flow graph of a program, the same for both instruction sets: blocks of instructions that run one after
 * the other, and how control gets from one to another. Positions are indices of instructions. Damaged programs are
 * accepted: an instruction that closes or continues no open block does nothing, and a jump whose target does not exist
 * leaves the program.
 *
 * Not for: the nesting of blocks (sm4/control-flow.ts), or finding what an instruction does (liveness.ts of each
 * instruction set).
 */

/** A sequence of instructions that is entered at its start and left at its end only. */
export interface FlowBlock {
  /** Positions of the first instruction and after the last. */
  readonly start: number;
  readonly end: number;
  /** Index in the entries of the graph: the part of the program that the block belongs to. */
  readonly entry: number;
  /** Whether control may leave that part at the end of the block. */
  readonly returns: boolean;
}

/**
 * How control gets from one block to another: `next` without a choice, `true` and `false` by a condition, `case` and
 * `default` by a value, `call` to a subroutine, from which control comes back to the block after the call.
 */
export type FlowEdgeKind = 'next' | 'true' | 'false' | 'case' | 'default' | 'call';

export interface FlowEdge {
  /** Indices of blocks. */
  readonly from: number;
  readonly to: number;
  readonly kind: FlowEdgeKind;
}

/** A part of a program that is entered at its first block only. */
export interface FlowEntry {
  readonly kind: 'main' | 'phase' | 'subroutine' | 'functionBody';
  /** Of the label or the function body; of a phase its position among the phases. */
  readonly number: number;
  readonly block: number;
}

export interface FlowCall {
  readonly block: number;
  /** Index of the entry that is called; -1: any function body. */
  readonly entry: number;
  /** Index of the block that runs afterwards; -1: none. */
  readonly next: number;
}

export interface FlowGraph {
  /** In program order. */
  readonly blocks: readonly FlowBlock[];
  readonly edges: readonly FlowEdge[];
  /** In program order; the first one is that of the first instruction. Empty for a program without instructions. */
  readonly entries: readonly FlowEntry[];
  readonly calls: readonly FlowCall[];
}

/**
 * The effect of an instruction on control flow. A `countedLoop` may run zero times; the target of a call is the number
 * of a label.
 */
export type FlowStep =
  | 'if'
  | 'else'
  | 'endif'
  | 'loop'
  | 'countedLoop'
  | 'endloop'
  | 'switch'
  | 'case'
  | 'default'
  | 'endswitch'
  | 'break'
  | 'breakIf'
  | 'continue'
  | 'continueIf'
  | 'return'
  | 'returnIf'
  | 'phase'
  | { readonly does: 'call' | 'callIf' | 'label' | 'functionBody'; readonly number: number }
  | 'callAny';

/** A jump whose target may not be known yet: -1. */
interface Jump {
  readonly from: number;
  to: number;
  readonly kind: FlowEdgeKind;
}

interface Frame {
  readonly kind: 'if' | 'loop' | 'switch';
  readonly start: number;
  /** The jump of `if` where its condition is false, until there is an `else`. */
  otherwise: Jump | undefined;
  /** Jumps behind the block. */
  readonly exits: Jump[];
  hasDefault: boolean;
}

/** How control goes on to the following instruction; undefined where it does not. */
type Fall = 'next' | 'true' | 'false' | undefined;

/**
 * Returns the graph of a program.
 *
 * @param count how many instructions it has
 * @param stepAt what the instruction at a position does to control; undefined: nothing
 */
export function flowGraphOf(count: number, stepAt: (position: number) => FlowStep | undefined): FlowGraph {
  const reader = new FlowReader(count);
  for (let position = 0; position < count; position++) reader.step(position, stepAt(position));
  return reader.finish();
}

class FlowReader {
  /** 1 where a block begins. */
  readonly #leaders: Uint8Array;
  readonly #falls: Fall[] = [];
  readonly #returns: Uint8Array;
  readonly #jumps: Jump[] = [];
  readonly #entries: { readonly kind: FlowEntry['kind']; readonly number: number; readonly position: number }[] = [];
  readonly #calls: { readonly position: number; readonly label: number | undefined; readonly isChoice: boolean }[] = [];
  #frames: Frame[] = [];
  #phases = 0;

  constructor(private readonly count: number) {
    this.#leaders = new Uint8Array(count + 1);
    this.#returns = new Uint8Array(count);
    if (count > 0) this.#enter('main', 0, 0);
  }

  step(at: number, step: FlowStep | undefined): void {
    const fall = step === undefined ? 'next' : this.#step(at, step);
    this.#falls.push(fall);
    if (step !== undefined && fall !== 'next') this.#leader(at + 1);
  }

  #step(at: number, step: FlowStep): Fall {
    if (typeof step === 'object') return this.#labelOrCall(at, step.does, step.number);
    const top = this.#frames.at(-1);
    switch (step) {
      case 'if': {
        const otherwise = this.#jump(at, 'false');
        this.#frames.push({ kind: 'if', start: at, otherwise, exits: [], hasDefault: false });
        return 'true';
      }
      case 'else':
        if (top?.otherwise === undefined) return 'next';
        this.#land(top.otherwise, at + 1);
        top.otherwise = undefined;
        top.exits.push(this.#jump(at, 'next'));
        return undefined;
      case 'endif':
        if (top?.kind !== 'if') return 'next';
        this.#close(at);
        return 'next';
      case 'loop':
      case 'countedLoop': {
        this.#leader(at);
        const exits = step === 'loop' ? [] : [this.#jump(at, 'false')];
        this.#frames.push({ kind: 'loop', start: at, otherwise: undefined, exits, hasDefault: false });
        return step === 'loop' ? 'next' : 'true';
      }
      case 'endloop':
        if (top?.kind !== 'loop') return 'next';
        this.#land(this.#jump(at, 'next'), top.start);
        this.#close(at + 1);
        return undefined;
      case 'switch':
        this.#frames.push({ kind: 'switch', start: at, otherwise: undefined, exits: [], hasDefault: false });
        return undefined;
      case 'case':
      case 'default':
        if (top?.kind !== 'switch') return 'next';
        this.#land(this.#jump(top.start, step), at);
        if (step === 'default') top.hasDefault = true;
        return 'next';
      case 'endswitch':
        if (top?.kind !== 'switch') return 'next';
        if (!top.hasDefault) this.#land(this.#jump(top.start, 'default'), at);
        this.#close(at);
        return 'next';
      case 'break':
      case 'breakIf': {
        const frame = this.#frames.findLast(({ kind }) => kind !== 'if');
        if (frame === undefined) return 'next';
        frame.exits.push(this.#jump(at, step === 'break' ? 'next' : 'true'));
        return step === 'break' ? undefined : 'false';
      }
      case 'continue':
      case 'continueIf': {
        const frame = this.#frames.findLast(({ kind }) => kind === 'loop');
        if (frame === undefined) return 'next';
        this.#land(this.#jump(at, step === 'continue' ? 'next' : 'true'), frame.start);
        return step === 'continue' ? undefined : 'false';
      }
      case 'return':
      case 'returnIf':
        this.#returns[at] = 1;
        return step === 'return' ? undefined : 'false';
      case 'phase':
        this.#enter('phase', this.#phases++, at);
        return 'next';
      case 'callAny':
        this.#calls.push({ position: at, label: undefined, isChoice: false });
        return undefined;
    }
  }

  #labelOrCall(at: number, does: 'call' | 'callIf' | 'label' | 'functionBody', number: number): Fall {
    if (does === 'label' || does === 'functionBody') {
      this.#enter(does === 'label' ? 'subroutine' : does, number, at);
      return 'next';
    }
    this.#calls.push({ position: at, label: number, isChoice: does === 'callIf' });
    return does === 'callIf' ? 'false' : undefined;
  }

  /** Begins a part of the program. Blocks that are open stay without an end. */
  #enter(kind: FlowEntry['kind'], number: number, position: number): void {
    // The declarations of a hull shader before its phases are a phase as well.
    if (position === 0 && this.#entries.length > 0) this.#entries.pop();
    this.#leader(position);
    this.#entries.push({ kind, number, position });
    this.#frames = [];
  }

  #leader(position: number): void {
    this.#leaders[position] = 1;
  }

  #jump(from: number, kind: FlowEdgeKind): Jump {
    const jump = { from, to: -1, kind };
    this.#jumps.push(jump);
    return jump;
  }

  #land(jump: Jump, position: number): void {
    jump.to = position;
    this.#leader(position);
  }

  /** Closes the innermost block; control goes on at `position`. */
  #close(position: number): void {
    const { otherwise, exits } = this.#frames.pop()!;
    if (otherwise !== undefined) this.#land(otherwise, position);
    for (const exit of exits) this.#land(exit, position);
  }

  finish(): FlowGraph {
    const count = this.count;
    const starts: number[] = [];
    const blockAt = new Int32Array(count + 1).fill(-1);
    for (let at = 0; at < count; at++) {
      if (this.#leaders[at] === 1) starts.push(at);
      blockAt[at] = starts.length - 1;
    }
    const entryAt = new Map(this.#entries.map(({ position }, i) => [position, i]));
    const blocks: FlowBlock[] = [];
    const edges: FlowEdge[] = [];
    let entry = 0;
    for (const [i, start] of starts.entries()) {
      entry = entryAt.get(start) ?? entry;
      const end = starts[i + 1] ?? count;
      const fall = this.#falls[end - 1];
      const isLast = end === count || entryAt.has(end);
      if (fall !== undefined && !isLast) edges.push({ from: i, to: i + 1, kind: fall });
      blocks.push({ start, end, entry, returns: this.#returns[end - 1] === 1 || (isLast && fall !== undefined) });
    }
    const leaves = new Set<number>();
    for (const { from, to, kind } of this.#jumps) {
      const source = blockAt[from]!;
      const target = to < 0 ? -1 : blockAt[to]!;
      // A jump over the end of its part leaves it.
      if (target < 0 || blocks[target]!.entry !== blocks[source]!.entry) leaves.add(source);
      else edges.push({ from: source, to: target, kind });
    }
    const entries = this.#entries.map(({ kind, number, position }) => ({ kind, number, block: blockAt[position]! }));
    return {
      blocks:
        leaves.size === 0 ? blocks : blocks.map((block, i) => (leaves.has(i) ? { ...block, returns: true } : block)),
      edges,
      entries,
      calls: this.#callsOf(entries, blockAt, edges),
    };
  }

  #callsOf(entries: readonly FlowEntry[], blockAt: Int32Array, edges: FlowEdge[]): FlowCall[] {
    const targets = new Map(
      entries.flatMap(({ kind, number }, i) => (kind === 'subroutine' ? [[number, i] as const] : [])),
    );
    const entryBlocks = new Set(entries.map(({ block }) => block));
    const calls: FlowCall[] = [];
    for (const { position, label, isChoice } of this.#calls) {
      const block = blockAt[position]!;
      const after = blockAt[position + 1]!;
      const next = after < 0 || entryBlocks.has(after) ? -1 : after;
      const entry = label === undefined ? -1 : targets.get(label);
      if (entry === undefined) {
        // A call of a label that does not exist does nothing.
        if (next >= 0 && !isChoice) edges.push({ from: block, to: next, kind: 'next' });
        continue;
      }
      if (entry >= 0) edges.push({ from: block, to: entries[entry]!.block, kind: 'call' });
      calls.push({ block, entry, next });
    }
    return calls;
  }
}
