/** A shader of models 1 to 3 in a draw, as a trial. */
import type { UsedRegister } from '../../../src/vm/draw/legacy/legacy-vertices.ts';
import type { ComparedResult } from '../results.ts';
import { type CompiledTrial, UnsuitableData } from '../trial.ts';
import { constantsOf } from './constants.ts';
import { type BoundLegacy, type LegacyDescription, legacyGpu, legacyTargets } from './draw.ts';
import { LegacyNoise } from './noise.ts';
import type { LegacyProgram } from './program.ts';
import { stagesOf } from './textures.ts';
import { LegacyWatch } from './watch.ts';

/** The sizes of targets; each pixel has its own triangle where nothing is interpolated. */
export const WIDTH = 8;
export const HEIGHT = 4;

/** A program with data for all that it may read. */
export function boundLegacy(program: LegacyProgram, seed: number): BoundLegacy {
  return { program, constants: constantsOf(program, seed), stages: stagesOf(program, seed) };
}

/**
 * @param subject the shader of the two that the trial is about @param interpolated its inputs that change from pixel
 *   to pixel
 */
export function legacyTrial(
  name: string,
  description: LegacyDescription,
  subject: BoundLegacy,
  results: readonly ComparedResult[],
  interpolated: readonly UsedRegister[] = [],
): CompiledTrial {
  const { stage } = subject.program;
  return {
    name,
    gpu: (options) => legacyGpu(description, options),
    results,
    run(noise) {
      if (noise !== undefined)
        return legacyTargets(description, { stage, observer: new LegacyNoise(noise, subject, interpolated) });
      const watch = new LegacyWatch(subject.program.executable);
      const targets = legacyTargets(description, { stage, observer: watch });
      if (watch.isUndefined) throw new UnsuitableData('the program does something that Direct3D leaves undefined');
      return targets;
    },
  };
}
