/**
 * What every instruction of shader models 4.0 to 5.1 does: one record with a handler for each row of the opcode table, so that an opcode
 * without a meaning does not compile.
 */
import type { Sm4InstructionMnemonic } from '../../isa/sm4/opcodes.ts';
import { COMPONENTWISE_HANDLERS } from './handlers/componentwise.ts';
import { DERIVATIVE_HANDLERS } from './handlers/derivatives.ts';
import { DOUBLE_HANDLERS } from './handlers/doubles.ts';
import { FLOW_HANDLERS } from './handlers/flow.ts';
import { INTERPOLATION_HANDLERS } from './handlers/interpolation.ts';
import { MEMORY_HANDLERS } from './handlers/memory.ts';
import { MOVE_HANDLERS } from './handlers/moves.ts';
import { STREAM_HANDLERS } from './handlers/streams.ts';
import { TEXTURE_HANDLERS } from './handlers/textures.ts';
import type { Sm4Handler } from './quad.ts';

export const SM4_HANDLERS: Readonly<Record<Sm4InstructionMnemonic, Sm4Handler>> = {
  ...COMPONENTWISE_HANDLERS,
  ...DOUBLE_HANDLERS,
  ...MOVE_HANDLERS,
  ...FLOW_HANDLERS,
  ...DERIVATIVE_HANDLERS,
  ...MEMORY_HANDLERS,
  ...STREAM_HANDLERS,
  ...INTERPOLATION_HANDLERS,
  ...TEXTURE_HANDLERS,
};
