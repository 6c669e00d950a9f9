/**
 * The numbers that a numbered listing of shader models 1 to 3 prints (source: oracle): the instruction slots before the
 * instruction, without those of texture instructions. Several instructions may therefore have the same number.
 */
import { SM1_COMMENT } from '../../isa/sm1/opcodes.ts';
import type { Sm1Program } from '../../isa/sm1/program.ts';
import { Sm1SlotCounter } from '../../isa/sm1/slots.ts';
import { Sm1InstructionToken } from '../../isa/sm1/tokens.ts';
import { sm1HasNumber } from './line-facts.ts';

/**
 * Returns the number of each instruction in a listing; -1 where there is none. A co-issued instruction, before which the listing
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
