/**
 * Rules of geometry shaders (input primitive, output topology, vertices and instances, streams and the instructions
 * that append to them, the total output size, which Microsoft's validator checks last) and of the thread group of a
 * compute shader; collected for the driver (../../validate-container.ts) with those of hull shader phases and
 * tessellation.
 *
 * Not for: inputs and outputs (../registers), or group-shared memory (../resources/memory.ts).
 */

import { bitCount } from '../../../../base/words.ts';
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_INPUT_PRIMITIVES, SM4_OUTPUT_TOPOLOGIES } from '../../../../isa/sm4/names.ts';
import { Sm4DeclarationControls } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handlers, ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import { INTERFACE_REGISTERS, STREAMS } from '../../limits.ts';
import { checkVertices } from '../registers/registers.ts';
import { checkTessellator, DECLARED_TWICE_RULE, DOMAIN_DECLARATIONS, UNKNOWN_VALUE_RULE } from './domain.ts';
import { checkHullAtEnd, HULL_CALLS } from './hull-phases.ts';
import { checkDomainFactors } from './tess-factors.ts';
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
    sum += bitCount(mask);
  }
  return sum;
}

export const PATCH_PRIMITIVE_RULE: Sm4RuleRow = {
  code: 'DX3780',
  text: 'A geometry shader cannot take patches before shader model 5.0.',
  hint: 'Declare another input primitive, or compile for gs_5_0.',
  aborts: true,
};
export const PRIMITIVE_MISSING_RULE: Sm4RuleRow = {
  code: 'DX3781',
  text: 'The input primitive is not declared.',
  hint: 'Add `dcl_inputprimitive`.',
};
export const VERTICES_RULE: Sm4RuleRow = {
  code: 'DX3782',
  text: '{count} vertices are declared; at most {most} are allowed.',
  hint: 'Declare fewer vertices.',
};
export const INSTANCES_TWICE_RULE: Sm4RuleRow = {
  code: 'DX3783',
  text: 'The instance count is declared twice.',
  hint: 'Declare it once.',
};
export const INSTANCES_RULE: Sm4RuleRow = {
  code: 'DX3784',
  text: '{count} instances are declared; expected 1 to {most}.',
  hint: 'Declare a number in that range.',
};
export const STREAM_LATE_RULE: Sm4RuleRow = {
  code: 'DX3785',
  text: 'The first stream is declared after an output or an output topology.',
  hint: 'Declare the stream before its topology and its outputs.',
  aborts: true,
};
export const WITHOUT_STREAM_RULE: Sm4RuleRow = {
  code: 'DX3786',
  text: '{instruction} does not name a stream, but streams are declared.',
  hint: 'Use the instruction that names the stream.',
  aborts: true,
};
export const STREAM_UNDECLARED_RULE: Sm4RuleRow = {
  code: 'DX3787',
  text: 'Stream m{stream} is not declared.',
  hint: 'Add `dcl_stream`, or name another stream.',
  aborts: true,
};
export const TOPOLOGY_MISSING_RULE: Sm4RuleRow = {
  code: 'DX3788',
  text: 'Stream m{stream} has no output topology.',
  hint: 'Add `dcl_outputtopology` after its `dcl_stream`.',
};

const FIRST_WITH_PATCHES = 50;
const MAX_VERTICES = 1024;
const MAX_INSTANCES = 32;
/** Values of D3D10_SB_PRIMITIVE from here on are patches; each next one has one more control point. */
const FIRST_PATCH = 8;
/** Vertices by D3D10_SB_PRIMITIVE, below the patches. */
const VERTICES = [0, 1, 2, 3, 0, 0, 4, 6] as const;

const PRIMITIVE = '`dcl_inputprimitive`';
const TOPOLOGY = '`dcl_outputtopology`';

function checkInputPrimitive(ctx: Sm4ValidationContext): void {
  const { tessellation } = ctx;
  const value = Sm4DeclarationControls.inputPrimitive.get(ctx.cursor.token);
  if (tessellation.inputVertices >= 0) ctx.report(DECLARED_TWICE_RULE, 0, { declaration: PRIMITIVE });
  else if (SM4_INPUT_PRIMITIVES[value] === undefined)
    ctx.report(UNKNOWN_VALUE_RULE, 0, { declaration: PRIMITIVE, value });
  else if (value >= FIRST_PATCH && ctx.version < FIRST_WITH_PATCHES) ctx.report(PATCH_PRIMITIVE_RULE);
  else tessellation.inputVertices = value >= FIRST_PATCH ? value - FIRST_PATCH + 1 : VERTICES[value]!;
}

function checkTopology(ctx: Sm4ValidationContext): void {
  const { tessellation } = ctx;
  const value = Sm4DeclarationControls.outputTopology.get(ctx.cursor.token);
  const bit = 1 << ctx.registers.stream;
  if ((tessellation.topologies & bit) !== 0) ctx.report(DECLARED_TWICE_RULE, 0, { declaration: TOPOLOGY });
  else if (value === 0 || SM4_OUTPUT_TOPOLOGIES[value] === undefined)
    ctx.report(UNKNOWN_VALUE_RULE, 0, { declaration: TOPOLOGY, value });
  tessellation.topologies |= bit;
}

function checkVertexCount(ctx: Sm4ValidationContext): void {
  const count = ctx.cursor.word(ctx.cursor.payload);
  ctx.tessellation.outputVertices = count;
  ctx.tessellation.outputVerticesAt = ctx.cursor.start;
  if (count > MAX_VERTICES) ctx.report(VERTICES_RULE, 0, { count, most: MAX_VERTICES });
}

function checkInstances(ctx: Sm4ValidationContext): void {
  const { tessellation } = ctx;
  const count = ctx.cursor.word(ctx.cursor.payload);
  if (tessellation.hasInstances) ctx.report(INSTANCES_TWICE_RULE);
  tessellation.hasInstances = true;
  if (count < 1 || count > MAX_INSTANCES) ctx.report(INSTANCES_RULE, 0, { count, most: MAX_INSTANCES });
}

function checkStream(ctx: Sm4ValidationContext): void {
  const { registers, tessellation } = ctx;
  const stream = ctx.cursor.operands[0]!.index0;
  if (registers.streams === 0 && (registers.current.hasOutputs || tessellation.topologies !== 0))
    ctx.report(STREAM_LATE_RULE);
  else if ((registers.streams & (1 << stream)) !== 0)
    ctx.report(DECLARED_TWICE_RULE, 0, { declaration: `Stream m${stream}` });
  else registers.beginStream(stream);
}

export const GEOMETRY_DECLARATIONS: Handlers = {
  dcl_inputprimitive: checkInputPrimitive,
  dcl_outputtopology: checkTopology,
  dcl_maxout: checkVertexCount,
  dcl_gsinstances: checkInstances,
  dcl_stream: checkStream,
};

function checkStreamless(ctx: Sm4ValidationContext): void {
  if (ctx.registers.streams !== 0)
    ctx.report(WITHOUT_STREAM_RULE, 0, { instruction: `\`${ctx.cursor.row!.mnemonic}\`` });
}

export const GEOMETRY_INSTRUCTIONS: Handlers = {
  emit: checkStreamless,
  cut: checkStreamless,
  emit_then_cut: checkStreamless,
};

export const GEOMETRY_REFERENCES: ReferenceHandlers = {
  stream(ctx: Sm4ValidationContext, { index0 }: Sm4OperandSlot, operand: number): void {
    if ((ctx.registers.streams & (1 << index0)) === 0) ctx.report(STREAM_UNDECLARED_RULE, operand, { stream: index0 });
  },
};

/** Checks the input primitive after the last instruction. */
export function checkPrimitiveAtEnd(ctx: Sm4ValidationContext): void {
  if (ctx.tessellation.inputVertices < 0) ctx.reportProgram(PRIMITIVE_MISSING_RULE);
}

/** Checks the streams after the last instruction. */
export function checkStreamsAtEnd(ctx: Sm4ValidationContext): void {
  const missing = ctx.registers.streams & ~ctx.tessellation.topologies;
  for (let stream = 0; stream < STREAMS; stream++) {
    if ((missing & (1 << stream)) !== 0) ctx.reportProgram(TOPOLOGY_MISSING_RULE, { stream });
  }
}

export const TESSELLATION_DECLARATIONS: Handlers = {
  ...DOMAIN_DECLARATIONS,
  ...GEOMETRY_DECLARATIONS,
  ...THREAD_GROUP_DECLARATIONS,
};
/** Operands of instructions that are no declarations, by their type. */
export const TESSELLATION_REFERENCES: ReferenceHandlers = GEOMETRY_REFERENCES;
/** Instructions, by opcode, after the references of their operands. */
export const TESSELLATION_INSTRUCTIONS: Handlers = { ...GEOMETRY_INSTRUCTIONS, ...HULL_CALLS };

/** The checks of each stage after its last instruction, in Microsoft's order (source: oracle). */
const AT_END: Readonly<
  Partial<Record<Sm4ValidationContext['stage'], readonly ((ctx: Sm4ValidationContext) => void)[]>>
> = {
  hs: [checkHullAtEnd],
  ds: [checkTessellator, checkVertices, checkDomainFactors],
  gs: [checkPrimitiveAtEnd, checkVertices, checkStreamsAtEnd],
  cs: [checkThreadGroupAtEnd],
};

/** Checks the entire program after its last instruction. */
export function checkTessellationAtEnd(ctx: Sm4ValidationContext): void {
  for (const check of AT_END[ctx.stage] ?? []) if (!ctx.aborted) check(ctx);
}
