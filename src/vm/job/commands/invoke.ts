/**
 * The command `invoke`: runs one stage on given inputs, four lanes at a time.
 *
 * Not for: hull, domain and geometry shaders (invoke-patch.ts), draws.
 */

import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import { LANES, REGISTER_WORDS } from '../../lanes.ts';
import { DX7020 } from '../../messages.ts';
import { Sm1Interpreter } from '../../sm1/interpreter.ts';
import type { Sm1Quad } from '../../sm1/quad.ts';
import { StageTextures } from '../../sm1/stage-textures.ts';
import { Sm4Interpreter } from '../../sm4/interpreter.ts';
import type { Sm4Quad } from '../../sm4/quad.ts';
import { bindShader } from '../bind.ts';
import { bindLegacyShader } from '../bind-legacy.ts';
import { type JobContext, spend } from '../context.ts';
import {
  type InvocationResult,
  type NamedRegister,
  sm1Inputs,
  sm1Outputs,
  sm4Registers,
  type ValuesBySemantic,
} from '../invocation.ts';
import type { CommandOf } from '../job-shape.ts';
import type { JsonPath } from '../json-text.ts';
import { observedSm1, observedSm4 } from '../observer.ts';
import type { JobReport } from '../report.ts';
import type { Sm1JobShader, Sm4JobShader } from '../shaders.ts';
import { runDomain, runGeometryOnce, runHullOnce } from './invoke-patch.ts';
import { outputsOf, setInputs } from './lane-values.ts';

export type Invoke = CommandOf<'invoke'>;

/** A quad of either instruction set. */
export type RunningQuad = Sm1Quad | Sm4Quad;

/** Something that runs four lanes: makes a quad, and starts it. */
export interface QuadSource {
  readonly inputs: readonly NamedRegister[];
  readonly outputs: readonly NamedRegister[];
  readonly isPixel: boolean;
  /** A quad that is not started. */
  readonly make: () => RunningQuad;
  readonly start: (quad: RunningQuad, lanes: number) => void;
}

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
  };
}

function sm1Source(context: JobContext, shader: Sm1JobShader, command: Invoke, path: JsonPath): QuadSource {
  const { executable } = shader;
  const { constants, textures } = bindLegacyShader(shader, command, context.resources, path, context.report);
  const stages = new StageTextures(textures);
  return {
    inputs: sm1Inputs(executable),
    outputs: sm1Outputs(executable),
    isPixel: executable.isPixel,
    make: () => {
      const quad = new Sm1Interpreter(executable, constants, stages);
      // Attributes without a value are 0, 0, 0, 1.
      for (const { type, number } of sm1Inputs(executable))
        quad.files[type]?.words.fill(ONE, number * REGISTER_WORDS + 3 * LANES, (number + 1) * REGISTER_WORDS);
      return quad;
    },
    start: (quad, lanes) => {
      // Texture instructions before 1.4 read the coordinates of the stages.
      if (executable.isPixel && 'coordinates' in quad) quad.coordinates.words.set(quad.files[TEXTURE]!.words);
      quad.start(lanes, 0, executable.mainEnd);
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
  const quads: PreparedQuad[] = [];
  for (let first = 0; first < inputs.length; first += LANES) {
    const quad = source.make();
    const count = Math.min(LANES, inputs.length - first);
    for (let lane = 0; lane < LANES; lane++) {
      const index = first + Math.min(lane, count - 1);
      setInputs(quad.files, source.inputs, inputs[index]!, { lane, vertex: 0 }, [...path, 'inputs', index], report);
    }
    quads.push({ quad, lanes: 2 ** count - 1 });
  }
  return quads;
}

function runQuads(
  context: JobContext,
  stage: string,
  source: QuadSource,
  quads: readonly PreparedQuad[],
  path: JsonPath,
): InvocationResult {
  const { budget } = context;
  const outputs: ValuesBySemantic[] = [];
  const discarded: number[] = [];
  for (const { quad, lanes } of quads) {
    // The missing pixels of a quad are helpers: they run, and write nothing.
    if (source.isPixel) quad.helpers = ~lanes & 15;
    source.start(quad, source.isPixel ? 15 : lanes);
    const before = quad.executed;
    quad.runUnlessStopped(budget.instructionsLeft, () => budget.isLate);
    if (spend(context, quad.executed - before, path) && quad.state === 'ready')
      return { kind: 'invocation', stage, outputs };
    for (let lane = 0; lane < LANES; lane++) {
      if ((lanes & (1 << lane)) === 0) continue;
      if (quad.helpers & (1 << lane)) discarded.push(outputs.length);
      outputs.push(outputsOf(quad.files, source.outputs, lane));
    }
  }
  return { kind: 'invocation', stage, outputs, ...(discarded.length > 0 && { discarded }) };
}
