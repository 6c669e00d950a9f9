/**
 * Queries of a view: sizes, levels, samples and their positions.
 *
 * Source: Direct3D 11.3 functional specification, 22.4.14, 22.4.21, 22.4.22 and 19.2.4 (standard sample patterns). The
 * number of cubes in an array, which it leaves undefined, is as in later versions.
 */

import { SAMPLE_PATTERNS } from '../../base/d3d/sample-positions.ts';
import { bitsOfFloat } from '../../numerics/conversion.ts';
import { reciprocal } from '../../numerics/float.ts';
import type { TextureView } from './texture-view.ts';

/** How `resinfo` gives numbers; `reciprocal` concerns width, height and depth only. */
export type SizeFormat = 'float' | 'uint' | 'reciprocal';

/** The unit of sample positions, in pixels. */
const PATTERN_UNIT = 1 / 16;

/**
 * Writes width, height, depth or layers, and the number of levels of a view to `out` as words. Sizes are those of level
 * `mip`, and 0 where the view does not have it; `isUnordered`: views for unordered access have one level. Without a
 * view there are `declaredAxes` sizes, which are 0.
 */
export function resourceInfo(
  view: TextureView | undefined,
  mip: number,
  format: SizeFormat,
  out: Uint32Array,
  isUnordered = false,
  declaredAxes = 3,
): void {
  const mips = view ? (isUnordered ? 1 : view.mips) : 0;
  const level = view && mip < mips ? view.subresource(mip, 0) : undefined;
  const axes = view?.axes ?? declaredAxes;
  const sizes = [level?.width ?? 0, level?.height ?? 0, level?.depth ?? 0];
  for (let i = 0; i < 3; i++) out[i] = i < axes ? sizeWord(sizes[i]!, format) : 0;
  if (view?.isArray) out[axes] = countWord(level ? view.elements : 0, format);
  out[3] = countWord(mips, format);
}

function countWord(count: number, format: SizeFormat): number {
  return format === 'uint' ? count : bitsOfFloat(count);
}

function sizeWord(size: number, format: SizeFormat): number {
  return format === 'reciprocal' ? bitsOfFloat(reciprocal(size)) : countWord(size, format);
}

/** The samples of a view, 0 without one. */
export function sampleCount(view: TextureView | undefined): number {
  return view?.texture.samples ?? 0;
}

/**
 * The position of sample `index` of a standard pattern relative to the center of the pixel; zeros where the pattern
 * does not have it.
 */
export function samplePosition(samples: number, index: number): readonly [x: number, y: number] {
  const position = SAMPLE_PATTERNS.get(samples)?.[index];
  return position === undefined ? [0, 0] : [position[0] * PATTERN_UNIT, position[1] * PATTERN_UNIT];
}
