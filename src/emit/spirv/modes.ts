/** Execution modes: what a stage says about itself besides its code. */
import { DX6005 } from '../common/messages.ts';
import { primitiveVertices, usesStreams } from '../common/stage-elements.ts';
import type { SpirvContext } from './context.ts';
import { ExecutionMode, Spv } from './grammar.ts';
import { declareOutputModes } from './interface.ts';

type Modes = Readonly<Record<string, number>>;

const INPUT_PRIMITIVES: Modes = {
  point: ExecutionMode.InputPoints,
  line: ExecutionMode.InputLines,
  triangle: ExecutionMode.Triangles,
  lineadj: ExecutionMode.InputLinesAdjacency,
  triangleadj: ExecutionMode.InputTrianglesAdjacency,
};

const OUTPUT_TOPOLOGIES: Modes = {
  pointlist: ExecutionMode.OutputPoints,
  linestrip: ExecutionMode.OutputLineStrip,
  trianglestrip: ExecutionMode.OutputTriangleStrip,
};

const DOMAINS: Modes = {
  isoline: ExecutionMode.Isolines,
  tri: ExecutionMode.Triangles,
  quad: ExecutionMode.Quads,
};

/** SPIR-V has no mode for powers of two: they are treated as integers, as in the interpreter. */
const PARTITIONINGS: Modes = {
  integer: ExecutionMode.SpacingEqual,
  pow2: ExecutionMode.SpacingEqual,
  fractionalOdd: ExecutionMode.SpacingFractionalOdd,
  fractionalEven: ExecutionMode.SpacingFractionalEven,
};

/** Writes the execution modes of an entry point. */
export function writeModes(w: SpirvContext, entry: number): void {
  const { m, module } = w;
  const { stage, facts } = module;
  const mode = (code: number, ...literals: readonly number[]) =>
    m.executionModes.instruction(Spv.ExecutionMode, entry, code, ...literals);
  if (stage === 'cs') mode(ExecutionMode.LocalSize, ...(facts.threadGroupSize ?? [1, 1, 1]));
  if (stage === 'ps') {
    mode(ExecutionMode.OriginUpperLeft);
    if (facts.forcesEarlyDepth) mode(ExecutionMode.EarlyFragmentTests);
    declareOutputModes(w, entry);
  }
  if (stage === 'gs') geometryModes(w, mode);
  if (stage === 'hs') hullModes(w, mode);
  if (stage === 'ds') {
    w.m.need('Tessellation');
    mode(DOMAINS[facts.domain ?? ''] ?? ExecutionMode.Triangles);
  }
  if (w.isExact) {
    m.need('SignedZeroInfNanPreserve');
    mode(ExecutionMode.SignedZeroInfNanPreserve, 32);
  }
}

type WriteMode = (code: number, ...literals: readonly number[]) => void;

function geometryModes(w: SpirvContext, mode: WriteMode): void {
  const { inputPrimitive = '', outputTopologies = [], maxVertices = 0, instances = 1 } = w.module.facts;
  w.m.need('Geometry');
  if (usesStreams(w.module)) w.m.need('GeometryStreams');
  if (primitiveVertices(w.module) === undefined)
    w.report(DX6005, 0, { target: 'SPIR-V', what: `geometry shaders that get ${inputPrimitive}` });
  mode(INPUT_PRIMITIVES[inputPrimitive] ?? ExecutionMode.InputPoints);
  mode(ExecutionMode.Invocations, Math.max(instances, 1));
  mode(
    OUTPUT_TOPOLOGIES[outputTopologies.find((name) => name in OUTPUT_TOPOLOGIES) ?? ''] ?? ExecutionMode.OutputPoints,
  );
  mode(ExecutionMode.OutputVertices, Math.max(maxVertices, 1));
}

function hullModes(w: SpirvContext, mode: WriteMode): void {
  const { domain = '', partitioning = '', outputPrimitive, outputPoints = 1 } = w.module.facts;
  w.m.need('Tessellation');
  mode(ExecutionMode.OutputVertices, Math.max(outputPoints, 1));
  mode(DOMAINS[domain] ?? ExecutionMode.Triangles);
  mode(PARTITIONINGS[partitioning] ?? ExecutionMode.SpacingEqual);
  mode(outputPrimitive === 'triangleCcw' ? ExecutionMode.VertexOrderCcw : ExecutionMode.VertexOrderCw);
  if (outputPrimitive === 'point') mode(ExecutionMode.PointMode);
}
