/**
 * The cases in which our listing is not Microsoft's, because Microsoft's text loses a part of the shader, cannot be
 * assembled, or its disassembler fails.
 */
import { bytesOf } from '../base/words.ts';
import { Sm1CommentTag } from '../isa/sm1/comments.ts';
import type { Sm1Cursor } from '../isa/sm1/cursor.ts';
import { SM1_OPCODES } from '../isa/sm1/opcodes.ts';
import { Sm1InstructionToken, Sm1SourceToken } from '../isa/sm1/tokens.ts';
import { Sm4Cursor, type Sm4OperandSlot } from '../isa/sm4/cursor.ts';
import { Sm4CustomDataClass } from '../isa/sm4/names.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES } from '../isa/sm4/operands.ts';
import { type Sm4Program, sm4CustomDataClass } from '../isa/sm4/program.ts';
import { readSm4Message } from '../isa/sm4/shader-message.ts';
import { Sm4IndexRepresentation, Sm4OpcodeToken } from '../isa/sm4/tokens.ts';
import { formatDouble } from './numbers.ts';

/** A row of the tables. The documentation shows the rows, and comparisons leave out exactly these cases. */
export interface Difference {
  readonly what: string;
  /** An example of Microsoft's text. */
  readonly microsoft: string;
  /** Our text for the same words. */
  readonly ours: string;
  readonly why: string;
}

export interface Sm1Difference extends Difference {
  /**
   * Whether the instruction at the cursor is such a case; absent when the case is not an instruction. Microsoft may
   * also read other words as its operands, so that the lines after it differ as well: {@link walkDiffers}.
   */
  readonly meets?: (cursor: Sm1Cursor) => boolean;
  /** Whether Microsoft reads the words of such an instruction differently. */
  readonly walkDiffers?: boolean;
}

function isPredicated(cursor: Sm1Cursor): boolean {
  return Sm1InstructionToken.predicated.test(cursor.token) && !cursor.isComment;
}

function hasNul({ words, literals, end }: Sm1Cursor): boolean {
  return bytesOf(words.subarray(literals + 1, end)).includes(0);
}

/** Whether both the address and the predicate exist, so that both readings use the same words. */
function hasAddressAndPredicate({ words, destinationRelative, predicate }: Sm1Cursor): boolean {
  return predicate >= 0 && Sm1SourceToken.mark.test(words[destinationRelative]!);
}

export const SM1_DIFFERENCES = {
  breakp: {
    what: 'break with a predicate',
    microsoft: 'break_sat_pp_centroid p0',
    ours: 'breakp p0.w',
    why: 'Microsoft writes its source as if it were a destination; no assembler reads that',
    meets: (cursor) => cursor.opcode === SM1_OPCODES.breakp.code,
  },
  predicateBehindRelative: {
    what: 'a predicated instruction whose destination is addressed relatively',
    microsoft: '(aL) mov o1[aL], r0',
    ours: '(!p0.y) mov o1[aL], r0',
    why: 'Microsoft reads the register of the address as the predicate, which is lost',
    meets: (cursor) => isPredicated(cursor) && cursor.destinationRelative >= 0 && hasAddressAndPredicate(cursor),
  },
  predicateWithoutDestination: {
    what: 'a predicated declaration, or a predicated instruction without its destination or predicate (damaged shaders)',
    microsoft: '(v0.wwxx) dcl v0, v0.x',
    ours: 'dcl v0',
    why: 'Microsoft expects the predicate at a fixed position and reads words of the next instruction as operands',
    meets: (cursor) =>
      isPredicated(cursor) &&
      (cursor.attributes >= 0 ||
        cursor.opcode === SM1_OPCODES.breakp.code ||
        (cursor.destination < 0 && cursor.wantsDestination) ||
        (cursor.destinationRelative >= 0 && !hasAddressAndPredicate(cursor))),
    walkDiffers: true,
  },
  unterminatedText: {
    what: 'a text comment that is not ended by a NUL (damaged shaders)',
    microsoft: '// ABCD\\x01',
    ours: '// ABCD',
    why: 'Microsoft prints the bytes of the instructions after it as well',
    meets: (cursor) => cursor.commentTag === Sm1CommentTag.text && !hasNul(cursor),
  },
  damagedConstantTable: {
    what: 'a constant table with offsets outside the table (damaged shaders)',
    microsoft: '<invalid type offset>',
    ours: '// <invalid type offset>',
    why: 'the header consists of comments; this line would not be one',
  },
  preshaderWithoutCode: {
    what: 'a preshader without code (damaged shaders)',
    microsoft: 'Error: Texture shader assembly not found!    ps_2_0',
    ours: '    ps_2_0',
    why: 'the version line of the shader would be lost; a diagnostic reports the damage',
  },
} as const satisfies Record<string, Sm1Difference>;

export interface Sm4Difference extends Difference {
  /** Whether the instruction at the cursor is such a case. */
  readonly meets: (cursor: Sm4Cursor) => boolean;
}

/** Size of Microsoft's buffer for the text of a literal; longer ones are dropped. */
const LITERAL_BUFFER = 512;

/** Whether `test` holds for an operand of the instruction, or for a register in one of its indices. */
function anyOperand(cursor: Sm4Cursor, test: (slot: Sm4OperandSlot) => boolean): boolean {
  const inside = (slot: Sm4OperandSlot): boolean => {
    if (test(slot)) return true;
    for (let i = 0; i < slot.indexCount; i++) if (slot.isRelative(i) && inside(slot.relative[i]!)) return true;
    return false;
  };
  return cursor.operands.slice(0, cursor.operandCount).some(inside);
}

function anyIndex(slot: Sm4OperandSlot, test: (representation: number) => boolean): boolean {
  for (let i = 0; i < slot.indexCount; i++) if (test(slot.representation(i))) return true;
  return false;
}

const is64Bit = (representation: number) =>
  representation === Sm4IndexRepresentation.immediate64 ||
  representation === Sm4IndexRepresentation.immediate64PlusRelative;

function isLongDouble(cursor: Sm4Cursor, slot: Sm4OperandSlot): boolean {
  if (slot.type !== SM4_OPERAND_TYPES.immediate64.code || slot.literalCount !== 4) return false;
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => cursor.word(slot.literal + i));
  return `(${formatDouble(a!, b!)}l, ${formatDouble(c!, d!)}l)`.length >= LITERAL_BUFFER;
}

export const SM4_DIFFERENCES = {
  longDoubles: {
    what: "a literal of two doubles whose text is too long for Microsoft's disassembler",
    microsoft: 'dmov r0.xyzw, d',
    ours: 'dmov r0.xyzw, d(1000…000.000000l, 1000…000.000000l)',
    why: 'Microsoft drops the value; no assembler reads that',
    meets: (cursor) => anyOperand(cursor, (slot) => isLongDouble(cursor, slot)),
  },
  wideIndices: {
    what: 'an index of 64 bits (no compiler makes one)',
    microsoft: 'mov r0.xyzw, r.xyzw',
    ours: 'mov r0.xyzw, r7.xyzw',
    why: 'Microsoft leaves the index out; we print its low half',
    meets: (cursor) => anyOperand(cursor, (slot) => anyIndex(slot, is64Bit)),
  },
  undefinedIndices: {
    what: 'an index representation that is not defined (damaged shaders)',
    microsoft: 'text of other registers, or a failure',
    ours: 'mov r0.xyzw, r[r0.x + 0].xyzw',
    why: 'Microsoft prints leftover data of an earlier operand',
    meets: (cursor) =>
      anyOperand(cursor, (slot) => anyIndex(slot, (r) => r > Sm4IndexRepresentation.immediate64PlusRelative)),
  },
  unknownOperandTypes: {
    what: 'an operand type that does not exist (damaged shaders)',
    microsoft: 'none: the disassembler fails',
    ours: 'mov r0.xyzw, type99_7.xyzw',
    why: 'one damaged operand should not cost the whole listing',
    meets: (cursor) => anyOperand(cursor, (slot) => SM4_OPERAND_TYPE_BY_CODE[slot.type] === undefined),
  },
  unknownOpcodes: {
    what: 'an opcode that does not exist (damaged shaders)',
    microsoft: 'none: the disassembler hangs',
    ours: 'opcode_300 0x0300012c, 0x00000005, 0x00000006',
    why: 'the words are printed as they are, so that nothing is lost',
    meets: (cursor) => cursor.row === undefined,
  },
  shortInstructions: {
    what: 'an instruction whose length does not hold its operands (damaged shaders)',
    microsoft: 'none: the disassembler hangs or crashes',
    ours: 'the text of its words and of those after it',
    why: 'one damaged length should not cost the whole listing',
    meets: (cursor) => cursor.payload > cursor.end && Sm4OpcodeToken.length.get(cursor.token) > 0,
  },
  messageOperands: {
    what: 'a debug message with fewer operands than it declares (damaged shaders)',
    microsoft: 'printf "x", l(1), r, r, r',
    ours: 'printf "x", l(1)',
    why: 'Microsoft invents the missing ones up to the count',
    meets: (cursor) => {
      if (cursor.row?.kind !== 'custom' || sm4CustomDataClass(cursor.token) !== Sm4CustomDataClass.shaderMessage)
        return false;
      const message = readSm4Message(cursor);
      return message !== undefined && message.operandCount > message.operandsEnd - message.operands;
    },
  },
} as const satisfies Record<string, Sm4Difference>;

/** The keys of the differences that `program` meets, in the order of the table. */
export function sm4DifferencesOf(program: Sm4Program): (keyof typeof SM4_DIFFERENCES)[] {
  const met = new Set<string>();
  const cursor = new Sm4Cursor(program);
  const rows: [string, Sm4Difference][] = Object.entries(SM4_DIFFERENCES);
  for (let i = 0; i < program.count; i++) {
    cursor.goto(i);
    for (const [key, row] of rows) if (!met.has(key) && row.meets(cursor)) met.add(key);
  }
  return rows.map(([key]) => key as keyof typeof SM4_DIFFERENCES).filter((key) => met.has(key));
}
