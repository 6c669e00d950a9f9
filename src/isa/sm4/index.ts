/** Shader models 4.0 to 5.1: tables, token fields, reader, cursor and view. */
export { isWrongField } from '../../base/explained.ts';
export { Cursor, OperandSlot } from './cursor.ts';
export { explainSm4, type Sm4Word, type Sm4WordField, sm4WordsOf } from './fields.ts';
export * from './names.ts';
export {
  type Mnemonic,
  OPCODE_BY_CODE,
  OPCODES,
  type Opcode,
  type OpcodeRow,
  type OperandRole,
  type OperandRow,
  type Payload,
  type Stage,
} from './opcodes.ts';
export { OPERAND_TYPE_BY_CODE, OPERAND_TYPES, type OperandTypeName, type OperandTypeRow } from './operands.ts';
export { profileOf, readSm4, type Sm4Program, usesRangeIds } from './program.ts';
export { readShaderMessage, type ShaderMessage } from './shader-message.ts';
export { countSm4, SM4_COUNTS, type Sm4Count, type Sm4Counts } from './statistics.ts';
export * from './tokens.ts';
export { type Instruction, instructionAt, instructions, type Operand, type OperandIndex } from './view.ts';
