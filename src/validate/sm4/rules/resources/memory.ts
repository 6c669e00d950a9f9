/**
 * Rules of the views that instructions read and write memory through: typed, raw or structured, with or without a
 * counter. Atomic operations accept every kind (source: oracle), and so do instructions that return an access status.
 * Also rules of `sync` and `swapc`, and of the total group-shared memory of compute shaders 4.x.
 *
 * Not for: views that are sampled (sampling.ts), or the size of a single declaration (declarations.ts).
 */
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_RESOURCE_DIMENSIONS, sm4DimensionName } from '../../../../isa/sm4/names.ts';
import { SM4_OPCODE_BY_CODE, type Sm4Mnemonic } from '../../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import { Sm4SyncControls } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handler, Handlers, Sm4ValidationContext } from '../../context.ts';
import { ALL_COMPONENTS } from '../../limits.ts';
import { maskOf } from '../registers/state.ts';
import { nameOf } from './declarations.ts';
import { COUNTER_USES, RAW_BUFFER, STRUCTURED_BUFFER } from './resource-state.ts';
import { DIMENSION_RULE, dimensionOf } from './sampling.ts';

export const KIND_RULE: Sm4RuleRow = {
  code: 'DX3485',
  text: '`{opcode}` needs {wanted} memory; register {register} is not.',
  hint: 'Declare the register that way, or use the instruction for its kind of memory.',
};
export const STORE_MASK_RULE: Sm4RuleRow = {
  code: 'DX3486',
  text: '`store_uav_typed` does not write all four components.',
  hint: 'Use the mask xyzw.',
};
export const COUNTER_RULE: Sm4RuleRow = {
  code: 'DX3487',
  text: '`{opcode}` needs a structured buffer; u{register} is not.',
  hint: 'Declare the view as a structured buffer.',
};
export const BOTH_WAYS_RULE: Sm4RuleRow = {
  code: 'DX3488',
  text: 'One shader both increments and decrements the counter of u{register}.',
  hint: 'Use two views, one to append and one to consume.',
};
export const COUNTER_AND_ATOMIC_RULE: Sm4RuleRow = {
  code: 'DX3489',
  text: 'u{register} is used with its counter and also with other atomic operations.',
  hint: 'Use two views.',
};
export const SHARED_INDEX_RULE: Sm4RuleRow = {
  code: 'DX3490',
  text: 'A thread writes an element of group-shared memory that is not its own, which shader model 4 does not allow.',
  hint: 'Index it with vThreadIDInGroupFlattened.',
};

const RESOURCE = SM4_OPERAND_TYPES.resource.code;
const VIEW = SM4_OPERAND_TYPES.unorderedAccessView.code;
const SHARED = SM4_OPERAND_TYPES.groupSharedMemory.code;
const THREAD_IN_GROUP = SM4_OPERAND_TYPES.inputThreadIdInGroupFlattened.code;

export const MEMORY_INSTRUCTIONS: Handlers = {
  ld_raw: (ctx) => checkBuffer(ctx, 2, RAW_BUFFER),
  store_raw: (ctx) => checkBuffer(ctx, 0, RAW_BUFFER),
  ld_structured: (ctx) => checkBuffer(ctx, 3, STRUCTURED_BUFFER),
  store_structured: checkStructuredStore,
  ld_uav_typed: (ctx) => checkTyped(ctx, 2),
  store_uav_typed: checkTypedStore,
  imm_atomic_alloc: (ctx) => checkCounter(ctx, COUNTER_USES.alloc),
  imm_atomic_consume: (ctx) => checkCounter(ctx, COUNTER_USES.consume),
  ...atomics(),
};

/** Atomic operations on memory; those without a result have the memory first. */
function atomics(): Handlers {
  const list: [Sm4Mnemonic, Handler][] = [];
  for (const row of SM4_OPCODE_BY_CODE) {
    if (row?.kind !== 'instruction' || row.category !== 'atomic') continue;
    const memory = row.operands.findIndex(({ access }) => access === 'readWrite');
    if (memory >= 0) list.push([row.mnemonic, memory === 0 ? checkAtomic : checkReturningAtomic]);
  }
  return Object.fromEntries(list);
}

/** Checks that operand `at` (from 0) is memory of dimension `wanted`; from 5.1 on, an undeclared id is not. */
function checkBuffer(ctx: Sm4ValidationContext, at: number, wanted: number): void {
  const { cursor } = ctx;
  const slot = cursor.operands[at]!;
  const dimension = memoryDimension(ctx, slot);
  if (dimension === wanted) return;
  const opcode = cursor.row!.mnemonic;
  if (slot.type === RESOURCE) {
    // The view of structured loads is another operand than Microsoft's validator says (source: oracle).
    ctx.report(DIMENSION_RULE, 3, { opcode, dimension: sm4DimensionName(dimension) }, slot.at);
    if (slot.isRelative(0)) return;
  }
  const kind = SM4_RESOURCE_DIMENSIONS[wanted]!.replace('_buffer', '');
  ctx.report(KIND_RULE, 0, { opcode, wanted: kind, register: slot.index0 >>> 0 }, slot.at);
}

/** The dimension of the view that `slot` names; group-shared memory counts as a buffer. */
function memoryDimension(ctx: Sm4ValidationContext, slot: Sm4OperandSlot): number {
  if (slot.type !== SHARED) return dimensionOf(ctx, slot);
  const memory = ctx.resources.sharedMemory(slot.index0);
  return memory === undefined ? 0 : memory.stride > 0 ? STRUCTURED_BUFFER : RAW_BUFFER;
}

function checkStructuredStore(ctx: Sm4ValidationContext): void {
  checkBuffer(ctx, 0, STRUCTURED_BUFFER);
  const { operands } = ctx.cursor;
  if (ctx.version < 50 && operands[0]!.type === SHARED && operands[1]!.type !== THREAD_IN_GROUP) {
    ctx.report(SHARED_INDEX_RULE, 0, {}, operands[1]!.at);
  }
}

/** Checks that operand `at` (from 0) is a typed view; from 5.1 on, an undeclared id counts as one (source: oracle). */
function checkTyped(ctx: Sm4ValidationContext, at: number): void {
  const slot = ctx.cursor.operands[at]!;
  const dimension = ctx.resources.viewDimension(slot.index0);
  if (dimension !== RAW_BUFFER && dimension !== STRUCTURED_BUFFER) return;
  const values = { opcode: ctx.cursor.row!.mnemonic, wanted: 'typed', register: slot.index0 >>> 0 };
  ctx.report(KIND_RULE, 0, values, slot.at);
}

function checkTypedStore(ctx: Sm4ValidationContext): void {
  checkTyped(ctx, 0);
  const slot = ctx.cursor.operands[0]!;
  if (maskOf(slot.token) !== ALL_COMPONENTS) ctx.report(STORE_MASK_RULE, 0, {}, slot.at);
}

function checkCounter(ctx: Sm4ValidationContext, use: number): void {
  const slot = ctx.cursor.operands[1]!;
  const register = slot.index0 >>> 0;
  if (ctx.resources.viewDimension(slot.index0) !== STRUCTURED_BUFFER) {
    ctx.report(COUNTER_RULE, 0, { opcode: ctx.cursor.row!.mnemonic, register }, slot.at);
  }
  if (ctx.rangeIds) return;
  const uses = ctx.resources.useCounter(slot.index0, use);
  const both = COUNTER_USES.alloc | COUNTER_USES.consume;
  if ((uses & both) === both) ctx.report(BOTH_WAYS_RULE, 0, { register }, slot.at);
  checkCounterUses(ctx, slot, uses);
}

function checkAtomic(ctx: Sm4ValidationContext): void {
  checkOtherAtomic(ctx, ctx.cursor.operands[0]!);
}

function checkReturningAtomic(ctx: Sm4ValidationContext): void {
  checkOtherAtomic(ctx, ctx.cursor.operands[1]!);
}

function checkOtherAtomic(ctx: Sm4ValidationContext, slot: Sm4OperandSlot): void {
  if (slot.type !== VIEW || ctx.rangeIds) return;
  checkCounterUses(ctx, slot, ctx.resources.useCounter(slot.index0, COUNTER_USES.otherAtomic));
}

/**
 * Order-preserving counters may be combined with other atomic operations, and from 5.1 on the uses of counters are not
 * compared (source: oracle).
 */
function checkCounterUses(ctx: Sm4ValidationContext, slot: Sm4OperandSlot, uses: number): void {
  const counted = (uses & ~COUNTER_USES.otherAtomic) !== 0;
  if (counted && (uses & COUNTER_USES.otherAtomic) !== 0 && !ctx.resources.keepsOrder(slot.index0)) {
    ctx.report(COUNTER_AND_ATOMIC_RULE, 0, { register: slot.index0 >>> 0 }, slot.at);
  }
}

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
