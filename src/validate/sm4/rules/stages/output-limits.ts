/**
 * The total output size of a geometry shader, which Microsoft's validator checks last.
 *
 * Not for: how many vertices or streams there may be (geometry.ts).
 */
import type { Sm4ValidationContext } from '../../context.ts';
import { INTERFACE_REGISTERS, STREAMS } from '../../limits.ts';
import type { Sm4RuleRow } from '../../rule.ts';

export const SCALARS_RULE: Sm4RuleRow = {
  code: 'DX3860',
  text: '{vertices} vertices of {scalars} components are {total} scalars; at most {limit} are allowed.',
  hint: 'Declare fewer vertices or outputs.',
};

const MAX_SCALARS = 1024;

/** Checks the vertices that a geometry shader declares together with its outputs. */
export function checkOutputLimits(ctx: Sm4ValidationContext): void {
  if (ctx.stage !== 'gs') return;
  const { outputVertices: vertices, outputVerticesAt } = ctx.tessellation;
  const scalars = declaredScalars(ctx);
  // Microsoft's validator multiplies 32-bit numbers (source: oracle).
  const total = Math.imul(vertices, scalars) >>> 0;
  if (total > MAX_SCALARS)
    ctx.reportProgram(SCALARS_RULE, { vertices, scalars, total, limit: MAX_SCALARS }, outputVerticesAt);
}

/** Components of all streams; a component of a register counts once for all streams (source: oracle). */
function declaredScalars({ registers }: Sm4ValidationContext): number {
  let sum = 0;
  for (let register = 0; register < INTERFACE_REGISTERS; register++) {
    let mask = 0;
    for (let stream = 0; stream < STREAMS; stream++) mask |= registers.current.output(stream).mask(register);
    for (; mask !== 0; mask &= mask - 1) sum++;
  }
  return sum;
}
