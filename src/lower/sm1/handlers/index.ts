/**
 * How every instruction of shader models 1 to 3 is lowered: one record with a handler for each row of the opcode table,
 * so that an opcode without one does not compile.
 */
import type { Sm1Opcode } from '../../../isa/sm1/opcodes.ts';
import type { Sm1Handler } from '../lowering.ts';
import { ARITHMETIC_HANDLERS } from './arithmetic.ts';
import { FLOW_HANDLERS } from './flow.ts';
import { TEXTURE_HANDLERS } from './textures.ts';

export const SM1_LOWERINGS: Readonly<Record<Sm1Opcode, Sm1Handler>> = {
  ...ARITHMETIC_HANDLERS,
  ...FLOW_HANDLERS,
  ...TEXTURE_HANDLERS,
};
