/**
 * Rules of `sync` and `swapc`, and of the total group-shared memory of compute shaders 4.x.
 *
 * Not for: the size of a single declaration (view-declarations.ts).
 */
import { SM4_OPERAND_TYPE_BY_CODE } from '../../../../isa/sm4/operands.ts';
import { Sm4SyncControls } from '../../../../isa/sm4/tokens.ts';
import type { Handlers, Sm4ValidationContext } from '../../context.ts';
import type { Sm4RuleRow } from '../../rule.ts';
import { nameOf } from './view-declarations.ts';

export const NOTHING_RULE: Sm4RuleRow = {
  code: 'DX3491',
  text: 'The barrier does not fence any memory.',
  hint: 'Fence group-shared memory or views; a barrier cannot just wait for the group.',
};
export const BOTH_VIEWS_RULE: Sm4RuleRow = {
  code: 'DX3492',
  text: 'The barrier fences views both for the group and for all threads.',
  hint: 'Fence them for all threads, which includes the group.',
};
export const STAGE_RULE: Sm4RuleRow = {
  code: 'DX3493',
  text: 'Outside compute shaders, a barrier must fence views for all threads and nothing else.',
  hint: 'Use `sync_uglobal`.',
};
export const SAME_DESTINATION_RULE: Sm4RuleRow = {
  code: 'DX3494',
  text: '`swapc` writes both of its results to {register}.',
  hint: 'Write them to different registers; two elements of one array do not count as different.',
};
export const SHARED_ELEMENTS_RULE: Sm4RuleRow = {
  code: 'DX3495',
  text: 'g{register} has {elements} elements, but a group has {threads} threads.',
  hint: 'Declare one element for each thread; shader model 4 requires it.',
};
export const SHARED_BYTES_RULE: Sm4RuleRow = {
  code: 'DX3496',
  text: 'Each of {threads} threads has {bytes} bytes of group-shared memory; at most {most} are allowed.',
  hint: 'Share less between the threads, or use smaller groups.',
};

/** Bytes of group-shared memory in 4.x; threads get it in multiples of 4 threads and 16 bytes (source: oracle). */
const SHARED_BYTES_4 = 16384;
const MAX_SHARED_OF_THREAD = 256;
const THREAD_STEP = 4;
const SHARED_STEP = 16;

export const BARRIER_DECLARATIONS: Handlers = { dcl_thread_group: noteThreads };

export const BARRIER_INSTRUCTIONS: Handlers = { sync: checkSync, swapc: checkExchange };

function noteThreads({ cursor, resources }: Sm4ValidationContext): void {
  const { payload } = cursor;
  resources.groupThreads = cursor.word(payload) * cursor.word(payload + 1) * cursor.word(payload + 2);
}

function checkSync(ctx: Sm4ValidationContext): void {
  const { token } = ctx.cursor;
  const { threadsInGroup, sharedMemory, uavGroup, uavGlobal } = Sm4SyncControls;
  if (ctx.stage !== 'cs') {
    const others = threadsInGroup.test(token) || sharedMemory.test(token) || uavGroup.test(token);
    if (others || !uavGlobal.test(token)) ctx.report(STAGE_RULE);
  } else if (!sharedMemory.test(token) && !uavGroup.test(token) && !uavGlobal.test(token)) {
    ctx.report(NOTHING_RULE);
  } else if (uavGroup.test(token) && uavGlobal.test(token)) ctx.report(BOTH_VIEWS_RULE);
}

/** Only the type and the first index count, not the element of an array or the mask (source: oracle). */
function checkExchange(ctx: Sm4ValidationContext): void {
  const first = ctx.cursor.operands[0]!;
  const second = ctx.cursor.operands[1]!;
  if (first.type !== second.type || first.index0 !== second.index0) return;
  const register = nameOf(SM4_OPERAND_TYPE_BY_CODE[first.type]?.prefix ?? '', first.index0);
  ctx.report(SAME_DESTINATION_RULE, 1, { register });
}

/** Checks the group-shared memory of a compute shader 4.x, when the size of its groups is known. */
export function checkSharedMemoryAtEnd(ctx: Sm4ValidationContext): void {
  const { resources } = ctx;
  const threads = resources.groupThreads;
  if (ctx.stage !== 'cs' || ctx.version >= 50 || threads === 0) return;
  let bytes = 0;
  let equal = true;
  for (const register of resources.sharedRegisters) {
    const { stride, elements } = resources.sharedMemory(register)!;
    bytes += stride;
    if (elements === threads) continue;
    ctx.reportProgram(SHARED_ELEMENTS_RULE, { register: register >>> 0, elements, threads });
    equal = false;
  }
  const steps = Math.ceil(threads / THREAD_STEP) * THREAD_STEP;
  const share = Math.floor(SHARED_BYTES_4 / steps / SHARED_STEP) * SHARED_STEP;
  const limit = Math.min(MAX_SHARED_OF_THREAD, share);
  if (equal && bytes > limit) ctx.reportProgram(SHARED_BYTES_RULE, { threads, bytes, most: limit });
}
