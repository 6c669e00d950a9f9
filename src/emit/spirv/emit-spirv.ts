/**
 * SPIR-V from a module: declarations, helper functions, and the functions of the module: those that are called, the
 * phases of a hull shader, and the entry point. The module has been through the passes; the plan says where everything
 * is.
 *
 * Not for: names and numbers (src/translate), what is written for an operation (rules/), blocks (flow.ts).
 */

import { IR_STAGES } from '../../ir/declarations.ts';
import { type IrModule, type IrStage, NO_OP, Op, parametersOf } from '../../ir/index.ts';
import { DX6005, DX6008 } from '../common/messages.ts';
import type { Emission, EmitPlan, EmitReport, EmitTarget } from '../common/plan.ts';
import { phaseCalls, primitiveVertices, readsWrittenPoints, usesStreams } from '../common/stage-elements.ts';
import { spirvBuiltin } from './builtins.ts';
import { capabilityRow, VULKAN_LIMITS } from './capabilities.ts';
import { SpirvContext } from './context.ts';
import { copyInputRanges, copyOutputRanges, declareArrays, sharesArrays } from './elements.ts';
import { FlowWriter } from './flow.ts';
import { ExecutionMode, ExecutionModel, Scope, Spv } from './grammar.ts';
import { declareInterface, declareOutputModes } from './interface.ts';
import { SpirvModule } from './module-writer.ts';
import { declareResources, spirvResources } from './resources.ts';
import { SPIRV_RULES } from './rules/index.ts';
import { MAX_INSTRUCTION_WORDS } from './words.ts';

/** Writes the functions of a module. */
export class FunctionWriter {
  /** Pairs of a word of the functions and the token that it is from. */
  readonly tokens: [number, number][] = [];
  #token = -1;
  readonly #flow: FlowWriter;
  #number = 0;

  constructor(readonly w: SpirvContext) {
    this.#flow = new FlowWriter(this);
  }

  /** Gives the memory to the next module, when this one is written. */
  release(): void {
    this.#flow.release();
    this.w.release();
  }

  /** Arrays that all functions share, where there are several. */
  declareShared(): void {
    if (sharesArrays(this.w)) declareArrays(this.w);
  }

  operation(op: number): void {
    const { w } = this;
    const { ops } = w.module;
    const token = ops.at[op]!;
    if (token !== this.#token) {
      this.#token = token;
      this.#startToken(token);
    }
    const id = SPIRV_RULES[ops.code[op]!]!(w, op);
    if (id !== 0) w.values[op] = id;
  }

  /** Notes that the next instruction is from a token. A token without instructions has no entry. */
  #startToken(token: number): void {
    const { tokens } = this;
    const at = this.w.m.main.length;
    if (tokens.length > 0 && tokens[tokens.length - 1]![0] === at) tokens.pop();
    if (tokens.length === 0 || tokens[tokens.length - 1]![1] !== token) tokens.push([at, token]);
  }

  leaveFunction(op: number): void {
    const { w } = this;
    const { ops, functions } = w.module;
    const { kind, results } = functions[this.#number]!;
    if (kind !== 'subroutine') {
      // Geometry shaders give outputs with each vertex.
      if (kind === 'main' && w.module.stage !== 'gs') copyOutputRanges(w);
      w.code.effect(Spv.Return);
    } else if (results.length === 0) w.code.effect(Spv.Return);
    else {
      const type = w.m.struct(results.map((one) => w.m.type(one)));
      const isReturn = op !== NO_OP && ops.code[op] === Op.return;
      const value = isReturn
        ? w.code.construct(
            type,
            results.map((_, i) => w.operand(op, i)),
          )
        : w.m.zero(type);
      w.code.effect(Spv.ReturnValue, value);
    }
  }

  /** Whether a construct is in the function that is written. */
  readonly #isInside = (construct: number): boolean => {
    const { ops, owner, functions } = this.w.module;
    let region = ops.region[construct]!;
    while (owner[region] !== NO_OP) region = ops.region[owner[region]!]!;
    return functions[this.#number]!.region === region;
  };

  #body(region: number): void {
    const flow = this.#flow;
    flow.region(region);
    if (flow.isOpen) {
      this.leaveFunction(NO_OP);
      flow.isOpen = false;
    }
    this.w.code.effect(Spv.FunctionEnd);
  }

  subroutine(number: number): void {
    const { w } = this;
    const { m, code } = w;
    this.#number = number;
    const { region, results } = w.module.functions[number]!;
    const parameters = parametersOf(w.module, region);
    const types = parameters.map((value) => m.type(w.module.ops.type[value]!));
    const result = results.length === 0 ? m.void : m.struct(results.map((type) => m.type(type)));
    code.effect(Spv.Function, result, w.functionId(number), 0, m.function(result, types));
    for (const [i, value] of parameters.entries()) {
      const id = m.id();
      code.effect(Spv.FunctionParameter, types[i]!, id);
      w.values[value] = id;
    }
    this.#flow.start(m.id());
    this.#flow.declareVariables(this.#isInside);
    this.#body(region);
  }

  main(entry: number): void {
    const { w } = this;
    const { m, code, module } = w;
    this.#number = module.functions.findIndex(({ kind }) => kind === 'main');
    code.effect(Spv.Function, m.void, entry, 0, m.function(m.void, []));
    this.#flow.start(m.id());
    if (!sharesArrays(w)) declareArrays(w);
    if (this.#number < 0) {
      code.effect(Spv.Return);
      code.effect(Spv.FunctionEnd);
      return;
    }
    this.#flow.declareVariables(this.#isInside);
    copyInputRanges(w);
    this.#body(module.functions[this.#number]!.region);
  }

  /** A phase of a hull shader: fork and join phases get the number of their instance. */
  phase(number: number): void {
    const { w } = this;
    const { m, code } = w;
    this.#number = number;
    const { region, kind, name } = w.module.functions[number]!;
    const parameters = kind === 'controlPoint' ? [] : [m.uint];
    const id = w.functionId(number);
    m.name(id, name);
    code.effect(Spv.Function, m.void, id, 0, m.function(m.void, parameters));
    if (parameters.length > 0) {
      w.phaseInstance = m.id();
      code.effect(Spv.FunctionParameter, m.uint, w.phaseInstance);
    }
    this.#flow.start(m.id());
    this.#flow.declareVariables(this.#isInside);
    this.#body(region);
  }

  /**
   * The entry point of a hull shader: each invocation has a control point; the first one then runs the phases of the
   * patch.
   */
  hull(entry: number): void {
    const { w } = this;
    const { m, code, module } = w;
    code.effect(Spv.Function, m.void, entry, 0, m.function(m.void, []));
    this.#flow.start(m.id());
    const { points, patch } = phaseCalls(module);
    for (const number of points) code.call(m.void, w.functionId(number), []);
    if (patch.length > 0) {
      if (readsWrittenPoints(module))
        code.effect(Spv.ControlBarrier, m.unsigned(Scope.Workgroup), m.unsigned(Scope.Invocation), m.unsigned(0));
      const isFirst = code.binary(Spv.IEqual, m.bool, code.load(m.uint, w.invocation), m.unsigned(0));
      code.guardedEffect(isFirst, () => {
        for (const { number, instance } of patch) code.call(m.void, w.functionId(number), [m.unsigned(instance)]);
      });
    }
    code.effect(Spv.Return);
    code.effect(Spv.FunctionEnd);
  }
}

// Execution modes: what a stage says about itself besides its code.

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
function writeModes(w: SpirvContext, entry: number): void {
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

export const SPIRV: EmitTarget = {
  name: 'SPIR-V',
  stages: IR_STAGES,
  reserved: new Set(),
  reservedForVariables: { words: new Set() },
  resources: spirvResources,
  builtin: spirvBuiltin,
  canLayOut: () => true,
  hasRowsOnly: true,
  marksControlPoints: true,
  guaranteed: VULKAN_LIMITS,
  emit: emitSpirv,
};

const MODELS: Readonly<Record<IrStage, number>> = {
  vs: ExecutionModel.Vertex,
  hs: ExecutionModel.TessellationControl,
  ds: ExecutionModel.TessellationEvaluation,
  gs: ExecutionModel.Geometry,
  ps: ExecutionModel.Fragment,
  cs: ExecutionModel.GLCompute,
};

/** Since this version entry points list all global variables, not inputs and outputs only. */
const LISTS_ALL_VARIABLES = 14;

/** Writes a module. */
function emitSpirv(module: IrModule, plan: EmitPlan, report: EmitReport): Omit<Emission, 'diagnostics'> {
  const m = new SpirvModule(Math.round(10 * Number(plan.version)));
  const w = new SpirvContext(module, plan, report, m);
  const writer = new FunctionWriter(w);
  declareInterface(w);
  declareResources(w);
  const entry = m.id();
  m.name(entry, plan.entryPoint);
  writer.declareShared();
  for (const [number, { kind }] of module.functions.entries())
    if (kind === 'subroutine') writer.subroutine(number);
    else if (kind !== 'main') writer.phase(number);
  if (module.stage === 'hs') writer.hull(entry);
  else writer.main(entry);
  writeModes(w, entry);
  reportTooLong(writer, report);
  const variables = m.version < LISTS_ALL_VARIABLES ? w.inputVariables : [...w.inputVariables, ...w.variables];
  const model = MODELS[module.stage];
  const { words, mainStart } = m.assemble({ model, id: entry, name: plan.entryPoint, variables });
  writer.release();
  const capabilities = [...m.capabilities].filter((name) => name !== 'Shader');
  const features = capabilities.map((name) => capabilityRow(name).feature).filter((name) => name !== undefined);
  return {
    code: words,
    sourceMap: moved(writer.tokens, mainStart),
    runtimeUniforms: w.hasRuntime
      ? [{ name: 'sample_count', offset: 0, type: 'u32', why: 'samples of a pixel of the targets' }]
      : [],
    features: [...new Set([...features, ...storeFeatures(w)])],
    languageFeatures: [...capabilities, ...m.extensionNames],
    assumptions: [...w.assumptions],
    approximations: [...w.approximations],
  };
}

/** Reports an instruction of a function that is too long, at the token that it comes from. */
function reportTooLong({ w, tokens }: FunctionWriter, report: EmitReport): void {
  const at = w.m.main.tooLongAt;
  if (at < 0) return;
  const token = tokens.findLast(([position]) => position <= at)?.[1] ?? 0;
  report(DX6008, token, { target: 'SPIR-V', limit: MAX_INSTRUCTION_WORDS });
}

/** Moves the words of pairs by the words before the functions. */
function moved(pairs: [number, number][], by: number): [number, number][] {
  for (const pair of pairs) pair[0] += by;
  return pairs;
}

/** Features that vertex and pixel shaders need for memory writes. */
function storeFeatures({ module, plan }: SpirvContext): string[] {
  const writes = plan.resources.some(({ kind }) => kind.startsWith('storage'));
  if (!writes || module.stage === 'cs') return [];
  return [module.stage === 'ps' ? 'fragmentStoresAndAtomics' : 'vertexPipelineStoresAndAtomics'];
}
