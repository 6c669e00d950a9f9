/**
 * Which opcodes a stage and version has at all, and which need a global flag.
 *
 * Not for: their operands (operand-forms.ts).
 */
import type { Sm4Judgement } from '../judgement.ts';

/** Judges whether the instruction at hand may stand in this program. */
export function judgeAdmission(_j: Sm4Judgement): void {}
