/**
 * The nesting of blocks, and the subroutines, function bodies, tables and interface pointers seen so far.
 *
 * Not for: rules (flow.ts, subroutines.ts, interfaces.ts).
 */
import { MAX_LINKAGE_ENTRIES } from '../../../../base/limits.ts';
import type { LinkageTable } from './linkage-table.ts';

/** What a block of control flow is. */
export const BLOCKS = { if: 0, loop: 1, switch: 2 } as const;

/** What stands before an instruction, as far as it says what may follow. */
export const BEFORE = {
  /** Nothing, or what anything may follow. */
  open: 0,
  /** An instruction that goes on to the next. */
  code: 1,
  /** `switch`, `case` or `default`. */
  entry: 2,
  /** `break` or `continue`. */
  leave: 3,
  ret: 4,
} as const;

/** The phase of what subroutines after the phases of a hull shader call. */
const BEHIND_PHASES = 0x7fff_ffff;

export class Block {
  kind: number = BLOCKS.if;
  /** An `else`, or a `default`, has been. */
  second = false;
  /** A `case` or `default` has been. */
  entered = false;
  /** The values of the cases so far; made for the first. */
  cases: Set<number> | undefined = undefined;
  /** DWORD index of what opens it. */
  at = 0;

  begin(kind: number, at: number): void {
    this.kind = kind;
    this.at = at;
    this.second = false;
    this.entered = false;
    this.cases = undefined;
  }
}

/** What `call` leads to, or what stands in function tables. */
export class Routine {
  readonly number: number;
  readonly isBody: boolean;
  /** Of a function body: it was declared. */
  declared = false;
  /** A call has led to it, or a table names it. */
  called = false;
  /** Its label has been. */
  defined = false;
  /** DWORD index of what named it first. */
  readonly at: number;
  /** The phase of a hull shader that called it; -1: none. */
  phase = -1;
  /** Of a function body: the last table that names it, and where in there. */
  table: FunctionTable | undefined = undefined;
  index = 0;

  constructor(number: number, isBody: boolean, at: number) {
    this.number = number;
    this.isBody = isBody;
    this.at = at;
  }
}

export class FunctionTable {
  readonly number: number;
  readonly at: number;
  /** How many bodies it has, and those that could be read. */
  readonly length: number;
  readonly bodies: Routine[] = [];
  /** The last interface pointer that names it; -1: none. */
  pointer = -1;

  constructor(number: number, length: number, at: number) {
    this.number = number;
    this.length = length;
    this.at = at;
  }
}

/** One declaration of interface pointers, a single one or an array. */
export interface Pointers {
  readonly base: number;
  readonly length: number;
  readonly callSites: number;
  readonly tables: readonly FunctionTable[];
  readonly at: number;
}

/** Function bodies, tables and interface pointers; only programs that have some make one. */
export class LinkageState {
  readonly bodies = new Map<number, Routine>();
  readonly tables = new Map<number, FunctionTable>();
  /** By the number of the interface pointer. */
  readonly pointers = new Map<number, Pointers>();
  readonly referenced = new Set<number>();
  /** Functions called through interface pointers, by the first pointer of an array. */
  readonly calls = new Map<number, Set<number>>();
  /** Calls through interface pointers, and the positions of those beyond what there may be. */
  callCount = 0;
  readonly callsTooMany: number[] = [];
  #room = MAX_LINKAGE_ENTRIES;

  /** How many of a list of `count` entries can be read where `there` follow: lists of damaged programs may lie over each other. */
  readable(count: number, there: number): number {
    const entries = Math.max(0, Math.min(count, there, this.#room));
    this.#room -= entries;
    return entries;
  }
}

export class FlowState {
  readonly #blocks: Block[] = [];
  depth = 0;
  /** Open loops and switches. */
  loops = 0;
  switches = 0;
  /** One of {@link BEFORE}. */
  before: number = BEFORE.open;
  /** Phases of a hull shader so far. */
  phase = 0;
  /** A label has been: what follows belongs to subroutines. */
  inRoutine = false;
  /** Class linkage, where the container has some. */
  classes: LinkageTable | undefined = undefined;
  #labels: Map<number, Routine> | undefined = undefined;
  /** All that was called or defined, in the order in which it was named first. */
  readonly routines: Routine[] = [];
  #linkage: LinkageState | undefined = undefined;

  /** The innermost block. */
  get block(): Block | undefined {
    return this.depth === 0 ? undefined : this.#blocks[this.depth - 1];
  }

  /** Opens a block at DWORD index `at`. */
  open(kind: number, at: number): void {
    if (kind === BLOCKS.loop) this.loops++;
    else if (kind === BLOCKS.switch) this.switches++;
    if (this.depth === this.#blocks.length) this.#blocks.push(new Block());
    this.#blocks[this.depth++]!.begin(kind, at);
  }

  close(): void {
    const { kind } = this.#blocks[--this.depth]!;
    if (kind === BLOCKS.loop) this.loops--;
    else if (kind === BLOCKS.switch) this.switches--;
  }

  /** Which phase of a hull shader calls what the instruction at hand calls. */
  get callingPhase(): number {
    return this.inRoutine ? BEHIND_PHASES : this.phase;
  }

  /** A phase of a hull shader begins. */
  beginPhase(): void {
    this.phase++;
    this.before = BEFORE.open;
  }

  /** The subroutine with a label, made when it is named first, by the word at `at`. */
  routine(number: number, at: number): Routine {
    this.#labels ??= new Map();
    const old = this.#labels.get(number);
    if (old !== undefined) return old;
    const routine = new Routine(number, false, at);
    this.#labels.set(number, routine);
    this.routines.push(routine);
    return routine;
  }

  /** The function body of a number, made when it is named first, by the word at `at`. */
  body(number: number, at: number): Routine {
    const { bodies } = this.linkage;
    const old = bodies.get(number);
    if (old !== undefined) return old;
    const body = new Routine(number, true, at);
    bodies.set(number, body);
    this.routines.push(body);
    return body;
  }

  /** What there is of function bodies and interfaces; made for the first. */
  get linkage(): LinkageState {
    this.#linkage ??= new LinkageState();
    return this.#linkage;
  }

  /** The same, where there is any. */
  get linkageIfAny(): LinkageState | undefined {
    return this.#linkage;
  }
}
