/**
 * The trial of a compiled program that is a stage of a draw. The other stages are shaders of the trial, which read
 * nothing but their inputs.
 */
import type { Sm4Stages } from '../../src/vm/draw/draw-call.ts';
import { boundTrial, resultsOf, writtenBy } from '../gpu/from-bindings.ts';
import { STAGE_NAMES } from '../gpu/pipeline-trial.ts';
import { shaderOf } from '../wine/geometry.ts';
import { writtenResults } from './dispatch.ts';
import { type DrawDescription, drawnTargets, gpuDraw } from './draw.ts';
import type { CompiledProgram } from './program.ts';
import type { ComparedResult } from './results.ts';
import { boundShader, type CompiledTrial, observedShader, unboundShader } from './trial.ts';

export interface DrawTrial {
  readonly name: string;
  readonly program: CompiledProgram;
  readonly seed: number;
  /** The containers of the other stages. */
  readonly others: Partial<Readonly<Record<keyof typeof STAGE_NAMES, Uint8Array>>>;
  readonly description: DrawDescription;
  readonly targets: readonly ComparedResult[];
  /** Registers of inputs that are interpolated. */
  readonly interpolated?: readonly number[];
}

/** Its results are those of the views that the program writes, and the targets. */
export function drawTrial({
  name,
  program,
  seed,
  others,
  description,
  targets,
  interpolated,
}: DrawTrial): CompiledTrial {
  const stages = (Object.keys(STAGE_NAMES) as (keyof typeof STAGE_NAMES)[]).filter(
    (stage) => stage === program.stage || others[stage] !== undefined,
  );
  return {
    name,
    gpu: (options) =>
      boundTrial(
        stages.map((stage) =>
          stage === program.stage ? boundShader(program, seed) : unboundShader(stage, others[stage]!),
        ),
        { draw: (translated) => gpuDraw(description, translated), targets: targets.length },
        options,
      ),
    results: [...writtenResults(boundShader(program, seed)), ...targets],
    run(noise) {
      const shader = boundShader(program, seed);
      const observed = observedShader(program, shader.bindings, noise, interpolated);
      const shaders = stages.map((stage) => [
        STAGE_NAMES[stage],
        stage === program.stage ? observed.shader : shaderOf(others[stage]!),
      ]);
      const drawn = drawnTargets(description, Object.fromEntries(shaders) as Sm4Stages);
      observed.check();
      return [...writtenBy(shader).flatMap(resultsOf), ...drawn];
    },
  };
}
