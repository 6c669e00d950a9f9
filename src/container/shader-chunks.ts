/**
 * Selects the chunks of a container that count. Several kinds may hold the same thing, and a kind may occur twice;
 * Microsoft's reader has an order of preference among kinds and takes the first of each (source: oracle).
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import type { Chunk, Container } from './dxbc.ts';
import { DX1018 } from './messages.ts';
import { TAG, tagSet, tagsOf } from './tags.ts';

export interface ShaderChunks {
  readonly program: Chunk | undefined;
  readonly resources: Chunk | undefined;
  readonly input: Chunk | undefined;
  readonly output: Chunk | undefined;
  readonly patchConstants: Chunk | undefined;
  readonly statistics: Chunk | undefined;
  readonly features: Chunk | undefined;
  readonly linkage: Chunk | undefined;
  readonly functionSignature: Chunk | undefined;
  readonly libraryHeader: Chunk | undefined;
  readonly debugName: Chunk | undefined;
  /** All of them, in the order of the offset table. */
  readonly functions: readonly Chunk[];
  readonly level9: readonly Chunk[];
  readonly xnaPrepass: readonly Chunk[];
  readonly xna: readonly Chunk[];
}

/** Tags of chunks with a program of shader models 4 to 5.1, the preferred one first (source: oracle). */
export const PROGRAM_TAGS = /* @__PURE__ */ tagsOf('SHEX', 'SHDR');

/**
 * The chunk with the program of shader models 4 to 5.1: Microsoft's disassembler, reflection and validator take SHEX
 * where a container has both SHEX and SHDR, whichever comes first (source: oracle).
 */
export function programChunk<Kind extends { readonly tag: number }>(chunks: readonly Kind[]): Kind | undefined {
  return firstOf(chunks, TAG.SHEX) ?? firstOf(chunks, TAG.SHDR);
}

/** Kinds that may occur any number of times. */
const REPEATED = /* @__PURE__ */ tagSet('LIBF', 'Aon9', 'XNAP', 'XNAS');

/** Kinds that the fields of {@link ShaderChunks} are made of; of each only the first counts. */
// biome-ignore format: a list of words
const SINGLE = /* @__PURE__ */ tagSet(
  'SHEX', 'SHDR', 'RDEF', 'ISGN', 'ISG1', 'OSGN', 'OSG5', 'OSG1', 'PCSG', 'PSG1', 'STAT', 'SFI0', 'IFCE', 'LFS0', 'LIBH', 'ILDN',
);

/** Picks the chunks that count; reports those that do not because another one comes first. */
export function pickChunks(container: Container, diagnostics: Diagnostics): ShaderChunks {
  const { chunks } = container;
  let repeated = false;
  for (let index = 0; index < chunks.length; index++) {
    const chunk = chunks[index]!;
    const { tag, offset } = chunk;
    if (REPEATED.has(tag)) repeated = true;
    else if (SINGLE.has(tag) && firstOf(chunks, tag) !== chunk)
      diagnostics.report(DX1018, offset, offset + 4, { index, tag: chunk.name });
  }
  return {
    program: programChunk(chunks),
    resources: firstOf(chunks, TAG.RDEF),
    input: firstOf(chunks, TAG.ISGN) ?? firstOf(chunks, TAG.ISG1),
    output: firstOf(chunks, TAG.OSGN) ?? firstOf(chunks, TAG.OSG5) ?? firstOf(chunks, TAG.OSG1),
    patchConstants: firstOf(chunks, TAG.PCSG) ?? firstOf(chunks, TAG.PSG1),
    statistics: firstOf(chunks, TAG.STAT),
    features: firstOf(chunks, TAG.SFI0),
    linkage: firstOf(chunks, TAG.IFCE),
    functionSignature: firstOf(chunks, TAG.LFS0),
    libraryHeader: firstOf(chunks, TAG.LIBH),
    debugName: firstOf(chunks, TAG.ILDN),
    functions: repeated ? allOf(chunks, TAG.LIBF) : NONE,
    level9: repeated ? allOf(chunks, TAG.Aon9) : NONE,
    xnaPrepass: repeated ? allOf(chunks, TAG.XNAP) : NONE,
    xna: repeated ? allOf(chunks, TAG.XNAS) : NONE,
  };
}

const NONE: readonly Chunk[] = [];

/** Containers have few chunks: looking through them costs less than a map of them. */
function firstOf<Kind extends { readonly tag: number }>(chunks: readonly Kind[], tag: number): Kind | undefined {
  for (let i = 0; i < chunks.length; i++) if (chunks[i]!.tag === tag) return chunks[i];
  return undefined;
}

function allOf(chunks: readonly Chunk[], tag: number): Chunk[] {
  return chunks.filter((chunk) => chunk.tag === tag);
}
