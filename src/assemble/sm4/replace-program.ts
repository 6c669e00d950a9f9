/**
 * A container with another program: STAT, SFI0 and the checksum change with it. Debug information stays while every instruction is where
 * it was, and is left out otherwise: it counts in bytes and instructions. All other chunks stay byte for byte.
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import { bytesOf } from '../../base/words.ts';
import { readSfi0, serializeSfi0 } from '../../chunks/sfi0.ts';
import { readStat, type StatField, serializeStat } from '../../chunks/stat.ts';
import type { Container } from '../../container/dxbc.ts';
import { rewriteContainer } from '../../container/rewrite-container.ts';
import type { ShaderChunks } from '../../container/shader-chunks.ts';
import { TAG } from '../../container/tags.ts';
import type { ChunkBytes } from '../../container/write.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import { countSm4 } from '../../isa/sm4/statistics.ts';
import { derivedFeatures } from './derived.ts';

/**
 * The file with the program `after` in its container.
 *
 * @param input the complete file; bytes after the container stay
 */
export function replaceProgram(
  input: Uint8Array,
  container: Container,
  chunks: ShaderChunks,
  before: Sm4Program,
  after: Sm4Program,
): Uint8Array {
  const isChanged = before !== after;
  const features = isChanged ? featuresAfter(container, chunks, before, after) : undefined;
  const list: ChunkBytes[] = [];
  const isMoved = movesInstructions(before, after);
  for (const chunk of container.chunks) {
    if (isMoved && DEBUG_TAGS.includes(chunk.tag)) continue;
    if (chunk === chunks.program && isChanged) list.push({ tag: chunk.tag, data: bytesOf(after.words) });
    else if (chunk === chunks.statistics && isChanged)
      list.push({ tag: chunk.tag, data: statisticsAfter(container, chunk, before, after) });
    else if (chunk === chunks.features && features !== undefined) {
      if (features.low !== 0 || features.high !== 0)
        list.push({ tag: chunk.tag, data: serializeSfi0(features.low, features.high) });
    } else list.push(chunk);
  }
  if (chunks.features === undefined && features !== undefined && features.low !== 0) {
    const index = list.findIndex(({ tag }) => tag === chunks.program!.tag);
    list.splice(index + 1, 0, { tag: TAG.SFI0, data: serializeSfi0(features.low) });
  }
  return rewriteContainer(container, list, input);
}

const DEBUG_TAGS: readonly number[] = [TAG.SPDB, TAG.SDBG];

/** Whether the container has debug information that does not describe the program `after`. */
export function losesDebugInformation(container: Container, before: Sm4Program, after: Sm4Program): boolean {
  return container.find(...DEBUG_TAGS) !== undefined && movesInstructions(before, after);
}

/** Whether an instruction of `after` begins where none of `before` does, or the other way round. */
function movesInstructions(before: Sm4Program, after: Sm4Program): boolean {
  if (before === after) return false;
  if (before.count !== after.count || before.end !== after.end) return true;
  for (let i = 0; i < before.count; i++) if (before.starts[i] !== after.starts[i]) return true;
  return false;
}

/** Features: removes those that the program no longer needs, and adds new ones. Undefined when nothing changes. */
function featuresAfter(
  container: Container,
  { features }: ShaderChunks,
  before: Sm4Program,
  after: Sm4Program,
): { readonly low: number; readonly high: number } | undefined {
  const old = derivedFeatures(before);
  const now = derivedFeatures(after);
  if (old === now) return undefined;
  const had = features === undefined ? { low: 0, high: 0 } : readSfi0(container, features, new Diagnostics());
  return { low: ((had.low & ~(old & ~now)) | (now & ~old)) >>> 0, high: had.high };
}

/**
 * Statistics: the compiler counts its internal representation, which the words of a program do not show in all cases.
 * If its count differs from ours, the difference is preserved.
 */
function statisticsAfter(
  container: Container,
  chunk: ChunkBytes & Parameters<typeof readStat>[1],
  before: Sm4Program,
  after: Sm4Program,
): Uint8Array {
  const { data } = chunk;
  // Sizes that no compiler writes are preserved, with the bytes without a field.
  if (data.byteLength % 4 !== 0) return data;
  const had = readStat(container, chunk, new Diagnostics()).all();
  const old = countSm4(before);
  const now = countSm4(after);
  const values: Partial<Record<StatField, number>> = {};
  for (const field of Object.keys(had) as StatField[]) {
    values[field] = Math.max(0, had[field]! + now[field] - old[field]) >>> 0;
  }
  return serializeStat(values, data.byteLength);
}
