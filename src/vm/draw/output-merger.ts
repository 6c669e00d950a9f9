/**
 * Runs quads of pixels and merges what they put out into the targets: masks of samples, depth and stencil, blending.
 *
 * Source: Direct3D 11.3 functional specification, 3.5.4, 16.9.4, 16.12, 17.17 and 17.18.
 */

import { samplePositions } from '../../base/d3d/sample-positions.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import { multiply } from '../../numerics/float.ts';
import { COMPONENTS, LANES } from '../lanes.ts';
import type { DrawContext } from './context.ts';
import type { DepthStencil } from './depth-stencil.ts';
import { MAX_TARGETS, type PixelOutputs, type PixelStage } from './pixel-shading.ts';
import type { ScreenPrimitive } from './primitive-setup.ts';
import type { CoveredQuad } from './rasterizer.ts';
import type { RenderTarget } from './render-target.ts';

/** Sixteenths of a pixel, the unit of sample positions. */
const SIXTEENTH = 1 / 16;

export interface MergerOptions {
  readonly pixel: PixelStage | undefined;
  readonly targets: readonly (RenderTarget | undefined)[];
  readonly depthStencil: DepthStencil;
  readonly sampleCount: number;
  readonly sampleMask: number;
  readonly isAlphaToCoverage: boolean;
  /** Layers of the targets. */
  readonly layers: number;
}

export class OutputMerger {
  readonly #context: DrawContext;
  readonly #options: MergerOptions;
  readonly #source = new Uint32Array(COMPONENTS);
  readonly #second = new Uint32Array(COMPONENTS);

  constructor(context: DrawContext, options: MergerOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** Draws the quads of a primitive. */
  draw(primitive: ScreenPrimitive): void {
    const context = this.#context;
    const work = (quads: number) => {
      context.spendRow();
      return context.spendQuads(quads);
    };
    for (const quad of primitive.raster.quads(work)) {
      this.#quad(primitive, quad);
      if (context.isStopped) return;
    }
  }

  #quad(primitive: ScreenPrimitive, { x, y, coverage }: CoveredQuad): void {
    const { pixel, sampleMask, sampleCount } = this.#options;
    let masks = coverage.map((mask) => mask & sampleMask);
    if (pixel === undefined || pixel.isEarly)
      masks = masks.map((mask, lane) => this.#test(primitive, x + (lane & 1), y + (lane >> 1), mask));
    if (pixel === undefined) return;
    if (!pixel.isPerSample) {
      this.#shade(pixel, primitive, x, y, masks, -1);
      return;
    }
    for (let sample = 0; sample < sampleCount; sample++) this.#shade(pixel, primitive, x, y, masks, sample);
  }

  /** Shades the pixels with samples in `masks`, or those with one sample, and merges the results. */
  #shade(
    pixel: PixelStage,
    primitive: ScreenPrimitive,
    x: number,
    y: number,
    masks: readonly number[],
    sample: number,
  ): void {
    const selected = masks.map((mask) => (sample < 0 ? mask : mask & (1 << sample)));
    let lanes = 0;
    for (let lane = 0; lane < LANES; lane++) if (selected[lane] !== 0) lanes |= 1 << lane;
    if (lanes === 0) return;
    this.#context.counts.pixelInvocations += laneCount(lanes);
    if (!pixel.shade({ primitive, x, y, coverage: masks, sample, lanes })) return;
    const { outputs } = pixel;
    for (let lane = 0; lane < LANES; lane++)
      if (lanes & outputs.alive & (1 << lane)) this.#merge(pixel, primitive, x, y, lane, selected[lane]!);
  }

  #merge(
    pixel: PixelStage,
    primitive: ScreenPrimitive,
    quadX: number,
    quadY: number,
    lane: number,
    mask: number,
  ): void {
    const { outputs } = pixel;
    const { sampleCount, isAlphaToCoverage } = this.#options;
    const [x, y] = [quadX + (lane & 1), quadY + (lane >> 1)];
    this.#applyLineCoverage(outputs, primitive, x, y, lane);
    let left = mask;
    if (outputs.coverage !== undefined) left &= outputs.coverage[lane]!;
    else if (isAlphaToCoverage && outputs.written & 1) left &= alphaMask(outputs, lane, sampleCount);
    if (!pixel.isEarly) left = this.#test(primitive, x, y, left, outputs, lane);
    if (left !== 0) this.#write(primitive, outputs, lane, { x, y, mask: left });
  }

  /** Multiplies the alpha of the first output by the part of the pixel that an antialiased line covers. */
  #applyLineCoverage({ colors }: PixelOutputs, { alphaAt }: ScreenPrimitive, x: number, y: number, lane: number): void {
    if (alphaAt === undefined) return;
    const at = (COMPONENTS - 1) * LANES + lane;
    colors[at] = bitsOfFloat(multiply(floatOfBits(colors[at]!), Math.fround(alphaAt(x + 0.5, y + 0.5))));
  }

  /** The samples of a pixel that pass the tests of depth and stencil. */
  #test(primitive: ScreenPrimitive, x: number, y: number, mask: number, outputs?: PixelOutputs, lane = 0): number {
    const { depthStencil, sampleCount } = this.#options;
    const { interpolation, viewport, isFront, input } = primitive;
    const layer = this.#layer(input.layer);
    let left = 0;
    for (const [sample, [sampleX, sampleY]] of samplePositions(sampleCount).entries()) {
      if ((mask & (1 << sample)) === 0) continue;
      let z = outputs?.depth?.[lane];
      if (z === undefined && depthStencil.isActive) {
        interpolation.moveTo(x + 0.5 + sampleX * SIXTEENTH, y + 0.5 + sampleY * SIXTEENTH);
        z = Math.fround(interpolation.z);
      }
      const target = { x, y, layer, sample };
      if (!depthStencil.test(target, z ?? 0, viewport, isFront, outputs?.stencil?.[lane])) continue;
      left |= 1 << sample;
      this.#context.counts.samplesPassed++;
    }
    return left;
  }

  #write(
    { input }: ScreenPrimitive,
    outputs: PixelOutputs,
    lane: number,
    { x, y, mask }: { readonly x: number; readonly y: number; readonly mask: number },
  ): void {
    const { targets, sampleCount } = this.#options;
    const layer = this.#layer(input.layer);
    outputs.color(1, lane, this.#second);
    for (let i = 0; i < MAX_TARGETS; i++) {
      const target = targets[i];
      if (target === undefined || (outputs.written & (1 << i)) === 0) continue;
      outputs.color(i, lane, this.#source);
      for (let sample = 0; sample < sampleCount; sample++)
        if (mask & (1 << sample)) target.write({ x, y, layer, sample }, this.#source, this.#second);
    }
  }

  /** The layer that is drawn to: the first if `layer` does not exist. */
  #layer(layer: number): number {
    return layer < this.#options.layers ? layer : 0;
  }
}

/** As many samples, from the first on, as alpha has parts; none for NaN. */
function alphaMask({ colors }: PixelOutputs, lane: number, sampleCount: number): number {
  const alpha = floatOfBits(colors[(COMPONENTS - 1) * LANES + lane]!);
  if (!(alpha > 0)) return 0;
  return 2 ** Math.floor(Math.min(alpha, 1) * sampleCount + 0.5) - 1;
}

function laneCount(lanes: number): number {
  return (lanes & 1) + ((lanes >> 1) & 1) + ((lanes >> 2) & 1) + ((lanes >> 3) & 1);
}
