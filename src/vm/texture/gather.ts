/**
 * Reads of four texels for a quad: `gather4`, `gather4_c`, `gather4_po`, `gather4_po_c`, and the fetch4 of Direct3D 9.
 *
 * Source: Direct3D 11.3 functional specification, 22.4.2 to 22.4.5 and 5.8.6; for fetch4 ATI's programming guide for
 * the Radeon X1000, which has alpha upper left, red upper right, green lower left and blue lower right.
 */

import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import { flush } from '../../numerics/float.ts';
import { COMPONENTS, LANES } from '../lanes.ts';
import { arrayIndex, CubePoint, projectOnCube } from './addressing.ts';
import { gatherTexels, quantizeReference, TexelLocation } from './footprint.ts';
import { compares, type SampleRequest, type Sampler } from './sampler.ts';
import type { TextureView } from './texture-view.ts';

/** How a gather reads. */
export interface GatherOptions {
  /** The component that is read, 0 to 3; comparisons read the first. Default: 0. */
  readonly component?: number;
  /** Compare with the reference of the request. */
  readonly isComparison?: boolean;
  /** The offsets are operands: the low 6 bits of each, signed. */
  readonly hasOffsetOperand?: boolean;
}

const OFFSET_BITS = 6;
const FACES = 6;
const THREE_TEXELS = 3;
const location = new TexelLocation();
const point = new CubePoint();
const texels = Array.from({ length: LANES }, () => new Uint32Array(COMPONENTS));
const values = new Uint32Array(LANES);

/**
 * Reads four texels of the most detailed level of a 2D texture or cube, for each lane of `request`; 0 without a view.
 */
export function gather4(
  view: TextureView | undefined,
  sampler: Sampler,
  request: SampleRequest,
  options: GatherOptions = {},
): void {
  for (let lane = 0; lane < LANES; lane++) {
    if (((request.lanes >> lane) & 1) === 0) continue;
    if (view === undefined) values.fill(0);
    else gatherLane(view, sampler, request, lane, options);
    for (let i = 0; i < COMPONENTS; i++) request.result[i * LANES + lane] = values[i]!;
  }
}

function gatherLane(
  view: TextureView,
  sampler: Sampler,
  request: SampleRequest,
  lane: number,
  { component = 0, isComparison = false, hasOffsetOperand = false }: GatherOptions,
): void {
  locate(view, request, lane, hasOffsetOperand);
  // The clamp of a resource may leave part of the first level; then it is there.
  const isClampedOff = Math.floor(view.resourceClamp) > 0;
  const missing = isClampedOff ? -1 : gatherTexels(view, sampler, location, texels);
  if (isClampedOff) for (const texel of texels) view.readOutside(texel);
  const reference = isComparison ? quantizeReference(view.format, request.reference[lane]!) : 0;
  for (let i = 0; i < LANES; i++) {
    if (!isComparison) values[i] = texels[i]![component]!;
    else {
      const isOne = compares(sampler.comparison, reference, flush(floatOfBits(texels[i]![0]!)));
      values[i] = bitsOfFloat(isOne ? 1 : 0);
    }
  }
  if (missing >= 0) values[missing] = averageOfOthers(missing);
}

/** The corner of a cube: the mean of the three texels that exist. */
function averageOfOthers(missing: number): number {
  let sum = 0;
  for (let i = 0; i < LANES; i++) if (i !== missing) sum += flush(floatOfBits(values[i]!));
  return bitsOfFloat(flush(Math.fround(sum / THREE_TEXELS)));
}

function locate(view: TextureView, request: SampleRequest, lane: number, hasOffsetOperand: boolean): void {
  const { coordinates, offsets } = request;
  const at = (component: number) => coordinates[component * LANES + lane]!;
  location.mip = 0;
  if (view.isCube) {
    projectOnCube(at(0), at(1), at(2), point);
    const cube = view.isArray ? arrayIndex(at(3), view.elements) : 0;
    location.layer = cube * FACES + point.face;
    location.position[0] = point.u;
    location.position[1] = point.v;
    location.offsets.fill(0);
    return;
  }
  location.layer = view.isArray ? arrayIndex(at(2), view.elements) : 0;
  for (let axis = 0; axis < 2; axis++) {
    location.position[axis] = at(axis);
    const offset = offsets[axis * LANES + lane]!;
    location.offsets[axis] = hasOffsetOperand ? (offset << (32 - OFFSET_BITS)) >> (32 - OFFSET_BITS) : offset;
  }
}

/** Where the red, green, blue and alpha of fetch4 are in the order of gather4. */
const FETCH4_ORDER = [2, 0, 1, 3] as const;

/** Reads one component of four texels as drivers of ATI did for Direct3D 9. */
export function fetch4(view: TextureView, sampler: Sampler, request: SampleRequest, component: number): void {
  gather4(view, sampler, request, { component });
  for (let lane = 0; lane < LANES; lane++) {
    if (((request.lanes >> lane) & 1) === 0) continue;
    for (let i = 0; i < COMPONENTS; i++) values[i] = request.result[FETCH4_ORDER[i]! * LANES + lane]!;
    for (let i = 0; i < COMPONENTS; i++) request.result[i * LANES + lane] = values[i]!;
  }
}
