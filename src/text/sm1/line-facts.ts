/**
 * The lines of instructions of models 1 to 3 by opcode, in tables of numbers for the printer, and the numbers of lines.
 *
 * Not for: facts themselves, which are in the table of opcodes.
 */

import { sm1TakesDestination } from '../../isa/sm1/cursor.ts';
import { SM1_COMMENT, SM1_OPCODE_LIMIT, SM1_OPCODES, sm1LiteralCount, sm1OpcodeTable } from '../../isa/sm1/opcodes.ts';
import { type Sm1Program, Sm1SlotCounter } from '../../isa/sm1/program.ts';
import { Sm1InstructionToken } from '../../isa/sm1/tokens.ts';

/** Bits of an opcode: its effect on the nesting of blocks, a line without a number, its tokens. */
export const OPENS = 1;
export const CLOSES = 2;
const UNNUMBERED = 4;
export const DECLARES = 8;
export const LITERALS = 16;
export const KNOWN = 32;
export const HAS_DESTINATION = 64;

/** These bits by opcode. */
export const FACTS = sm1OpcodeTable(
  (row) =>
    KNOWN |
    (row.block === 'open' || row.block === 'middle' ? OPENS : 0) |
    (row.block === 'close' || row.block === 'middle' ? CLOSES : 0) |
    (row.numbered === false ? UNNUMBERED : 0) |
    (row.code === SM1_OPCODES.dcl.code ? DECLARES : 0) |
    (sm1LiteralCount(row) > 0 ? LITERALS : 0) |
    (sm1TakesDestination(row.code) ? HAS_DESTINATION : 0),
);

/** How many literals an opcode has. */
export const LITERAL_COUNTS = sm1OpcodeTable(sm1LiteralCount);

const COISSUED = 1 << Sm1InstructionToken.coissue.low;

/**
 * Whether the line of an instruction that begins with `token` has an instruction number; a co-issued one shares that of
 * the other.
 */
export function sm1HasNumber(token: number): boolean {
  const opcode = token & 0xffff;
  if (opcode === SM1_COMMENT || (token & COISSUED) !== 0) return false;
  return opcode >= SM1_OPCODE_LIMIT || (FACTS[opcode]! & UNNUMBERED) === 0;
}

/**
 * Returns the numbers that a numbered listing prints (source: oracle): the instruction slots before each instruction,
 * without those of texture instructions; -1 where there is none. A co-issued instruction, before which the listing
 * leaves the number out, has that of the other.
 */
export function sm1LineNumbers(program: Sm1Program): Int32Array {
  const { words, starts, count } = program;
  const slots = new Sm1SlotCounter(program);
  const numbers = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    const token = words[starts[i]!]!;
    const opcode = Sm1InstructionToken.opcode.get(token);
    if (opcode === SM1_COMMENT) continue;
    const coissued = Sm1InstructionToken.coissue.test(token);
    if (sm1HasNumber(token)) numbers[i] = slots.arithmetic;
    else if (coissued && i > 0) numbers[i] = numbers[i - 1]!;
    slots.add(opcode, Sm1InstructionToken.predicated.test(token), coissued);
  }
  return numbers;
}
