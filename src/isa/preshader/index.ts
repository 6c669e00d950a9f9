/** Preshaders and expressions of effects: the table of operations, registers, cursor, instructions as objects. */
export {
  decodePreshaderInstructions,
  encodePreshaderInstructions,
  expressionCode,
  type PreshaderCode,
  type PreshaderComponent,
  PreshaderCursor,
  type PreshaderInstruction,
  type PreshaderInstructions,
  type PreshaderOperand,
  PreshaderToken,
  preshaderCode,
  preshaderLiteralSize,
  preshaderOperand,
} from './code.ts';
export { PRESHADER_OPCODE_DOCS, PRESHADER_REGISTER_DOCS } from './opcode-docs.ts';
export {
  PRESHADER_OPCODE_BY_CODE,
  PRESHADER_OPCODES,
  PRESHADER_REGISTER_BY_CODE,
  PRESHADER_REGISTERS,
  type PreshaderAccess,
  type PreshaderCategory,
  type PreshaderGeneration,
  type PreshaderOpcode,
  type PreshaderOpcodeRow,
  type PreshaderRegister,
  type PreshaderRegisterRow,
  type PreshaderValueType,
  preshaderOpcodeRow,
} from './opcodes.ts';
