/**
 * Instructions for people: immutable snapshots with names instead of numbers, and `toJSON`. For passes over many
 * instructions use the cursor (cursor.ts), which creates these.
 */
import { COMPONENTS, maskText, swizzleText } from '../components.ts';
import { isAbsolute, isNegated, Sm4Cursor, type Sm4OperandSlot } from './cursor.ts';
import { SM4_MIN_PRECISIONS } from './names.ts';
import type { Sm4Mnemonic, Sm4OperandRole } from './opcodes.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES, type Sm4OperandTypeName } from './operands.ts';
import type { Sm4Program } from './program.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOperandToken,
  Sm4InstructionControls,
  Sm4OperandToken,
  Sm4SelectionMode,
} from './tokens.ts';

const TYPE_NAMES = new Map<number, Sm4OperandTypeName>(
  Object.entries(SM4_OPERAND_TYPES).map(([name, row]) => [row.code, name as Sm4OperandTypeName]),
);

/** One index of an operand: a number, a register, or their sum. */
export interface Sm4OperandIndex {
  readonly immediate: number;
  readonly register?: Sm4Operand;
}

export interface Sm4Operand {
  /** The type's name, or its number where the table has none. */
  readonly type: Sm4OperandTypeName | number;
  readonly role: Sm4OperandRole | undefined;
  readonly components: 0 | 1 | 4 | 'n';
  /** A write mask or swizzle such as `xyz`, or one selected component; empty where there is none. */
  readonly selection: { readonly mode: 'mask' | 'swizzle' | 'select' | 'none'; readonly components: string };
  readonly indices: readonly Sm4OperandIndex[];
  /** The words of a literal, unchanged; empty for registers. */
  readonly literal: readonly number[];
  readonly negate: boolean;
  readonly absolute: boolean;
  readonly minPrecision: string | undefined;
  readonly nonUniform: boolean;
}

export interface Sm4Instruction {
  /** Number of the instruction in the program, from 0. */
  readonly position: number;
  /** Byte offset of the opcode token from the program's first word. */
  readonly offset: number;
  readonly opcode: number;
  /** Undefined for an opcode without a row. */
  readonly mnemonic: Sm4Mnemonic | undefined;
  readonly saturate: boolean;
  /** Components whose result is precise, such as `xy`; empty for none. */
  readonly precise: string;
  readonly operands: readonly Sm4Operand[];
  readonly words: readonly number[];
}

/** Instruction `position` of `program` (0 to `program.count - 1`; a `RangeError` otherwise). */
export function sm4InstructionAt(program: Sm4Program, position: number): Sm4Instruction {
  const cursor = new Sm4Cursor(program);
  cursor.goto(position);
  return snapshot(cursor);
}

/** All instructions of `program` in order, each created on demand. */
export function* sm4Instructions(program: Sm4Program): Generator<Sm4Instruction, void, void> {
  const cursor = new Sm4Cursor(program);
  for (let i = 0; i < program.count; i++) {
    cursor.goto(i);
    yield snapshot(cursor);
  }
}

function snapshot(cursor: Sm4Cursor): Sm4Instruction {
  const { row, token } = cursor;
  const executable = row?.kind === 'instruction';
  const operands: Sm4Operand[] = [];
  for (let i = 0; i < cursor.operandCount; i++) {
    operands.push(operandOf(cursor, cursor.operands[i]!, row?.operands[i]?.role));
  }
  return Object.freeze({
    position: cursor.position,
    offset: 4 * cursor.start,
    opcode: cursor.code,
    mnemonic: row?.mnemonic,
    saturate: executable && Sm4InstructionControls.saturate.test(token),
    precise: executable ? maskText(Sm4InstructionControls.precise.get(token)) : '',
    operands: Object.freeze(operands),
    words: wordsAt(cursor, cursor.start, Math.min(cursor.end, cursor.program.words.length) - cursor.start),
  });
}

function wordsAt(cursor: Sm4Cursor, start: number, count: number): readonly number[] {
  const words: number[] = [];
  for (let i = 0; i < count; i++) words.push(cursor.word(start + i));
  return Object.freeze(words);
}

function operandOf(cursor: Sm4Cursor, slot: Sm4OperandSlot, role: Sm4OperandRole | undefined): Sm4Operand {
  const { token, extension } = slot;
  const precision = Sm4ExtendedOperandToken.minPrecision.get(extension);
  const indices: Sm4OperandIndex[] = [];
  for (let i = 0; i < slot.indexCount; i++) {
    const immediate = slot.index(i);
    const register = slot.isRelative(i) ? operandOf(cursor, slot.relative[i]!, undefined) : undefined;
    indices.push(register === undefined ? { immediate } : { immediate, register });
  }
  return Object.freeze({
    type: SM4_OPERAND_TYPE_BY_CODE[slot.type] === undefined ? slot.type : TYPE_NAMES.get(slot.type)!,
    role,
    components: COMPONENT_COUNTS[Sm4OperandToken.componentCount.get(token)]!,
    selection: selectionOf(token),
    indices: Object.freeze(indices),
    literal: slot.literalCount === 0 ? NO_LITERAL : wordsAt(cursor, slot.literal, slot.literalCount),
    negate: isNegated(slot),
    absolute: isAbsolute(slot),
    minPrecision: precision === 0 ? undefined : SM4_MIN_PRECISIONS[precision],
    nonUniform: Sm4ExtendedOperandToken.nonUniform.test(extension),
  });
}

const COMPONENT_COUNTS = [0, 1, 4, 'n'] as const;
const NO_LITERAL: readonly number[] = Object.freeze([]);

/**
 * The selections that were made, by {@link SELECTION_BITS}. Sharing what is alike takes 40% off the time of an
 * instruction (measured).
 */
const selections: Sm4Operand['selection'][] = [];
/** The component count, the selection mode and what is selected. */
const SELECTION_BITS = 0xfff;

function selectionOf(token: number): Sm4Operand['selection'] {
  const bits = token & SELECTION_BITS;
  selections[bits] ??= Object.freeze(newSelection(token));
  return selections[bits];
}

function newSelection(token: number): Sm4Operand['selection'] {
  if (Sm4OperandToken.componentCount.get(token) !== Sm4ComponentCount.four) return { mode: 'none', components: '' };
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.mask) return { mode: 'mask', components: maskText(Sm4OperandToken.mask.get(token)) };
  if (mode === Sm4SelectionMode.selectOne)
    return { mode: 'select', components: COMPONENTS[Sm4OperandToken.select.get(token)]! };
  if (mode !== Sm4SelectionMode.swizzle) return { mode: 'none', components: '' };
  return { mode: 'swizzle', components: swizzleText(Sm4OperandToken.swizzle.get(token)) };
}
