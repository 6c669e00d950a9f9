/** Rules of control flow, subroutines, function bodies and interfaces: what each topic gives to the driver (../validator.ts). */
import type { Handlers, ReferenceHandlers, Sm4Judgement } from '../judgement.ts';

/** Declarations, by opcode. */
export const FLOW_DECLARATIONS: Handlers = {};
/** Operands of instructions that are no declarations, by their type. */
export const FLOW_REFERENCES: ReferenceHandlers = {};
/** Instructions, by opcode, behind the references of their operands. */
export const FLOW_INSTRUCTIONS: Handlers = {};

/** Judges what the declarations amount to, before the first instruction of a program, or of a hull shader's phase. */
export function judgeFlowAtBody(_j: Sm4Judgement): void {}

/** Judges the whole program behind its last instruction. */
export function judgeFlowAtEnd(_j: Sm4Judgement): void {}
