/** Rules of inputs, outputs and special registers, collected for the driver (../../validate-program.ts). */
import type { Handlers, ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import { REGISTER_DECLARATIONS } from './declarations.ts';
import { checkOutputRanges, DECLARED_RANGES } from './index-ranges.ts';
import { EVALUATIONS, REGISTER_REFERENCES } from './references.ts';
import { SPECIAL_REGISTER_REFERENCES } from './special-registers.ts';
import { checkTotals } from './totals.ts';

/** Declarations, by opcode. */
export const INTERFACE_REGISTER_DECLARATIONS: Handlers = { ...REGISTER_DECLARATIONS, ...DECLARED_RANGES };
/** Operands of instructions that are no declarations, by their type. */
export const INTERFACE_REGISTER_REFERENCES: ReferenceHandlers = {
  ...REGISTER_REFERENCES,
  ...SPECIAL_REGISTER_REFERENCES,
};
/** Instructions, by opcode, after the references of their operands. */
export const INTERFACE_REGISTER_INSTRUCTIONS: Handlers = EVALUATIONS;

/** Checks the declarations together, before the first instruction of a program or of a hull shader's phase. */
export function checkRegistersAtBody(ctx: Sm4ValidationContext): void {
  checkOutputRanges(ctx);
}

/** Checks the entire program after its last instruction. */
export function checkRegistersAtEnd(ctx: Sm4ValidationContext): void {
  checkTotals(ctx);
}
