/**
 * The cases in which the listing of shader models 4 to 5.1 is not Microsoft's, because Microsoft's text loses a part of
 * the shader, or Microsoft's disassembler fails.
 */
import { Sm4Cursor, type Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import { Sm4CustomDataClass } from '../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { type Sm4Program, sm4CustomDataClass } from '../../isa/sm4/program.ts';
import { readSm4Message } from '../../isa/sm4/shader-message.ts';
import { Sm4IndexRepresentation, Sm4OpcodeToken } from '../../isa/sm4/tokens.ts';
import type { Difference } from '../differences.ts';
import { formatDouble } from '../numbers.ts';

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
    what: 'a literal of two doubles whose text is longer than Microsoft has room for',
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
