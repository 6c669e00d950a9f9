/** Preshaders and expressions of effects: the table of operations, registers, cursor, instructions as objects. */
export {
  expressionCode,
  type PreshaderCode,
  PreshaderCursor,
  PreshaderToken,
  preshaderCode,
  preshaderLiteralSize,
} from './code.ts';
export {
  decodePreshaderInstructions,
  encodePreshaderInstructions,
  type PreshaderComponent,
  type PreshaderInstruction,
  type PreshaderInstructions,
  type PreshaderOperand,
  preshaderOperand,
} from './instructions.ts';
export { PRESHADER_OPCODE_DOCS, PRESHADER_REGISTER_DOCS } from './opcode-docs.ts';
export {
  PRESHADER_OPCODE_BY_CODE,
  PRESHADER_OPCODES,
  type PreshaderAccess,
  type PreshaderCategory,
  type PreshaderGeneration,
  type PreshaderOpcode,
  type PreshaderOpcodeRow,
  type PreshaderValueType,
  preshaderOpcodeRow,
} from './opcodes.ts';

export {
  PRESHADER_REGISTER_BY_CODE,
  PRESHADER_REGISTERS,
  type PreshaderRegister,
  type PreshaderRegisterRow,
} from './registers.ts';
