/**
 * The chunk STAT, statistics: DWORDs in the order of `D3D11_SHADER_DESC` and a few that it does not have.
 *
 * Not for: counting instructions; the numbers are what the compiler wrote, and listings print them unchecked.
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import { ChunkView } from './chunk-view.ts';
import type { Chunk, Container } from './dxbc.ts';

/** Which DWORD of the chunk a statistic is. Those without a public name are called `unknown` (source: d3d11shader.h, oracle). */
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
  unknown22: 22,
  inputPrimitive: 23,
  gsOutputTopology: 24,
  gsMaxOutputVertexCount: 25,
  unknown26: 26,
  unknown27: 27,
  /** Not 0: the pixel shader runs once a sample. */
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

/** The sizes that occur, in bytes: early shader model 4, shader model 4, shader model 5. Microsoft reads no other. */
const SIZES = [112, 116, 148];

export interface Statistics {
  /** The value of `field`, unsigned; 0 where the chunk is too short to have it. */
  get(field: StatField): number;
  /** Whether the chunk has one of the sizes that Microsoft reads. */
  readonly intact: boolean;
}

/** Reads statistics of any size. */
export function readStat(container: Container, chunk: Chunk, diagnostics: Diagnostics): Statistics {
  const view = new ChunkView(container, chunk, diagnostics);
  const intact = SIZES.includes(view.size);
  if (!intact) view.report('DX1013', 0, view.size, { size: view.size, expected: SIZES.join(', ') });
  return {
    get(field) {
      const offset = 4 * STAT_FIELDS[field];
      return offset + 4 <= view.size ? view.u32(offset) : 0;
    },
    intact,
  };
}
