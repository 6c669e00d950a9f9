/**
 * Chunks read and written as if they were new: what a writer makes of what its reader gives.
 *
 * Not for: programs (their words are the model), and chunks with unknown content.
 */
import { Diagnostics } from '../src/base/diagnostics.ts';
import { type Level9Program, readAon9, serializeAon9 } from '../src/chunks/aon9.ts';
import { readIldn, serializeIldn } from '../src/chunks/debug-name.ts';
import { readIfce, serializeIfce } from '../src/chunks/ifce.ts';
import { readLfs0, readLibh, serializeLfs0, serializeLibh } from '../src/chunks/library.ts';
import { readRdef } from '../src/chunks/rdef.ts';
import { serializeRdef } from '../src/chunks/rdef-writer.ts';
import { readSfi0, serializeSfi0 } from '../src/chunks/sfi0.ts';
import { readSignature, serializeSignature } from '../src/chunks/signature.ts';
import { readStat, serializeStat } from '../src/chunks/stat.ts';
import type { Chunk, Container } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';

export const SIGNATURES: ReadonlySet<number> = new Set(
  (['ISGN', 'ISG1', 'OSGN', 'OSG5', 'OSG1', 'PCSG', 'PSG1'] as const).map((name) => TAG[name]),
);

/** Bytes of tables that share theirs in a damaged chunk; written one by one, their offsets have 16 bits. */
const MAX_MAPPINGS = 0xf000;

/** Bytes of the tables of `program`, at most. */
function mappingBytes({ constants, integers, bools, samplers, runtime }: Level9Program): number {
  return 12 * (constants.length + integers.length + bools.length + samplers.length + runtime.length);
}

/** The payload as the writer makes it anew; undefined where there is no writer, or nothing to read. */
export function rewrittenChunk(
  container: Container,
  chunk: Chunk,
  diagnostics = new Diagnostics(),
): Uint8Array | undefined {
  switch (chunk.tag) {
    case TAG.RDEF: {
      const rdef = readRdef(container, chunk, diagnostics);
      return rdef && serializeRdef({ ...rdef, source: undefined });
    }
    case TAG.IFCE: {
      const linkage = readIfce(container, chunk, diagnostics);
      return linkage && serializeIfce({ ...linkage, source: undefined });
    }
    case TAG.STAT: {
      const statistics = readStat(container, chunk, diagnostics);
      return serializeStat(statistics.all(), statistics.size);
    }
    case TAG.SFI0: {
      const { low, high } = readSfi0(container, chunk, diagnostics);
      return serializeSfi0(low, high);
    }
    case TAG.Aon9:
    case TAG.XNAS:
    case TAG.XNAP: {
      const program = readAon9(container, chunk, diagnostics);
      return program && mappingBytes(program) <= MAX_MAPPINGS
        ? serializeAon9({ ...program, source: undefined })
        : undefined;
    }
    case TAG.LIBH: {
      const header = readLibh(container, chunk, diagnostics);
      return header && serializeLibh({ ...header, source: undefined });
    }
    case TAG.LFS0: {
      const signature = readLfs0(container, chunk, diagnostics);
      return signature && serializeLfs0({ ...signature, source: undefined });
    }
    case TAG.ILDN: {
      const name = readIldn(container, chunk, diagnostics);
      return name && serializeIldn(name);
    }
    default: {
      const signature = SIGNATURES.has(chunk.tag) ? readSignature(container, chunk, diagnostics) : undefined;
      return signature && serializeSignature(signature.elements, chunk.tag);
    }
  }
}
