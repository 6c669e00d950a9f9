/**
 * Changes all debug information of a file: in a token stream, in the chunks of a container, in programs for
 * feature level 9 and in the functions of a library. Everything else keeps its bytes.
 *
 * Not for: the changes themselves (strip.ts, scrub.ts).
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { bytesOf } from '../base/words.ts';
import { readAon9, withLevel9Program } from '../chunks/aon9.ts';
import { type Chunk, type Container, isContainer, readContainer } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { type ChunkBytes, rewriteContainer } from '../container/write.ts';

/** A change of debug information. Each function returns its argument if nothing changes. */
export interface DebugChange {
  /** Returns another token stream of models 1 to 3. */
  readonly stream: (stream: Uint8Array) => Uint8Array;
  /** Returns another payload of a chunk, or undefined to remove the chunk. */
  readonly chunk: (chunk: Chunk) => Uint8Array | undefined;
}

const LEVEL9_TAGS: readonly number[] = [TAG.Aon9, TAG.XNAS, TAG.XNAP];

/** Returns the container with changed chunks, and `input` itself where nothing changes. */
export function mapContainerDebug(container: Container, change: DebugChange, input = container.bytes): Uint8Array {
  let isChanged = false;
  const chunks = container.chunks.flatMap((chunk): readonly ChunkBytes[] => {
    const data = changedChunk(container, chunk, change);
    if (data === chunk.data) return [chunk];
    isChanged = true;
    return data === undefined ? [] : [{ tag: chunk.tag, data }];
  });
  return isChanged ? rewriteContainer(container, chunks, input) : input;
}

function changedChunk(container: Container, chunk: Chunk, change: DebugChange): Uint8Array | undefined {
  if (LEVEL9_TAGS.includes(chunk.tag)) return changedLevel9(container, chunk, change);
  if (chunk.tag === TAG.LIBF && isContainer(chunk.data)) {
    const inner = readContainer(chunk.data, new Diagnostics());
    return inner === undefined ? chunk.data : mapContainerDebug(inner, change, chunk.data);
  }
  return change.chunk(chunk);
}

function changedLevel9(container: Container, chunk: Chunk, { stream }: DebugChange): Uint8Array {
  const level9 = readAon9(container, chunk, new Diagnostics());
  if (level9 === undefined) return chunk.data;
  const before = bytesOf(level9.words);
  const after = stream(before);
  return after === before ? chunk.data : withLevel9Program(chunk, level9, after);
}
