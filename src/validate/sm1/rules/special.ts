/**
 * Rules of the instructions that drivers expand (`nrm`, `crs`, `pow`, `lrp`, `sincos`, `sgn`, `dp2add`) and of those that
 * read one component (`rcp`, `rsq`, `exp`, `log`, `pow`), in all models from 2.0 on and, where it has them, vs_1_1.
 *
 * Not for: what holds for the operands of every instruction (the pipelines vs.ts and ps.ts), and the m*x* macros (matrix.ts).
 */
import type { Sm1Judgement } from '../instruction.ts';

/** Judges whether source `i` selects one component where its instruction asks for that. Call in the loop over the sources, after the swizzle. */
export function judgeReplicate(_j: Sm1Judgement, _i: number): void {}

/** Judges what an expanded instruction asks of its operands together. Call behind the rules of the destination. */
export function judgeSpecial(_j: Sm1Judgement): void {}
