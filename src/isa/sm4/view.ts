/**
 * Instructions for people: immutable snapshots with names instead of numbers, and `toJSON`. For passes over many
 * instructions use the cursor (cursor.ts), which these are made from.
 */
import { Cursor, type OperandSlot } from './cursor.ts';
import { MIN_PRECISIONS, maskText, swizzleText } from './names.ts';
import type { Mnemonic, OperandRole } from './opcodes.ts';
import { OPERAND_TYPE_BY_CODE, OPERAND_TYPES, type OperandTypeName } from './operands.ts';
import type { Sm4Program } from './program.ts';
import {
  ComponentCount,
  ExtendedOperandToken,
  InstructionControls,
  OperandModifier,
  OperandToken,
  SelectionMode,
} from './tokens.ts';

const TYPE_NAMES = new Map<number, OperandTypeName>(
  Object.entries(OPERAND_TYPES).map(([name, row]) => [row.code, name as OperandTypeName]),
);

/** One index of an operand: a number, a register, or their sum. */
export interface OperandIndex {
  readonly immediate: number;
  readonly register?: Operand;
}

export interface Operand {
  /** The type's name, or its number where the table has none. */
  readonly type: OperandTypeName | number;
  readonly role: OperandRole | undefined;
  readonly components: 0 | 1 | 4 | 'n';
  /** A write mask or swizzle such as `xyz`, or one selected component; empty where there is none. */
  readonly selection: { readonly mode: 'mask' | 'swizzle' | 'select' | 'none'; readonly components: string };
  readonly indices: readonly OperandIndex[];
  /** The words of a literal, as they stand in the program; empty for registers. */
  readonly literal: readonly number[];
  readonly negate: boolean;
  readonly absolute: boolean;
  readonly minPrecision: string | undefined;
  readonly nonUniform: boolean;
}

export interface Instruction {
  /** Which instruction of the program, counted from 0. */
  readonly position: number;
  /** Byte offset of the opcode token from the program's first word. */
  readonly offset: number;
  readonly opcode: number;
  /** Undefined for an opcode without a row. */
  readonly mnemonic: Mnemonic | undefined;
  readonly saturate: boolean;
  /** Components whose result is precise, such as `xy`; empty for none. */
  readonly precise: string;
  readonly operands: readonly Operand[];
  /** All words of the instruction, as they stand in the program. */
  readonly words: readonly number[];
}

/** Instruction `position` of `program` (0 to `program.count - 1`; a `RangeError` otherwise). */
export function instructionAt(program: Sm4Program, position: number): Instruction {
  const cursor = new Cursor(program);
  cursor.goto(position);
  return snapshot(cursor);
}

/** All instructions of `program` in order, each made when it is asked for. */
export function* instructions(program: Sm4Program): Generator<Instruction, void, void> {
  const cursor = new Cursor(program);
  for (let i = 0; i < program.count; i++) {
    cursor.goto(i);
    yield snapshot(cursor);
  }
}

function snapshot(cursor: Cursor): Instruction {
  const { row, token } = cursor;
  const executable = row?.kind === 'instruction';
  return Object.freeze({
    position: cursor.position,
    offset: 4 * cursor.start,
    opcode: cursor.code,
    mnemonic: row?.mnemonic,
    saturate: executable && InstructionControls.saturate.test(token),
    precise: executable ? maskText(InstructionControls.precise.get(token)) : '',
    operands: Object.freeze(
      cursor.operands.slice(0, cursor.operandCount).map((slot, i) => operandOf(cursor, slot, row?.operands[i]?.role)),
    ),
    words: Object.freeze([...cursor.program.words.subarray(cursor.start, cursor.end)]),
  });
}

function operandOf(cursor: Cursor, slot: OperandSlot, role: OperandRole | undefined): Operand {
  const { token, extension } = slot;
  const modifier = ExtendedOperandToken.modifier.get(extension);
  const precision = ExtendedOperandToken.minPrecision.get(extension);
  const indices: OperandIndex[] = [];
  for (let i = 0; i < slot.indexCount; i++) {
    const immediate = slot.index(i);
    const register = slot.isRelative(i) ? operandOf(cursor, slot.relative[i]!, undefined) : undefined;
    indices.push(register === undefined ? { immediate } : { immediate, register });
  }
  const literal: number[] = [];
  for (let i = 0; i < slot.literalCount; i++) literal.push(cursor.word(slot.literal + i));
  return Object.freeze({
    type: OPERAND_TYPE_BY_CODE[slot.type] === undefined ? slot.type : TYPE_NAMES.get(slot.type)!,
    role,
    components: COMPONENT_COUNTS[OperandToken.componentCount.get(token)]!,
    selection: Object.freeze(selectionOf(token)),
    indices: Object.freeze(indices),
    literal: Object.freeze(literal),
    negate: modifier === OperandModifier.negate || modifier === OperandModifier.absoluteNegate,
    absolute: modifier === OperandModifier.absolute || modifier === OperandModifier.absoluteNegate,
    minPrecision: precision === 0 ? undefined : MIN_PRECISIONS[precision],
    nonUniform: ExtendedOperandToken.nonUniform.test(extension),
  });
}

const COMPONENT_COUNTS = [0, 1, 4, 'n'] as const;

function selectionOf(token: number): Operand['selection'] {
  if (OperandToken.componentCount.get(token) !== ComponentCount.four) return { mode: 'none', components: '' };
  const mode = OperandToken.selection.get(token);
  if (mode === SelectionMode.mask) return { mode: 'mask', components: maskText(OperandToken.mask.get(token)) };
  if (mode === SelectionMode.selectOne) return { mode: 'select', components: 'xyzw'[OperandToken.select.get(token)]! };
  if (mode !== SelectionMode.swizzle) return { mode: 'none', components: '' };
  return { mode: 'swizzle', components: swizzleText(OperandToken.swizzle.get(token)) };
}
