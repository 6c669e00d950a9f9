/**
 * Checks the layout of a container. Every compiler writes the header, the table of offsets, and the chunks without
 * gaps; Microsoft's functions for parts accept nothing else (source: oracle). Readers accept any other layout, too.
 *
 * Not for: reading (dxbc.ts) or writing (write.ts).
 */
import { hex } from '../base/diagnostics.ts';
import { MAX_CHUNKS } from '../base/limits.ts';
import { u16At, u32At } from '../base/words.ts';
import { CHUNK_HEADER_SIZE, type Container, DXBC_TAG, HEADER_SIZE } from './dxbc.ts';

/** Bytes from `start` to `end` (exclusive) of a file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where a container departs from what compilers write, and how. */
export interface LayoutFault extends ByteRange {
  readonly reason: string;
}

/**
 * Returns the first span where the container `bytes` departs from the layout of compilers; undefined if there is none.
 * Bytes after the last chunk are no fault as long as the header counts them. The digest is not checked.
 *
 * Microsoft's check lets the last chunk end one byte after the container, and then reads that byte from elsewhere; here
 * this is a fault (source: oracle).
 */
export function layoutFault(bytes: Uint8Array): LayoutFault | undefined {
  const size = bytes.byteLength;
  const fault = (start: number, end: number, reason: string): LayoutFault => ({ start, end, reason });
  if (size < HEADER_SIZE || u32At(bytes, 0) !== DXBC_TAG) {
    return fault(0, Math.min(size, HEADER_SIZE), `a header of ${HEADER_SIZE} bytes that begins with DXBC is missing`);
  }
  const [major, minor] = [u16At(bytes, 20), u16At(bytes, 22)];
  if (major !== 1 || minor !== 0) return fault(20, 24, `the version is ${major}.${minor} and not 1.0`);
  const declared = u32At(bytes, 24);
  if (declared !== size) return fault(24, 28, `the header says ${declared} bytes, the input has ${size}`);
  const count = u32At(bytes, 28);
  const tableEnd = HEADER_SIZE + 4 * count;
  if (count > MAX_CHUNKS || tableEnd > size) return fault(28, 32, `a table of ${count} chunks is too long`);
  let end = tableEnd;
  for (let index = 0; index < count; index++) {
    const at = HEADER_SIZE + 4 * index;
    const offset = u32At(bytes, at);
    if (offset !== end) return fault(at, at + 4, `chunk ${index} begins at ${hex(offset)} instead of ${hex(end)}`);
    if (offset + CHUNK_HEADER_SIZE > size) return fault(at, at + 4, `chunk ${index} begins too near the end`);
    end = offset + CHUNK_HEADER_SIZE + u32At(bytes, offset + 4);
    if (end > size)
      return fault(offset + 4, offset + 8, `chunk ${index} ends at ${hex(end)}, after the end of the container`);
  }
  return undefined;
}

/**
 * Returns the spans of `input` that belong neither to the header and table of `container`, which was read from it, nor
 * to a chunk: rewriting the container leaves them out. Ascending.
 */
export function strayBytes(input: Uint8Array, container: Container): ByteRange[] {
  const taken = container.chunks.map(({ offset, data }) => ({
    start: offset,
    end: offset + CHUNK_HEADER_SIZE + data.byteLength,
  }));
  taken.sort((a, b) => a.start - b.start);
  const stray: ByteRange[] = [];
  let at = Math.min(HEADER_SIZE + 4 * u32At(input, 28), container.bytes.byteLength);
  for (const { start, end } of taken) {
    if (start > at) stray.push({ start: at, end: start });
    at = Math.max(at, end);
  }
  if (at < input.byteLength) stray.push({ start: at, end: input.byteLength });
  return stray;
}
