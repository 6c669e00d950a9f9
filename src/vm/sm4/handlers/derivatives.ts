/**
 * Derivatives: differences between the pixels of a quad. A fine one is that of the pixel's own row or column, a coarse one that of the
 * first row or column for all; one without a name may be either and is coarse here.
 */

import { add } from '../../../numerics/float.ts';
import { LANES } from '../../lanes.ts';
import type { Sm4Handler } from '../quad.ts';

/** By lane, the lanes whose values are subtracted: the later minus the earlier. */
type Pairs = readonly (readonly [later: number, earlier: number])[];

const COARSE_X: Pairs = [
  [1, 0],
  [1, 0],
  [1, 0],
  [1, 0],
];
const FINE_X: Pairs = [
  [1, 0],
  [1, 0],
  [3, 2],
  [3, 2],
];
const COARSE_Y: Pairs = [
  [2, 0],
  [2, 0],
  [2, 0],
  [2, 0],
];
const FINE_Y: Pairs = [
  [2, 0],
  [3, 1],
  [2, 0],
  [3, 1],
];

function difference(pairs: Pairs): Sm4Handler {
  return (quad, step) => {
    const { floats } = quad.read(step, 0, step.mask);
    for (let i = 0; i < 4; i++) {
      if ((step.mask & (1 << i)) === 0) continue;
      for (let lane = 0; lane < LANES; lane++) {
        const [later, earlier] = pairs[lane]!;
        quad.result.setFloat(i * LANES + lane, add(floats[i * LANES + later]!, -floats[i * LANES + earlier]!));
      }
    }
    quad.write(step, 0, quad.result);
  };
}

export const DERIVATIVE_HANDLERS = {
  deriv_rtx: difference(COARSE_X),
  deriv_rty: difference(COARSE_Y),
  deriv_rtx_coarse: difference(COARSE_X),
  deriv_rty_coarse: difference(COARSE_Y),
  deriv_rtx_fine: difference(FINE_X),
  deriv_rty_fine: difference(FINE_Y),
} as const satisfies Record<string, Sm4Handler>;
