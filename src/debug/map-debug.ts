/**
 * Changes all debug information of a file: in a token stream, in the chunks of a container, in programs for feature
 * level 9, in the functions of a library, and in the shaders of an effect. Everything else keeps its bytes.
 *
 * Not for: the changes themselves (strip.ts, scrub.ts), or reading effects (src/effects).
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { bytesOf } from '../base/words.ts';
import { readAon9, withLevel9Program } from '../chunks/aon9.ts';
import { type Chunk, type Container, isContainer, readContainer } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { type ChunkBytes, rewriteContainer } from '../container/write.ts';
import { readEmbeddedShaders } from '../effects/choose-shaders.ts';
import type { EmbeddedShader } from '../effects/embedded-shaders.ts';
import { withShaders } from '../effects/replace-shader.ts';
import { detectFormat, isEffect } from '../file/detect-format.ts';

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

/**
 * The shaders of an effect, without expressions, which have no debug information, and without effects, which no effect
 * has; undefined where the effect cannot be read.
 */
export function shadersOfEffect(effect: Uint8Array, diagnostics: Diagnostics): readonly EmbeddedShader[] | undefined {
  return readEmbeddedShaders(effect, diagnostics)?.filter(
    ({ stage, offset, length }) =>
      stage !== 'expression' && !isEffect(detectFormat(effect.subarray(offset, offset + length)).format),
  );
}

/**
 * Returns the effect with changed shaders, and the effect itself where nothing changes; undefined where it cannot be
 * read.
 *
 * @param change returns its argument, or undefined, where nothing changes
 */
export function mapEffectShaders(
  effect: Uint8Array,
  change: (shader: Uint8Array, offset: number) => Uint8Array | undefined,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  const shaders = shadersOfEffect(effect, diagnostics);
  if (shaders === undefined) return undefined;
  const changed = new Map<number, Uint8Array>();
  for (const { offset, length } of shaders) {
    const shader = effect.subarray(offset, offset + length);
    const made = change(shader, offset);
    if (made !== undefined && made !== shader) changed.set(offset, made);
  }
  return changed.size === 0 ? effect : withShaders(effect, changed, true);
}
