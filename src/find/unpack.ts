/**
 * Unpacks members within limits, independent of declared sizes: into memory, or as a stream if they are larger. Output
 * of a damaged member before its fault is used.
 *
 * Not for: decompressing, which codecs do (codecs.ts).
 */
import { toBytes } from '../base/bytes.ts';
import type { Diagnostics } from '../base/diagnostics.ts';
import { MAX_FOUND_SHADER, MAX_LARGE_RATIO, MAX_UNPACK_PASSES, UNPACK_ALLOWANCE } from '../base/limits.ts';
import { DX0303, DX0304, DX0306, DX0363 } from './messages.ts';
import { type RandomAccessSource, sourceOfBytes } from './source.ts';

/** Buffered bytes before the last one, if memory allows: a candidate of the largest size can be read again. */
const MAX_CACHED = MAX_FOUND_SHADER + 2 ** 22;

/** Unpacks from the beginning. */
type Opener = () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Events of a streamed source. */
export interface StreamEvents {
  /** So many bytes were unpacked; false ends it. */
  readonly unpacked: (count: number) => boolean;
  readonly failed: (error: unknown) => void;
  /** It would be unpacked too often. */
  readonly tooOften: () => void;
}

class StreamedSource implements RandomAccessSource {
  readonly #cacheSize: number;
  #pieces: Uint8Array[] = [];
  /** The offsets of the first buffered byte and of the next one. */
  #start = 0;
  #end = 0;
  #iterator: AsyncIterator<Uint8Array> | Iterator<Uint8Array> | undefined;
  /** Nothing follows the pieces. */
  #isEnded = false;
  #passes = 0;

  /** @param memory bytes that may be buffered */
  constructor(
    readonly size: number,
    memory: number,
    private readonly open: Opener,
    private readonly events: StreamEvents,
  ) {
    this.#cacheSize = Math.min(MAX_CACHED, memory);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (offset < this.#start || this.#passes === 0) {
      await this.close();
      if (this.#passes > MAX_UNPACK_PASSES) return new Uint8Array(0);
      if (this.#passes++ === MAX_UNPACK_PASSES) {
        this.events.tooOften();
        return new Uint8Array(0);
      }
      const opened = this.open();
      this.#iterator = Symbol.asyncIterator in opened ? opened[Symbol.asyncIterator]() : opened[Symbol.iterator]();
      this.#isEnded = false;
    }
    const end = Math.min(offset + length, this.size);
    while (!this.#isEnded && this.#end < end) await this.#next(offset);
    return this.#copy(offset, Math.min(end, this.#end));
  }

  /** Ends the codec. */
  async close(): Promise<void> {
    const iterator = this.#iterator;
    this.#iterator = undefined;
    this.#pieces = [];
    this.#start = 0;
    this.#end = 0;
    this.#isEnded = true;
    await iterator?.return?.();
  }

  /** @param wanted the first byte that must stay buffered */
  async #next(wanted: number): Promise<void> {
    let next: IteratorResult<Uint8Array>;
    try {
      next = await this.#iterator!.next();
    } catch (error) {
      // A codec may throw any error of its library.
      this.#isEnded = true;
      this.events.failed(error);
      return;
    }
    if (next.done) {
      this.#isEnded = true;
      return;
    }
    const piece = toBytes(next.value, 'findShaders', 'a piece of a codec');
    this.#pieces.push(piece);
    this.#end += piece.byteLength;
    const before = Math.min(wanted, this.#end - this.#cacheSize);
    let dropped = 0;
    while (dropped < this.#pieces.length && this.#start + this.#pieces[dropped]!.byteLength <= before)
      this.#start += this.#pieces[dropped++]!.byteLength;
    if (dropped > 0) this.#pieces.splice(0, dropped);
    if (!this.events.unpacked(piece.byteLength)) this.#isEnded = true;
  }

  #copy(from: number, to: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, to - from));
    let at = this.#start;
    for (const piece of this.#pieces) {
      const [first, last] = [Math.max(from, at), Math.min(to, at + piece.byteLength)];
      if (first < last) bytes.set(piece.subarray(first - at, last - at), first - from);
      at += piece.byteLength;
    }
    return bytes;
  }
}

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
  /** Bytes that the container declares for the result. */
  readonly size?: number | undefined;
  /** Unpacks from the beginning; it may be called several times. */
  readonly open: Opener;
}

/** Unpacked bytes; what holds resources has to be closed. */
export interface UnpackedSource extends RandomAccessSource {
  readonly close?: () => Promise<void>;
}

/** Bytes that something of `packedSize` bytes may unpack to. */
export function unpackLimit(
  packedSize: number | undefined,
  { ratio, memberBytes, totalBytes, used }: UnpackBudget,
): number {
  const size = packedSize ?? Number.POSITIVE_INFINITY;
  const byRatio = Math.max(UNPACK_ALLOWANCE, ratio * size);
  const ifLarge = Math.max(memberBytes, Math.min(ratio, MAX_LARGE_RATIO) * size);
  return Math.max(0, Math.min(byRatio, ifLarge, totalBytes - used));
}

/** Returns the unpacked bytes, as many as the limits allow, and reports why there are not more. */
export async function unpack(
  packed: PackedBytes,
  budget: UnpackBudget,
  diagnostics: Diagnostics,
): Promise<UnpackedSource> {
  const { name, offset, packedSize, open } = packed;
  const end = offset + (packedSize ?? 0);
  const limit = unpackLimit(packedSize, budget);
  const { memberBytes, totalBytes } = budget;
  const reportLimit = () => {
    if (budget.used >= totalBytes) diagnostics.report(DX0303, offset, end, { limit: totalBytes });
    else diagnostics.report(DX0304, offset, end, { name, limit });
  };
  const reportFault = (error: unknown) => diagnostics.report(DX0306, offset, end, { name, reason: reasonOf(error) });
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isLarge = false;
  let isFaulty = false;
  try {
    for await (const given of open()) {
      // Codecs of Node return its `Buffer`.
      const piece = toBytes(given, 'findShaders', 'a piece of a codec');
      const part = piece.byteLength > limit - size ? piece.slice(0, limit - size) : piece;
      size += part.byteLength;
      budget.used += part.byteLength;
      if (part !== piece) {
        if (!isLarge) pieces.push(part);
        reportLimit();
        break;
      }
      if (!isLarge && size > memberBytes) {
        isLarge = true;
        pieces.length = 0;
        // The rest needs no counting where the container says how much there is.
        if (packed.size !== undefined && packed.size >= size) break;
      }
      if (!isLarge) pieces.push(part);
    }
  } catch (error) {
    // A codec may throw any error of its library; a fault of dxlens itself would be a fault of the codec, too.
    isFaulty = true;
    reportFault(error);
  }
  if (!isLarge) return sourceOfPieces(pieces, size);
  const declared = packed.size !== undefined && packed.size >= size && !isFaulty ? Math.min(packed.size, limit) : size;
  if (declared === limit && packed.size !== undefined && packed.size > limit) reportLimit();
  return new StreamedSource(declared, memberBytes, open, {
    unpacked: (count) => {
      budget.used += count;
      if (budget.used < totalBytes) return true;
      reportLimit();
      return false;
    },
    failed: (error) => {
      if (!isFaulty) reportFault(error);
      isFaulty = true;
    },
    tooOften: () => diagnostics.report(DX0363, offset, end, { name, limit: memberBytes, passes: MAX_UNPACK_PASSES }),
  });
}

/** The message of an error of any library, on one line. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').trim() || 'the compressed bytes are damaged';
}

function sourceOfPieces(pieces: readonly Uint8Array[], size: number): RandomAccessSource {
  return sourceOfBytes(pieces.length === 1 ? pieces[0]! : joined(pieces, size));
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
