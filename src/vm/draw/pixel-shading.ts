/** The interface of the rasterizer and a pixel stage, for both instruction sets. */

import type { SamplePosition } from '../../base/d3d/sample-positions.ts';
import { COMPONENTS, LANES } from '../lanes.ts';
import type { QuadFlow } from '../quad-flow.ts';
import type { ScreenPrimitive } from './primitive-setup.ts';

export const MAX_TARGETS = 8;

export interface PixelQuad {
  readonly primitive: ScreenPrimitive;
  /** The upper left pixel. */
  readonly x: number;
  readonly y: number;
  /** Samples of each lane that are covered and in the sample mask. */
  readonly coverage: readonly number[];
  /** The sample that is shaded; -1 where the shader runs once for all of a pixel's. */
  readonly sample: number;
  /** Lanes that are no helpers. */
  readonly lanes: number;
}

/** Sets which pixels a program runs for, for those who observe it. */
export function setPixels({ pixels }: Pick<QuadFlow<never>, 'pixels'>, { x, y, lanes }: PixelQuad): void {
  pixels.x = x;
  pixels.y = y;
  pixels.lanes = lanes;
}

export class PixelOutputs {
  /** By render target and component, lane by lane. */
  readonly colors = new Uint32Array(MAX_TARGETS * COMPONENTS * LANES);
  /** Outputs that the program declares, a bit each. */
  written = 0;
  /** Lanes that were not discarded. */
  alive = 0;
  /** By lane; undefined: the interpolated depth, the reference of the state, all samples. */
  depth: Float32Array | undefined = undefined;
  stencil: Uint32Array | undefined = undefined;
  coverage: Uint32Array | undefined = undefined;

  color(target: number, lane: number, out: Uint32Array): void {
    for (let i = 0; i < COMPONENTS; i++) out[i] = this.colors[(target * COMPONENTS + i) * LANES + lane]!;
  }
}

export interface PixelStage {
  readonly isPerSample: boolean;
  /** Whether depth and stencil are tested before it. */
  readonly isEarly: boolean;
  readonly outputs: PixelOutputs;
  /** Shades a quad. Returns false where the draw has to stop. */
  shade(quad: PixelQuad): boolean;
}

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
