/**
 * Explains every DWORD of a shader model 4-5.1 program: its kind of token, its bit-fields with value and meaning, the
 * instruction that it belongs to, and the fields with a value that no valid program has.
 *
 * Not for: which kind of token a DWORD is (field-walk.ts); passes over many programs (cursor.ts).
 */
import type { Field } from '../../base/field.ts';
import { shortFloat32Text } from '../../base/float32.ts';
import { sm4Stage } from '../../base/profile.ts';
import { COMPONENTS, maskText, swizzleText } from '../components.ts';
import {
  type Sm4FieldContext,
  type Sm4Meaning,
  type Sm4Word,
  sm4ExtensionKind,
  sm4LastToken,
  sm4OpcodeKind,
  sm4OperandExtensionKind,
  sm4OperandKind,
  walkSm4Fields,
} from './field-walk.ts';
import {
  SM4_CUSTOM_DATA_CLASSES,
  SM4_INPUT_PRIMITIVES,
  SM4_INTERPOLATION_MODES,
  SM4_MIN_PRECISIONS,
  SM4_OPERAND_MODIFIERS,
  SM4_OUTPUT_TOPOLOGIES,
  SM4_RESINFO_RETURN_TYPES,
  SM4_RETURN_TYPES,
  SM4_SAMPLEINFO_RETURN_TYPES,
  SM4_SAMPLER_MODES,
  SM4_SYSTEM_NAMES,
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
  SM4_TESSELLATOR_PARTITIONINGS,
  sm4DimensionName,
} from './names.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, type Sm4OpcodeRow } from './opcodes.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES } from './operands.ts';
import { readSm4Words, type Sm4Program, sm4HasLongLength } from './program.ts';
import { SM4_INDEX_FIELDS, type Sm4TokenKind } from './token-kinds.ts';
import {
  Sm4CustomDataToken,
  Sm4DeclarationControls,
  Sm4ExtendedOpcodeToken,
  Sm4ExtendedOperandToken,
  Sm4InstructionControls,
  Sm4InterfaceIdToken,
  Sm4LengthToken,
  Sm4NameToken,
  Sm4OpcodeToken,
  Sm4OperandToken,
  Sm4ReturnTypeToken,
  Sm4VersionToken,
} from './tokens.ts';

export type { Sm4Word, Sm4WordField } from './field-walk.ts';

/**
 * Calls `visit` with each DWORD of `program` in order, including those after its end. Any words can be explained; the
 * time is linear in their number.
 */
export function explainSm4(program: Sm4Program, visit: (word: Sm4Word) => void): void {
  for (const word of sm4WordsOf(program)) visit(word);
}

/** Returns each DWORD of `program` in order, explained on demand. */
export function sm4WordsOf(program: Sm4Program): Iterable<Sm4Word> {
  return walkSm4Fields(program, meaningOf);
}

/** Kinds of tokens that their bits decide: the names of the groups, and the kind of a token in each. */
export const SM4_TOKEN_GROUPS = {
  opcode: sm4OpcodeKind,
  extendedOpcode: sm4ExtensionKind,
  operand: sm4OperandKind,
  extendedOperand: sm4OperandExtensionKind,
} as const satisfies Readonly<Record<string, (token: number) => Sm4TokenKind>>;

export type Sm4TokenGroup = keyof typeof SM4_TOKEN_GROUPS;

/**
 * Explains one DWORD that belongs to no program.
 *
 * @param kind what kind of token it is, or a group of kinds
 * @param version the version token of programs with such a token: fields depend on it
 */
export function explainSm4Token(kind: Sm4TokenKind | Sm4TokenGroup, value: number, version: number): Sm4Word {
  const known = kind in SM4_TOKEN_GROUPS ? SM4_TOKEN_GROUPS[kind as Sm4TokenGroup](value) : (kind as Sm4TokenKind);
  return sm4LastToken(readSm4Words(Uint32Array.of(version, 3, value)), known, meaningOf);
}

type Meaning = (word: number, context: Sm4FieldContext) => string;

/** The meaning of a field whose values have names. */
const from =
  (names: Readonly<Record<number, string>>, field: Field): Meaning =>
  (word) =>
    names[field.get(word)] ?? 'unknown';

const OPERAND_TYPE_NAMES: string[] = [];
for (const [name, { code }] of Object.entries(SM4_OPERAND_TYPES)) OPERAND_TYPE_NAMES[code] = name;

const STAGE_NAMES: Readonly<Record<string, string>> = {
  ps: 'pixel shader',
  vs: 'vertex shader',
  gs: 'geometry shader',
  hs: 'hull shader',
  ds: 'domain shader',
  cs: 'compute shader',
  lib: 'function of a library',
};
const COMPONENT_COUNTS = ['0', '1', '4', 'n'] as const;
const SELECTIONS = ['mask', 'swizzle', 'one component'] as const;
const REPRESENTATIONS = [
  'a number',
  'a number of 64 bits',
  'a register',
  'a number and a register',
  'a number of 64 bits and a register',
] as const;
const EXTENDED_OPCODES = ['empty', 'texel offsets', 'resource dimension', 'return types'] as const;
const EXTENDED_OPERANDS = ['empty', 'modifier'] as const;

const flag =
  (field: Field, text: string): Meaning =>
  (word) =>
    field.test(word) ? text : '';

/** A signed four-bit number. */
const offset =
  (field: Field): Meaning =>
  (word) =>
    `${(field.get(word) << 28) >> 28}`;

const indexForm =
  (i: number): Meaning =>
  (word) => {
    if (i >= Sm4OperandToken.indexDimension.get(word)) return '';
    return REPRESENTATIONS[SM4_INDEX_FIELDS[i]!.get(word)] ?? 'unknown';
  };

/** The meanings of the fields of tokens; other fields are plain numbers. */
const MEANINGS: ReadonlyMap<Field, Meaning> = new Map<Field, Meaning>([
  [Sm4VersionToken.stage, (word) => STAGE_NAMES[sm4Stage(word) ?? ''] ?? 'unknown'],
  [Sm4OpcodeToken.opcode, (word) => SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(word)]?.mnemonic ?? 'unknown'],
  [Sm4OpcodeToken.length, (word) => dwords(Sm4OpcodeToken.length.get(word))],
  [Sm4OpcodeToken.extended, extendedText],
  [Sm4InstructionControls.saturate, flag(Sm4InstructionControls.saturate, 'saturate')],
  [Sm4InstructionControls.precise, (word) => maskText(Sm4InstructionControls.precise.get(word))],
  [Sm4InstructionControls.testNonZero, (word) => (Sm4InstructionControls.testNonZero.test(word) ? 'non-zero' : 'zero')],
  [Sm4InstructionControls.returnType, returnForm],
  [
    Sm4DeclarationControls.resourceDimension,
    (word) => sm4DimensionName(Sm4DeclarationControls.resourceDimension.get(word)),
  ],
  [
    Sm4DeclarationControls.dynamicallyIndexed,
    (word) => (Sm4DeclarationControls.dynamicallyIndexed.test(word) ? 'dynamic' : 'immediate'),
  ],
  [Sm4DeclarationControls.samplerMode, from(SM4_SAMPLER_MODES, Sm4DeclarationControls.samplerMode)],
  [Sm4DeclarationControls.interpolation, from(SM4_INTERPOLATION_MODES, Sm4DeclarationControls.interpolation)],
  [Sm4DeclarationControls.outputTopology, from(SM4_OUTPUT_TOPOLOGIES, Sm4DeclarationControls.outputTopology)],
  [Sm4DeclarationControls.inputPrimitive, from(SM4_INPUT_PRIMITIVES, Sm4DeclarationControls.inputPrimitive)],
  [Sm4DeclarationControls.tessellatorDomain, from(SM4_TESSELLATOR_DOMAINS, Sm4DeclarationControls.tessellatorDomain)],
  [
    Sm4DeclarationControls.tessellatorPartitioning,
    from(SM4_TESSELLATOR_PARTITIONINGS, Sm4DeclarationControls.tessellatorPartitioning),
  ],
  [
    Sm4DeclarationControls.tessellatorOutputPrimitive,
    from(SM4_TESSELLATOR_OUTPUT_PRIMITIVES, Sm4DeclarationControls.tessellatorOutputPrimitive),
  ],
  [Sm4CustomDataToken.opcode, () => 'customdata'],
  [Sm4CustomDataToken.dataClass, from(SM4_CUSTOM_DATA_CLASSES, Sm4CustomDataToken.dataClass)],
  [Sm4LengthToken.length, dwords],
  [Sm4ExtendedOpcodeToken.kind, from(EXTENDED_OPCODES, Sm4ExtendedOpcodeToken.kind)],
  [Sm4ExtendedOpcodeToken.offsetU, offset(Sm4ExtendedOpcodeToken.offsetU)],
  [Sm4ExtendedOpcodeToken.offsetV, offset(Sm4ExtendedOpcodeToken.offsetV)],
  [Sm4ExtendedOpcodeToken.offsetW, offset(Sm4ExtendedOpcodeToken.offsetW)],
  [Sm4ExtendedOpcodeToken.dimension, (word) => sm4DimensionName(Sm4ExtendedOpcodeToken.dimension.get(word))],
  ...(['returnX', 'returnY', 'returnZ', 'returnW'] as const).map(
    (key) => [Sm4ExtendedOpcodeToken[key], from(SM4_RETURN_TYPES, Sm4ExtendedOpcodeToken[key])] as const,
  ),
  ...Object.values(Sm4ReturnTypeToken).map((field) => [field, from(SM4_RETURN_TYPES, field)] as const),
  [Sm4OperandToken.componentCount, (word) => COMPONENT_COUNTS[Sm4OperandToken.componentCount.get(word)]!],
  [Sm4OperandToken.selection, from(SELECTIONS, Sm4OperandToken.selection)],
  [Sm4OperandToken.mask, (word) => maskText(Sm4OperandToken.mask.get(word))],
  [Sm4OperandToken.swizzle, (word) => swizzleText(Sm4OperandToken.swizzle.get(word))],
  [Sm4OperandToken.select, (word) => COMPONENTS[Sm4OperandToken.select.get(word)]!],
  [Sm4OperandToken.type, from(OPERAND_TYPE_NAMES, Sm4OperandToken.type)],
  ...SM4_INDEX_FIELDS.map((field, i) => [field, indexForm(i)] as const),
  [Sm4OperandToken.extended, flag(Sm4OperandToken.extended, 'an extended operand token follows')],
  [Sm4ExtendedOperandToken.kind, from(EXTENDED_OPERANDS, Sm4ExtendedOperandToken.kind)],
  [Sm4ExtendedOperandToken.modifier, from(SM4_OPERAND_MODIFIERS, Sm4ExtendedOperandToken.modifier)],
  [Sm4ExtendedOperandToken.minPrecision, from(SM4_MIN_PRECISIONS, Sm4ExtendedOperandToken.minPrecision)],
  [Sm4ExtendedOperandToken.nonUniform, flag(Sm4ExtendedOperandToken.nonUniform, 'non-uniform')],
  [Sm4NameToken.name, from(SM4_SYSTEM_NAMES, Sm4NameToken.name)],
  [Sm4InterfaceIdToken.id, (word) => `${SM4_OPERAND_TYPES.interface.prefix}${Sm4InterfaceIdToken.id.get(word)}`],
]);

/** The meanings of DWORDs that are one number. */
const KIND_MEANINGS: Readonly<Partial<Record<Sm4TokenKind, Meaning>>> = {
  index: indexText,
  rangeId: indexText,
  lowerBound: decimal,
  upperBound: (word) => (word === 0xffff_ffff ? 'unbounded' : decimal(word)),
  resourceIndex: indexText,
  bufferIndex: indexText,
  bufferOffset: indexText,
  literal: (word, { row }) => literalText(word, row?.literals ?? 'untyped'),
  constantData: (word) => literalText(word, 'untyped'),
  space: decimal,
  size: decimal,
  stride: decimal,
  byteCount: decimal,
  count: decimal,
  register: registerText,
  components: decimal,
  callSites: decimal,
  functionBody: (word) => `${SM4_OPERAND_TYPES.functionBody.prefix}${word}`,
  functionTable: (word) => `${SM4_OPERAND_TYPES.functionTable.prefix}${word}`,
  functionIndex: decimal,
  float: shortFloat32Text,
  x: decimal,
  y: decimal,
  z: decimal,
  commentText: charactersText,
  messageText: charactersText,
  messageCharacters: decimal,
  messageOperands: decimal,
  messageOperandWords: dwords,
};

const meaningOf: Sm4Meaning = (field, kind, word, context) =>
  MEANINGS.get(field)?.(word, context) ?? KIND_MEANINGS[kind]?.(word, context) ?? '';

function extendedText(word: number): string {
  if (!Sm4OpcodeToken.extended.test(word)) return '';
  return sm4HasLongLength(word) ? 'the length follows' : 'an extended opcode token follows';
}

function dwords(word: number): string {
  return `${word} DWORD${word === 1 ? '' : 's'}`;
}

function decimal(word: number): string {
  return `${word}`;
}

function returnForm(word: number, { row }: Sm4FieldContext): string {
  const form = Sm4InstructionControls.returnType.get(word);
  const forms = row?.code === SM4_OPCODES.resinfo.code ? SM4_RESINFO_RETURN_TYPES : SM4_SAMPLEINFO_RETURN_TYPES;
  return forms[form] ?? 'unknown';
}

/** `cb2` for the first index, `[3]` for the others; a number that is added to a register is signed. */
function indexText(word: number, { type, order, rangeIds }: Sm4FieldContext): string {
  const row = SM4_OPERAND_TYPE_BY_CODE[type];
  if (order > 0) return `[${word | 0}]`;
  return `${(rangeIds ? row?.rangePrefix : undefined) ?? row?.prefix ?? ''}${word | 0}`;
}

/** The name of the object that a declaration with a number declares. */
function registerText(word: number, { row }: Sm4FieldContext): string {
  if (row?.code === SM4_OPCODES.dcl_indexableTemp.code) return `${SM4_OPERAND_TYPES.indexableTemp.prefix}${word}`;
  const type = row?.code === SM4_OPCODES.dcl_function_table.code ? 'functionTable' : 'functionBody';
  return `${SM4_OPERAND_TYPES[type].prefix}${word}`;
}

const EXPONENT = 0x7f80_0000;

/** Bits of unknown type are shown as a float if they are a normal one. */
function literalText(word: number, literals: NonNullable<Sm4OpcodeRow['literals']>): string {
  const exponent = word & EXPONENT;
  const int = literals === 'int' || (literals === 'untyped' && (exponent === 0 || exponent === EXPONENT));
  return int && word !== 0x8000_0000 ? `${word | 0}` : shortFloat32Text(word);
}

/** Four bytes of a text; bytes that cannot be printed are dots. */
function charactersText(word: number): string {
  let text = '';
  for (let shift = 0; shift < 32; shift += 8) {
    const code = (word >>> shift) & 0xff;
    text += code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '.';
  }
  return text;
}
