/**
 * Rules of geometry shaders: input primitive, output topology, vertices and instances, streams and the instructions
 * that append to them.
 *
 * Not for: inputs and outputs (../registers), or the total size of the output (output-limits.ts).
 */
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_INPUT_PRIMITIVES, SM4_OUTPUT_TOPOLOGIES } from '../../../../isa/sm4/names.ts';
import { Sm4DeclarationControls } from '../../../../isa/sm4/tokens.ts';
import type { Handlers, ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import { STREAMS } from '../../limits.ts';
import type { Sm4RuleRow } from '../../rule.ts';
import { DECLARED_TWICE_RULE, UNKNOWN_VALUE_RULE } from './domain.ts';

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
