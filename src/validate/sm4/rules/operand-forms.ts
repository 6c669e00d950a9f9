/**
 * Rules of the form of an instruction: its modifiers, how many operands it has and of what type, components, modifiers, precision
 * and indices.
 *
 * Not for: whether what they name is declared.
 */
import type { Sm4Judgement } from '../judgement.ts';

/** Judges the instruction token and every operand of the instruction at hand. */
export function judgeForms(_j: Sm4Judgement): void {}
