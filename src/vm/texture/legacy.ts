/**
 * Reads of textures by the rules of Direct3D 9.
 *
 * Depth formats that drivers let applications read are compared with the third coordinate; the result is in all
 * components. Everything else is a filtered read.
 *
 * Source: Direct3D 11.3 functional specification, 7.18.15.1; `texld` in the documentation of Direct3D 9.
 *
 * Not for: projection and bump mapping, which the instructions do to the coordinates first.
 */
import { type Format, formatAllows, srgbVariant } from '../../formats/formats.ts';
import { LANES } from '../lanes.ts';
import { fetch4 } from './gather.ts';
import { type LodSource, sample } from './sample.ts';
import type { LegacySampler, SampleRequest } from './sampler.ts';
import { createTextureView, type TextureView } from './texture-view.ts';

const THIRD = 2;
const NONE = -1;
/** Without a texture, reads are opaque black. */
const OPAQUE_BLACK = [0, 0, 0, 0x3f80_0000] as const;

/** Reads a texture for the lanes of `request` as `texld` and its variants do. */
export function sampleLegacy(
  view: TextureView | undefined,
  { sampler, isFetch4 }: LegacySampler,
  request: SampleRequest,
  source: LodSource,
): void {
  if (view === undefined) {
    for (let i = 0; i < OPAQUE_BLACK.length; i++) {
      for (let lane = 0; lane < LANES; lane++) {
        if ((request.lanes >> lane) & 1) request.result[i * LANES + lane] = OPAQUE_BLACK[i]!;
      }
    }
    return;
  }
  const { format } = view;
  if (format.api === 'd3d9' && formatAllows(format, 'compare') !== false) {
    for (let lane = 0; lane < LANES; lane++) request.reference[lane] = request.coordinates[THIRD * LANES + lane]!;
    sample(view, sampler, request, source, true);
    return;
  }
  const component = isFetch4 && view.dimension === '2d' ? singleComponent(format) : NONE;
  if (component === NONE) sample(view, sampler, request, source);
  else fetch4(view, sampler, request, component);
}

/** The component of a register that has the only component of a format; {@link NONE} where the format has more. */
function singleComponent({ components, types }: Format): number {
  if (components.length === 1) return components[0]!.targets[0]!;
  return components.length === 0 && types.lastIndexOf('unorm') === 0 ? 0 : NONE;
}

/** The view whose colors a sampler reads as sRGB, or `view` where it does not. */
export function legacyView(view: TextureView, { isSrgb }: LegacySampler): TextureView {
  const format = isSrgb ? srgbVariant(view.format) : view.format;
  if (format === view.format) return view;
  const { texture, dimension, firstMip, mips, firstLayer, layers } = view;
  return createTextureView(texture, { format, dimension, firstMip, mips, firstLayer, layers }).view ?? view;
}
