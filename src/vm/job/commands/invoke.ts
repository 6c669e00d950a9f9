/**
 * The command `invoke`: runs one stage on given inputs, four lanes at a time.
 *
 * Not for: draws.
 */
import type { JobNumber, JobNumbers } from '../../../base/shapes.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import { SM4_OPERAND_TYPES } from '../../../isa/sm4/operands.ts';
import { bitsOfFloat, floatOfBits } from '../../../numerics/conversion.ts';
import { saturate } from '../../../numerics/float.ts';
import type { Bindings } from '../../bindings.ts';
import type { StageLimits, StageRunner } from '../../engine.ts';
import { LANES, REGISTER_WORDS, RegisterFile } from '../../lanes.ts';
import { DX7020, DX7021 } from '../../messages.ts';
import { legacyRunner, Sm1Interpreter } from '../../sm1/interpreter.ts';
import type { Sm1Quad } from '../../sm1/quad.ts';
import { StageTextures } from '../../sm1/stage-textures.ts';
import { runGeometry } from '../../sm4/geometry.ts';
import { runHull } from '../../sm4/hull.ts';
import { Sm4Interpreter, stageRunner } from '../../sm4/interpreter.ts';
import { registersOf, type Sm4Quad } from '../../sm4/quad.ts';
import { bindShader } from '../bind.ts';
import { bindLegacyShader } from '../bind-legacy.ts';
import { type JobContext, observedSm1, observedSm4, spend } from '../context.ts';
import {
  findRegister,
  type InvocationResult,
  type NamedRegister,
  sm1Inputs,
  sm1Outputs,
  sm4Registers,
  type ValuesBySemantic,
} from '../invocation.ts';
import type { CommandOf } from '../job-shape.ts';
import type { JsonPath } from '../json-text.ts';
import { flatNumbers, numberOf, numberOfWord, wordOf } from '../numbers.ts';
import type { JobReport } from '../report.ts';
import type { Sm1JobShader, Sm4JobShader } from '../shaders.ts';
import { suggestion } from '../validate-shape.ts';

/** Registers of inputs by the names in a command, which are many times the same ones. */
class InputNames {
  readonly #known = new Map<string, NamedRegister | undefined>();

  constructor(
    private readonly registers: readonly NamedRegister[],
    private readonly report: JobReport,
  ) {}

  /** Finds a register; reports a name that the shader does not have, once for a command. @param path of the inputs */
  find(name: string, path: JsonPath): NamedRegister | undefined {
    if (this.#known.has(name)) return this.#known.get(name);
    const register = findRegister(this.registers, name);
    this.#known.set(name, register);
    if (register !== undefined || this.report.hasName(path[1], name)) return register;
    const known = suggestion(
      name,
      this.registers.map((one) => one.name),
    );
    const text = { what: 'input', name, suggestion: known };
    this.report.add(DX7021, [...path, name], text, { ofName: true });
    return undefined;
  }
}

/** Gives a lane its inputs. */
function setInputs(
  files: (RegisterFile | undefined)[],
  names: InputNames,
  values: Readonly<Record<string, JobNumbers>>,
  { lane, vertex }: { readonly lane: number; readonly vertex: number },
  path: JsonPath,
): void {
  for (const [name, numbers] of Object.entries(values)) {
    const register = names.find(name, path);
    if (register === undefined) continue;
    files[register.type] ??= new RegisterFile(register.number + 1);
    const file = files[register.type]!;
    const base = file.baseOf(register.number, vertex);
    if (base < 0) continue;
    for (const [component, word] of wordsFor(register, flatNumbers(numbers)))
      file.words[base + component * LANES + lane] = word;
  }
}

/** The words of the components of a register: four numbers are x to w, fewer those that the signature has. */
function* wordsFor(
  { mask, valueType }: NamedRegister,
  numbers: readonly JobNumber[],
): Generator<readonly [number, number]> {
  const all = [0, 1, 2, 3];
  const components = numbers.length === LANES ? all : all.filter((i) => mask & (1 << i));
  for (const [i, component] of components.entries())
    if (i < numbers.length) yield [component, wordOf(numbers[i]!, valueType !== 'f32')];
}

/** The outputs of a lane by semantic. */
function outputsOf(
  files: readonly (RegisterFile | undefined)[],
  registers: readonly NamedRegister[],
  lane: number,
): ValuesBySemantic {
  const values: Record<string, JobNumber[]> = {};
  for (const { name, type, number, mask, valueType, isClamped } of registers) {
    const file = files[type];
    const base = file?.baseOf(number) ?? -1;
    if (base < 0) continue;
    values[name] = [0, 1, 2, 3]
      .filter((i) => mask & (1 << i))
      .map((i) => file!.words[base + i * LANES + lane]!)
      .map((word) => numberOfWord(isClamped ? bitsOfFloat(saturate(floatOfBits(word))) : word, valueType));
  }
  return values;
}

// The command `invoke` of hull, domain and geometry shaders: on one patch, on its domain locations, on one primitive.

type Run = (
  context: JobContext,
  shader: Sm4JobShader,
  bindings: Bindings,
  command: Invoke,
  path: JsonPath,
) => InvocationResult | undefined;

const DOMAIN = SM4_OPERAND_TYPES.inputDomainPoint.code;
const PRIMITIVE_ID = SM4_OPERAND_TYPES.inputPrimitiveId.code;
/** Registers of a signature. */
const REGISTERS = 32;

const runHullOnce: Run = (context, shader, bindings, command, path) => {
  const { executable, inputs = [], outputs = [], patchConstants = [] } = shader;
  const points = vertexRegisters(context, sm4Registers(executable, inputs, 'input'), command, path);
  if (context.report.hasErrors) return undefined;
  const result = runHull(executable, bindings, points, limits(context, command));
  spend(context, result.executed, path);
  return {
    kind: 'invocation',
    stage: 'hs',
    outputs: result.points.map((words) => valuesOf(words, sm4Registers(executable, outputs, 'output'))),
    patchConstants: valuesOf(result.patchConstants, sm4Registers(executable, patchConstants, 'output')),
  };
};

const runGeometryOnce: Run = (context, shader, bindings, command, path) => {
  const { executable, inputs = [], outputs = [] } = shader;
  const vertices = vertexRegisters(context, sm4Registers(executable, inputs, 'input'), command, path);
  if (context.report.hasErrors) return undefined;
  const result = runGeometry(executable, bindings, vertices, limits(context, command));
  spend(context, result.executed, path);
  const streams = result.streams.map((strips, stream) => {
    const registers = sm4Registers(executable, outputs, 'output', stream);
    return strips.map((strip) => strip.map((words) => valuesOf(words, registers)));
  });
  return { kind: 'invocation', stage: 'gs', outputs: [], streams };
};

const runDomain: Run = (context, shader, bindings, command, path) => {
  const { executable, inputs = [], outputs = [], patchConstants = [] } = shader;
  const { budget, report } = context;
  const points = new InputNames(sm4Registers(executable, inputs, 'inputControlPoint'), report);
  const constants = new InputNames(sm4Registers(executable, patchConstants, 'inputPatchConstant'), report);
  const registers = sm4Registers(executable, outputs, 'output');
  const { start, end } = executable.parts[0] ?? { start: 0, end: 0 };
  const locations = command.domain ?? [];
  const results: ValuesBySemantic[] = [];
  for (let first = 0; first < locations.length; first += LANES) {
    const quad = new Sm4Interpreter(executable, bindings);
    const count = Math.min(LANES, locations.length - first);
    const domain = new RegisterFile(1);
    const floats = new Float32Array(domain.words.buffer);
    for (let lane = 0; lane < count; lane++) {
      for (const [i, one] of locations[first + lane]!.entries()) floats[i * LANES + lane] = numberOf(one);
      for (const [vertex, values] of (command.inputs ?? []).entries())
        setInputs(quad.files, points, values, { lane, vertex }, [...path, 'inputs', vertex]);
      const at = [...path, 'patchConstants'];
      setInputs(quad.files, constants, command.patchConstants ?? {}, { lane, vertex: 0 }, at);
    }
    quad.files[DOMAIN] = domain;
    setPrimitive(quad, command.primitive ?? 0);
    if (report.hasErrors) return undefined;
    quad.start(2 ** count - 1, start, end);
    quad.runUnlessStopped(budget.instructionsLeft, () => budget.isLate);
    if (spend(context, quad.executed, path)) break;
    for (let lane = 0; lane < count; lane++) results.push(outputsOf(quad.files, registers, lane));
  }
  return { kind: 'invocation', stage: 'ds', outputs: results };
};

function limits({ budget }: JobContext, { primitive = 0 }: Invoke) {
  return { primitiveId: primitive, maxInstructions: budget.instructionsLeft, isStopped: () => budget.isLate };
}

function setPrimitive(quad: Sm4Interpreter, primitive: number): void {
  const file = new RegisterFile(1);
  file.words.fill(primitive, 0, LANES);
  quad.files[PRIMITIVE_ID] = file;
}

/** The registers of each vertex that the command gives. */
function vertexRegisters(
  { report }: JobContext,
  registers: readonly NamedRegister[],
  { inputs = [] }: Invoke,
  path: JsonPath,
): Uint32Array[] {
  const names = new InputNames(registers, report);
  return inputs.map((values, i) => {
    const file = new RegisterFile(REGISTERS);
    const files: (RegisterFile | undefined)[] = [];
    files[SM4_OPERAND_TYPES.input.code] = file;
    setInputs(files, names, values, { lane: 0, vertex: 0 }, [...path, 'inputs', i]);
    return registersOf(file, 0);
  });
}

/** The values in the registers of a vertex. */
function valuesOf(words: Uint32Array, registers: readonly NamedRegister[]): ValuesBySemantic {
  const values: Record<string, JobNumber[]> = {};
  for (const { name, number, mask, valueType } of registers) {
    const all = [0, 1, 2, 3].filter((i) => mask & (1 << i));
    values[name] = all.map((i) => numberOfWord(words[4 * number + i] ?? 0, valueType));
  }
  return values;
}

export type Invoke = CommandOf<'invoke'>;

/** A quad of either instruction set. */
export type RunningQuad = Sm1Quad | Sm4Quad;

/** A quad of an engine, which runs again and again, and the function that sets its registers before each run. */
interface RepeatedQuad {
  readonly runner: Pick<StageRunner, 'files' | 'helpers' | 'runMain'>;
  readonly reset: () => void;
}

/** Something that runs four lanes: makes a quad, and starts it. */
export interface QuadSource {
  readonly inputs: readonly NamedRegister[];
  readonly outputs: readonly NamedRegister[];
  readonly isPixel: boolean;
  /** A quad that is not started. */
  readonly make: () => RunningQuad;
  readonly start: (quad: RunningQuad, lanes: number) => void;
  /** A quad of the engine of the job. */
  readonly repeated: (limits: EngineLimits) => RepeatedQuad;
}

type EngineLimits = StageLimits & Pick<JobContext, 'engine'>;

export function runInvoke(context: JobContext, command: Invoke, index: number, path: JsonPath): void {
  const shader = context.shaders.get(command.shader);
  if (shader === undefined) return;
  if (shader.isa === 'sm4' && shader.stage === 'cs') {
    const values = { found: shader.profile, expected: 'a shader of another stage than compute' };
    context.report.add(DX7020, [...path, 'shader'], values);
    return;
  }
  const result = shader.isa === 'sm4' ? invokeSm4(context, shader, command, index, path) : undefined;
  if (result !== undefined) {
    context.results.set(command.name, result);
    return;
  }
  const source = quadSource(context, command, index, path);
  if (source === undefined || context.report.hasErrors) return;
  if (context.observer === undefined) {
    const result = runRepeated(context, shader.stage, source, command, path);
    if (result !== undefined) context.results.set(command.name, result);
    return;
  }
  const quads = prepareQuads(source, command, path, context.report);
  if (context.report.hasErrors) return;
  context.results.set(command.name, runQuads(context, shader.stage, source, quads, path));
}

function invokeSm4(
  context: JobContext,
  shader: Sm4JobShader,
  command: Invoke,
  index: number,
  path: JsonPath,
): InvocationResult | undefined {
  const run = { hs: runHullOnce, ds: runDomain, gs: runGeometryOnce }[shader.stage];
  if (run === undefined) return undefined;
  const bindings = bindShader(shader, command, context.resources, path, context.report);
  return run(context, observedSm4(shader, context.observer, index), bindings, command, path);
}

/** Returns the maker of quads of a vertex or pixel shader; undefined if the shader cannot run, which is reported. */
export function quadSource(
  context: JobContext,
  command: Invoke,
  index: number,
  path: JsonPath,
): QuadSource | undefined {
  const shader = context.shaders.get(command.shader);
  if (shader === undefined) return undefined;
  return shader.isa === 'sm4'
    ? sm4Source(context, observedSm4(shader, context.observer, index), command, path)
    : sm1Source(context, observedSm1(shader, context.observer, index), command, path);
}

function sm4Source(context: JobContext, shader: Sm4JobShader, command: Invoke, path: JsonPath): QuadSource {
  const { executable, inputs = [], outputs = [], stage } = shader;
  const bindings = bindShader(shader, command, context.resources, path, context.report);
  const { start, end } = executable.parts[0] ?? { start: 0, end: 0 };
  return {
    inputs: sm4Registers(executable, inputs, 'input'),
    outputs: sm4Registers(executable, outputs, 'output'),
    isPixel: stage === 'ps',
    make: () => new Sm4Interpreter(executable, bindings),
    start: (quad, lanes) => quad.start(lanes, start, end),
    repeated: (limits) => {
      const runner = stageRunner(limits, { executable, bindings });
      return { runner, reset: () => runner.clear() };
    },
  };
}

function sm1Source(context: JobContext, shader: Sm1JobShader, command: Invoke, path: JsonPath): QuadSource {
  const { executable } = shader;
  const { constants, textures } = bindLegacyShader(shader, command, context.resources, path, context.report);
  const stages = new StageTextures(textures);
  const inputs = sm1Inputs(executable);
  // Attributes without a value are 0, 0, 0, 1.
  const setAttributes = (files: readonly (RegisterFile | undefined)[]) => {
    for (const { type, number } of inputs)
      files[type]?.words.fill(ONE, number * REGISTER_WORDS + 3 * LANES, (number + 1) * REGISTER_WORDS);
  };
  return {
    inputs,
    outputs: sm1Outputs(executable),
    isPixel: executable.isPixel,
    make: () => {
      const quad = new Sm1Interpreter(executable, constants, stages);
      setAttributes(quad.files);
      return quad;
    },
    start: (quad, lanes) => {
      // Texture instructions before 1.4 read the coordinates of the stages.
      if (executable.isPixel && 'coordinates' in quad) quad.coordinates.words.set(quad.files[TEXTURE]!.words);
      quad.start(lanes, 0, executable.mainEnd);
    },
    repeated: (limits) => {
      const runner = legacyRunner(limits, { executable, constants, textures });
      const reset = () => {
        runner.clearRegisters();
        setAttributes(runner.files);
      };
      return { runner, reset };
    },
  };
}

const ONE = 0x3f80_0000;
const TEXTURE = SM1_REGISTERS.addressOrTexture.code;

/** A quad with its inputs. */
export interface PreparedQuad {
  readonly quad: RunningQuad;
  /** Lanes that are vertices or pixels of the job. */
  readonly lanes: number;
}

/** The quads of a command with their inputs. */
export function prepareQuads(source: QuadSource, command: Invoke, path: JsonPath, report: JobReport): PreparedQuad[] {
  const inputs = command.inputs ?? [{}];
  const names = new InputNames(source.inputs, report);
  const quads: PreparedQuad[] = [];
  for (let first = 0; first < inputs.length; first += LANES) {
    const quad = source.make();
    quads.push({ quad, lanes: setLanes(quad.files, names, inputs, first, path) });
  }
  return quads;
}

/** Gives four lanes their inputs; those past the last one get its. Returns the lanes that have their own. */
function setLanes(
  files: (RegisterFile | undefined)[],
  names: InputNames,
  inputs: NonNullable<Invoke['inputs']>,
  first: number,
  path: JsonPath,
): number {
  const count = Math.min(LANES, inputs.length - first);
  for (let lane = 0; lane < LANES; lane++) {
    const index = first + Math.min(lane, count - 1);
    setInputs(files, names, inputs[index]!, { lane, vertex: 0 }, [...path, 'inputs', index]);
  }
  return 2 ** count - 1;
}

/** The results of lanes, in the order of their inputs. */
class Results {
  readonly outputs: ValuesBySemantic[] = [];
  readonly #discarded: number[] = [];

  constructor(
    private readonly stage: string,
    private readonly registers: readonly NamedRegister[],
  ) {}

  add({ files, helpers }: Pick<StageRunner, 'files' | 'helpers'>, lanes: number): void {
    for (let lane = 0; lane < LANES; lane++) {
      if ((lanes & (1 << lane)) === 0) continue;
      if (helpers & (1 << lane)) this.#discarded.push(this.outputs.length);
      this.outputs.push(outputsOf(files, this.registers, lane));
    }
  }

  get result(): InvocationResult {
    const { outputs, stage } = this;
    const discarded = this.#discarded;
    return { kind: 'invocation', stage, outputs, ...(discarded.length > 0 && { discarded }) };
  }
}

/** Runs quads that an observer sees, each for itself. */
function runQuads(
  context: JobContext,
  stage: string,
  source: QuadSource,
  quads: readonly PreparedQuad[],
  path: JsonPath,
): InvocationResult {
  const { budget } = context;
  const results = new Results(stage, source.outputs);
  for (const { quad, lanes } of quads) {
    // The missing pixels of a quad are helpers: they run, and write nothing.
    if (source.isPixel) quad.helpers = ~lanes & 15;
    source.start(quad, source.isPixel ? 15 : lanes);
    const before = quad.executed;
    quad.runUnlessStopped(budget.instructionsLeft, () => budget.isLate);
    if (spend(context, quad.executed - before, path) && quad.state === 'ready') break;
    results.add(quad, lanes);
  }
  return results.result;
}

/** Runs one quad of the engine on all inputs; undefined after an input that the shader does not have was reported. */
function runRepeated(
  context: JobContext,
  stage: string,
  source: QuadSource,
  { inputs = [{}] }: Invoke,
  path: JsonPath,
): InvocationResult | undefined {
  const { budget, engine, report } = context;
  const names = new InputNames(source.inputs, report);
  for (const [i, values] of inputs.entries())
    for (const name of Object.keys(values)) names.find(name, [...path, 'inputs', i]);
  if (report.hasErrors) return undefined;
  const { runner, reset } = source.repeated({
    engine,
    get instructionsLeft() {
      return budget.instructionsLeft;
    },
    isLate: () => budget.isLate,
    spendInstructions: (count) => !spend(context, count, path),
  });
  const results = new Results(stage, source.outputs);
  for (let first = 0; first < inputs.length; first += LANES) {
    reset();
    const lanes = setLanes(runner.files, names, inputs, first, path);
    runner.helpers = source.isPixel ? ~lanes & 15 : 0;
    if (!runner.runMain(source.isPixel ? 15 : lanes)) break;
    results.add(runner, lanes);
  }
  return results.result;
}
