/**
 * The DWORDs of the chunk STAT, for any size that it has, and where in it the statistics are that listings print.
 *
 * Not for: the names of the other statistics, and writing (stat.ts).
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { wordsOf } from '../base/words.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../container/dxbc.ts';
import { CHUNK_MESSAGES } from '../container/messages.ts';

/** Which DWORD a statistic is that listings print; listings carry no other names (source: d3d11shader.h, oracle). */
export const LISTED_STATISTICS = {
  instructionCount: 0,
  /** Not 0: the pixel shader runs once per sample. */
  sampleFrequency: 28,
  controlPoints: 30,
  hsOutputPrimitive: 31,
  hsPartitioning: 32,
  tessellatorDomain: 33,
} as const;

/** The sizes that occur, in bytes: early shader model 4, shader model 4, shader model 5. Microsoft reads no other. */
const SIZES = [112, 116, 148];
export const STAT_FULL_SIZE = 148;

/** The DWORDs of a chunk. */
export interface StatWords {
  /** All that a chunk may have; 0 where it is too short. */
  readonly words: Uint32Array;
  /** Payload bytes. */
  readonly size: number;
  /** Whether the chunk has one of the sizes that Microsoft reads. */
  readonly intact: boolean;
}

/**
 * A buffer shared by many chunks that are too short, because allocating one for each takes longer than the rest of reading
 * (measured), and the number of its words in use.
 */
const ROOM_FOR = 27;
let room = new Uint32Array(0);
let used = 0;

/** Returns zeros for all fields that a chunk may have. */
function roomForWords(): Uint32Array {
  const count = STAT_FULL_SIZE / 4;
  if (used + count > room.length) {
    room = new Uint32Array(ROOM_FOR * count);
    used = 0;
  }
  const words = room.subarray(used, used + count);
  used += count;
  return words;
}

/** Reads statistics of any size. */
export function readStatWords({ bytes }: Container, { data, offset }: Chunk, diagnostics: Diagnostics): StatWords {
  const size = data.byteLength;
  const start = offset + CHUNK_HEADER_SIZE;
  const intact = SIZES.includes(size);
  if (!intact)
    diagnostics.report(CHUNK_MESSAGES.DX1013, start, start + size, {
      chunk: 'STAT',
      size,
      expected: SIZES.join(', '),
    });
  const there = wordsOf(bytes, start, Math.min(size, STAT_FULL_SIZE));
  if (there.length === STAT_FULL_SIZE / 4) return { words: there, size, intact };
  const words = roomForWords();
  words.set(there);
  return { words, size, intact };
}
