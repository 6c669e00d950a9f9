/**
 * The receiver of a stage's primitives: output registers of the vertices, the leading one first, and which primitive
 * and stream they belong to.
 */
import type { Registers } from '../sm4/stage-registers.ts';

export type PrimitiveSink = (vertices: readonly Registers[], primitiveId: number, stream: number) => void;
