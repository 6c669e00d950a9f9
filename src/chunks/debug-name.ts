/**
 * The chunk ILDN: the name of the file that the debug information goes into when it is taken out of the container. Two
 * 16-bit words, flags and the length of the name, then the name with a NUL, padded to DWORDs (source: oracle; the
 * public DirectX compiler has the same).
 *
 * Not for: the debug information.
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { latin1Bytes, latin1Text } from '../base/words.ts';
import { ChunkView, chunkParser } from '../container/chunk-view.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../container/dxbc.ts';

export interface DebugName {
  /** 0 in all known files. */
  readonly flags: number;
  /** One character a byte. */
  readonly name: string;
}

const HEADER_SIZE = 4;

/** Reads the name; undefined where not even its length is there. */
export function readIldn(container: Container, chunk: Chunk, diagnostics: Diagnostics): DebugName | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, HEADER_SIZE, 'the length of the name')) return undefined;
  const length = view.u16(2);
  if (!view.has(HEADER_SIZE, length + 1, 'the name')) return undefined;
  const start = chunk.offset + CHUNK_HEADER_SIZE + HEADER_SIZE;
  return { flags: view.u16(0), name: latin1Text(container.bytes, start, start + length) };
}

/** Reads the name of the file with the debug information: the chunk `ILDN`. */
export const parseIldn = /* @__PURE__ */ chunkParser(readIldn);

/**
 * The name as Microsoft's disassembler reads it: up to its NUL, not to its length, even after the end of the chunk
 * (source: oracle).
 */
export function readDebugNameText(container: Container, chunk: Chunk, diagnostics: Diagnostics): string {
  return new ChunkView(container, chunk, diagnostics).text(HEADER_SIZE, 'the name') ?? '';
}

/**
 * Returns the payload of the chunk.
 *
 * @throws RangeError when the name has more than 65,535 characters or one above U+00FF, or the flags are not a 16-bit
 *   integer
 */
export function serializeIldn({ flags, name }: DebugName): Uint8Array {
  if (!/^[\0-\xff]{0,65535}$/.test(name)) throw new RangeError('a name has at most 65,535 characters of one byte each');
  if (!Number.isInteger(flags) || flags < 0 || flags > 0xffff) throw new RangeError(`${flags} are no 16 bits of flags`);
  const bytes = new Uint8Array((HEADER_SIZE + name.length + 1 + 3) & ~3);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, flags, true);
  view.setUint16(2, name.length, true);
  bytes.set(latin1Bytes(name), HEADER_SIZE);
  return bytes;
}
