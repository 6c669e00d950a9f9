/** Shader models 1.0 to 3.0, preshaders and texture shaders: tables, token fields, reader, cursor and view. */
export { isInvalidField } from '../../base/explained.ts';
export { Sm1Version } from '../../base/profile.ts';
export { maskText, swizzleText } from '../components.ts';
export type { FlowBlock, FlowCall, FlowEdge, FlowEdgeKind, FlowEntry, FlowGraph } from '../flow/graph.ts';
export type { LiveRange } from '../flow/liveness.ts';
export {
  type Sm1Comparison,
  type Sm1DclAttributes,
  Sm1Destination,
  type Sm1Mask,
  type Sm1Mnemonics,
  type Sm1ProfileName,
  Sm1Register,
  type Sm1ResultModifier,
  type Sm1ResultShift,
  Sm1Source,
  type Sm1SourceModifier,
  type Sm1Swizzle,
  type Sm1TextureName,
  type Sm1UsageName,
  sm1Coissued,
  sm1Declare,
  sm1Mnemonics,
  sm1Predicated,
  sm1Registers,
  sm1Shader,
  sm1TextComment,
} from './builder.ts';
export {
  findSm1Comment,
  PRESHADER_STAGE,
  type Sm1CommentSpan,
  Sm1CommentTag,
  TEXTURE_SHADER_STAGE,
} from './comments.ts';
export { isSm1End, Sm1Cursor, Sm1OperandSlot } from './cursor.ts';
export {
  readSm1Declarations,
  type Sm1DeclaredRegister,
  type Sm1DefinedConstant,
  type Sm1ProgramDeclarations,
  sm1AssumedInputs,
} from './declarations.ts';
export * from './edit.ts';
export {
  decodeSm1,
  encodeSm1,
  type Sm1CommentNode,
  type Sm1DecodedModule,
  type Sm1InstructionNode,
  type Sm1Module,
  type Sm1Node,
  type Sm1OperandNode,
  sm1CommentNode,
  sm1Module,
} from './encode.ts';
export {
  explainSm1,
  explainSm1Token,
  type Sm1ExplainOptions,
  type Sm1Word,
  type Sm1WordField,
  sm1WordsOf,
} from './fields.ts';
export { readSm1FlowGraph, sm1LiveRanges } from './liveness.ts';
export {
  SM1_OPCODE_DOCS,
  SM1_REGISTER_DOCS,
  SM1_SOURCE_MODIFIER_DOCS,
} from './opcode-docs.ts';
export {
  SM1_COMMENT,
  SM1_END,
  SM1_OPCODE_BY_CODE,
  SM1_OPCODES,
  type Sm1Access,
  type Sm1Category,
  type Sm1Components,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  type Sm1OperandRole,
  type Sm1OperandRow,
  type Sm1Result,
  type Sm1ValueType,
  type Sm1VersionRange,
  sm1HasOpcode,
  sm1LiteralCount,
  sm1OpcodeRow,
  sm1Operands,
} from './opcodes.ts';
export { readPreshaderCode, readTx, type TxProgram } from './preshader.ts';
export { readSm1, type Sm1Program, Sm1SlotCounter } from './program.ts';
export {
  SM1_COMPARISONS,
  SM1_PRECISIONS,
  SM1_REGISTER_BY_CODE,
  SM1_REGISTER_NAME_BY_CODE,
  SM1_REGISTERS,
  SM1_RESULT_MODIFIERS,
  SM1_RESULT_SHIFTS,
  SM1_SOURCE_MODIFIER_BY_CODE,
  SM1_SOURCE_MODIFIERS,
  SM1_TEXLD_CONTROLS,
  SM1_TEXTURE_COORDINATES,
  SM1_TEXTURE_TYPES,
  SM1_USAGES,
  type Sm1Dialect,
  type Sm1RegisterName,
  type Sm1RegisterRow,
  type Sm1SourceModifierName,
  type Sm1SourceModifierRow,
  type Sm1Stage,
  sm1RegisterPrefix,
  sm1RegisterText,
} from './registers.ts';
export { SM1_FIELD_DOCS } from './token-docs.ts';
export * from './token-kinds.ts';
export * from './tokens.ts';
export { type Sm1Declaration, Sm1Instruction, type Sm1Operand, sm1InstructionAt, sm1Instructions } from './view.ts';
