/** Positions of samples and centroids in pixels, as offsets from the pixel center. */
import type { SamplePosition } from '../../base/d3d/sample-positions.ts';

/** Sixteenths of a pixel, the unit of sample positions. */
const SIXTEENTH = 1 / 16;
const CENTER: SamplePosition = [0, 0];

/** Returns the offset of a sample from the pixel center; (0, 0) if it does not exist. */
export function sampleOffset(index: number, samples: readonly SamplePosition[]): SamplePosition {
  const [x, y] = samples[index] ?? CENTER;
  return [x * SIXTEENTH, y * SIXTEENTH];
}

/**
 * The center where all samples are covered; else the first covered sample; where none is, the first of the sample mask,
 * if it lacks any.
 *
 * Source: Direct3D 11.3 functional specification, 3.5.5.
 */
export function centroidOffset(
  covered: number,
  samples: readonly SamplePosition[],
  sampleMask: number,
): readonly [x: number, y: number] {
  const all = 2 ** samples.length - 1;
  const mask = covered === 0 ? sampleMask & all : covered;
  if (mask === all || mask === 0) return CENTER;
  return sampleOffset(31 - Math.clz32(mask & -mask), samples);
}
