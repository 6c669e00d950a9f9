/**
 * The structure of a program, determined before lowering: the components of temporary registers that each block and
 * each function writes, those that subroutines read, and the cases of switches that fall through. One pass over the
 * instructions of blocks, or all of them where there are subroutines.
 *
 * Not for: blocks themselves (isa/sm4/control-flow.ts).
 */

import { componentsRead, FULL_MASK } from '../../isa/components.ts';
import type { Sm4ControlFlow } from '../../isa/sm4/control-flow.ts';
import { destinationMask, Sm4Cursor, type Sm4OperandSlot, sourceSwizzle } from '../../isa/sm4/cursor.ts';
import type { Sm4Declarations } from '../../isa/sm4/declarations.ts';
import { SM4_OPCODES } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import { type Carried, carriedComponents, FlowNotes, Note, type UseList, Uses } from '../liveness.ts';
import { Refusal } from '../lowering.ts';
import { DX5105, DX5113 } from '../messages.ts';

/** Temporary registers that a program may have; Direct3D has 4096 with those of arrays. */
export const MAX_TEMPS = 4096;

const TEMP = SM4_OPERAND_TYPES.temp.code;

/** Effects of opcodes on control flow, except calls. */
const NOTES: readonly (number | undefined)[] = /* @__PURE__ */ notesByCode();

function notesByCode(): (number | undefined)[] {
  const notes: (number | undefined)[] = [];
  for (const [mnemonic, note] of Object.entries({
    if: Note.if,
    else: Note.else,
    endif: Note.endIf,
    loop: Note.loop,
    endloop: Note.endLoop,
    switch: Note.switch,
    case: Note.case,
    default: Note.default,
    endswitch: Note.endSwitch,
    break: Note.break,
    breakc: Note.breakIf,
    continue: Note.continue,
    continuec: Note.continueIf,
    ret: Note.return,
    retc: Note.returnIf,
  } satisfies Partial<Record<keyof typeof SM4_OPCODES, number>>))
    notes[SM4_OPCODES[mnemonic as keyof typeof SM4_OPCODES].code] = note;
  return notes;
}

/** Components are numbers: `register << 2 | component`. */
export interface Sm4Structure {
  /** Live components, by block of the control flow. */
  readonly carried: Carried;
  /** By subroutine. */
  readonly subroutineWrites: readonly (readonly number[])[];
  /** By subroutine: components that are read or written. */
  readonly subroutineUses: readonly (readonly number[])[];
  /** By position: 1 for a `case` or `default` whose instructions continue with those of the next one. */
  readonly fallsThrough: Uint8Array;
  /** The number of the subroutine with a label, and with a function body; the last one where several have it. */
  readonly labels: ReadonlyMap<number, number>;
  readonly bodies: ReadonlyMap<number, number>;
  /** Registers that are declared, or written in blocks and subroutines, from 0 on. */
  readonly temps: number;
}

export function readStructure(cursor: Sm4Cursor, flow: Sm4ControlFlow, declarations: Sm4Declarations): Sm4Structure {
  if (flow.blocks.length > 0 || flow.subroutines.length > 0)
    return new StructureReader(cursor, flow, declarations).read();
  return {
    carried: NOTHING_CARRIED,
    subroutineWrites: [],
    subroutineUses: [],
    fallsThrough: NO_CASES,
    labels: NO_SUBROUTINES,
    bodies: NO_SUBROUTINES,
    temps: tempsOf(declarations),
  };
}

const NOTHING_CARRIED: Carried = { before: [], after: [] };
const NO_CASES = /* @__PURE__ */ new Uint8Array(0);
const NO_SUBROUTINES: ReadonlyMap<number, number> = /* @__PURE__ */ new Map();

/** Registers that a program declares. */
function tempsOf({ temps }: Sm4Declarations): number {
  return temps.reduce((most, { count }) => Math.max(most, Math.min(count, MAX_TEMPS)), 0);
}

/** Registers that instructions write, from 0 on: for programs that do not declare all of them. */
export function writtenTemps(program: Sm4Program): number {
  const cursor = new Sm4Cursor(program);
  let temps = 0;
  for (let position = 0; position < program.count; position++) {
    cursor.goto(position);
    if (cursor.row?.kind !== 'instruction') continue;
    const { operands } = cursor.row;
    for (let i = 0; i < operands.length; i++) {
      const slot = cursor.operands[i]!;
      if (operands[i]!.role === 'destination' && slot.type === TEMP) temps = Math.max(temps, registerOf(slot) + 1);
    }
  }
  return temps;
}

function registerOf(slot: Sm4OperandSlot): number {
  const register = slot.index0 >>> 0;
  if (register >= MAX_TEMPS) throw new Refusal(DX5113, slot.at, { register: `r${register}`, limit: MAX_TEMPS - 1 });
  return register;
}

interface OpenBlock {
  /** Whether the code before the block is reached. */
  readonly isReached: boolean;
  thenReached: boolean;
  hasElse: boolean;
  /** The last `case` or `default`. */
  lastPart: number;
}

class StructureReader {
  readonly #cursor: Sm4Cursor;
  readonly #flow: Sm4ControlFlow;
  readonly #declarations: Sm4Declarations;
  readonly #uses: Uses;
  readonly #notes = new FlowNotes();
  readonly #fallsThrough: Uint8Array;
  readonly #bodies = new Map<number, number>();
  readonly #labels = new Map<number, number>();
  #open: OpenBlock[] = [];
  #isReached = true;
  #temps = 0;
  /** Where writes and calls are noted. */
  #scope: UseList = [];
  #reads: UseList | undefined;

  constructor(cursor: Sm4Cursor, flow: Sm4ControlFlow, declarations: Sm4Declarations) {
    this.#cursor = cursor;
    this.#flow = flow;
    this.#declarations = declarations;
    this.#uses = new Uses(flow.blocks.length, flow.subroutines.length, 4 * MAX_TEMPS);
    this.#fallsThrough = new Uint8Array(cursor.program.count);
    for (const [i, { kind, number }] of flow.subroutines.entries())
      (kind === 'label' ? this.#labels : this.#bodies).set(number, i);
  }

  read(): Sm4Structure {
    const cursor = this.#cursor;
    const uses = this.#uses;
    const { blocks, subroutines } = this.#flow;
    const { count } = cursor.program;
    // Without subroutines nothing before the first block matters.
    this.#instructions(subroutines.length > 0 ? 0 : blocks[0]!.start, count);
    uses.complete(
      (block) => {
        const { parent, start } = blocks[block]!;
        if (parent >= 0) return uses.blocks[parent];
        const subroutine = this.#subroutineAt(start);
        return subroutine >= 0 ? uses.writes[subroutine] : undefined;
      },
      (subroutine) => {
        const { number, start } = subroutines[subroutine]!;
        return { label: number, at: cursor.program.starts[start]! };
      },
    );
    return {
      carried: carriedComponents(this.#notes, this.#temps, uses, []),
      subroutineWrites: uses.writes,
      subroutineUses: uses.uses,
      fallsThrough: this.#fallsThrough,
      labels: this.#labels,
      bodies: this.#bodies,
      temps: Math.max(this.#temps, tempsOf(this.#declarations)),
    };
  }

  #instructions(start: number, end: number): void {
    const cursor = this.#cursor;
    const uses = this.#uses;
    const notes = this.#notes;
    const { blockAt, phases, subroutines } = this.#flow;
    let subroutine = -1;
    let phase = phases.findIndex((one) => one.start >= start);
    if (phase < 0) phase = phases.length;
    // No construct needs values that the main program writes outside of blocks.
    const main: UseList = [];
    for (let position = start; position < end; position++) {
      cursor.goto(position);
      if (phases[phase]?.start === position) {
        notes.end(-1);
        phase++;
      }
      if (cursor.row?.kind !== 'instruction') continue;
      if (subroutines[subroutine + 1]?.start === position) {
        notes.end(subroutine);
        this.#begin(++subroutine);
      }
      const block = blockAt[position]!;
      this.#scope = block >= 0 ? uses.blocks[block]! : subroutine >= 0 ? uses.writes[subroutine]! : main;
      this.#instruction(position);
    }
    notes.end(subroutine);
  }

  #begin(subroutine: number): void {
    this.#isReached = true;
    this.#open = [];
    this.#reads = this.#uses.uses[subroutine];
  }

  #instruction(position: number): void {
    const cursor = this.#cursor;
    const { operandCount } = cursor;
    const { operands } = cursor.row!;
    for (let i = 0; i < operands.length; i++) {
      const slot = cursor.operands[i]!;
      const isResult = operands[i]!.role === 'destination';
      if (isResult) this.#write(slot);
      if (i < operandCount) this.#noteReads(slot, isResult && operands[i]!.access !== 'readWrite');
      if (this.#reads !== undefined) this.#use(slot, this.#reads);
    }
    for (let i = 0; i < operands.length && i < operandCount; i++) {
      const slot = cursor.operands[i]!;
      if (operands[i]!.role === 'destination' && slot.type === TEMP)
        this.#notes.write(registerOf(slot), destinationMask(slot));
    }
    this.#flowOf(position);
  }

  #write(slot: Sm4OperandSlot): void {
    if (slot.type !== TEMP) return;
    const register = this.#register(slot);
    const mask = destinationMask(slot);
    for (let i = 0; i < 4; i++) if (mask & (1 << i)) this.#scope.push(4 * register + i);
  }

  /** Notes what an operand and its indices read. */
  #noteReads(slot: Sm4OperandSlot, isResult: boolean): void {
    // Lowering refuses registers that do not exist.
    if (slot.type === TEMP && !isResult && slot.index0 >>> 0 < MAX_TEMPS)
      this.#notes.read(this.#register(slot), componentsRead(sourceSwizzle(slot), FULL_MASK));
    if (slot.isRegular) return;
    for (let i = 0; i < slot.indexCount; i++) if (slot.isRelative(i)) this.#noteReads(slot.relative[i]!, false);
  }

  #register(slot: Sm4OperandSlot): number {
    const register = registerOf(slot);
    if (register >= this.#temps) this.#temps = register + 1;
    return register;
  }

  /** Notes all components of the registers of an operand and of its indices. */
  #use(slot: Sm4OperandSlot, uses: UseList): void {
    if (slot.type === TEMP) {
      const first = 4 * this.#register(slot);
      uses.push(first, first + 1, first + 2, first + 3);
    }
    if (slot.isRegular) return;
    for (let i = 0; i < slot.indexCount; i++) if (slot.isRelative(i)) this.#use(slot.relative[i]!, uses);
  }

  /** Follows what is reached, and notes calls. */
  #flowOf(position: number): void {
    const open = this.#open.at(-1);
    const { code } = this.#cursor;
    const note = NOTES[code];
    if (note !== undefined) this.#noteFlow(note, position);
    switch (code) {
      case SM4_OPCODES.if.code:
      case SM4_OPCODES.loop.code:
      case SM4_OPCODES.switch.code:
        this.#open.push({ isReached: this.#isReached, thenReached: false, hasElse: false, lastPart: -1 });
        if (code === SM4_OPCODES.switch.code) this.#isReached = false;
        return;
      case SM4_OPCODES.else.code:
        if (open === undefined) return;
        open.thenReached = this.#isReached;
        open.hasElse = true;
        this.#isReached = open.isReached;
        return;
      case SM4_OPCODES.endif.code:
        if (open !== undefined) this.#isReached = open.hasElse ? open.thenReached || this.#isReached : open.isReached;
        this.#open.pop();
        return;
      case SM4_OPCODES.endloop.code:
      case SM4_OPCODES.endswitch.code:
        this.#isReached = open?.isReached ?? true;
        this.#open.pop();
        return;
      case SM4_OPCODES.case.code:
      case SM4_OPCODES.default.code:
        this.#enterPart(position, open);
        return;
      case SM4_OPCODES.break.code:
      case SM4_OPCODES.continue.code:
      case SM4_OPCODES.ret.code:
      case SM4_OPCODES.abort.code:
        this.#isReached = false;
        return;
      case SM4_OPCODES.call.code:
        this.#call(this.#labels, 0);
        return;
      case SM4_OPCODES.callc.code:
        this.#call(this.#labels, 1);
        return;
      case SM4_OPCODES.fcall.code:
        for (const body of this.#calledBodies()) this.#note(this.#bodies.get(body), body);
        return;
    }
  }

  #noteFlow(note: number, position: number): void {
    if (note === Note.if || note === Note.loop || note === Note.switch)
      this.#notes.open(note, this.#flow.blockAt[position]!, this.#cursor.start);
    else if (note === Note.endIf || note === Note.endLoop || note === Note.endSwitch) this.#notes.close(note);
    else this.#notes.step(note);
  }

  #enterPart(position: number, open: OpenBlock | undefined): void {
    if (open === undefined) return;
    // A part without instructions has those of the next one: it does not fall through.
    if (this.#isReached && open.lastPart >= 0 && open.lastPart !== position - 1) this.#fallsThrough[open.lastPart] = 1;
    open.lastPart = position;
    this.#isReached = open.isReached;
  }

  #call(labels: ReadonlyMap<number, number>, operand: number): void {
    const label = this.#cursor.operands[operand]!.index0;
    this.#note(labels.get(label), label);
  }

  #note(subroutine: number | undefined, label: number): void {
    if (subroutine === undefined) throw new Refusal(DX5105, this.#cursor.start, { label });
    this.#notes.step(Note.call, subroutine);
    Uses.call(this.#scope, subroutine);
    Uses.call(this.#reads, subroutine);
  }

  #calledBodies(): number[] {
    const { functionTables, interfaces } = this.#declarations;
    const functionIndex = this.#cursor.word(this.#cursor.body) >>> 0;
    const tables = interfaces.get(this.#cursor.operands[0]!.index0)?.tables ?? [];
    return tables.flatMap((table) => functionTables.get(table)?.bodies[functionIndex] ?? []);
  }

  /** The subroutine that has a position; -1 for the main program. They are in order. */
  #subroutineAt(position: number): number {
    const { subroutines } = this.#flow;
    let before = -1;
    for (let after = subroutines.length; after - before > 1; ) {
      const middle = (before + after) >> 1;
      if (subroutines[middle]!.start <= position) before = middle;
      else after = middle;
    }
    return before;
  }
}
