/**
 * How much a geometry shader may write in all, which Microsoft's validator judges behind all other checks.
 *
 * Not for: how many vertices or streams there may be (geometry.ts).
 */
import { OPCODES } from '../../../isa/sm4/opcodes.ts';
import type { Sm4Judgement } from '../judgement.ts';
import { rules } from '../rule.ts';

export const OUTPUT_LIMIT_RULES = rules({
  scalars: {
    code: 3860,
    text: '{vertices} vertices of {scalars} components make {total}; at most {limit} may be written.',
    mend: 'Declare fewer vertices or outputs.',
  },
});

const MOST_SCALARS = 1024;
const REGISTERS = 32;
const STREAMS = 4;

/** Judges the vertices that a geometry shader declares together with its outputs. */
export function judgeOutputLimits(j: Sm4Judgement): void {
  if (j.stage !== 'gs') return;
  const vertices = declaredVertices(j);
  const scalars = declaredScalars(j);
  const total = vertices * scalars;
  if (total > MOST_SCALARS)
    j.reportProgram(OUTPUT_LIMIT_RULES.scalars, { vertices, scalars, total, limit: MOST_SCALARS }, j.cursor.start);
}

/** The vertices that are declared; the cursor stays on the declaration. */
function declaredVertices({ program, cursor }: Sm4Judgement): number {
  for (let i = 0; i < program.count; i++) {
    cursor.goto(i);
    if (cursor.code === OPCODES.dcl_maxout.code) return cursor.word(cursor.payload);
  }
  return 0;
}

/** Components that any stream has; those of one register count once for all streams (source: oracle). */
function declaredScalars({ ports }: Sm4Judgement): number {
  let sum = 0;
  for (let register = 0; register < REGISTERS; register++) {
    let mask = 0;
    for (let stream = 0; stream < STREAMS; stream++) mask |= ports.current.output(stream).mask(register);
    for (; mask !== 0; mask &= mask - 1) sum++;
  }
  return sum;
}
