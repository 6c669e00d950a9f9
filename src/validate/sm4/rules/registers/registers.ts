/** Rules of inputs, outputs and special registers: what each topic gives to the driver (../../validator.ts). */
import type { Handlers, ReferenceHandlers, Sm4Judgement } from '../../context.ts';
import { DECLARED_PORTS } from './declarations.ts';
import { DECLARED_RANGES, judgeOutputRanges } from './index-ranges.ts';
import { EVALUATIONS, REFERENCED_PORTS } from './references.ts';
import { SPECIAL_REGISTER_REFERENCES } from './special-registers.ts';
import { judgeTotals } from './totals.ts';

/** Declarations, by opcode. */
export const PORT_DECLARATIONS: Handlers = { ...DECLARED_PORTS, ...DECLARED_RANGES };
/** Operands of instructions that are no declarations, by their type. */
export const PORT_REFERENCES: ReferenceHandlers = { ...REFERENCED_PORTS, ...SPECIAL_REGISTER_REFERENCES };
/** Instructions, by opcode, behind the references of their operands. */
export const PORT_INSTRUCTIONS: Handlers = EVALUATIONS;

/** Judges what the declarations amount to, before the first instruction of a program, or of a hull shader's phase. */
export function judgePortsAtBody(j: Sm4Judgement): void {
  judgeOutputRanges(j);
}

/** Judges the whole program behind its last instruction. */
export function judgePortsAtEnd(j: Sm4Judgement): void {
  judgeTotals(j);
}
