/** Shader models 1.0 to 3.0, preshaders and texture shaders: tables, token fields, reader, cursor and view. */
export { isInvalidField } from '../../base/explained.ts';
export { maskText, swizzleText } from '../components.ts';
export * from './builder.ts';
export {
  findSm1Comment,
  PRESHADER_STAGE,
  type Sm1CommentSpan,
  Sm1CommentTag,
  TEXTURE_SHADER_STAGE,
} from './comments.ts';
export { isSm1End, Sm1Cursor, Sm1OperandSlot } from './cursor.ts';
export {
  type Sm1DeclaredRegister,
  type Sm1DefinedConstant,
  type Sm1ProgramDeclarations,
  sm1Declarations,
} from './declarations.ts';
export * from './edit.ts';
export * from './encode.ts';
export {
  explainSm1,
  type Sm1ExplainOptions,
  type Sm1Word,
  type Sm1WordField,
} from './fields.ts';
export { SM1_OPCODE_DOCS } from './opcode-docs.ts';
export * from './opcodes.ts';
export {
  PRESHADER_OPCODES,
  PRESHADER_OPERANDS,
  type PreshaderCode,
  PreshaderCursor,
  type PreshaderOperandRow,
  PreshaderToken,
  readPreshaderCode,
  readTx,
  type TxProgram,
} from './preshader.ts';
export { readSm1, type Sm1Program, sm1InstructionAt } from './program.ts';
export {
  PRESHADER_OPERAND_DOCS,
  SM1_REGISTER_DOCS,
  SM1_RESULT_MODIFIER_DOCS,
  SM1_SOURCE_MODIFIER_DOCS,
} from './register-docs.ts';
export * from './registers.ts';
export { Sm1SlotCounter } from './slots.ts';
export { SM1_FIELD_DOCS, SM1_TOKEN_KIND_DOCS } from './token-docs.ts';
export * from './token-kinds.ts';
export * from './tokens.ts';
export { type Sm1Declaration, Sm1Instruction, type Sm1Operand, sm1Instructions } from './view.ts';
