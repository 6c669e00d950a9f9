/**
 * Rules of the m*x* macros, in all models from 2.0 on and vs_1_1: their second source stands for the registers behind it too.
 *
 * Not for: what holds for the operands of every instruction (the pipelines vs.ts and ps.ts).
 */
import type { Sm1Judgement } from '../instruction.ts';

/** Registers that the second source of `opcode` stands for: 2 to 4 of an m*x* macro, 0 of any other instruction. */
export function matrixRows(_opcode: number): number {
  return 0;
}

/** Judges that the last register of the matrix in source `i` is at most `highest`. Call where the number of a source is judged, if that is in range. */
export function judgeMatrixRange(_j: Sm1Judgement, _i: number, _highest: number): void {}

/** Judges modifier and swizzle of the matrix in source `i`. Call in the loop over the sources, behind modifier and swizzle. */
export function judgeMatrixSource(_j: Sm1Judgement, _i: number): void {}

/** Judges mask and destination register of a macro. Call behind the rules of the destination. */
export function judgeMatrixDestination(_j: Sm1Judgement): void {}
