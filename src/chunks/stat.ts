/**
 * The chunk STAT, statistics: DWORDs in the order of `D3D11_SHADER_DESC` and a few that it does not have.
 *
 * Not for: counting instructions; the numbers are what the compiler wrote, and listings print them unchecked.
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { wordsOf } from '../base/words.ts';
import { chunkParser } from '../container/chunk-view.ts';
import { ChunkWriter } from '../container/chunk-writer.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../container/dxbc.ts';
import { DX1013 } from '../container/messages.ts';

/** The sizes that occur, in bytes: early shader model 4, shader model 4, shader model 5. Microsoft reads no other. */
const SIZES = [112, 116, 148];
const FULL_SIZE = 148;

/**
 * Which DWORD of the chunk a statistic is. Those without a public name are called `unknown` (source: d3d11shader.h,
 * oracle).
 */
export const STAT_FIELDS = {
  instructionCount: 0,
  tempRegisterCount: 1,
  defCount: 2,
  dclCount: 3,
  floatInstructionCount: 4,
  intInstructionCount: 5,
  uintInstructionCount: 6,
  staticFlowControlCount: 7,
  dynamicFlowControlCount: 8,
  macroInstructionCount: 9,
  tempArrayCount: 10,
  arrayInstructionCount: 11,
  cutInstructionCount: 12,
  emitInstructionCount: 13,
  textureNormalInstructions: 14,
  textureLoadInstructions: 15,
  textureCompInstructions: 16,
  textureBiasInstructions: 17,
  textureGradientInstructions: 18,
  movInstructionCount: 19,
  movcInstructionCount: 20,
  conversionInstructionCount: 21,
  bitwiseInstructionCount: 22,
  inputPrimitive: 23,
  gsOutputTopology: 24,
  gsMaxOutputVertexCount: 25,
  unknown26: 26,
  unknown27: 27,
  /** Not 0: the pixel shader runs once per sample. */
  sampleFrequency: 28,
  gsInstanceCount: 29,
  controlPoints: 30,
  hsOutputPrimitive: 31,
  hsPartitioning: 32,
  tessellatorDomain: 33,
  barrierInstructions: 34,
  interlockedInstructions: 35,
  textureStoreInstructions: 36,
} as const;

export type StatField = keyof typeof STAT_FIELDS;

export const STAT_NAMES = Object.keys(STAT_FIELDS) as readonly StatField[];

/** The DWORDs of a chunk, in fields with names. */
export class Statistics {
  constructor(
    /** All that a chunk may have, in the order of {@link STAT_FIELDS}; 0 where it is too short. */
    readonly words: Uint32Array,
    /** Payload bytes. */
    readonly size: number,
    /** Whether the chunk has one of the sizes that Microsoft reads. */
    readonly intact: boolean,
  ) {}

  /** The value of `field`, unsigned; 0 where the chunk is too short to have it. */
  get(field: StatField): number {
    return this.words[STAT_FIELDS[field]]!;
  }

  /** Returns all values in the chunk, by field, for {@link serializeStat}. */
  all(): Partial<Record<StatField, number>> {
    const fields = STAT_NAMES.filter((field) => 4 * STAT_FIELDS[field] + 4 <= this.size);
    return Object.fromEntries(fields.map((field) => [field, this.get(field)]));
  }
}

/** Reads statistics of any size. */
export function readStat({ bytes }: Container, { data, offset }: Chunk, diagnostics: Diagnostics): Statistics {
  const size = data.byteLength;
  const start = offset + CHUNK_HEADER_SIZE;
  const intact = SIZES.includes(size);
  if (!intact)
    diagnostics.report(DX1013, start, start + size, {
      chunk: 'STAT',
      size,
      expected: SIZES.join(', '),
    });
  const stored = wordsOf(bytes, start, Math.min(size, FULL_SIZE));
  if (stored.length === FULL_SIZE / 4) return new Statistics(stored, size, intact);
  const words = new Uint32Array(FULL_SIZE / 4);
  words.set(stored);
  return new Statistics(words, size, intact);
}

/** Reads statistics: the chunk `STAT`. */
export const parseStat = /* @__PURE__ */ chunkParser(readStat);

/**
 * Returns the payload of a statistics chunk; fields missing from `values` are 0.
 *
 * @param size of the payload in bytes: 116 for shader model 4, 148 for 5 (source: oracle)
 * @throws RangeError when a value is not a 32-bit integer, or is not 0 and lies beyond `size`
 */
export function serializeStat(values: Partial<Record<StatField, number>>, size: number = FULL_SIZE): Uint8Array {
  const writer = new ChunkWriter();
  if (!(Number.isInteger(size) && size >= 0)) throw new RangeError(`statistics of ${size} bytes`);
  writer.reserve(size);
  for (const field of STAT_NAMES) {
    const value = values[field] ?? 0;
    const offset = 4 * STAT_FIELDS[field];
    if (offset + 4 <= size) writer.put32(offset, value);
    else if (value !== 0) throw new RangeError(`there is no ${field} in statistics of ${size} bytes`);
  }
  return writer.bytes();
}
