/**
 * Repairs the fields of a container that say where its chunks are: the total size, the number of chunks, their offsets
 * and sizes, and the checksum. The bytes of the chunks stay as they are and where they are. Compilers write chunks one
 * after the other, so that two of the end of a chunk, the offset of the next one and its tag agree where the third is
 * wrong.
 *
 * Not for: damage inside of chunks, or files that are cut.
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { MAX_CHUNKS } from '../base/limits.ts';
import { bytesOf, fourCCText, u32At } from '../base/words.ts';
import { computeChecksum, verifyChecksum } from './digest.ts';
import { CHUNK_HEADER_SIZE, HEADER_SIZE } from './dxbc.ts';
import { DX1034, DX1046, DX1047 } from './messages.ts';
import { TAG } from './tags.ts';

const TOTAL_AT = 24;
const COUNT_AT = 28;
const KNOWN_TAGS: ReadonlySet<number> = new Set(Object.values(TAG));

/**
 * Returns a copy of a container with the fields of its header, its chunk table and its chunk headers repaired, and the
 * checksum of the result. Reports each field that changes, as a note, and returns undefined, with an error, where the
 * chunks cannot be found.
 *
 * @param input the complete file; bytes after the container stay
 */
export function repairContainer(input: Uint8Array, diagnostics: Diagnostics): Uint8Array | undefined {
  const { byteLength: size } = input;
  const fail = (reason: string) => {
    diagnostics.report(DX1047, 0, Math.min(size, HEADER_SIZE), { reason });
    return undefined;
  };
  if (size < HEADER_SIZE + CHUNK_HEADER_SIZE) return fail('the file is too short');
  const count = chunkCount(input);
  if (count === 0) return fail('no tag follows the header');
  const chunks = chunksOf(input, count);
  const lastOffset = u32At(input, HEADER_SIZE + 4 * (count - 1));
  const declared = u32At(input, TOTAL_AT);
  if (chunks === undefined && declared > size && lastOffset < declared && lastOffset + CHUNK_HEADER_SIZE > size)
    return fail(`the file has ${size} of ${declared} bytes; get the whole file`);
  if (chunks === undefined) return fail('a chunk begins neither where the table says nor after the chunk before it');
  const last = chunks.at(-1)!;
  const stated = u32At(input, TOTAL_AT);
  const end = last.start + CHUNK_HEADER_SIZE + last.length;
  if (end > size && end === stated)
    return fail(`the file ends ${end - size} bytes before the last chunk does; get the whole file`);
  if (end > size || (end < size && stated === size)) {
    const total = stated <= size && stated >= last.start + CHUNK_HEADER_SIZE ? stated : size;
    last.length = total - last.start - CHUNK_HEADER_SIZE;
  }
  const output = input.slice();
  const view = new DataView(output.buffer, output.byteOffset, output.byteLength);
  const write = (at: number, value: number, field: string) => {
    const found = view.getUint32(at, true);
    if (found === value) return;
    view.setUint32(at, value, true);
    diagnostics.report(DX1046, at, at + 4, { field, found, value });
  };
  const total = last.start + CHUNK_HEADER_SIZE + last.length;
  write(TOTAL_AT, total, 'total size');
  write(COUNT_AT, count, 'number of chunks');
  for (const [index, { start, length }] of chunks.entries()) {
    const name = `chunk ${index} (${fourCCText(u32At(input, start))})`;
    write(HEADER_SIZE + 4 * index, start, `offset of ${name}`);
    write(start + 4, length, `size of ${name}`);
  }
  const container = output.subarray(0, total);
  if (verifyChecksum(container).kind === undefined) {
    container.set(bytesOf(computeChecksum(container)), 4);
    diagnostics.report(DX1034, 4, 20, { kind: 'retail' });
  }
  return output;
}

interface FoundChunk {
  /** Where its header begins, in bytes. */
  readonly start: number;
  /** Of its payload. */
  length: number;
}

/** Whether a chunk of a known kind may begin at `at`. */
function isKnownTag(input: Uint8Array, at: number): boolean {
  return at >= HEADER_SIZE && at + CHUNK_HEADER_SIZE <= input.byteLength && KNOWN_TAGS.has(u32At(input, at));
}

/** Whether the four characters at `at` are letters and digits, as in every tag. */
function isTag(input: Uint8Array, at: number): boolean {
  if (at < HEADER_SIZE || at + CHUNK_HEADER_SIZE > input.byteLength) return false;
  return /^[A-Za-z0-9]{4}$/.test(fourCCText(u32At(input, at)));
}

/**
 * The number of chunks: the stated one if a chunk begins where the table says or after it, else up to the first known
 * tag. 0: there is none.
 */
function chunkCount(input: Uint8Array): number {
  const stated = u32At(input, COUNT_AT);
  const most = Math.min(MAX_CHUNKS, (input.byteLength - HEADER_SIZE) >>> 2);
  if (stated > 0 && stated <= most) {
    const first = u32At(input, HEADER_SIZE);
    const tableEnd = HEADER_SIZE + 4 * stated;
    if (isTag(input, tableEnd)) return stated;
    // Before the first chunk there may be more entries than stated, or bytes that belong to no chunk.
    if (first >= tableEnd && isTag(input, first)) {
      const entries = (first - HEADER_SIZE) >>> 2;
      for (let i = stated; i < entries; i++) if (!isTag(input, u32At(input, HEADER_SIZE + 4 * i))) return stated;
      return entries;
    }
  }
  for (let count = 1; count <= most; count++) if (isKnownTag(input, HEADER_SIZE + 4 * count)) return count;
  return 0;
}

/** The chunks in the order of the table; undefined where one is not found. The size of the last one is as it says. */
function chunksOf(input: Uint8Array, count: number): FoundChunk[] | undefined {
  const chunks: FoundChunk[] = [];
  let expected = HEADER_SIZE + 4 * count;
  for (let index = 0; index < count; index++) {
    const stated = u32At(input, HEADER_SIZE + 4 * index);
    const previous = chunks.at(-1);
    const lowest = previous === undefined ? HEADER_SIZE + 4 * count : previous.start + CHUNK_HEADER_SIZE;
    let start = expected;
    if (!isTag(input, expected) || (stated !== expected && !isKnownTag(input, expected))) {
      start = stated >= lowest && isTag(input, stated) ? stated : nextTag(input, lowest);
      if (start < 0) return undefined;
      // Fewer bytes than a DWORD are padding.
      if (previous !== undefined && (start < expected || start - expected >= 4))
        previous.length = start - previous.start - CHUNK_HEADER_SIZE;
    }
    const length = u32At(input, start + 4);
    chunks.push({ start, length });
    expected = start + CHUNK_HEADER_SIZE + length;
  }
  return chunks;
}

/** The offset of the first known tag from `from` on, at a multiple of four bytes; -1 if there is none. */
function nextTag(input: Uint8Array, from: number): number {
  for (let at = from; at + CHUNK_HEADER_SIZE <= input.byteLength; at += 4) if (isKnownTag(input, at)) return at;
  return -1;
}
