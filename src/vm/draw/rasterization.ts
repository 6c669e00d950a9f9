/**
 * From primitives in clip space to the targets: setup, pixels, merging. Both instruction sets end here.
 */
import type { Texture } from '../texture/texture.ts';
import type { TextureView } from '../texture/texture-view.ts';
import type { DrawContext } from './context.ts';
import { DepthStencil } from './depth-stencil.ts';
import type { DrawTargets } from './draw-common.ts';
import { OutputMerger } from './output-merger.ts';
import type { PixelStage } from './pixel-shading.ts';
import { type PrimitiveInput, PrimitiveSetup } from './primitive-setup.ts';
import { RenderTarget } from './render-target.ts';
import { DEFAULT_TARGET_BLEND } from './states.ts';

/** The largest target, where none says how large it is. */
const MAX_SIZE = 16384;

/** Size and samples of the targets of a draw. */
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
  readonly #context: DrawContext;
  readonly #setup: PrimitiveSetup;
  readonly #merger: OutputMerger;
  readonly #textures: ReadonlySet<Texture>;
  readonly #isActive: boolean;

  constructor(
    context: DrawContext,
    call: DrawTargets,
    shape: TargetShape,
    pixel: PixelStage | undefined,
    legacy: LegacySetup = {},
  ) {
    const { rasterizer, viewports, scissors, renderTargets, depthTarget, depthStencil, blend } = call;
    const { sampleCount, layers } = shape;
    this.#context = context;
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
    // Without a pixel shader and tests, rasterization is off.
    this.#isActive = pixel !== undefined || depthStencil.isDepthTested || depthStencil.isStencilTested;
  }

  draw(input: PrimitiveInput): void {
    if (!this.#isActive || this.#context.isStopped) return;
    const { counts } = this.#context;
    counts.clipperPrimitives++;
    let isFirst = true;
    for (const primitive of this.#setup.setUp(input)) {
      if (isFirst) counts.rasterizedPrimitives++;
      isFirst = false;
      this.#merger.draw(primitive);
      if (this.#context.isStopped) return;
    }
  }

  /** Marks the targets as changed. */
  finish(): void {
    for (const texture of this.#textures) texture.changed();
  }
}
