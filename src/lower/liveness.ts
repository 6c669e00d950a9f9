/**
 * The live register components of the blocks of a program: components that change in a block and that may be read after
 * it or, for a loop, in the next iteration. Without this a loop with many registers and many exits has a value for each
 * pair of them.
 *
 * Accesses and flow are noted in program order, then read backward with what is live as a set: once over all loops, for
 * the components that each of them reads and those that it passes through, and once over the program. Both take as many
 * steps as there are notes; a step of flow takes the number of registers.
 *
 * Not for: live ranges that are shown to users (isa/flow/liveness.ts).
 */
import { MAX_IR_OPS } from '../base/limits.ts';
import { FULL_MASK } from '../isa/components.ts';
import { Refusal } from './lowering.ts';
import { DX5106, DX5107, DX5108 } from './messages.ts';

/** Levels of blocks; Direct3D has 64. */
export const MAX_BLOCKS = 128;

/** Notes of an instruction: first its reads, then its writes, then its effect on control flow. */
export const Note = {
  /** Of a register. */
  read: 0,
  /** Of a register: components that are certainly written. */
  write: 1,
  /** These three of a block. */
  if: 2,
  loop: 3,
  switch: 4,
  else: 5,
  case: 6,
  default: 7,
  endIf: 8,
  endLoop: 9,
  endSwitch: 10,
  break: 11,
  breakIf: 12,
  continue: 13,
  continueIf: 14,
  return: 15,
  returnIf: 16,
  /** Of a subroutine. */
  call: 17,
  /** The end of the main function or a phase, or of a subroutine: its number and 1. */
  end: 18,
} as const;

const CODE_BITS = 5;
const MASK_BITS = 4;
const CODE = (1 << CODE_BITS) - 1;
const VALUE = CODE_BITS + MASK_BITS;

/** Notes of a program, in its order. */
export class FlowNotes {
  readonly words: number[] = [];
  #depth = 0;

  read(register: number, mask: number): void {
    if (mask !== 0) this.words.push((register << VALUE) | (mask << CODE_BITS) | Note.read);
  }

  write(register: number, mask: number): void {
    if (mask !== 0) this.words.push((register << VALUE) | (mask << CODE_BITS) | Note.write);
  }

  /** @param value the subroutine of a call or an end */
  step(code: number, value = 0): void {
    this.words.push((value << VALUE) | code);
  }

  open(code: number, block: number, at: number): void {
    if (++this.#depth > MAX_BLOCKS) throw new Refusal(DX5107, at, { what: 'a block', limit: MAX_BLOCKS });
    if (block >= MAX_IR_OPS) throw new Refusal(DX5108, at, { limit: MAX_IR_OPS });
    this.step(code, block);
  }

  close(code: number): void {
    if (this.#depth > 0) this.#depth--;
    this.step(code);
  }

  /** Ends a function: the main one or a phase with -1, or a subroutine. */
  end(subroutine: number): void {
    this.#depth = 0;
    this.step(Note.end, subroutine + 1);
  }
}

/** Reads and writes of register components by functions. */
export interface FunctionUses {
  /** By block: components that change in it. */
  readonly blocks: readonly (readonly number[])[];
  /** By subroutine: components that it returns, and components that a call reads. */
  readonly writes: readonly (readonly number[])[];
  readonly uses: readonly (readonly number[])[];
}

/** Components that change in a block, by block. */
export interface Carried {
  /** Those that something reads in it before they are written, or after it; of a loop, when an iteration begins. */
  readonly before: readonly (readonly number[])[];
  /** Those that something reads after it. */
  readonly after: readonly (readonly number[])[];
}

/**
 * Returns the live-in and live-out components of the blocks of a program.
 *
 * @param registers how many registers of four components there are
 * @param outputs components that are read when the main function ends
 */
export function carriedComponents(
  notes: FlowNotes,
  registers: number,
  uses: FunctionUses,
  outputs: readonly number[],
): Carried {
  return new Walk(notes.words, registers, uses, outputs).run();
}

/**
 * A byte for each register: components that are live and, four bits higher, those that the way to the end of a loop
 * does not write.
 */
class RegisterSet {
  readonly bytes: Uint8Array;
  readonly #words: Int32Array;

  constructor(registers: number) {
    const memory = new ArrayBuffer((registers + 3) & ~3);
    this.bytes = new Uint8Array(memory);
    this.#words = new Int32Array(memory);
  }

  fill(byte: number): void {
    this.bytes.fill(byte);
  }

  copy(other: RegisterSet): void {
    this.#words.set(other.#words);
  }

  add(other: RegisterSet): void {
    const words = this.#words;
    const others = other.#words;
    for (let i = 0; i < words.length; i++) words[i]! |= others[i]!;
  }

  has(component: number): boolean {
    return (this.bytes[component >> 2]! & (1 << (component & 3))) !== 0;
  }
}

const PASSES = 4;

const NOTHING: readonly number[] = [];

/** The components that a loop reads and those that it passes through. */
interface LoopSummary {
  /** Of registers that are named in it: their numbers, each with its byte of a {@link RegisterSet}. */
  readonly registers: readonly number[];
  /** The byte of all others. */
  readonly rest: number;
  /** Whether the function may end in it, so that it needs what the function returns. */
  readonly returns: boolean;
}

/** A block that the walk is in. */
interface OpenBlock {
  readonly kind: 'if' | 'loop' | 'switch';
  readonly after: RegisterSet;
  /** The components that are live at the target of `break`, and at that of `continue`. */
  readonly exit: RegisterSet;
  /**
   * Of a loop: what is live where an iteration begins; of others: what is live where `else` or the labels so far begin.
   */
  readonly head: RegisterSet;
  /** Index of the note that ends it. */
  readonly end: number;
  /** Whether there is an `else` or a `default`. */
  hasOther: boolean;
}

class Walk {
  readonly #notes: readonly number[];
  readonly #registers: number;
  readonly #uses: FunctionUses;
  readonly #outputs: readonly number[];
  readonly #before: (readonly number[])[];
  readonly #after: (readonly number[])[];
  /** By the index of the note that ends a loop. */
  readonly #loops = new Map<number, LoopSummary>();
  readonly #seen: Int32Array;
  readonly #free: RegisterSet[] = [];
  #open: OpenBlock[] = [];
  #live: RegisterSet;
  /** The components that are live at the end of the function. */
  readonly #returned: RegisterSet;

  constructor(notes: readonly number[], registers: number, uses: FunctionUses, outputs: readonly number[]) {
    this.#notes = notes;
    this.#registers = registers;
    this.#uses = uses;
    this.#outputs = outputs;
    this.#before = [...uses.blocks];
    this.#after = [...uses.blocks];
    this.#seen = new Int32Array(registers);
    this.#live = this.#take();
    this.#returned = this.#take();
  }

  run(): Carried {
    if (this.#notes.some((note) => (note & CODE) === Note.endLoop)) this.#readAll(true);
    this.#readAll(false);
    return { before: this.#before, after: this.#after };
  }

  /**
   * A set without meaning. After the registers are one that nothing names, and one that only the end of functions
   * reads.
   */
  #take(): RegisterSet {
    return this.#free.pop() ?? new RegisterSet(this.#registers + 2);
  }

  /** @param isInLoops whether only loops are read, as if nothing were live after them */
  #readAll(isInLoops: boolean): void {
    const notes = this.#notes;
    let loops = 0;
    for (let i = notes.length - 1; i >= 0; i--) {
      const note = notes[i]!;
      const code = note & CODE;
      if (code === Note.end) {
        this.#beginFunction((note >>> VALUE) - 1);
        loops = 0;
        continue;
      }
      if (isInLoops) {
        if (code === Note.endLoop) loops++;
        if (loops === 0) continue;
        if (code === Note.loop) loops--;
      }
      if (code === Note.read) this.#live.bytes[note >>> VALUE]! |= (note >>> CODE_BITS) & FULL_MASK;
      else if (code === Note.write) {
        const mask = (note >>> CODE_BITS) & FULL_MASK;
        this.#live.bytes[note >>> VALUE]! &= ~(mask | (mask << PASSES));
      } else this.#flow(code, note >>> VALUE, i, isInLoops);
    }
  }

  #beginFunction(subroutine: number): void {
    for (const block of this.#open) this.#release(block);
    this.#open = [];
    this.#returned.fill(0);
    addComponents(this.#returned, (subroutine < 0 ? this.#outputs : this.#uses.writes[subroutine]) ?? []);
    this.#returned.bytes[this.#registers + 1] = FULL_MASK;
    this.#live.copy(this.#returned);
  }

  #flow(code: number, value: number, at: number, isInLoops: boolean): void {
    const live = this.#live;
    const top = this.#open.at(-1);
    switch (code) {
      case Note.endIf:
        this.#begin('if', at);
        return;
      case Note.endSwitch:
        this.#begin('switch', at);
        return;
      case Note.endLoop:
        this.#beginLoop(at, isInLoops);
        return;
      case Note.else:
        if (top?.kind !== 'if') return;
        top.hasOther = true;
        top.head.copy(live);
        live.copy(top.after);
        return;
      case Note.case:
      case Note.default:
        if (top?.kind !== 'switch') return;
        if (code === Note.default) top.hasOther = true;
        top.head.add(live);
        return;
      case Note.if:
        if (top?.kind !== 'if') return;
        live.add(top.hasOther ? top.head : top.after);
        this.#end(value, top);
        return;
      case Note.switch:
        if (top?.kind !== 'switch') return;
        live.copy(top.head);
        if (!top.hasOther) live.add(top.after);
        this.#end(value, top);
        return;
      case Note.loop:
        if (top?.kind !== 'loop') return;
        if (isInLoops) this.#noteLoop(at, top);
        this.#end(value, top);
        return;
      case Note.break:
      case Note.breakIf: {
        const block = this.#open.findLast(({ kind }) => kind !== 'if');
        if (block !== undefined) this.#jump(block.exit, code === Note.break);
        return;
      }
      case Note.continue:
      case Note.continueIf: {
        const loop = this.#open.findLast(({ kind }) => kind === 'loop');
        if (loop !== undefined) this.#jump(loop.head, code === Note.continue);
        return;
      }
      case Note.return:
      case Note.returnIf:
        this.#jump(this.#returned, code === Note.return);
        return;
      case Note.call:
        addComponents(live, this.#uses.uses[value] ?? []);
        return;
    }
  }

  #jump(target: RegisterSet, isAlways: boolean): void {
    if (isAlways) this.#live.copy(target);
    else this.#live.add(target);
  }

  #begin(kind: 'if' | 'switch', end: number): void {
    const after = this.#take();
    after.copy(this.#live);
    const head = this.#take();
    head.fill(0);
    this.#open.push({ kind, after, exit: after, head, end, hasOther: false });
  }

  #beginLoop(end: number, isInLoops: boolean): void {
    const after = this.#take();
    const head = this.#take();
    after.copy(this.#live);
    head.fill(0);
    if (isInLoops) {
      // Only the loop itself: its end passes what the way to it does not write.
      const exit = this.#take();
      exit.fill(FULL_MASK << PASSES);
      this.#open.push({ kind: 'loop', after, exit, head, end, hasOther: false });
    } else {
      this.#enterLoop(end, after, head);
      this.#open.push({ kind: 'loop', after, exit: after, head, end, hasOther: false });
    }
    this.#live.copy(head);
  }

  /** Fills `head` with what is live where an iteration begins. */
  #enterLoop(end: number, after: RegisterSet, head: RegisterSet): void {
    const summary = this.#loops.get(end);
    // Damage: the loop has no beginning.
    if (summary === undefined) return;
    const { bytes } = head;
    const rest = summary.rest;
    const returned = summary.returns ? this.#returned.bytes : NOTHING;
    for (let i = 0; i < bytes.length; i++) bytes[i] = through(rest | (returned[i] ?? 0), after.bytes[i]!);
    const { registers } = summary;
    for (let i = 0; i < registers.length; i += 2) {
      const register = registers[i]!;
      bytes[register] = through(registers[i + 1]!, after.bytes[register]!);
    }
  }

  /** Keeps what a loop needs and lets pass. */
  #noteLoop(start: number, { after, end }: OpenBlock): void {
    const notes = this.#notes;
    const { bytes } = this.#live;
    const registers: number[] = [];
    const calls = new Set<number>();
    const note = (register: number) => {
      if (this.#seen[register] === end) return;
      this.#seen[register] = end;
      registers.push(register, bytes[register]!);
    };
    for (let i = start; i < end; i++) {
      const code = notes[i]! & CODE;
      if (code === Note.read || code === Note.write) note(notes[i]! >>> VALUE);
      else if (code === Note.call) calls.add(notes[i]! >>> VALUE);
    }
    for (const call of calls) for (const component of this.#uses.uses[call] ?? []) note(component >> 2);
    const returns = (bytes[this.#registers + 1]! & FULL_MASK) !== 0;
    this.#loops.set(end, { registers, rest: bytes[this.#registers]!, returns });
    for (let i = 0; i < bytes.length; i++) bytes[i] = through(bytes[i]!, after.bytes[i]!);
  }

  /** Ends a block whose beginning was reached. */
  #end(block: number, open: OpenBlock): void {
    this.#open.pop();
    const written = this.#uses.blocks[block];
    if (written !== undefined) {
      const live = open.kind === 'loop' ? open.head : this.#live;
      const isLoop = open.kind === 'loop';
      this.#after[block] = written.filter((component) => open.after.has(component));
      this.#before[block] = written.filter(
        (component) => live.has(component) || (!isLoop && open.after.has(component)),
      );
    }
    this.#release(open);
  }

  #release({ after, exit, head }: OpenBlock): void {
    this.#free.push(after, head);
    if (exit !== after) this.#free.push(exit);
  }
}

/** Returns the components that are live before a loop, from its summary and the components that are live after it. */
function through(summary: number, after: number): number {
  const passes = summary >>> PASSES;
  return (summary & FULL_MASK) | (passes & after) | ((passes & (after >>> PASSES)) << PASSES);
}

function addComponents({ bytes }: RegisterSet, components: readonly number[]): void {
  for (const component of components) bytes[component >> 2]! |= 1 << (component & 3);
}

// A list has numbers of components, and -1 - the number of a subroutine for each call.

/** Levels of calls, as Direct3D has them. */
const MAX_CALLS = 32;
const NONE: readonly number[] = [];

/**
 * A byte for each component, 0 but while a list is made unique: making it costs more than a small program has blocks
 * (measured).
 */
let scratch = new Uint8Array(0);

export type UseList = number[];

/** A subroutine as messages name it: its label, and the index of its first token. */
export interface SubroutineLocation {
  readonly label: number;
  readonly at: number;
}

function listsOf(count: number): UseList[] {
  const lists: UseList[] = [];
  for (let i = 0; i < count; i++) lists.push([]);
  return lists;
}

export class Uses {
  readonly blocks: UseList[];
  /** By subroutine: what it writes, and what it reads. */
  readonly writes: UseList[];
  readonly uses: UseList[];
  readonly #seen: Uint8Array;
  readonly #resolved = new Set<number>();

  /** @param components that registers have */
  constructor(blocks: number, subroutines: number, components: number) {
    this.blocks = listsOf(blocks);
    this.writes = listsOf(subroutines);
    this.uses = listsOf(subroutines);
    if (scratch.length < components) scratch = new Uint8Array(components);
    this.#seen = scratch;
  }

  static call(list: UseList | undefined, subroutine: number): void {
    list?.push(-1 - subroutine);
  }

  /**
   * Completes all lists: blocks write what the blocks in them write, subroutines what those that they call write.
   *
   * @param around the list of what encloses a block: a block before it, or its subroutine
   */
  complete(
    around: (block: number) => UseList | undefined,
    locationOf: (subroutine: number) => SubroutineLocation,
  ): void {
    // Inner blocks come later.
    for (let i = this.blocks.length - 1; i >= 0; i--) {
      this.blocks[i] = this.#unique(this.blocks[i]!);
      const outer = around(i);
      if (outer !== undefined) for (const use of this.blocks[i]!) outer.push(use);
    }
    for (let i = 0; i < this.writes.length; i++) this.#resolve(i, [], locationOf);
    for (let i = 0; i < this.blocks.length; i++) this.blocks[i] = [...this.#expanded(this.blocks[i]!)];
  }

  #unique(list: readonly number[]): UseList {
    const seen = this.#seen;
    const calls = new Set<number>();
    const result: number[] = [];
    for (const one of list) {
      if (one < 0) {
        if (calls.has(one)) continue;
        calls.add(one);
      } else {
        if (seen[one] !== 0) continue;
        seen[one] = 1;
      }
      result.push(one);
    }
    for (const one of result) if (one >= 0) seen[one] = 0;
    return result;
  }

  /** Replaces calls by what the subroutines write. */
  #expanded(list: readonly number[], of: readonly (readonly number[])[] = this.writes): readonly number[] {
    if (list.length === 0) return NONE;
    const all: number[] = [];
    for (const one of list) {
      if (one >= 0) all.push(one);
      else for (const inner of of[-1 - one]!) all.push(inner);
    }
    return this.#unique(all).sort((a, b) => a - b);
  }

  /** Replaces the calls of a subroutine, those of the subroutines that it calls first. */
  #resolve(
    subroutine: number,
    callers: readonly number[],
    locationOf: (subroutine: number) => SubroutineLocation,
  ): void {
    if (this.#resolved.has(subroutine)) return;
    const { label, at } = locationOf(subroutine);
    if (callers.includes(subroutine)) throw new Refusal(DX5106, at, { label });
    if (callers.length > MAX_CALLS) throw new Refusal(DX5107, at, { what: 'a call', limit: MAX_CALLS });
    const writes = this.#unique(this.writes[subroutine]!);
    const calls = [...writes, ...this.uses[subroutine]!].filter((one) => one < 0);
    for (const call of new Set(calls)) this.#resolve(-1 - call, [...callers, subroutine], locationOf);
    this.writes[subroutine] = [...this.#expanded(writes)];
    this.uses[subroutine] = [...this.#expanded([...this.uses[subroutine]!, ...this.writes[subroutine]], this.uses)];
    this.#resolved.add(subroutine);
  }
}
