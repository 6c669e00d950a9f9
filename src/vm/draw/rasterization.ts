/**
 * From primitives in clip space to the targets: setup, quads of pixels, and merging what they put out: masks of
 * samples, depth and stencil, blending. Both instruction sets end here.
 *
 * Source: Direct3D 11.3 functional specification, 3.5.4, 16.9.4, 16.12, 17.17 and 17.18.
 */
import { type SamplePosition, samplePositions } from '../../base/d3d/sample-positions.ts';
import { bitCount } from '../../base/words.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import { multiply } from '../../numerics/float.ts';
import { COMPONENTS, LANES } from '../lanes.ts';
import type { Texture } from '../texture/texture.ts';
import type { TextureView } from '../texture/texture-view.ts';
import type { DrawContext } from './context.ts';
import { DepthStencil, type TargetSample } from './depth-stencil.ts';
import type { DrawTargets } from './draw-common.ts';
import { MAX_TARGETS, type PixelOutputs, type PixelStage } from './pixel-shading.ts';
import { type PrimitiveInput, PrimitiveSetup, type ScreenPrimitive } from './primitive-setup.ts';
import type { CoveredQuad } from './rasterizer.ts';
import { RenderTarget } from './render-target.ts';
import { DEFAULT_TARGET_BLEND } from './states.ts';

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

/**
 * Its lists and its target sample are made once: with new ones for each quad and pixel, draws with short shaders take
 * half as long again.
 */
export class OutputMerger {
  /** Samples of each lane of the current quad that are covered. */
  readonly #masks = [0, 0, 0, 0];
  readonly #at = { x: 0, y: 0, layer: 0, sample: 0 };
  readonly #positions: readonly SamplePosition[];
  /** Whether pixels only go to targets that store colors as they are, which needs half of the time. */
  readonly #isDirect: boolean;
  readonly #source = new Uint32Array(COMPONENTS);
  readonly #second = new Uint32Array(COMPONENTS);

  constructor(
    private readonly context: DrawContext,
    private readonly options: MergerOptions,
  ) {
    this.#positions = samplePositions(options.sampleCount);
    this.#isDirect =
      options.sampleCount === 1 &&
      !options.isAlphaToCoverage &&
      !options.depthStencil.isActive &&
      options.targets.every((target) => target === undefined || target.isDirect);
  }

  draw(primitive: ScreenPrimitive): void {
    const context = this.context;
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
    const { pixel, sampleMask, sampleCount } = this.options;
    const masks = this.#masks;
    for (let lane = 0; lane < LANES; lane++) {
      masks[lane] = coverage[lane]! & sampleMask;
      if (pixel === undefined || pixel.isEarly)
        masks[lane] = this.#test(primitive, x + (lane & 1), y + (lane >> 1), masks[lane]!);
    }
    if (pixel === undefined) return;
    if (!pixel.isPerSample) {
      this.#shade(pixel, primitive, x, y, -1);
      return;
    }
    for (let sample = 0; sample < sampleCount; sample++) this.#shade(pixel, primitive, x, y, sample);
  }

  /** Shades the pixels with covered samples, or those with one sample, and merges the results. */
  #shade(pixel: PixelStage, primitive: ScreenPrimitive, x: number, y: number, sample: number): void {
    const masks = this.#masks;
    const selected = sample < 0 ? -1 : 1 << sample;
    let lanes = 0;
    for (let lane = 0; lane < LANES; lane++) if ((masks[lane]! & selected) !== 0) lanes |= 1 << lane;
    if (lanes === 0) return;
    this.context.counts.pixelInvocations += bitCount(lanes);
    if (!pixel.shade({ primitive, x, y, coverage: masks, sample, lanes })) return;
    const { outputs } = pixel;
    if (this.#isDirect && outputs.coverage === undefined && primitive.alphaAt === undefined) {
      this.#store(pixel, lanes & outputs.alive, primitive, x, y);
      return;
    }
    for (let lane = 0; lane < LANES; lane++)
      if (lanes & outputs.alive & (1 << lane)) this.#merge(pixel, primitive, x, y, lane, masks[lane]! & selected);
  }

  /** Stores the colors of lanes. */
  #store({ isEarly, outputs }: PixelStage, lanes: number, { input }: ScreenPrimitive, x: number, y: number): void {
    const { targets } = this.options;
    if (!isEarly) this.context.counts.samplesPassed += bitCount(lanes);
    const layer = input.layer < this.options.layers ? input.layer : 0;
    for (let i = 0; i < Math.min(targets.length, MAX_TARGETS); i++) {
      const target = targets[i];
      if (target === undefined || (outputs.written & (1 << i)) === 0) continue;
      for (let lane = 0; lane < LANES; lane++) {
        if ((lanes & (1 << lane)) === 0) continue;
        outputs.color(i, lane, this.#source);
        target.store(x + (lane & 1), y + (lane >> 1), layer, this.#source, 0);
      }
    }
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
    const { sampleCount, isAlphaToCoverage } = this.options;
    const x = quadX + (lane & 1);
    const y = quadY + (lane >> 1);
    this.#applyLineCoverage(outputs, primitive, x, y, lane);
    let left = mask;
    if (outputs.coverage !== undefined) left &= outputs.coverage[lane]!;
    else if (isAlphaToCoverage && outputs.written & 1) left &= alphaMask(outputs, lane, sampleCount);
    if (!pixel.isEarly) left = this.#test(primitive, x, y, left, outputs, lane);
    if (left !== 0) this.#write(primitive, outputs, lane, x, y, left);
  }

  /** Multiplies the alpha of the first output by the part of the pixel that an antialiased line covers. */
  #applyLineCoverage({ colors }: PixelOutputs, { alphaAt }: ScreenPrimitive, x: number, y: number, lane: number): void {
    if (alphaAt === undefined) return;
    const at = (COMPONENTS - 1) * LANES + lane;
    colors[at] = bitsOfFloat(multiply(floatOfBits(colors[at]!), Math.fround(alphaAt(x + 0.5, y + 0.5))));
  }

  /** The samples of a pixel that pass the tests of depth and stencil. */
  #test(primitive: ScreenPrimitive, x: number, y: number, mask: number, outputs?: PixelOutputs, lane = 0): number {
    const { depthStencil } = this.options;
    if (!depthStencil.isActive) {
      this.context.counts.samplesPassed += bitCount(mask);
      return mask;
    }
    const { interpolation, viewport, isFront, input } = primitive;
    const at = this.#moveTo(x, y, input.layer);
    let left = 0;
    for (let sample = 0; sample < this.#positions.length; sample++) {
      if ((mask & (1 << sample)) === 0) continue;
      let z = outputs?.depth?.[lane];
      if (z === undefined) {
        const [sampleX, sampleY] = this.#positions[sample]!;
        interpolation.moveTo(x + 0.5 + sampleX * SIXTEENTH, y + 0.5 + sampleY * SIXTEENTH);
        z = Math.fround(interpolation.z);
      }
      at.sample = sample;
      if (!depthStencil.test(at, z, viewport, isFront, outputs?.stencil?.[lane])) continue;
      left |= 1 << sample;
      this.context.counts.samplesPassed++;
    }
    return left;
  }

  #write({ input }: ScreenPrimitive, outputs: PixelOutputs, lane: number, x: number, y: number, mask: number): void {
    const { targets, sampleCount } = this.options;
    const at = this.#moveTo(x, y, input.layer);
    if (outputs.written & 2) outputs.color(1, lane, this.#second);
    for (let i = 0; i < Math.min(targets.length, MAX_TARGETS); i++) {
      const target = targets[i];
      if (target === undefined || (outputs.written & (1 << i)) === 0) continue;
      outputs.color(i, lane, this.#source);
      for (let sample = 0; sample < sampleCount; sample++) {
        if ((mask & (1 << sample)) === 0) continue;
        at.sample = sample;
        target.write(at, this.#source, this.#second);
      }
    }
  }

  /** The samples of a pixel in a layer: the first layer where it does not exist. */
  #moveTo(x: number, y: number, layer: number): { sample: number } & TargetSample {
    const at = this.#at;
    at.x = x;
    at.y = y;
    at.layer = layer < this.options.layers ? layer : 0;
    return at;
  }
}

/** As many samples, from the first on, as alpha has parts; none for NaN. */
function alphaMask({ colors }: PixelOutputs, lane: number, sampleCount: number): number {
  const alpha = floatOfBits(colors[(COMPONENTS - 1) * LANES + lane]!);
  if (!(alpha > 0)) return 0;
  return 2 ** Math.floor(Math.min(alpha, 1) * sampleCount + 0.5) - 1;
}

/** The largest target, where none says how large it is. */
const MAX_SIZE = 16384;

export interface TargetShape {
  readonly width: number;
  readonly height: number;
  readonly layers: number;
  readonly sampleCount: number;
}

/** The shape that all targets have in common; without any, that of the viewports. */
export function targetShape({ renderTargets, depthTarget, rasterizer, viewports }: DrawTargets): TargetShape {
  const views = [...renderTargets, depthTarget].filter((view) => view !== undefined);
  if (views.length === 0) {
    const width = Math.max(0, ...viewports.map(({ x, width: w }) => Math.floor(x + w)));
    const height = Math.max(0, ...viewports.map(({ y, height: h }) => Math.floor(y + h)));
    return {
      width: Math.min(width, MAX_SIZE),
      height: Math.min(height, MAX_SIZE),
      layers: 1,
      sampleCount: Math.max(rasterizer.forcedSampleCount, 1),
    };
  }
  const smallest = (size: (view: TextureView) => number) => Math.min(...views.map(size));
  return {
    width: smallest((view) => view.subresource(0, 0).width),
    height: smallest((view) => view.subresource(0, 0).height),
    layers: smallest((view) => (view.axes === 3 ? view.subresource(0, 0).depth : view.layers)),
    sampleCount: views[0]!.texture.samples,
  };
}

/** States of Direct3D 9 that change the setup. */
export interface LegacySetup {
  readonly constantBias?: number;
  readonly pixelOffset?: number;
}

export class Rasterization {
  readonly #setup: PrimitiveSetup;
  readonly #merger: OutputMerger;
  readonly #textures: ReadonlySet<Texture>;
  readonly #isActive: boolean;

  constructor(
    private readonly context: DrawContext,
    call: DrawTargets,
    shape: TargetShape,
    pixel: PixelStage | undefined,
    legacy: LegacySetup = {},
  ) {
    const { rasterizer, viewports, scissors, renderTargets, depthTarget, depthStencil, blend } = call;
    const { sampleCount, layers } = shape;
    this.#setup = new PrimitiveSetup({
      rasterizer,
      viewports,
      scissors,
      target: shape,
      sampleCount,
      depthFormat: depthTarget?.format,
      ...legacy,
    });
    const depths = new DepthStencil(depthTarget, depthStencil);
    this.#merger = new OutputMerger(context, {
      pixel,
      targets: renderTargets.map((view, i) => {
        const state = blend.targets[blend.isIndependent ? i : 0] ?? DEFAULT_TARGET_BLEND;
        return view && new RenderTarget(view, state, blend.constant);
      }),
      depthStencil: depths,
      sampleCount,
      sampleMask: blend.sampleMask,
      isAlphaToCoverage: blend.isAlphaToCoverage,
      layers,
    });
    const views = [...renderTargets, depthTarget].filter((view) => view !== undefined);
    this.#textures = new Set(views.map(({ texture }) => texture));
    for (const texture of this.#textures) texture.writers++;
    // Without a pixel shader and tests, rasterization is off.
    this.#isActive = pixel !== undefined || depthStencil.isDepthTested || depthStencil.isStencilTested;
  }

  draw(input: PrimitiveInput): void {
    if (!this.#isActive || this.context.isStopped) return;
    const { counts } = this.context;
    counts.clipperPrimitives++;
    let isFirst = true;
    for (const primitive of this.#setup.setUp(input)) {
      if (isFirst) counts.rasterizedPrimitives++;
      isFirst = false;
      this.#merger.draw(primitive);
      if (this.context.isStopped) return;
    }
  }

  /** Marks the targets as changed. */
  finish(): void {
    for (const texture of this.#textures) {
      texture.writers--;
      texture.changed();
    }
  }
}
