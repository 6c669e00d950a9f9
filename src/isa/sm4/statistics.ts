/**
 * Counts the instructions of a tokenized program as Microsoft's compiler does for the chunk STAT (source: oracle).
 *
 * Not for: the chunk (container/stat.ts), whose field names these are.
 */
import type { Sm4Program } from './program.ts';

/** A count for each field of STAT. */
export interface Sm4Counts {
  readonly instructionCount: number;
  readonly tempRegisterCount: number;
  readonly defCount: number;
  readonly dclCount: number;
  readonly floatInstructionCount: number;
  readonly intInstructionCount: number;
  readonly uintInstructionCount: number;
  readonly staticFlowControlCount: number;
  readonly dynamicFlowControlCount: number;
  readonly macroInstructionCount: number;
  readonly tempArrayCount: number;
  readonly arrayInstructionCount: number;
  readonly cutInstructionCount: number;
  readonly emitInstructionCount: number;
  readonly textureNormalInstructions: number;
  readonly textureLoadInstructions: number;
  readonly textureCompInstructions: number;
  readonly textureBiasInstructions: number;
  readonly textureGradientInstructions: number;
  readonly movInstructionCount: number;
  readonly movcInstructionCount: number;
  readonly conversionInstructionCount: number;
  readonly unknown22: number;
  readonly inputPrimitive: number;
  readonly gsOutputTopology: number;
  readonly gsMaxOutputVertexCount: number;
  readonly unknown26: number;
  readonly unknown27: number;
  readonly sampleFrequency: number;
  readonly gsInstanceCount: number;
  readonly controlPoints: number;
  readonly hsOutputPrimitive: number;
  readonly hsPartitioning: number;
  readonly tessellatorDomain: number;
  readonly barrierInstructions: number;
  readonly interlockedInstructions: number;
  readonly textureStoreInstructions: number;
}

/** The counts of `program`. */
export declare function countSm4(program: Sm4Program): Sm4Counts;
