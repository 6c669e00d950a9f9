/**
 * Rules of geometry shaders: input primitive, output topology, vertices and instances, streams and what appends to them.
 *
 * Not for: inputs and outputs (ports.ts), or how much is written in all (output-limits.ts).
 */
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_INPUT_PRIMITIVES, SM4_OUTPUT_TOPOLOGIES } from '../../../../isa/sm4/names.ts';
import { Sm4DeclarationControls } from '../../../../isa/sm4/tokens.ts';
import type { Handlers, ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import { STREAMS } from '../../limits.ts';
import { rules } from '../../rule.ts';
import { DOMAIN_RULES } from './domain.ts';

export const GEOMETRY_RULES = rules({
  patchPrimitive: {
    code: 'DX3780',
    text: 'Patches cannot enter a geometry shader before 5.0.',
    hint: 'Declare another input primitive, or target gs_5_0.',
    aborts: true,
  },
  primitiveMissing: {
    code: 'DX3781',
    text: 'The input primitive is not declared.',
    hint: 'Add `dcl_inputprimitive`.',
  },
  vertices: {
    code: 'DX3782',
    text: '{count} vertices are declared; {most} is the most.',
    hint: 'Declare fewer vertices.',
  },
  instancesTwice: {
    code: 'DX3783',
    text: 'The instances have been declared before.',
    hint: 'Declare them once.',
  },
  instances: {
    code: 'DX3784',
    text: '{count} instances are declared; 1 to {most} are allowed.',
    hint: 'Declare a number in the range.',
  },
  streamLate: {
    code: 'DX3785',
    text: 'The first stream stands behind an output or an output topology.',
    hint: 'Declare the stream in front of its topology and its outputs.',
    aborts: true,
  },
  withoutStream: {
    code: 'DX3786',
    text: '{instruction} names no stream, and streams are declared.',
    hint: 'Use the instruction that names the stream.',
    aborts: true,
  },
  streamUndeclared: {
    code: 'DX3787',
    text: 'Stream m{stream} is not declared.',
    hint: 'Add `dcl_stream`, or name another stream.',
    aborts: true,
  },
  topologyMissing: {
    code: 'DX3788',
    text: 'Stream m{stream} has no output topology.',
    hint: 'Put `dcl_outputtopology` behind its `dcl_stream`.',
  },
});

const FIRST_WITH_PATCHES = 50;
const MAX_VERTICES = 1024;
const MAX_INSTANCES = 32;
/** Values of D3D10_SB_PRIMITIVE from here on are patches, whose control points they count. */
const FIRST_PATCH = 8;
/** Vertices by D3D10_SB_PRIMITIVE, below the patches. */
const VERTICES = [0, 1, 2, 3, 0, 0, 4, 6] as const;

const PRIMITIVE = '`dcl_inputprimitive`';
const TOPOLOGY = '`dcl_outputtopology`';

function checkInputPrimitive(j: Sm4ValidationContext): void {
  const { tessellation } = j;
  const value = Sm4DeclarationControls.inputPrimitive.get(j.cursor.token);
  if (tessellation.inputVertices >= 0) j.report(DOMAIN_RULES.declaredTwice, 0, { declaration: PRIMITIVE });
  else if (SM4_INPUT_PRIMITIVES[value] === undefined)
    j.report(DOMAIN_RULES.unknownValue, 0, { declaration: PRIMITIVE, value });
  else if (value >= FIRST_PATCH && j.version < FIRST_WITH_PATCHES) j.report(GEOMETRY_RULES.patchPrimitive);
  else tessellation.inputVertices = value >= FIRST_PATCH ? value - FIRST_PATCH + 1 : VERTICES[value]!;
}

function checkTopology(j: Sm4ValidationContext): void {
  const { tessellation } = j;
  const value = Sm4DeclarationControls.outputTopology.get(j.cursor.token);
  const bit = 1 << j.ports.stream;
  if ((tessellation.topologies & bit) !== 0) j.report(DOMAIN_RULES.declaredTwice, 0, { declaration: TOPOLOGY });
  else if (value === 0 || SM4_OUTPUT_TOPOLOGIES[value] === undefined)
    j.report(DOMAIN_RULES.unknownValue, 0, { declaration: TOPOLOGY, value });
  tessellation.topologies |= bit;
}

function checkVertexCount(j: Sm4ValidationContext): void {
  const count = j.cursor.word(j.cursor.payload);
  j.tessellation.outputVertices = count;
  j.tessellation.outputVerticesAt = j.cursor.start;
  if (count > MAX_VERTICES) j.report(GEOMETRY_RULES.vertices, 0, { count, most: MAX_VERTICES });
}

function checkInstances(j: Sm4ValidationContext): void {
  const { tessellation } = j;
  const count = j.cursor.word(j.cursor.payload);
  if (tessellation.hasInstances) j.report(GEOMETRY_RULES.instancesTwice);
  tessellation.hasInstances = true;
  if (count < 1 || count > MAX_INSTANCES) j.report(GEOMETRY_RULES.instances, 0, { count, most: MAX_INSTANCES });
}

function checkStream(j: Sm4ValidationContext): void {
  const { ports, tessellation } = j;
  const stream = j.cursor.operands[0]!.index0;
  if (ports.streams === 0 && (ports.current.hasOutputs || tessellation.topologies !== 0))
    j.report(GEOMETRY_RULES.streamLate);
  else if ((ports.streams & (1 << stream)) !== 0)
    j.report(DOMAIN_RULES.declaredTwice, 0, { declaration: `Stream m${stream}` });
  else ports.beginStream(stream);
}

export const GEOMETRY_DECLARATIONS: Handlers = {
  dcl_inputprimitive: checkInputPrimitive,
  dcl_outputtopology: checkTopology,
  dcl_maxout: checkVertexCount,
  dcl_gsinstances: checkInstances,
  dcl_stream: checkStream,
};

function checkStreamless(j: Sm4ValidationContext): void {
  if (j.ports.streams !== 0)
    j.report(GEOMETRY_RULES.withoutStream, 0, { instruction: `\`${j.cursor.row!.mnemonic}\`` });
}

export const GEOMETRY_INSTRUCTIONS: Handlers = {
  emit: checkStreamless,
  cut: checkStreamless,
  emit_then_cut: checkStreamless,
};

export const GEOMETRY_REFERENCES: ReferenceHandlers = {
  stream(j: Sm4ValidationContext, { index0 }: Sm4OperandSlot, operand: number): void {
    if ((j.ports.streams & (1 << index0)) === 0) j.report(GEOMETRY_RULES.streamUndeclared, operand, { stream: index0 });
  },
};

/** Judges the input primitive behind the last instruction. */
export function checkPrimitiveAtEnd(j: Sm4ValidationContext): void {
  if (j.tessellation.inputVertices < 0) j.reportProgram(GEOMETRY_RULES.primitiveMissing);
}

/** Judges the streams behind the last instruction. */
export function checkStreamsAtEnd(j: Sm4ValidationContext): void {
  const missing = j.ports.streams & ~j.tessellation.topologies;
  for (let stream = 0; stream < STREAMS; stream++) {
    if ((missing & (1 << stream)) !== 0) j.reportProgram(GEOMETRY_RULES.topologyMissing, { stream });
  }
}
