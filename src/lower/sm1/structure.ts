/**
 * The structure of a program, determined before lowering: subroutines, the register components that each block and each
 * subroutine writes, those that subroutines read, and the outputs that are written.
 *
 * Not for: whether blocks are closed (handlers/flow.ts).
 */

import { Sm1Version } from '../../base/profile.ts';
import { componentsRead, FULL_MASK } from '../../isa/components.ts';
import { type Sm1Cursor, Sm1OperandSlot } from '../../isa/sm1/cursor.ts';
import {
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1OpcodeRow,
  sm1OpcodeRow,
  sm1OpcodeTable,
  sm1Operands,
} from '../../isa/sm1/opcodes.ts';
import type { Sm1Program } from '../../isa/sm1/program.ts';
import { SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import { Sm1DestinationToken, sm1RegisterType } from '../../isa/sm1/tokens.ts';
import { type Carried, carriedComponents, FlowNotes, Note, type UseList, Uses } from '../liveness.ts';
import { Refusal } from '../lowering.ts';
import { DX5105, DX5111 } from '../messages.ts';
import { ADDRESS, COMPONENT_COUNT, componentsOf, DEPTH, FIRST_OUTPUT, LOOP_COUNTER, PREDICATE } from './registers.ts';

const R = SM1_REGISTERS;
const O = SM1_OPCODES;
const M = SM1_SOURCE_MODIFIERS;

export interface Sm1Subroutine {
  readonly label: number;
  /** Position of the `label`, and of the one after the last instruction. */
  readonly start: number;
  readonly end: number;
}

/** Components are numbers of registers.ts. */
export interface Sm1Structure {
  readonly subroutines: readonly Sm1Subroutine[];
  readonly labels: ReadonlyMap<number, number>;
  /** Position after the main program. */
  readonly mainEnd: number;
  /** The number of a block by the position of the instruction that opens it, and the live components of blocks. */
  readonly blockAt: ReadonlyMap<number, number>;
  readonly carried: Carried;
  readonly subroutineWrites: readonly (readonly number[])[];
  /** Components that are read or written. */
  readonly subroutineUses: readonly (readonly number[])[];
  /** Masks of outputs that are written, by the register's first component. */
  readonly outputs: ReadonlyMap<number, number>;
  readonly isOutputIndexed: boolean;
}

/** Facts of opcodes that the structure depends on. */
const Fact = {
  /** Blocks, subroutines and calls. */
  flow: 1,
  /** The first operand is written. */
  writes: 2,
  writesDepth: 4,
} as const;

const FACTS = /* @__PURE__ */ sm1OpcodeTable(({ code, block, category, operands }) => {
  const isFlow = block !== undefined || code === O.label.code || code === O.call.code || code === O.callnz.code;
  const isDeclaration = category === 'declaration' || category === 'constant';
  const isWritten = operands[0]?.role === 'destination' && operands[0].access !== 'read';
  const isDepth = code === O.texm3x2depth.code || code === O.texdepth.code;
  return (isFlow ? Fact.flow : 0) | (isWritten && !isDeclaration ? Fact.writes : 0) | (isDepth ? Fact.writesDepth : 0);
});

/** Effects of opcodes on control flow, except calls. */
const NOTES: ReadonlyMap<number, number> = /* @__PURE__ */ new Map([
  [O.if.code, Note.if],
  [O.ifc.code, Note.if],
  [O.else.code, Note.else],
  [O.endif.code, Note.endIf],
  [O.loop.code, Note.loop],
  [O.endloop.code, Note.endLoop],
  [O.rep.code, Note.loop],
  [O.endrep.code, Note.endLoop],
  [O.break.code, Note.break],
  [O.breakc.code, Note.breakIf],
  [O.breakp.code, Note.breakIf],
  [O.ret.code, Note.return],
]);

export function readStructure(program: Sm1Program, cursor: Sm1Cursor, version: number): Sm1Structure {
  return hasFlow(program) ? new StructureReader(program, cursor, version).read() : structureWithoutFlow(program);
}

function factsOf(token: number): number {
  const opcode = token & 0xffff;
  return opcode < SM1_OPCODE_LIMIT ? FACTS[opcode]! : 0;
}

function hasFlow({ words, starts, count }: Sm1Program): boolean {
  for (let position = 0; position < count; position++)
    if ((factsOf(words[starts[position]!]!) & Fact.flow) !== 0) return true;
  return false;
}

const NO_BLOCKS: Sm1Structure['blockAt'] = new Map();
const NOTHING_CARRIED: Carried = { before: [], after: [] };
const NO_LABELS: Sm1Structure['labels'] = new Map();

/** The structure of a program without blocks and subroutines: the outputs that it writes. */
function structureWithoutFlow({ words, starts, count }: Sm1Program): Sm1Structure {
  const outputs = new Map<number, number>();
  let isOutputIndexed = false;
  for (let position = 0; position < count; position++) {
    const start = starts[position]!;
    const facts = factsOf(words[start]!);
    if ((facts & Fact.writesDepth) !== 0) addOutput(outputs, DEPTH, 1);
    if ((facts & Fact.writes) === 0) continue;
    // The destination is the first token after that of the instruction; words that are no operands have no bit 31.
    const token = start + 1 < words.length ? words[start + 1]! | 0 : 0;
    if (token >= 0) continue;
    const first = componentsOf(sm1RegisterType(token), Sm1DestinationToken.number.get(token));
    if (first < FIRST_OUTPUT) continue;
    if (Sm1DestinationToken.relative.test(token)) isOutputIndexed = true;
    addOutput(outputs, first, Sm1DestinationToken.mask.get(token));
  }
  return {
    subroutines: [],
    labels: NO_LABELS,
    mainEnd: count,
    blockAt: NO_BLOCKS,
    carried: NOTHING_CARRIED,
    subroutineWrites: [],
    subroutineUses: [],
    outputs,
    isOutputIndexed,
  };
}

function addOutput(outputs: Map<number, number>, first: number, mask: number): void {
  outputs.set(first, (outputs.get(first) ?? 0) | mask);
}

interface Block {
  readonly start: number;
  readonly parent: number;
  readonly subroutine: number;
}

class StructureReader {
  readonly #program: Sm1Program;
  readonly #cursor: Sm1Cursor;
  readonly #version: number;
  readonly #changesTextures: boolean;
  readonly #subroutines: Sm1Subroutine[] = [];
  readonly #labels = new Map<number, number>();
  readonly #blocks: Block[] = [];
  readonly #outputs = new Map<number, number>();
  readonly #address = new Sm1OperandSlot();
  readonly #notes = new FlowNotes();
  #isOutputIndexed = false;
  #uses = new Uses(0, 0, 0);
  /** Open blocks, the innermost last. */
  #open: number[] = [];
  #subroutine = -1;
  #scope: UseList = [];
  #reads: UseList | undefined;

  constructor(program: Sm1Program, cursor: Sm1Cursor, version: number) {
    this.#program = program;
    this.#cursor = cursor;
    this.#version = version;
    this.#changesTextures = program.stage === 'vs' || version < Sm1Version.v1_4;
  }

  read(): Sm1Structure {
    const { count, starts } = this.#program;
    this.#findLabels();
    const uses = this.#uses;
    const main: UseList = [];
    let block = 0;
    for (let position = 0; position < count; position++) {
      if (this.#subroutines[this.#subroutine + 1]?.start === position) {
        this.#notes.end(this.#subroutine);
        this.#subroutine++;
        this.#open = [];
        this.#reads = uses.uses[this.#subroutine];
      }
      if (this.#blocks[block]?.start === position) this.#open.push(block++);
      const writes = this.#subroutine >= 0 ? uses.writes[this.#subroutine]! : main;
      this.#scope = this.#open.length > 0 ? uses.blocks[this.#open.at(-1)!]! : writes;
      this.#instruction(position);
    }
    this.#notes.end(this.#subroutine);
    uses.complete(
      (number) => {
        const { parent, subroutine } = this.#blocks[number]!;
        if (parent >= 0) return uses.blocks[parent];
        return subroutine >= 0 ? uses.writes[subroutine] : undefined;
      },
      (number) => {
        const { label, start } = this.#subroutines[number]!;
        return { label, at: starts[start]! };
      },
    );
    return {
      subroutines: this.#subroutines,
      labels: this.#labels,
      mainEnd: this.#subroutines[0]?.start ?? count,
      blockAt: new Map(this.#blocks.map(({ start }, i) => [start, i])),
      carried: carriedComponents(this.#notes, COMPONENT_COUNT >> 2, uses, this.#outputComponents()),
      subroutineWrites: uses.writes,
      subroutineUses: uses.uses,
      outputs: this.#outputs,
      isOutputIndexed: this.#isOutputIndexed,
    };
  }

  /** Finds labels and blocks: calls may come before the labels. */
  #findLabels(): void {
    const cursor = this.#cursor;
    const { count, starts } = this.#program;
    const labels: { label: number; start: number }[] = [];
    let open: number[] = [];
    for (let position = 0; position < count; position++) {
      cursor.moveTo(starts[position]!);
      if (cursor.isComment) continue;
      if (cursor.opcode === O.label.code) {
        cursor.goto(position);
        const label = cursor.operands[0]?.number ?? 0;
        if (cursor.operandCount !== 1 || this.#labels.has(label))
          throw new Refusal(DX5111, starts[position]!, { what: `label l${label}` });
        this.#labels.set(label, labels.push({ label, start: position }) - 1);
        open = [];
        continue;
      }
      const block = sm1OpcodeRow(cursor.opcode)?.block;
      if (block === 'open')
        open.push(this.#blocks.push({ start: position, parent: open.at(-1) ?? -1, subroutine: labels.length - 1 }) - 1);
      else if (block === 'close') open.pop();
    }
    for (const [i, one] of labels.entries()) this.#subroutines.push({ ...one, end: labels[i + 1]?.start ?? count });
    this.#uses = new Uses(this.#blocks.length, labels.length, COMPONENT_COUNT);
  }

  #instruction(position: number): void {
    const cursor = this.#cursor;
    cursor.goto(position);
    if (cursor.isComment || !cursor.isKnown) return;
    const { opcode, firstSource, operandCount, operands } = cursor;
    const row = sm1OpcodeRow(opcode)!;
    if (row.category === 'declaration' || row.category === 'constant') return;
    if (opcode === O.call.code || opcode === O.callnz.code) this.#call();
    const facts = factsOf(cursor.token);
    const rows = sm1Operands(row, this.#version);
    for (let i = firstSource; i < operandCount; i++) this.#source(operands[i]!, rows[i]?.rows ?? 1);
    if (cursor.predicate >= 0) {
      this.#notes.read(PREDICATE >> 2, FULL_MASK);
      if (this.#reads !== undefined) for (let c = 0; c < 4; c++) this.#reads.push(PREDICATE + c);
    }
    if (firstSource === 1) this.#destination(operands[0]!, (facts & Fact.writes) !== 0);
    if ((facts & Fact.writesDepth) !== 0) this.#write(DEPTH, 1);
    this.#noteFlow(opcode, row.block);
    if (row.block === 'close') this.#open.pop();
  }

  #noteFlow(opcode: number, block: Sm1OpcodeRow['block']): void {
    const note = NOTES.get(opcode);
    if (note === undefined) return;
    if (block === 'open') {
      this.#notes.open(note, this.#open.at(-1) ?? -1, this.#cursor.start);
      // A loop may run no time.
      if (note === Note.loop) this.#notes.step(Note.breakIf);
    } else if (block === 'close') this.#notes.close(note);
    else this.#notes.step(note);
  }

  /** Components of outputs that are written. */
  #outputComponents(): number[] {
    const components: number[] = [];
    for (const first of this.#outputs.keys()) for (let c = 0; c < 4; c++) components.push(first + c);
    return components;
  }

  #call(): void {
    const label = this.#cursor.operands[0]?.number ?? -1;
    const subroutine = this.#labels.get(label);
    if (subroutine === undefined) throw new Refusal(DX5105, this.#cursor.start, { label });
    this.#notes.step(Note.call, subroutine);
    Uses.call(this.#scope, subroutine);
    Uses.call(this.#reads, subroutine);
  }

  /** The number of an operand's first component; -1 where lowering does not follow it. */
  #followed({ type, number }: Sm1OperandSlot): number {
    // `loop` itself sets its counter, and restores the one around it.
    if (type === R.loop.code) return -1;
    return type === R.addressOrTexture.code && !this.#changesTextures ? -1 : componentsOf(type, number);
  }

  #destination(slot: Sm1OperandSlot, isWritten: boolean): void {
    const first = this.#followed(slot);
    if (this.#reads !== undefined) this.#use(slot, 1, this.#reads);
    this.#noteIndex(slot);
    if (first < 0) return;
    // Components that a predicate disables keep their values.
    if (!isWritten || this.#cursor.predicate >= 0) this.#notes.read(first >> 2, FULL_MASK);
    else this.#notes.write(first >> 2, slot.mask);
    if (!isWritten) return;
    if (slot.isRelative && first >= FIRST_OUTPUT) this.#isOutputIndexed = true;
    this.#write(first, slot.mask);
  }

  /** @param rows how many registers the operand has */
  #source(slot: Sm1OperandSlot, rows: number): void {
    if (this.#reads !== undefined) this.#use(slot, rows, this.#reads);
    this.#noteIndex(slot);
    const first = this.#followed(slot);
    if (first < 0) return;
    // Some modifiers divide by a component that the swizzle does not name.
    const isDivided = slot.modifier === M.dz.code || slot.modifier === M.dw.code;
    const mask = isDivided ? FULL_MASK : componentsRead(slot.swizzle, FULL_MASK);
    for (let row = 0; row < rows && first + 4 * row < COMPONENT_COUNT; row++)
      this.#notes.read((first >> 2) + row, mask);
  }

  #noteIndex(slot: Sm1OperandSlot): void {
    if (!slot.isRelative) return;
    const address = this.#address;
    if (slot.relativeAt >= 0) this.#cursor.readOperand(address, slot.relativeAt);
    const isCounter = slot.relativeAt >= 0 && address.type === R.loop.code;
    this.#notes.read((isCounter ? LOOP_COUNTER : ADDRESS) >> 2, FULL_MASK);
  }

  #write(first: number, mask: number): void {
    if (first >= FIRST_OUTPUT) addOutput(this.#outputs, first, mask);
    for (let c = 0; c < 4; c++) if (mask & (1 << c)) this.#scope.push(first + c);
  }

  /** Notes all components of the registers of an operand and of its index. */
  #use(slot: Sm1OperandSlot, rows: number, uses: UseList): void {
    const first = this.#followed(slot);
    const end = Math.min(first + 4 * rows, COMPONENT_COUNT);
    if (first >= 0) for (let component = first; component < end; component++) uses.push(component);
    if (!slot.isRelative) return;
    const address = this.#address;
    if (slot.relativeAt >= 0) this.#cursor.readOperand(address, slot.relativeAt);
    const isCounter = slot.relativeAt >= 0 && address.type === R.loop.code;
    const base = isCounter ? LOOP_COUNTER : ADDRESS;
    for (let c = 0; c < (isCounter ? 1 : 4); c++) uses.push(base + c);
  }
}
