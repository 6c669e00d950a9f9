/**
 * Reads and writes by integer coordinates: `ld`, `ld2dms`, typed buffers, and typed unordered access views.
 *
 * Source: Direct3D 11.3 functional specification, 22.4.6 to 22.4.9 and 5.8.5. It leaves undefined, and this does: a
 * sample that a texture does not have reads as outside.
 */

import type { Diagnostic } from '../../base/diagnostics.ts';
import type { Format } from '../../formats/formats.ts';
import { decodeTexel, encodeTexel } from '../../formats/texel.ts';
import { COMPONENTS, LANES } from '../lanes.ts';
import { DX7059, DX7061 } from '../messages.ts';
import type { SampleRequest } from './sampler.ts';
import { report } from './texture.ts';
import type { TextureView } from './texture-view.ts';

const texel = new Uint32Array(COMPONENTS);

function writeLane(request: SampleRequest, lane: number, words: Uint32Array): void {
  for (let i = 0; i < COMPONENTS; i++) request.result[i * LANES + lane] = words[i]!;
}

/**
 * An unsigned coordinate with its offset. It wraps: what is below 0 is outside, and an offset can bring a negative
 * coordinate inside.
 */
function offsetCoordinate(request: SampleRequest, axis: number, lane: number): number {
  return (request.words[axis * LANES + lane]! + request.offsets[axis * LANES + lane]!) >>> 0;
}

/**
 * Reads the texels at the integer coordinates of `request` (`words`): axes first, then the layer of an array; the level
 * is in the fourth component, and of multisampled textures `sampleIndex` has the sample. Cubes are read as layers. All
 * components are 0 without a view. `isUnordered`: views for unordered access have one level, and the clamp of the
 * resource does not concern them.
 */
export function load(view: TextureView | undefined, request: SampleRequest, isUnordered = false): void {
  for (let lane = 0; lane < LANES; lane++) {
    if (((request.lanes >> lane) & 1) === 0) continue;
    if (view === undefined) texel.fill(0);
    else loadLane(view, request, lane, isUnordered);
    writeLane(request, lane, texel);
  }
}

function loadLane(view: TextureView, request: SampleRequest, lane: number, isUnordered: boolean): void {
  const isMultisample = view.texture.samples > 1;
  const mip = isMultisample || isUnordered ? 0 : request.words[3 * LANES + lane]!;
  const layer = view.isArray || view.isCube ? request.words[view.axes * LANES + lane]! : 0;
  const x = offsetCoordinate(request, 0, lane);
  const y = view.axes > 1 ? offsetCoordinate(request, 1, lane) : 0;
  const z = view.axes > 2 ? offsetCoordinate(request, 2, lane) : 0;
  const sample = isMultisample ? request.sampleIndex[lane]! : 0;
  const isClampedOff = !isUnordered && mip < Math.floor(view.resourceClamp);
  if (isClampedOff || view.offsetOf(mip, layer, x, y, z, sample) < 0) view.readOutside(texel);
  else view.fetch(mip, layer, x, y, z, sample, texel);
}

/**
 * Writes the four words from `words[at]` on as the texel at integer coordinates of level 0 of a view; outside of it
 * nothing is written.
 */
export function storeTexel(
  view: TextureView,
  x: number,
  y: number,
  z: number,
  layer: number,
  words: Uint32Array,
  at = 0,
): void {
  const offset = view.offsetOf(0, layer, x, y, z, 0);
  if (offset >= 0) encodeTexel(view.format, words, at, view.texture.bytes, offset);
}

/** Elements of one format in a buffer. */
export class BufferView {
  constructor(
    readonly bytes: Uint8Array,
    readonly format: Format,
    /** The first byte of the first element. */
    readonly offset: number,
    /** Elements. */
    readonly count: number,
  ) {}
}

/** A view of a buffer, or what is wrong with it. */
export interface BufferViewResult {
  readonly view?: BufferView;
  readonly diagnostics: readonly Diagnostic[];
}

/** A view of `count` elements of a format from a byte of a buffer on; by default of all that are there. */
export function createBufferView(bytes: Uint8Array, format: Format, offset = 0, count?: number): BufferViewResult {
  if (!format.canDecode || format.blockWidth > 1) {
    return { diagnostics: [report(DX7059, { format: format.name })] };
  }
  const elements = count ?? Math.floor((bytes.length - offset) / format.blockBytes);
  const size = elements * format.blockBytes;
  const isValid = Number.isInteger(offset) && Number.isInteger(elements) && offset >= 0 && elements >= 0;
  if (!isValid || offset + size > bytes.length) {
    return { diagnostics: [report(DX7061, { bytes: size, offset, size: bytes.length })] };
  }
  return { view: new BufferView(bytes, format, offset, elements), diagnostics: [] };
}

/**
 * Reads the elements whose indices are the first components of `request` (`words`): as {@link load} does outside and
 * without a view.
 */
export function loadBuffer(view: BufferView | undefined, request: SampleRequest): void {
  for (let lane = 0; lane < LANES; lane++) {
    if (((request.lanes >> lane) & 1) === 0) continue;
    if (view === undefined) texel.fill(0);
    else readElement(view, request.words[lane]!, texel);
    writeLane(request, lane, texel);
  }
}

function readElement({ bytes, format, offset, count }: BufferView, index: number, out: Uint32Array): void {
  if (index < count) {
    decodeTexel(format, bytes, offset + index * format.blockBytes, out);
    return;
  }
  for (let i = 0; i < COMPONENTS; i++) out[i] = format.types[i] === undefined ? format.missing[i]! : 0;
}

/** Writes an element of a typed buffer; outside of it nothing is written. */
export function storeElement(view: BufferView, index: number, words: Uint32Array, at = 0): void {
  const { bytes, format, offset, count } = view;
  if (index < count) encodeTexel(format, words, at, bytes, offset + index * format.blockBytes);
}
