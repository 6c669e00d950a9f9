/** Shader models 4.0 to 5.1: tables, token fields, reader, cursor, view, encoder, builder and edits. */
export { isInvalidField } from '../../base/explained.ts';
export {
  type Sm4Mnemonics,
  type Sm4Options,
  type Sm4ProfileName,
  type Sm4SyncFlag,
  type Sm4View,
  sm4Comment,
  sm4ImmediateConstantBuffer,
  sm4Message,
  sm4Mnemonics,
  sm4Shader,
} from './builder.ts';
export type {
  Sm4Declaration,
  Sm4DeclarationArguments,
  Sm4Dimension,
  Sm4GlobalFlag,
  Sm4InputPrimitive,
  Sm4InterfaceShape,
  Sm4Interpolation,
  Sm4OutputTopology,
  Sm4ReturnType,
  Sm4ReturnTypes,
  Sm4SamplerMode,
  Sm4SystemName,
  Sm4UavMarks,
} from './builder-declarations.ts';
export {
  type Sm4Component,
  Sm4Destination,
  type Sm4Index,
  type Sm4Literal,
  type Sm4Mask,
  type Sm4MinPrecision,
  type Sm4Range,
  Sm4Register,
  type Sm4Relative,
  Sm4Source,
  type Sm4Swizzle,
  sm4Literals,
  sm4Ranges,
  sm4Register,
  sm4Registers,
  sm4Relative,
} from './builder-operands.ts';
export { Sm4Cursor, Sm4OperandSlot } from './cursor.ts';
export {
  findSm4Nodes,
  findSm4Register,
  insertSm4Nodes,
  mapSm4Literals,
  moveSm4Range,
  removeSm4Nodes,
  renameSm4Register,
  renameSm4Registers,
  replaceSm4Nodes,
  type Sm4LiteralLocation,
  type Sm4PositionRange,
  type Sm4RegisterRef,
  setSm4Literal,
  setSm4Operand,
  sm4NodeOffsets,
  sm4OpcodeOf,
  sm4PositionAt,
  sm4RegisterOf,
  visitSm4Registers,
} from './edit.ts';
export {
  addSm4Declaration,
  coverSm4Temps,
  removeUnusedSm4Declarations,
  setSm4GlobalFlags,
  setSm4ImmediateConstants,
  sm4GlobalFlags,
  sm4ImmediateConstants,
} from './edit-declarations.ts';
export {
  decodeSm4,
  encodeSm4,
  type Sm4DataNode,
  type Sm4IndexNode,
  type Sm4InstructionNode,
  type Sm4MessageNode,
  type Sm4Module,
  type Sm4Node,
  type Sm4OperandNode,
  sm4Module,
  sm4NodeLength,
} from './encode.ts';
export { featuresOfSm4, type Sm4Feature } from './features.ts';
export { explainSm4, type Sm4Word, type Sm4WordField, sm4WordsOf } from './fields.ts';
export * from './names.ts';
export { SM4_OPCODE_DOCS } from './opcode-docs.ts';
export {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4Access,
  type Sm4Category,
  type Sm4Components,
  type Sm4CountedAs,
  type Sm4DeclarationRow,
  type Sm4Declares,
  type Sm4InstructionRow,
  type Sm4MipLevel,
  type Sm4Mnemonic,
  type Sm4Opcode,
  type Sm4OpcodeRow,
  type Sm4OperandRole,
  type Sm4OperandRow,
  type Sm4Payload,
  type Sm4Requirement,
  type Sm4Stage,
  type Sm4ValueType,
  sm4IsSparse,
  sm4NeedsQuad,
  sm4Requirement,
} from './opcodes.ts';
export { SM4_OPERAND_TYPE_DOCS } from './operand-type-docs.ts';
export {
  SM4_OPERAND_TYPE_BY_CODE,
  SM4_OPERAND_TYPES,
  type Sm4OperandTypeName,
  type Sm4OperandTypeRow,
} from './operands.ts';
export { readSm4, type Sm4Program, sm4ProfileOf, sm4UsesRangeIds } from './program.ts';
export { readSm4Message, type Sm4Message } from './shader-message.ts';
export { countSm4, SM4_COUNTS, type Sm4Count, type Sm4Counts } from './statistics.ts';
export { SM4_FIELD_DOCS } from './token-docs.ts';
export * from './token-kinds.ts';
export * from './tokens.ts';
export {
  type Sm4Instruction,
  type Sm4Operand,
  type Sm4OperandIndex,
  sm4InstructionAt,
  sm4Instructions,
} from './view.ts';
