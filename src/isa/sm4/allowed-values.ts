/** The values that the format allows in the bit-fields of tokens, where not every value has a meaning. */
import type { AllowedValues } from '../../base/explained.ts';
import type { Field } from '../../base/field.ts';
import {
  SM4_INTERPOLATION_MODES,
  SM4_OPERAND_MODIFIERS,
  SM4_RESINFO_RETURN_TYPES,
  SM4_SAMPLEINFO_RETURN_TYPES,
  SM4_SAMPLER_MODES,
  SM4_SYSTEM_NAMES,
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
  SM4_TESSELLATOR_PARTITIONINGS,
} from './names.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES } from './opcodes.ts';
import { SM4_OPERAND_TYPE_BY_CODE } from './operands.ts';
import { SM4_INDEX_FIELDS } from './token-kinds.ts';
import {
  Sm4ComponentCount,
  Sm4DeclarationControls,
  Sm4ExtendedOpcodeKind,
  Sm4ExtendedOpcodeToken,
  Sm4ExtendedOperandKind,
  Sm4ExtendedOperandToken,
  Sm4IndexRepresentation,
  Sm4InstructionControls,
  Sm4NameToken,
  Sm4OpcodeToken,
  Sm4OperandToken,
  Sm4SelectionMode,
} from './tokens.ts';

const last = (names: { readonly length: number }): AllowedValues => [0, names.length - 1];
const RESINFO = last(SM4_RESINFO_RETURN_TYPES);
const SAMPLEINFO = last(SM4_SAMPLEINFO_RETURN_TYPES);
/** Fields where the format requires a value other than 0, whose name means that there is none. */
const named = (names: { readonly length: number }): AllowedValues => [1, names.length - 1];

/** Fields that have values without a meaning. */
const ALLOWED: ReadonlyMap<Field, AllowedValues> = new Map<Field, AllowedValues>([
  [Sm4OpcodeToken.opcode, last(SM4_OPCODE_BY_CODE)],
  [Sm4OperandToken.type, last(SM4_OPERAND_TYPE_BY_CODE)],
  [Sm4OperandToken.componentCount, [Sm4ComponentCount.none, Sm4ComponentCount.four]],
  [Sm4OperandToken.selection, [Sm4SelectionMode.mask, Sm4SelectionMode.selectOne]],
  ...SM4_INDEX_FIELDS.map((field) => [field, last(Object.keys(Sm4IndexRepresentation))] as const),
  [Sm4ExtendedOpcodeToken.kind, last(Object.keys(Sm4ExtendedOpcodeKind))],
  [Sm4ExtendedOperandToken.kind, last(Object.keys(Sm4ExtendedOperandKind))],
  [Sm4ExtendedOperandToken.modifier, last(SM4_OPERAND_MODIFIERS)],
  [Sm4DeclarationControls.samplerMode, last(SM4_SAMPLER_MODES)],
  [Sm4DeclarationControls.interpolation, last(SM4_INTERPOLATION_MODES)],
  [Sm4DeclarationControls.tessellatorDomain, named(SM4_TESSELLATOR_DOMAINS)],
  [Sm4DeclarationControls.tessellatorPartitioning, named(SM4_TESSELLATOR_PARTITIONINGS)],
  [Sm4DeclarationControls.tessellatorOutputPrimitive, named(SM4_TESSELLATOR_OUTPUT_PRIMITIVES)],
  [Sm4DeclarationControls.controlPointCount, [0, 32]],
  [Sm4NameToken.name, last(SM4_SYSTEM_NAMES)],
]);

/**
 * The first and last value that the format allows in a field; undefined where it allows all.
 *
 * @param opcode the code of the instruction, if it is known
 */
export function sm4AllowedValues(field: Field, opcode: number | undefined): AllowedValues | undefined {
  if (field === Sm4InstructionControls.returnType) return opcode === SM4_OPCODES.resinfo.code ? RESINFO : SAMPLEINFO;
  return ALLOWED.get(field);
}
