/**
 * The requirements of a shader to run, as controls: constants, textures, buffers and the inputs of its stage. Made from
 * the reflection.
 *
 * Not for: values of controls (assumptions.ts, settings.ts), running (worker/run/).
 */

import type { Reflection } from 'dxlens/reflect';
import type { RunPlan } from './controls.ts';
import { planOfSm1 } from './plan-sm1.ts';
import { planOfSm4 } from './plan-sm4.ts';

/** The plan of a shader, or why it cannot be run here. */
export function planOf(reflection: Reflection | undefined): RunPlan | string {
  if (reflection === undefined) return 'There is no reflection of this format, and so nothing to run.';
  switch (reflection.format) {
    case 'sm1':
      return planOfSm1(reflection);
    case 'dxbc':
      return planOfSm4(reflection);
    default:
      return 'Single shaders of models 1 to 5.1 run here. Open one of them from the list of shaders.';
  }
}
