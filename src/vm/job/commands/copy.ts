/** The command `copy`. */

import type { MessageValues } from '../../../base/diagnostics.ts';
import type { Message } from '../../../base/messages.ts';
import { DX7026, DX7027 } from '../../messages.ts';
import type { Subresource, Texture } from '../../texture/texture.ts';
import type { JobContext } from '../context.ts';
import type { CommandOf } from '../job-shape.ts';
import type { JsonPath } from '../json-text.ts';
import { JobBuffer, resourceNamed } from '../resources.ts';

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
