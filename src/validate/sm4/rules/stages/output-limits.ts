/**
 * How much a geometry shader may write in all, which Microsoft's validator judges behind all other checks.
 *
 * Not for: how many vertices or streams there may be (geometry.ts).
 */
import type { Sm4Judgement } from '../../context.ts';
import { PORT_REGISTERS, STREAMS } from '../../limits.ts';
import { rules } from '../../rule.ts';

export const OUTPUT_LIMIT_RULES = rules({
  scalars: {
    code: 3860,
    text: '{vertices} vertices of {scalars} components make {total}; at most {limit} may be written.',
    mend: 'Declare fewer vertices or outputs.',
  },
});

const MOST_SCALARS = 1024;

/** Judges the vertices that a geometry shader declares together with its outputs. */
export function judgeOutputLimits(j: Sm4Judgement): void {
  if (j.stage !== 'gs') return;
  const { outputVertices: vertices, outputVerticesAt } = j.tessellation;
  const scalars = declaredScalars(j);
  // Microsoft's multiplies 32-bit numbers (source: oracle).
  const total = Math.imul(vertices, scalars) >>> 0;
  if (total > MOST_SCALARS)
    j.reportProgram(OUTPUT_LIMIT_RULES.scalars, { vertices, scalars, total, limit: MOST_SCALARS }, outputVerticesAt);
}

/** Components that any stream has; those of one register count once for all streams (source: oracle). */
function declaredScalars({ ports }: Sm4Judgement): number {
  let sum = 0;
  for (let register = 0; register < PORT_REGISTERS; register++) {
    let mask = 0;
    for (let stream = 0; stream < STREAMS; stream++) mask |= ports.current.output(stream).mask(register);
    for (; mask !== 0; mask &= mask - 1) sum++;
  }
  return sum;
}
