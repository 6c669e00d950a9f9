/**
 * The instructions of models 4 to 5.1 that come from a line: those that run, without the ones that begin the phases of
 * a hull shader (source: oracle).
 *
 * Not for: which instructions have a number (isa/sm4/program.ts).
 */

import { SM4_OPCODES } from '../isa/sm4/opcodes.ts';
import { type Sm4Program, sm4HasNumber } from '../isa/sm4/program.ts';

import { Sm4OpcodeToken } from '../isa/sm4/tokens.ts';

const PHASES: ReadonlySet<number> = new Set([
  SM4_OPCODES.hs_decls.code,
  SM4_OPCODES.hs_control_point_phase.code,
  SM4_OPCODES.hs_fork_phase.code,
  SM4_OPCODES.hs_join_phase.code,
]);

export interface NumberedInstruction {
  /** Position in the program, from 0. */
  readonly index: number;
  /** Position among the instructions that have a number. */
  readonly number: number;
  /** Bytes from the version token, and to the next instruction. */
  readonly start: number;
  readonly end: number;
}

/** The instructions that come from a line, in order. */
export function numberedInstructions({ words, starts, count, end }: Sm4Program): NumberedInstruction[] {
  const list: NumberedInstruction[] = [];
  let number = -1;
  for (let index = 0; index < count; index++) {
    const token = words[starts[index]!]!;
    if (!sm4HasNumber(token)) continue;
    number++;
    if (PHASES.has(Sm4OpcodeToken.opcode.get(token))) continue;
    list.push({ index, number, start: 4 * starts[index]!, end: 4 * (index + 1 < count ? starts[index + 1]! : end) });
  }
  return list;
}
