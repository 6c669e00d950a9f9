/** Shader models 4.0 to 5.1: tables, token fields, reader, cursor, view, encoder, builder and edits. */

export { isInvalidField } from '../../base/explained.ts';
export type { FlowBlock, FlowCall, FlowEdge, FlowEdgeKind, FlowEntry, FlowGraph } from '../flow/graph.ts';
export type { LiveRange } from '../flow/liveness.ts';
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
export * from './control-flow.ts';
export type { Sm4Controls } from './controls.ts';
export { Sm4Cursor, Sm4OperandSlot } from './cursor.ts';
export {
  readSm4Declarations,
  type Sm4Declarations,
  type Sm4DeclaredFunctionTable,
  type Sm4DeclaredIndexRange,
  type Sm4DeclaredInterface,
  type Sm4DeclaredRegister,
  type Sm4DeclaredResource,
  type Sm4DeclaredSharedMemory,
  type Sm4DeclaredTempArray,
  type Sm4DeclaredTemps,
  type Sm4HullPhaseName,
  type Sm4ResourceLayout,
  sm4RegisterCount,
} from './declarations.ts';
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
export * from './edit-declarations.ts';
export {
  decodeSm4,
  encodeSm4,
  type Sm4DataNode,
  type Sm4DecodedModule,
  type Sm4IndexNode,
  type Sm4InstructionNode,
  type Sm4MessageNode,
  type Sm4Module,
  type Sm4Node,
  type Sm4OperandNode,
  sm4Module,
  sm4NodeLength,
} from './encode.ts';
export * from './fields.ts';
export { readSm4FlowGraph, sm4LiveRanges } from './liveness.ts';
export {
  SM4_CUSTOM_DATA_CLASSES,
  SM4_INPUT_PRIMITIVES,
  SM4_INTERPOLATION_MODES,
  SM4_MIN_PRECISIONS,
  SM4_MULTISAMPLED_DIMENSIONS,
  SM4_OPERAND_MODIFIERS,
  SM4_OUTPUT_TOPOLOGIES,
  SM4_RESINFO_RETURN_TYPES,
  SM4_RESOURCE_DIMENSIONS,
  SM4_RETURN_TYPES,
  SM4_SAMPLEINFO_RETURN_TYPES,
  SM4_SAMPLER_MODES,
  SM4_SYSTEM_NAMES,
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
  SM4_TESSELLATOR_PARTITIONINGS,
  Sm4CustomDataClass,
  sm4DimensionName,
  sm4ReturnTypeNames,
} from './names.ts';
export { SM4_OPCODE_DOCS, SM4_OPERAND_TYPE_DOCS } from './opcode-docs.ts';
export {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4Access,
  type Sm4Category,
  type Sm4Components,
  type Sm4CountedAs,
  type Sm4DeclarationRow,
  type Sm4Declares,
  type Sm4InstructionMnemonic,
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
export {
  SM4_OPERAND_TYPE_BY_CODE,
  SM4_OPERAND_TYPES,
  SM4_RESOURCE_PREFIXES,
  type Sm4OperandTypeName,
  type Sm4OperandTypeRow,
  type Sm4ResourceType,
} from './operands.ts';
export { readSm4, type Sm4Program, sm4ProfileOf, sm4UsesRangeIds } from './program.ts';
export { readSm4Message, type Sm4Message } from './shader-message.ts';
export { countSm4, featuresOfSm4, SM4_COUNTS, type Sm4Count, type Sm4Counts, type Sm4Feature } from './statistics.ts';
export {
  SM4_FIELD_DOCS,
  SM4_OPCODE_TOKENS,
  SM4_TOKEN_KINDS,
  type Sm4FieldUse,
  type Sm4FormatRule,
  type Sm4TokenKind,
  type Sm4TokenKindRow,
} from './token-kinds.ts';
export * from './tokens.ts';
export * from './view.ts';
