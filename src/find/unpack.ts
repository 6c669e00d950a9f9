/**
 * Unpacks members into memory within limits, whatever a container declares. What a damaged member gave before its fault is used.
 *
 * Not for: decompressing, which codecs do (codecs.ts).
 */
import { toBytes } from '../base/bytes.ts';
import type { Diagnostics } from '../base/diagnostics.ts';
import { UNPACK_ALLOWANCE } from '../base/limits.ts';
import { FIND_MESSAGES } from './messages.ts';
import type { RandomAccessSource } from './source.ts';

/** The limits of one search, and what is left of them. */
export interface UnpackBudget {
  readonly memberBytes: number;
  readonly ratio: number;
  readonly totalBytes: number;
  /** Bytes that were unpacked so far. */
  used: number;
}

/** Bytes that come in pieces. */
export interface PackedBytes {
  readonly name: string;
  /** Where it begins in the item, for diagnostics. */
  readonly offset: number;
  /** Compressed bytes; undefined where they are not known. */
  readonly packedSize: number | undefined;
  readonly open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Bytes that something of `packedSize` bytes may unpack to. */
export function unpackLimit(
  packedSize: number | undefined,
  { ratio, memberBytes, totalBytes, used }: UnpackBudget,
): number {
  const byRatio = packedSize === undefined ? Number.POSITIVE_INFINITY : Math.max(UNPACK_ALLOWANCE, ratio * packedSize);
  return Math.min(memberBytes, byRatio, totalBytes - used);
}

/** Returns the unpacked bytes, as many as the limits allow, and reports why there are not more. */
export async function unpack(
  { name, offset, packedSize, open }: PackedBytes,
  budget: UnpackBudget,
  diagnostics: Diagnostics,
): Promise<RandomAccessSource> {
  const end = offset + (packedSize ?? 0);
  const limit = unpackLimit(packedSize, budget);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const given of open()) {
      // Codecs of Node give its own buffers.
      const piece = toBytes(given, 'findShaders', 'a piece of a codec');
      const room = limit - size;
      if (piece.byteLength > room) {
        const { memberBytes, totalBytes, ratio, used } = budget;
        if (limit === memberBytes) diagnostics.report(FIND_MESSAGES.DX0302, offset, end, { name, limit });
        else if (limit === totalBytes - used)
          diagnostics.report(FIND_MESSAGES.DX0303, offset, end, { limit: totalBytes });
        else diagnostics.report(FIND_MESSAGES.DX0304, offset, end, { name, ratio });
        if (room > 0) pieces.push(piece.slice(0, room));
        size = limit;
        break;
      }
      pieces.push(piece);
      size += piece.byteLength;
    }
  } catch (error) {
    // A codec throws whatever its library throws; a fault of dxlens itself would be a fault of the codec, too.
    diagnostics.report(FIND_MESSAGES.DX0306, offset, end, { name, reason: reasonOf(error) });
  }
  budget.used += size;
  return sourceOfPieces(pieces, size);
}

/** The message of an error of any library, on one line. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').trim() || 'the compressed bytes are damaged';
}

function sourceOfPieces(pieces: readonly Uint8Array[], size: number): RandomAccessSource {
  const bytes = pieces.length === 1 ? pieces[0]! : joined(pieces, size);
  return { size, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
