/**
 * Writes DXBC containers: header, offset table, chunks in the given order, digest.
 *
 * Not for: the content of chunks (the writers next to the readers), or the choice of chunks that a shader needs.
 */
import { concatBytes } from '../base/collections.ts';
import { bytesOf, u32At } from '../base/words.ts';
import { type ChecksumKind, computeChecksum } from './digest.ts';
import { CHUNK_HEADER_SIZE, type Container, DXBC_TAG, HEADER_SIZE, VERSION_OFFSET } from './dxbc.ts';

/** A chunk to write; the chunks of {@link readContainer} are such objects, too. */
export interface ChunkBytes {
  /** The tag as its DWORD. */
  readonly tag: number;
  /** The payload, without tag and size. */
  readonly data: Uint8Array;
}

/**
 * Returns a container of `chunks`, each directly after the one before.
 *
 * @param digest which of the two digests it gets: `debug` for shaders that send debug messages
 * @param version of the format; only 1 is known
 */
export function serializeContainer(
  chunks: readonly ChunkBytes[],
  digest: ChecksumKind = 'retail',
  version = 1,
): Uint8Array {
  const tableEnd = HEADER_SIZE + 4 * chunks.length;
  const size = containerSize(chunks);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, DXBC_TAG, true);
  view.setUint32(VERSION_OFFSET, version, true);
  view.setUint32(24, size, true);
  view.setUint32(28, chunks.length, true);
  let at = tableEnd;
  for (const [index, { tag, data }] of chunks.entries()) {
    view.setUint32(HEADER_SIZE + 4 * index, at, true);
    view.setUint32(at, tag, true);
    view.setUint32(at + 4, data.byteLength, true);
    bytes.set(data, at + CHUNK_HEADER_SIZE);
    at += CHUNK_HEADER_SIZE + data.byteLength;
  }
  writeChecksum(bytes, digest);
  return bytes;
}

/** How many bytes {@link serializeContainer} makes of `chunks`. */
export function containerSize(chunks: readonly ChunkBytes[]): number {
  const tableEnd = HEADER_SIZE + 4 * chunks.length;
  return chunks.reduce((sum, { data }) => sum + CHUNK_HEADER_SIZE + data.byteLength, tableEnd);
}

export function writeChecksum(bytes: Uint8Array, digest: ChecksumKind = 'retail'): void {
  bytes.set(bytesOf(computeChecksum(bytes, digest)), 4);
}

/**
 * Returns the file with `chunks` instead of the chunks of `container`, and the right digest of the same kind.
 *
 * @param input the file that the container was read from; bytes after the container stay
 */
export function rewriteContainer(
  container: Container,
  chunks: readonly ChunkBytes[],
  input: Uint8Array = container.bytes,
): Uint8Array {
  const { digest = 'retail', bytes: old } = container;
  if (hasSameSizes(container.chunks, chunks)) {
    const bytes = input.slice();
    for (const [index, { data }] of chunks.entries()) {
      const { data: before, offset } = container.chunks[index]!;
      if (data !== before) bytes.set(data, offset + CHUNK_HEADER_SIZE);
    }
    writeChecksum(bytes.subarray(0, old.byteLength), digest);
    return bytes;
  }
  const made = serializeContainer(chunks, digest, u32At(old, VERSION_OFFSET));
  const tail = input.subarray(old.byteLength);
  if (tail.byteLength === 0) return made;
  return concatBytes([made, tail]);
}

function hasSameSizes(a: readonly ChunkBytes[], b: readonly ChunkBytes[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ tag, data }, index) => tag === b[index]!.tag && data.byteLength === b[index]!.data.byteLength)
  );
}
