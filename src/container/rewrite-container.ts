/**
 * Writes a container with other payloads in its chunks. While no size changes, every other byte stays where it is, in any layout.
 *
 * Not for: adding and removing chunks with diagnostics (edit.ts).
 */
import { u32At } from '../base/words.ts';
import { CHUNK_HEADER_SIZE, type Container, VERSION_OFFSET } from './dxbc.ts';
import { type ChunkBytes, serializeContainer, writeChecksum } from './write.ts';

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
  const bytes = new Uint8Array(made.byteLength + tail.byteLength);
  bytes.set(made);
  bytes.set(tail, made.byteLength);
  return bytes;
}

function hasSameSizes(a: readonly ChunkBytes[], b: readonly ChunkBytes[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ tag, data }, index) => tag === b[index]!.tag && data.byteLength === b[index]!.data.byteLength)
  );
}
