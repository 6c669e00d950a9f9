/**
 * The depth bias of a triangle.
 *
 * Source: Direct3D 11.3 functional specification, 15.10; for Direct3D 9, D3DRS_DEPTHBIAS and D3DRS_SLOPESCALEDEPTHBIAS.
 */
import type { Format } from '../../formats/formats.ts';
import type { WindowVertex } from './raster-quads.ts';
import type { RasterizerState } from './states.ts';

/** Bits of the mantissa of a float32, without the hidden one. */
const MANTISSA_BITS = 23;
/** Bits of depths where there is no target. */
const DEFAULT_BITS = 24;

/**
 * The bias of a triangle. @param constant the bias of Direct3D 9, which is added as it is; undefined: that of the
 * state, in units of the format
 */
export function depthBias(
  vertices: readonly [WindowVertex, WindowVertex, WindowVertex],
  { depthBias: units, slopeScaledDepthBias, depthBiasClamp }: RasterizerState,
  format: Format | undefined,
  constant: number | undefined,
): number {
  if ((constant ?? units) === 0 && slopeScaledDepthBias === 0) return 0;
  const slope = slopeScaledDepthBias === 0 ? 0 : slopeScaledDepthBias * maxSlope(vertices);
  const bias = Math.fround((constant ?? units * unitOf(vertices, format)) + slope);
  if (depthBiasClamp > 0) return Math.min(depthBiasClamp, bias);
  return depthBiasClamp < 0 ? Math.max(depthBiasClamp, bias) : bias;
}

/** Returns the depth of one bias unit. */
function unitOf(vertices: readonly WindowVertex[], format: Format | undefined): number {
  const depth = format?.components.find(({ letter }) => letter === 'd');
  if (depth?.type !== 'float') return 1 / (2 ** (depth?.bits ?? DEFAULT_BITS) - 1);
  const largest = Math.max(...vertices.map(({ z }) => Math.abs(z)));
  return largest === 0 ? 0 : 2 ** (Math.floor(Math.log2(largest)) - MANTISSA_BITS);
}

/** The larger of the changes of depth from pixel to pixel along both axes. */
function maxSlope([a, b, c]: readonly [WindowVertex, WindowVertex, WindowVertex]): number {
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  const alongX = ((b.z - a.z) * (c.y - a.y) - (c.z - a.z) * (b.y - a.y)) / area;
  const alongY = ((c.z - a.z) * (b.x - a.x) - (b.z - a.z) * (c.x - a.x)) / area;
  return Math.max(Math.abs(alongX), Math.abs(alongY));
}
