/**
 * Chunks read and written as if they were new: what a writer makes of what its reader gives.
 *
 * Not for: programs (their words are the model), and kinds of which nobody knows the contents.
 */
import { Diagnostics } from '../../src/base/diagnostics.ts';
import type { Chunk, Container } from '../../src/container/dxbc.ts';
import { readIfce, writeIfce } from '../../src/container/ifce.ts';
import { readRdef } from '../../src/container/rdef.ts';
import { writeRdef } from '../../src/container/rdef-writer.ts';
import { readSfi0, writeSfi0 } from '../../src/container/sfi0.ts';
import { readSignature } from '../../src/container/signature.ts';
import { writeSignature } from '../../src/container/signature-writer.ts';
import { readStat, writeStat } from '../../src/container/stat.ts';
import { TAG } from '../../src/container/tags.ts';

export const SIGNATURES: ReadonlySet<number> = new Set(
  (['ISGN', 'ISG1', 'OSGN', 'OSG5', 'OSG1', 'PCSG', 'PSG1'] as const).map((name) => TAG[name]),
);

/** The payload as the writer makes it anew; undefined where there is no writer, or nothing to read. */
export function rewrittenChunk(
  container: Container,
  chunk: Chunk,
  diagnostics = new Diagnostics(),
): Uint8Array | undefined {
  switch (chunk.tag) {
    case TAG.RDEF: {
      const rdef = readRdef(container, chunk, diagnostics);
      return rdef && writeRdef({ ...rdef, source: undefined });
    }
    case TAG.IFCE: {
      const linkage = readIfce(container, chunk, diagnostics);
      return linkage && writeIfce(linkage);
    }
    case TAG.STAT: {
      const statistics = readStat(container, chunk, diagnostics);
      return writeStat(statistics.all(), statistics.size);
    }
    case TAG.SFI0: {
      const { low, high } = readSfi0(container, chunk, diagnostics);
      return writeSfi0(low, high);
    }
    default: {
      const signature = SIGNATURES.has(chunk.tag) ? readSignature(container, chunk, diagnostics) : undefined;
      return signature && writeSignature(signature.elements, chunk.tag);
    }
  }
}
