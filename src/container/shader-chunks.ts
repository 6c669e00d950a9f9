/**
 * Which chunks of a container count. Several kinds may hold the same thing, and a kind may occur twice; Microsoft's
 * reader has an order of preference among kinds and takes the first of each (source: oracle).
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import type { Chunk, Container } from './dxbc.ts';
import { type ChunkName, TAG } from './tags.ts';

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
  /** All of them, in the order of the offset table. */
  readonly functions: readonly Chunk[];
  readonly level9: readonly Chunk[];
  readonly xnaPrepass: readonly Chunk[];
  readonly xna: readonly Chunk[];
}

/** Kinds that occur as often as they like. */
const REPEATED: ReadonlySet<number> = new Set([TAG.LIBF, TAG.Aon9, TAG.XNAP, TAG.XNAS]);

/** Kinds that the fields of {@link ShaderChunks} are made of; of each only the first counts. */
const SINGLE: ReadonlySet<number> = new Set(
  (
    [
      ...(['SHEX', 'SHDR', 'RDEF', 'ISGN', 'ISG1', 'OSGN', 'OSG5', 'OSG1', 'PCSG', 'PSG1'] as const),
      ...(['STAT', 'SFI0', 'IFCE', 'LFS0', 'LIBH'] as const),
    ] satisfies ChunkName[]
  ).map((name) => TAG[name]),
);

/** Picks the chunks that count; reports those that do not because another one comes first. */
export function pickChunks(container: Container, diagnostics: Diagnostics): ShaderChunks {
  const first = new Map<number, Chunk>();
  const repeated: Chunk[] = [];
  const { chunks } = container;
  for (let index = 0; index < chunks.length; index++) {
    const chunk = chunks[index]!;
    const { tag, offset } = chunk;
    if (REPEATED.has(tag)) repeated.push(chunk);
    else if (!first.has(tag)) first.set(tag, chunk);
    else if (SINGLE.has(tag)) diagnostics.report('DX1018', offset, offset + 4, { index, tag: chunk.name });
  }
  const all = (tag: number) => (repeated.length === 0 ? repeated : repeated.filter((chunk) => chunk.tag === tag));
  return {
    program: first.get(TAG.SHEX) ?? first.get(TAG.SHDR),
    resources: first.get(TAG.RDEF),
    input: first.get(TAG.ISGN) ?? first.get(TAG.ISG1),
    output: first.get(TAG.OSGN) ?? first.get(TAG.OSG5) ?? first.get(TAG.OSG1),
    patchConstants: first.get(TAG.PCSG) ?? first.get(TAG.PSG1),
    statistics: first.get(TAG.STAT),
    features: first.get(TAG.SFI0),
    linkage: first.get(TAG.IFCE),
    functionSignature: first.get(TAG.LFS0),
    libraryHeader: first.get(TAG.LIBH),
    functions: all(TAG.LIBF),
    level9: all(TAG.Aon9),
    xnaPrepass: all(TAG.XNAP),
    xna: all(TAG.XNAS),
  };
}
