/**
 * An instruction whose length is 0: Microsoft's validator checks it again and again until a diagnostic ends the
 * validation, or forever. Here it is checked twice, which reports what the repetition breaks, and then refused.
 *
 * Not for: instructions that can be followed (isa/sm4/program.ts).
 */
import type { Sm4Program } from '../../isa/sm4/program.ts';
import type { Sm4RuleRow } from './rule.ts';

export const STALLED_RULE: Sm4RuleRow = {
  code: 'DX3436',
  text: 'The length of the instruction is 0, so the next one cannot be found.',
  hint: 'Set the length in the token to the number of DWORDs, the opcode token included.',
  aborts: true,
};

const REPETITIONS = 2;

/**
 * `program` with the instruction at which its reader stopped added at the end; unchanged where it was read to its end.
 */
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
