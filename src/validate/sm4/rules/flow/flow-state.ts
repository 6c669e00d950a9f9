/**
 * The nesting of blocks, and the subroutines, function bodies, tables and interface pointers seen so far; and the bytes
 * of class linkage (chunk IFCE), read without copies: numbers outside the chunk are 0.
 *
 * Not for: rules (flow.ts, interfaces.ts, linkage.ts).
 */
import { MAX_LINKAGE_ENTRIES } from '../../../../base/limits.ts';
import type { Chunk } from '../../../../container/dxbc.ts';

/** Adjacent interface slots that the same classes implement. */
export interface LinkageRecord {
  readonly number: number;
  /** Byte offset in the chunk. */
  readonly at: number;
  /** The first slot. */
  readonly base: number;
  readonly count: number;
  readonly typeCount: number;
  readonly typesAt: number;
  readonly tablesAt: number;
  /** Both lists are inside the chunk. */
  readonly readable: boolean;
}

const CHUNK_HEADER = 8;
const TYPE_SIZE = 12;
const INSTANCE_SIZE = 16;
const RECORD_SIZE = 16;

export class LinkageTable {
  /** Where the chunk begins and ends in the container. */
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly slotCount: number;
  readonly statedInstances: number;
  readonly statedTypes: number;
  readonly statedRecords: number;
  /** Which lists are inside the chunk; an empty one may not begin outside either. */
  readonly hasInstances: boolean;
  readonly hasTypes: boolean;
  readonly hasRecords: boolean;
  /** How many there are; 0 where the list is not inside the chunk. */
  readonly instances: number;
  readonly types: number;
  readonly records: readonly LinkageRecord[];
  readonly #view: DataView;
  readonly #instancesAt: number;
  readonly #typesAt: number;
  /** Offset after the last NUL of the chunk. */
  readonly #namesEnd: number;

  constructor({ data, offset }: Chunk) {
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.size = data.byteLength;
    this.start = offset + CHUNK_HEADER;
    this.end = this.start + this.size;
    this.statedInstances = this.u32(0);
    this.statedTypes = this.u32(4);
    this.statedRecords = this.u32(8);
    this.slotCount = this.u32(12);
    this.#instancesAt = this.u32(16);
    this.#typesAt = this.u32(20);
    const recordsAt = this.u32(24);
    this.hasInstances = this.#has(this.#instancesAt, this.statedInstances, INSTANCE_SIZE);
    this.hasTypes = this.#has(this.#typesAt, this.statedTypes, TYPE_SIZE);
    this.hasRecords = this.#has(recordsAt, this.statedRecords, RECORD_SIZE);
    this.instances = this.hasInstances ? this.statedInstances : 0;
    this.types = this.hasTypes ? this.statedTypes : 0;
    this.records = this.hasRecords ? this.#readRecords(recordsAt) : [];
    this.#namesEnd = data.lastIndexOf(0) + 1;
  }

  #has(at: number, count: number, size: number): boolean {
    return at + count * size <= this.size;
  }

  #readRecords(start: number): LinkageRecord[] {
    const records: LinkageRecord[] = [];
    let base = 0;
    let entries = 0;
    for (let number = 0; number < this.statedRecords && entries < MAX_LINKAGE_ENTRIES; number++) {
      const at = start + RECORD_SIZE * number;
      const count = this.u32(at);
      const typeCount = this.u32(at + 4);
      const typesAt = this.u32(at + 8);
      const tablesAt = this.u32(at + 12);
      const readable = this.#has(typesAt, typeCount, 2) && this.#has(tablesAt, typeCount, 4);
      records.push({ number, at, base, count, typeCount, typesAt, tablesAt, readable });
      base += count;
      if (readable) entries += typeCount;
    }
    return records;
  }

  u32(at: number): number {
    return at + 4 <= this.size ? this.#view.getUint32(at, true) : 0;
  }

  u16(at: number): number {
    return at + 2 <= this.size ? this.#view.getUint16(at, true) : 0;
  }

  typeAt(type: number): number {
    return this.#typesAt + TYPE_SIZE * type;
  }

  instanceAt(instance: number): number {
    return this.#instancesAt + INSTANCE_SIZE * instance;
  }

  typeOf({ typesAt }: LinkageRecord, k: number): number {
    return this.u16(typesAt + 2 * k);
  }

  tableOf({ tablesAt }: LinkageRecord, k: number): number {
    return this.u32(tablesAt + 4 * k);
  }

  /** Whether the text at byte `at` ends in the chunk. */
  isTerminated(at: number): boolean {
    return at < this.#namesEnd;
  }
}

export const BLOCKS = { if: 0, loop: 1, switch: 2 } as const;

/** The previous instruction, as far as it limits what may follow. */
export const BEFORE = {
  /** Nothing, or an instruction that anything may follow. */
  open: 0,
  /** An instruction that continues with the next one. */
  code: 1,
  /** `switch`, `case` or `default`. */
  entry: 2,
  /** `break` or `continue`. */
  leave: 3,
  ret: 4,
} as const;

/** The phase of subroutines that other subroutines call. */
const BEHIND_PHASES = 0x7fff_ffff;

export class Block {
  kind: number = BLOCKS.if;
  /** There was an `else` or a `default`. */
  second = false;
  /** There was a `case` or a `default`. */
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

/** A subroutine, or a function body. */
export class Routine {
  /** Of a function body: it was declared. */
  declared = false;
  /** A call leads to it, or a table names it. */
  called = false;
  /** Its label was found. */
  defined = false;
  /** The phase of a hull shader that called it; -1: none. */
  phase = -1;
  /** Of a function body: the last table that names it, and the index in that table. */
  table: FunctionTable | undefined = undefined;
  index = 0;

  constructor(
    readonly number: number,
    readonly isBody: boolean,
    /** DWORD index of what named it first. */
    readonly at: number,
  ) {}
}

export class FunctionTable {
  readonly bodies: Routine[] = [];
  /** The last interface pointer that names it; -1: none. */
  pointer = -1;

  constructor(
    readonly number: number,
    /** The stated number of bodies, and those that could be read. */
    readonly length: number,
    readonly at: number,
  ) {}
}

/** One declaration of interface pointers, a single one or an array. */
export interface Pointers {
  readonly base: number;
  readonly length: number;
  readonly callSites: number;
  readonly tables: readonly FunctionTable[];
  readonly at: number;
}

/** Function bodies, tables and interface pointers; created when a program has the first one. */
export class LinkageState {
  readonly bodies = new Map<number, Routine>();
  readonly tables = new Map<number, FunctionTable>();
  /** By the number of the interface pointer. */
  readonly pointers = new Map<number, Pointers>();
  readonly referenced = new Set<number>();
  /** Functions called through interface pointers, by the first pointer of an array. */
  readonly calls = new Map<number, Set<number>>();
  /** Calls through interface pointers, and the positions of those over the limit. */
  callCount = 0;
  readonly callsTooMany: number[] = [];
  #entriesLeft = MAX_LINKAGE_ENTRIES;

  /**
   * How many of a list of `count` entries are read where `there` entries follow: lists of damaged programs may overlap.
   */
  readable(count: number, there: number): number {
    const entries = Math.max(0, Math.min(count, there, this.#entriesLeft));
    this.#entriesLeft -= entries;
    return entries;
  }
}

export class FlowState {
  readonly #blocks: Block[] = [];
  depth = 0;
  /** Open loops and switches. */
  loops = 0;
  switches = 0;
  before: number = BEFORE.open;
  /** Phases of a hull shader so far. */
  phase = 0;
  /** There was a label: the following instructions belong to subroutines. */
  inRoutine = false;
  /** Class linkage, where the container has some. */
  classes: LinkageTable | undefined = undefined;
  #labels: Map<number, Routine> | undefined = undefined;
  /** All subroutines and function bodies, in the order in which they were named first. */
  readonly routines: Routine[] = [];
  #linkage: LinkageState | undefined = undefined;

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

  /** The phase of a hull shader that the current instruction belongs to when it calls something. */
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

  /** Function bodies and interfaces; created when first used. */
  get linkage(): LinkageState {
    this.#linkage ??= new LinkageState();
    return this.#linkage;
  }

  /** The linkage state, or undefined if nothing has used it. */
  get linkageIfAny(): LinkageState | undefined {
    return this.#linkage;
  }
}
