/** Rules of temporaries, constants, resources and memory: what each topic gives to the driver (../validator.ts). */
import type { Handlers, ReferenceHandlers, Sm4Judgement } from '../judgement.ts';

/** Declarations, by opcode. */
export const RESOURCE_DECLARATIONS: Handlers = {};
/** Operands of instructions that are no declarations, by their type. */
export const RESOURCE_REFERENCES: ReferenceHandlers = {};
/** Instructions, by opcode, behind the references of their operands. */
export const RESOURCE_INSTRUCTIONS: Handlers = {};

/** Judges what the declarations amount to, before the first instruction of a program, or of a hull shader's phase. */
export function judgeResourcesAtBody(_j: Sm4Judgement): void {}

/** Judges the whole program behind its last instruction. */
export function judgeResourcesAtEnd(_j: Sm4Judgement): void {}
