/** The command `dispatch`: runs a compute shader. */

import type { ComputeFaultLocation } from '../../engine.ts';
import { LANES } from '../../lanes.ts';
import { DX7020, DX7032, DX7033 } from '../../messages.ts';
import { runCompute } from '../../sm4/compute.ts';
import { bindShader } from '../bind.ts';
import { type JobContext, observedSm4, spend } from '../context.ts';
import type { CommandOf } from '../job-shape.ts';
import type { JsonPath } from '../json-text.ts';
import type { Sm4JobShader } from '../shaders.ts';

/** The shader, the bindings and the groups of a dispatch; undefined where it cannot run, which is reported. */
export function prepareDispatch(context: JobContext, command: CommandOf<'dispatch'>, index: number, path: JsonPath) {
  const { shaders, report, resources, observer } = context;
  const shader = shaders.get(command.shader);
  if (shader === undefined) return undefined;
  if (shader.isa !== 'sm4' || shader.stage !== 'cs') {
    const values = { found: shader.profile, expected: 'a compute shader' };
    report.add(DX7020, [...path, 'shader'], values);
    return undefined;
  }
  const bindings = bindShader(shader, command, resources, path, report);
  const [x = 1, y = 1, z = 1] = command.groups ?? [];
  return { shader: observedSm4(shader, observer, index), bindings, groups: [x, y, z] as const };
}

export function runDispatch(context: JobContext, command: CommandOf<'dispatch'>, index: number, path: JsonPath): void {
  const prepared = prepareDispatch(context, command, index, path);
  if (prepared === undefined || context.report.hasErrors) return;
  const { shader, bindings, groups } = prepared;
  const { budget } = context;
  const options = {
    maxInstructions: budget.instructionsLeft,
    seed: command.seed,
    isStopped: () => budget.isLate,
  };
  const { executable } = shader;
  const { location, executed } =
    context.engine?.compute({ executable, bindings }, groups, options) ??
    runCompute(executable, bindings, groups, options);
  for (const texture of context.resources.textures.values()) texture.changed();
  if (!spend(context, executed, path) && location !== undefined) reportBarrier(context, location, shader, path);
}

/** Reports a barrier that not all threads reach. */
export function reportBarrier(
  { report }: JobContext,
  { fault, group, quad, other, position }: ComputeFaultLocation,
  { name, executable }: Sm4JobShader,
  path: JsonPath,
): void {
  const at = executable.program.starts[position];
  // Microsoft counts the first declaration as 1.
  const location = { shaderName: name, ...(at === undefined ? {} : { instruction: position + 1, at }) };
  const text = `(${group.join(', ')})`;
  if (fault === 'divergentBarrier') {
    const values = { group: text, first: quad * LANES, last: quad * LANES + LANES - 1 };
    report.add(DX7033, path, values, location);
  } else if (fault === 'deadlock') {
    report.add(DX7032, path, { group: text, waiting: quad * LANES, other: other * LANES }, location);
  }
}
