/** The commands that write resources without a shader: `copy`, `clear`, `resolve` and `generate-mips`. */
import type { MessageValues } from '../../../base/diagnostics.ts';
import type { Message } from '../../../base/messages.ts';
import type { JobNumber } from '../../../base/shapes.ts';
import type { Format } from '../../../formats/formats.ts';
import { isIntegerType } from '../../../formats/number-types.ts';
import { decodeTexel, encodeTexel } from '../../../formats/texel.ts';
import { bitsOfFloat, floatOfBits } from '../../../numerics/conversion.ts';
import { COMPONENTS } from '../../lanes.ts';
import { DX7015, DX7026, DX7027 } from '../../messages.ts';
import type { Subresource, Texture } from '../../texture/texture.ts';
import type { ViewDimension } from '../../texture/texture-view.ts';
import type { JobContext } from '../context.ts';
import type { CommandOf } from '../job-shape.ts';
import type { JsonPath } from '../json-text.ts';
import { isElementFormat } from '../make-resources.ts';
import { componentsOf, encodeNumbers, jobFormat, wordOf } from '../numbers.ts';
import { JobBuffer, resourceNamed, textureViewOf } from '../resources.ts';

type Copy = CommandOf<'copy'>;
type Box = NonNullable<Copy['source']>;
type Fault = readonly [Message, MessageValues] | undefined;

export function runCopy({ resources, report }: JobContext, command: Copy, path: JsonPath): void {
  const from = resourceNamed(resources, command.from)!;
  const to = resourceNamed(resources, command.to)!;
  const fault = copy(from, to, command);
  if (fault === undefined) return;
  const [message, values] = fault;
  report.add(message, path, { from: command.from, to: command.to, ...values });
}

function copy(from: JobBuffer | Texture, to: JobBuffer | Texture, command: Copy): Fault {
  const { source = {}, destination = {} } = command;
  if (from instanceof JobBuffer && to instanceof JobBuffer)
    return copyBuffer(from, to, source.offset ?? 0, destination.offset ?? 0, command.size);
  if (from instanceof JobBuffer || to instanceof JobBuffer)
    return [DX7027, { reason: 'one is a buffer and the other a texture' }];
  return copyTexture(from, to, source, destination, command);
}

function copyBuffer(from: JobBuffer, to: JobBuffer, start: number, end: number, size?: number): Fault {
  const length = size ?? Math.max(0, Math.min(from.bytes.length - start, to.bytes.length - end));
  if (start + length > from.bytes.length || end + length > to.bytes.length) return [DX7026, {}];
  to.bytes.set(from.bytes.subarray(start, start + length), end);
  return undefined;
}

function copyTexture(from: Texture, to: Texture, source: Box, destination: Box, size: Copy): Fault {
  const { blockWidth, blockHeight, blockBytes } = from.format;
  if (blockBytes !== to.format.blockBytes || blockWidth !== to.format.blockWidth)
    return [DX7027, { reason: 'their texels have other sizes' }];
  if (from.samples !== to.samples) return [DX7027, { reason: 'they have other numbers of samples' }];
  const a = subresourceOf(from, source);
  const b = subresourceOf(to, destination);
  if (a === undefined || b === undefined) return [DX7026, {}];
  const width = size.width ?? a.width - (source.x ?? 0);
  const height = size.height ?? a.height - (source.y ?? 0);
  const depth = size.depth ?? a.depth - (source.z ?? 0);
  const isInside = [a, b].every((level, i) => contains(level, i === 0 ? source : destination, width, height, depth));
  if (!isInside) return [DX7026, {}];
  const isAligned = [source, destination].every(({ x = 0, y = 0 }) => x % blockWidth === 0 && y % blockHeight === 0);
  if (!isAligned) return [DX7027, { reason: 'the ranges do not begin at blocks' }];
  const columns = Math.ceil(width / blockWidth) * blockBytes * from.samples;
  const rows = Math.ceil(height / blockHeight);
  // Copied twice, because the ranges may overlap.
  const block = new Uint8Array(columns * rows * depth);
  for (let i = 0; i < rows * depth; i++) {
    const start = rowStart(from, a, source, Math.floor(i / rows), i % rows);
    block.set(from.bytes.subarray(start, start + columns), i * columns);
  }
  for (let i = 0; i < rows * depth; i++)
    to.bytes.set(
      block.subarray(i * columns, (i + 1) * columns),
      rowStart(to, b, destination, Math.floor(i / rows), i % rows),
    );
  to.changed();
  return undefined;
}

function subresourceOf(texture: Texture, { mip = 0, layer = 0 }: Box): Subresource | undefined {
  return mip < texture.mips && layer < texture.layers ? texture.subresources[layer * texture.mips + mip] : undefined;
}

function contains(level: Subresource, { x = 0, y = 0, z = 0 }: Box, width: number, height: number, depth: number) {
  const isNegative = width < 0 || height < 0 || depth < 0;
  return !isNegative && x + width <= level.width && y + height <= level.height && z + depth <= level.depth;
}

/** The first byte of a row of blocks. */
function rowStart(texture: Texture, level: Subresource, { x = 0, y = 0, z = 0 }: Box, slice: number, row: number) {
  const { blockWidth, blockHeight, blockBytes } = texture.format;
  const column = (x / blockWidth) * blockBytes * texture.samples;
  return level.offset + (z + slice) * level.sliceBytes + (y / blockHeight + row) * level.rowBytes + column;
}

/** The average of texels; of integers, the first. */
class Average {
  readonly #sums = new Float64Array(COMPONENTS);
  readonly #words = new Uint32Array(COMPONENTS);
  readonly #first = new Uint32Array(COMPONENTS);
  #count = 0;

  constructor(private readonly format: Format) {}

  add(bytes: Uint8Array, offset: number): void {
    decodeTexel(this.format, bytes, offset, this.#words);
    if (this.#count++ === 0) this.#first.set(this.#words);
    for (let i = 0; i < COMPONENTS; i++) this.#sums[i]! += floatOfBits(this.#words[i]!);
  }

  write(bytes: Uint8Array, offset: number): void {
    for (let i = 0; i < COMPONENTS; i++) {
      const isInteger = isIntegerType(this.format.types[i] ?? 'float');
      this.#words[i] = isInteger ? this.#first[i]! : bitsOfFloat(this.#sums[i]! / this.#count);
    }
    encodeTexel(this.format, this.#words, 0, bytes, offset);
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

/**
 * Fills the mipmap levels: each texel is the average of the texels of the level before it that it covers, up to two in
 * each direction.
 */
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

// The command `clear`: fills a texture, a part of one, or a buffer.

type Clear = CommandOf<'clear'>;
type ClearValue = NonNullable<Clear['value']>;

export function runClear(context: JobContext, command: Clear, path: JsonPath): void {
  const { resources, report } = context;
  const { buffer, texture, value = 0 } = command;
  const target = texture === undefined ? undefined : resources.textures.get(texture)!;
  const defaults = target === undefined ? resources.buffers.get(buffer!)!.formats : [target.format];
  const formats = command.format === undefined ? defaults : [jobFormat(command.format)!];
  const bad = formats.find((format) => !isElementFormat(format));
  if (bad !== undefined) report.add(DX7015, path, { format: bad.name, use: 'a clear' });
  else if (target === undefined) clearBuffer(resources.buffers.get(buffer!)!, formats, value);
  else clearTexture(context, command, texelOf(formats[0]!, value), path);
}

function clearBuffer({ bytes }: JobBuffer, formats: readonly Format[], value: ClearValue): void {
  const count = formats.reduce((sum, format) => sum + componentsOf(format).length, 0);
  const values = typeof value === 'object' ? value : new Array<JobNumber>(count).fill(value);
  const element = new Uint8Array(formats.reduce((sum, { blockBytes }) => sum + blockBytes, 0));
  encodeNumbers(values, formats, element);
  for (let i = 0; i < bytes.length; i++) bytes[i] = element[i % element.length]!;
}

function clearTexture({ resources, report }: JobContext, command: Clear, element: Uint8Array, path: JsonPath): void {
  const texture = resources.textures.get(command.texture!)!;
  const isPart = command.firstLayer !== undefined || command.layers !== undefined;
  const array: ViewDimension =
    texture.samples > 1 ? '2d-ms-array' : texture.dimension === '1d' ? '1d-array' : '2d-array';
  const dimension = isPart && texture.dimension !== '3d' ? array : undefined;
  const view = textureViewOf(texture, { ...command, dimension }, path, report);
  if (view === undefined) return;
  for (let layer = 0; layer < view.layers; layer++)
    for (let mip = 0; mip < view.mips; mip++) {
      const { offset, bytes } = view.subresource(mip, layer);
      for (let i = 0; i < bytes; i++) texture.bytes[offset + i] = element[i % element.length]!;
    }
  texture.changed();
}

/** The bytes of a texel; components without a value are 0. */
function texelOf(format: Format, value: ClearValue): Uint8Array {
  const words = new Uint32Array(COMPONENTS);
  for (const [i, component] of componentsOf(format).entries()) {
    const one = typeof value === 'object' ? value[i] : value;
    words[component] = wordOf(one ?? 0, isIntegerType(format.types[component]!));
  }
  const bytes = new Uint8Array(format.blockBytes);
  encodeTexel(format, words, 0, bytes, 0);
  return bytes;
}
