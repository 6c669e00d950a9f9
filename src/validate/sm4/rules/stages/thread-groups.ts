/**
 * Rules of the thread group of a compute shader.
 *
 * Not for: group-shared memory (../resources/barriers.ts).
 */
import type { Handlers, Sm4ValidationContext } from '../../context.ts';
import type { Sm4RuleRow } from '../../rule.ts';
import { ONCE } from './tessellation-state.ts';

export const MISSING_RULE: Sm4RuleRow = {
  code: 'DX3800',
  text: 'The thread group size is not declared.',
  hint: 'Add `dcl_thread_group`.',
};
export const AXIS_RULE: Sm4RuleRow = {
  code: 'DX3801',
  text: 'A group has {count} threads along {axis}; expected 1 to {most}.',
  hint: 'Declare a number in that range.',
  aborts: true,
};
export const THREADS_RULE: Sm4RuleRow = {
  code: 'DX3802',
  text: 'A group has {count} threads; at most {most} are allowed.',
  hint: 'Declare fewer threads.',
  aborts: true,
};

const FIRST_MODEL_5 = 50;
const MAX_THREADS = 1024;
const MAX_THREADS_4 = 768;
const MAX_DEPTH = 64;

function checkGroup(ctx: Sm4ValidationContext): void {
  const { cursor, tessellation } = ctx;
  const maxThreads = ctx.version < FIRST_MODEL_5 ? MAX_THREADS_4 : MAX_THREADS;
  tessellation.declared |= ONCE.threadGroup;
  let threads = 1;
  for (let i = 0; i < 3; i++) {
    const count = cursor.word(cursor.payload + i);
    const limit = i < 2 ? maxThreads : MAX_DEPTH;
    if (count < 1 || count > limit) {
      ctx.report(AXIS_RULE, 0, { count, axis: 'xyz'.charAt(i), most: limit });
      return;
    }
    threads *= count;
  }
  if (threads > maxThreads) ctx.report(THREADS_RULE, 0, { count: threads, most: maxThreads });
}

export const THREAD_GROUP_DECLARATIONS: Handlers = { dcl_thread_group: checkGroup };

/** Checks a compute shader after its last instruction. */
export function checkThreadGroupAtEnd(ctx: Sm4ValidationContext): void {
  if ((ctx.tessellation.declared & ONCE.threadGroup) === 0) ctx.reportProgram(MISSING_RULE);
}
