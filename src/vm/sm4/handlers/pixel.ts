/** Instructions of pixel shaders only: derivatives, and attributes at other positions. */
import { add } from '../../../numerics/float.ts';
import { LANES } from '../../lanes.ts';
import type { Sm4Step } from '../executable.ts';
import { flushAll } from '../operands.ts';
import type { Sm4Handler, Sm4Quad } from '../quad.ts';

/**
 * The differences of neighbors: `later` is 1 for those along x, 2 for those along y. Fine ones are those of each row or
 * column of the quad, coarse ones those from the first pixel.
 */
function difference(later: 1 | 2, isFine = false): Sm4Handler {
  return (quad, step) => {
    const { floats } = quad.read(step, 0, step.mask);
    for (let i = 0; i < 4; i++) {
      if ((step.mask & (1 << i)) === 0) continue;
      for (let lane = 0; lane < LANES; lane++) {
        const from = i * LANES + (isFine ? lane & ~later : 0);
        quad.result.setFloat(i * LANES + lane, add(floats[from + later]!, -floats[from]!));
      }
    }
    quad.write(step, 0, quad.result);
  };
}

export const DERIVATIVE_HANDLERS = {
  deriv_rtx: difference(1),
  deriv_rty: difference(2),
  deriv_rtx_coarse: difference(1),
  deriv_rty_coarse: difference(2),
  deriv_rtx_fine: difference(1, true),
  deriv_rty_fine: difference(2, true),
} as const satisfies Record<string, Sm4Handler>;

/** Sixteenths of a pixel; the offset is a signed number of four bits. */
const OFFSET_UNIT = 1 / 16;

/** Where a lane evaluates, as an offset from the center of its pixel; undefined without a primitive. */
type OffsetOf = (quad: Sm4Quad, step: Sm4Step, lane: number) => readonly [x: number, y: number] | undefined;

function evaluate(offsetOf: OffsetOf): Sm4Handler {
  return (quad, step) => {
    const source = step.sources[0]!;
    const value = quad.read(step, 0, step.mask);
    const { interpolator } = quad;
    if (interpolator !== undefined) {
      for (let lane = 0; lane < LANES; lane++) {
        const at = offsetOf(quad, step, lane);
        if (at === undefined) continue;
        const register = quad.indexOf(source.indices.at(-1), lane);
        for (let i = 0; i < 4; i++)
          value.words[i * LANES + lane] = interpolator.word(register, source.swizzle[i]!, lane, at[0], at[1]);
      }
      quad.modify(source, value);
    }
    if (step.saturate || source.negate || source.absolute) flushAll(value);
    quad.write(step, 0, value);
  };
}

/** The signed number in the four lowest bits, in pixels. */
function snapped(word: number): number {
  return ((word << 28) >> 28) * OFFSET_UNIT;
}

export const INTERPOLATION_HANDLERS = {
  eval_centroid: evaluate((quad, _, lane) => quad.interpolator?.centroid(lane)),
  eval_sample_index: evaluate((quad, step, lane) => quad.interpolator?.sample(quad.read(step, 1, 1).words[lane]!)),
  eval_snapped: evaluate((quad, step, lane) => {
    const { words } = quad.read(step, 1, 3);
    return [snapped(words[lane]!), snapped(words[LANES + lane]!)];
  }),
} as const satisfies Record<string, Sm4Handler>;
