/**
 * The handlers of all instructions of shader models 4.0 to 5.1: one record with a handler for each row of the opcode
 * table, so that an opcode without a handler does not compile.
 */
import type { Sm4InstructionMnemonic } from '../../../isa/sm4/opcodes.ts';
import type { Sm4Handler } from '../quad.ts';
import { COMPONENTWISE_HANDLERS } from './componentwise.ts';
import { DERIVATIVE_HANDLERS } from './derivatives.ts';
import { DOUBLE_HANDLERS } from './doubles.ts';
import { FLOW_HANDLERS } from './flow.ts';
import { INTERPOLATION_HANDLERS } from './interpolation.ts';
import { MEMORY_HANDLERS } from './memory.ts';
import { MOVE_HANDLERS } from './moves.ts';
import { STREAM_HANDLERS } from './streams.ts';
import { TEXTURE_HANDLERS } from './textures.ts';

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
