/** The command `invoke` of hull, domain and geometry shaders: on one patch, on its domain locations, on one primitive. */

import type { JobNumber } from '../../../base/shapes.ts';
import { SM4_OPERAND_TYPES } from '../../../isa/sm4/operands.ts';
import type { Bindings } from '../../bindings.ts';
import { LANES, RegisterFile } from '../../lanes.ts';
import { runGeometry } from '../../sm4/geometry.ts';
import { runHull } from '../../sm4/hull.ts';
import { Sm4Interpreter } from '../../sm4/interpreter.ts';
import { registersOf } from '../../sm4/stage-registers.ts';
import { type JobContext, spend } from '../context.ts';
import { type InvocationResult, type NamedRegister, sm4Registers, type ValuesBySemantic } from '../invocation.ts';
import type { CommandOf } from '../job-shape.ts';
import type { JsonPath } from '../json-text.ts';
import { numberOf, numberOfWord } from '../numbers.ts';
import type { Sm4JobShader } from '../shaders.ts';
import { outputsOf, setInputs } from './lane-values.ts';

type Invoke = CommandOf<'invoke'>;
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

export const runHullOnce: Run = (context, shader, bindings, command, path) => {
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

export const runGeometryOnce: Run = (context, shader, bindings, command, path) => {
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

export const runDomain: Run = (context, shader, bindings, command, path) => {
  const { executable, inputs = [], outputs = [], patchConstants = [] } = shader;
  const { budget, report } = context;
  const points = sm4Registers(executable, inputs, 'inputControlPoint');
  const constants = sm4Registers(executable, patchConstants, 'inputPatchConstant');
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
        setInputs(quad.files, points, values, { lane, vertex }, [...path, 'inputs', vertex], report);
      const at = [...path, 'patchConstants'];
      setInputs(quad.files, constants, command.patchConstants ?? {}, { lane, vertex: 0 }, at, report);
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
  return inputs.map((values, i) => {
    const file = new RegisterFile(REGISTERS);
    const files: (RegisterFile | undefined)[] = [];
    files[SM4_OPERAND_TYPES.input.code] = file;
    setInputs(files, registers, values, { lane: 0, vertex: 0 }, [...path, 'inputs', i], report);
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
