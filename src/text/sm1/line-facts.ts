/**
 * What the printer of whole listings has to know of an instruction of models 1 to 3 from its opcode, in tables of numbers.
 *
 * Not for: facts themselves, which are in the table of opcodes.
 */

import { sm1TakesDestination } from '../../isa/sm1/cursor.ts';
import { SM1_COMMENT, SM1_OPCODE_LIMIT, SM1_OPCODES, sm1LiteralCount, sm1OpcodeTable } from '../../isa/sm1/opcodes.ts';
import { Sm1InstructionToken } from '../../isa/sm1/tokens.ts';

/** What an instruction does to the nesting of blocks, whether its line has no number, and what its tokens are. */
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

/** Whether the line of an instruction that begins with `token` has an instruction number; a co-issued one shares that of the other. */
export function sm1HasNumber(token: number): boolean {
  const opcode = token & 0xffff;
  if (opcode === SM1_COMMENT || (token & COISSUED) !== 0) return false;
  return opcode >= SM1_OPCODE_LIMIT || (FACTS[opcode]! & UNNUMBERED) === 0;
}
