/**
 * How every instruction of shader models 4.0 to 5.1 is lowered: one record with a handler for each row of the opcode
 * table, so that an opcode without one does not compile.
 */
import { type Sm4InstructionMnemonic, sm4ByOpcode } from '../../../isa/sm4/opcodes.ts';
import type { Sm4Handler } from '../lowering.ts';
import { ARITHMETIC_HANDLERS, INTEGER_HANDLERS } from './arithmetic.ts';
import { DOUBLE_HANDLERS } from './doubles.ts';
import { FLOW_HANDLERS } from './flow.ts';
import { MEMORY_HANDLERS } from './memory.ts';
import { INTERPOLATION_HANDLERS, MOVE_HANDLERS } from './moves.ts';
import { TEXTURE_HANDLERS } from './textures.ts';

const HANDLERS: Readonly<Record<Sm4InstructionMnemonic, Sm4Handler>> = {
  ...ARITHMETIC_HANDLERS,
  ...INTEGER_HANDLERS,
  ...DOUBLE_HANDLERS,
  ...MOVE_HANDLERS,
  ...FLOW_HANDLERS,
  ...MEMORY_HANDLERS,
  ...TEXTURE_HANDLERS,
  ...INTERPOLATION_HANDLERS,
};

export const SM4_LOWERINGS = /* @__PURE__ */ sm4ByOpcode(HANDLERS);
