/**
 * The texels of textures with several samples, as executors get them: they cannot be copied into such textures, but
 * clear each to a color.
 */
import { dxgiFormat } from '../../src/formats/formats.ts';
import { decodeTexel } from '../../src/formats/texel.ts';
import type { GpuTexture } from './trial.ts';

/** Four words of each texel, which all of its samples have: layers, then rows. */
export function texelWords({
  format,
  samples = 1,
  texelBytes,
  width,
  height,
  layers,
  bytes,
  subresources,
}: GpuTexture) {
  const of = dxgiFormat(format)!;
  const words = new Uint32Array(4 * width * height * layers);
  for (let layer = 0; layer < layers; layer++) {
    const { offset, rowBytes } = subresources[layer]!;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        decodeTexel(
          of,
          bytes,
          offset + y * rowBytes + x * samples * texelBytes,
          words,
          4 * ((layer * height + y) * width + x),
        );
  }
  return words;
}
