/** The commands `resolve` and `generate-mips`: averages of samples and of texels. */

import type { Format } from '../../../formats/formats.ts';
import { isIntegerType } from '../../../formats/number-types.ts';
import { decodeTexel, encodeTexel } from '../../../formats/texel.ts';
import { bitsOfFloat, floatOfBits } from '../../../numerics/conversion.ts';
import { COMPONENTS } from '../../lanes.ts';
import { DX7015, DX7027 } from '../../messages.ts';
import type { Subresource, Texture } from '../../texture/texture.ts';
import type { JobContext } from '../context.ts';
import type { CommandOf } from '../job-shape.ts';
import type { JsonPath } from '../json-text.ts';
import { isElementFormat } from '../make-resources.ts';

/** The average of texels; of integers, the first. */
class Average {
  readonly #sums = new Float64Array(COMPONENTS);
  readonly #words = new Uint32Array(COMPONENTS);
  readonly #first = new Uint32Array(COMPONENTS);
  readonly #format: Format;
  #count = 0;

  constructor(format: Format) {
    this.#format = format;
  }

  add(bytes: Uint8Array, offset: number): void {
    decodeTexel(this.#format, bytes, offset, this.#words);
    if (this.#count++ === 0) this.#first.set(this.#words);
    for (let i = 0; i < COMPONENTS; i++) this.#sums[i]! += floatOfBits(this.#words[i]!);
  }

  write(bytes: Uint8Array, offset: number): void {
    for (let i = 0; i < COMPONENTS; i++) {
      const isInteger = isIntegerType(this.#format.types[i] ?? 'float');
      this.#words[i] = isInteger ? this.#first[i]! : bitsOfFloat(this.#sums[i]! / this.#count);
    }
    encodeTexel(this.#format, this.#words, 0, bytes, offset);
    this.#sums.fill(0);
    this.#count = 0;
  }
}

export function runResolve({ resources, report }: JobContext, command: CommandOf<'resolve'>, path: JsonPath): void {
  const from = resources.textures.get(command.from)!;
  const to = resources.textures.get(command.to)!;
  const { layer = 0 } = command;
  const reason = resolveFault(from, to, layer);
  if (reason !== undefined) {
    report.add(DX7027, path, { from: command.from, to: command.to, reason });
    return;
  }
  const a = from.subresources[layer * from.mips]!;
  const b = to.subresources[layer * to.mips]!;
  const { blockBytes } = from.format;
  const average = new Average(from.format);
  for (let i = 0; i < b.width * b.height; i++) {
    for (let sample = 0; sample < from.samples; sample++)
      average.add(from.bytes, a.offset + (i * from.samples + sample) * blockBytes);
    average.write(to.bytes, b.offset + i * blockBytes);
  }
  to.changed();
}

function resolveFault(from: Texture, to: Texture, layer: number): string | undefined {
  if (to.samples > 1) return 'the destination has samples';
  if (from.width !== to.width || from.height !== to.height || from.depth !== to.depth)
    return 'their sizes are different';
  if (from.format !== to.format || !isElementFormat(from.format))
    return 'their formats are different, or have no numbers';
  return layer >= Math.min(from.layers, to.layers) ? 'they do not have the layer' : undefined;
}

/** Fills the mipmap levels: each texel is the average of the texels of the level before it that it covers, up to two in each direction. */
export function runGenerateMips(
  { resources, report }: JobContext,
  command: CommandOf<'generate-mips'>,
  path: JsonPath,
): void {
  const texture = resources.textures.get(command.texture)!;
  if (!isElementFormat(texture.format)) {
    const values = { format: texture.format.name, use: 'generated mipmaps' };
    report.add(DX7015, path, values);
    return;
  }
  for (let layer = 0; layer < texture.layers; layer++)
    for (let mip = 1; mip < texture.mips; mip++) {
      const index = layer * texture.mips + mip;
      halve(texture, texture.subresources[index - 1]!, texture.subresources[index]!);
    }
  texture.changed();
}

function halve({ format, bytes }: Texture, from: Subresource, to: Subresource): void {
  const average = new Average(format);
  const at = ({ offset, rowBytes, sliceBytes }: Subresource, x: number, y: number, z: number) =>
    offset + z * sliceBytes + y * rowBytes + x * format.blockBytes;
  for (let z = 0; z < to.depth; z++)
    for (let y = 0; y < to.height; y++)
      for (let x = 0; x < to.width; x++) {
        for (let i = 0; i < 8; i++) {
          const [u, v, w] = [2 * x + (i & 1), 2 * y + ((i >> 1) & 1), 2 * z + (i >> 2)] as const;
          if (u < from.width && v < from.height && w < from.depth) average.add(bytes, at(from, u, v, w));
        }
        average.write(bytes, at(to, x, y, z));
      }
}
