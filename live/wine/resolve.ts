/**
 * Resolves multisampled targets: each texel becomes the average of its samples; of integers and depths it is the first
 * sample.
 *
 * Averages are linear, also of sRGB colors, and rounded once.
 *
 * Source: ResolveSubresource in the documentation of Direct3D 11.
 */

import type { Diagnostic } from '../../src/base/diagnostics.ts';
import { decodeTexel, encodeTexel } from '../../src/formats/texel.ts';
import { bitsOfFloat, floatOfBits } from '../../src/numerics/conversion.ts';
import { checkInteger, collector } from '../../src/vm/draw/check-call.ts';
import { targetOffset } from '../../src/vm/draw/depth-stencil.ts';
import { COMPONENTS } from '../../src/vm/lanes.ts';
import { DX7107 } from '../../src/vm/messages.ts';
import type { TextureView } from '../../src/vm/texture/texture-view.ts';

/**
 * Resolves all layers of `source` into those of `destination`, which has the same size and no samples. Returns what is
 * wrong with them.
 */
export function resolve(source: TextureView, destination: TextureView): readonly Diagnostic[] {
  const { list, report } = collector();
  const [from, to] = [source.subresource(0, 0), destination.subresource(0, 0)];
  checkInteger(report, 'destination.texture.samples', destination.texture.samples, 1, 1);
  checkInteger(report, 'destination.width', to.width, from.width, from.width);
  checkInteger(report, 'destination.height', to.height, from.height, from.height);
  checkInteger(report, 'destination.layers', destination.layers, source.layers, source.layers);
  if (!destination.format.canEncode)
    report(DX7107, { name: 'destination', format: destination.format.name, use: 'resolved texture' });
  if (list.length > 0) return list;
  for (let layer = 0; layer < source.layers; layer++)
    for (let y = 0; y < from.height; y++)
      for (let x = 0; x < from.width; x++) resolveTexel(source, destination, x, y, layer);
  destination.texture.changed();
  return list;
}

const words = new Uint32Array(COMPONENTS);
const sums = new Float64Array(COMPONENTS);

function resolveTexel(source: TextureView, destination: TextureView, x: number, y: number, layer: number): void {
  const { format, texture } = source;
  const isAveraged = !format.isInteger && !format.components.some(({ letter }) => letter === 'd' || letter === 's');
  const count = isAveraged ? texture.samples : 1;
  sums.fill(0);
  for (let sample = 0; sample < count; sample++) {
    decodeTexel(format, texture.bytes, targetOffset(source, { x, y, layer, sample }), words);
    for (let i = 0; i < COMPONENTS; i++) sums[i]! += floatOfBits(words[i]!);
  }
  if (isAveraged) for (let i = 0; i < COMPONENTS; i++) words[i] = bitsOfFloat(Math.fround(sums[i]! / count));
  const to = targetOffset(destination, { x, y, layer, sample: 0 });
  encodeTexel(destination.format, words, 0, destination.texture.bytes, to);
}
