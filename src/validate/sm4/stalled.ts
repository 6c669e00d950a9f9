/**
 * What Microsoft's validator does at an instruction whose length is 0: it checks it again and again, until a diagnostic ends that or it
 * never returns. Here it is checked twice, which finds what repetition breaks, and then refused.
 *
 * Not for: instructions that can be followed (isa/sm4/scan.ts).
 */
import type { Sm4Program } from '../../isa/sm4/program.ts';
import { rules } from './rule.ts';

export const STALL_RULES = rules({
  stalled: {
    code: 'DX3436',
    text: 'The length of the instruction is 0, so the next one cannot be found.',
    hint: 'Set the length in the token to the number of DWORDs, the opcode token included.',
    aborts: true,
  },
});

const REPETITIONS = 2;

/** `program` with the instruction at which its reader stopped after the others; the same where it was read to its end. */
export function withStalledInstruction(program: Sm4Program): Sm4Program {
  if (!isStalled(program)) return program;
  const { starts, count, end, words } = program;
  const more = new Uint32Array(count + REPETITIONS);
  more.set(starts.subarray(0, count));
  more.fill(end, count);
  return { ...program, starts: more, count: more.length, end: words.length };
}

/** Whether the reader of `program` stopped before its end. */
export function isStalled({ words, end }: Sm4Program): boolean {
  return end < Math.min(words[1] ?? 0, words.length);
}
