/**
 * Explains every DWORD of a shader model 4-5.1 program: its kind of token, its bit-fields with value and meaning, the
 * instruction that it belongs to, and the fields with a value that no valid program has.
 *
 * Not for: passes over many programs (cursor.ts); here each DWORD allocates objects.
 */

import { type AllowedValues, type ExplainedField, explainedField } from '../../base/explained.ts';
import type { Field } from '../../base/field.ts';
import { shortFloat32 } from '../../base/float32.ts';
import { MAX_OPERAND_NESTING } from '../../base/limits.ts';
import { sm4Stage } from '../../base/profile.ts';
import { COMPONENTS, maskText, swizzleText } from '../components.ts';
import type { ExplainedWord } from '../model.ts';
import { Sm4Cursor } from './cursor.ts';
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
  Sm4CustomDataClass,
  sm4DimensionName,
} from './names.ts';
import {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4Opcode,
  type Sm4OpcodeRow,
  type Sm4OperandRole,
  type Sm4Payload,
} from './opcodes.ts';
import { SM4_OPERAND_TYPE_BY_CODE, SM4_OPERAND_TYPES } from './operands.ts';
import { type Sm4Program, sm4UsesRangeIds } from './program.ts';
import { SM4_HEADER_WORDS, sm4HasLongLength } from './scan.ts';
import { readSm4Message } from './shader-message.ts';
import { SM4_TOKEN_KINDS, type Sm4FormatRule, type Sm4TokenKind, type Sm4TokenKindRow } from './token-kinds.ts';
import {
  Sm4ComponentCount,
  Sm4CustomDataToken,
  Sm4DeclarationControls,
  Sm4ExtendedOpcodeKind,
  Sm4ExtendedOpcodeToken,
  Sm4ExtendedOperandKind,
  Sm4ExtendedOperandToken,
  Sm4IndexRepresentation,
  Sm4InstructionControls,
  Sm4InterfaceIdToken,
  Sm4InterfaceToken,
  Sm4LengthToken,
  Sm4NameToken,
  Sm4OpcodeToken,
  Sm4OperandToken,
  Sm4ReturnTypeToken,
  Sm4SelectionMode,
  Sm4VersionToken,
} from './tokens.ts';

/** One bit-field of a DWORD. */
export type Sm4WordField = ExplainedField<Sm4FormatRule>;

/** One DWORD of a program. */
export type Sm4Word = ExplainedWord<Sm4TokenKind, Sm4FormatRule>;

/**
 * Calls `visit` with each DWORD of `program` in order, including those after its end. Any words can be explained; the time is
 * linear in their number.
 */
export function explainSm4(program: Sm4Program, visit: (word: Sm4Word) => void): void {
  for (const word of sm4WordsOf(program)) visit(word);
}

/** Returns each DWORD of `program` in order, explained on demand. */
export function sm4WordsOf(program: Sm4Program): Iterable<Sm4Word> {
  return new Explainer(program).run();
}

/** The context that the meaning of a DWORD depends on besides its bits. */
interface Context {
  readonly program: Sm4Program;
  readonly row: Sm4Opcode | undefined;
  /** From 5.1 on. */
  readonly rangeIds: boolean;
  /** D3D10_SB_OPERAND_TYPE of the operand that an index belongs to. */
  type: number;
  /** Number of the index, from 0. */
  order: number;
}

const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;
const CONSTANT_BUFFER = SM4_OPERAND_TYPES.constantBuffer.code;
const INDEX_FIELDS = [Sm4OperandToken.index0, Sm4OperandToken.index1, Sm4OperandToken.index2] as const;
/** Types whose registers are ranges from 5.1 on. */
const RANGE_TYPES: ReadonlySet<number> = new Set(
  Object.values(SM4_OPERAND_TYPES).flatMap((row) => ('rangePrefix' in row ? [row.code] : [])),
);
const RANGE_ROLES: ReadonlySet<Sm4OperandRole> = new Set(['resource', 'sampler', 'uav', 'constantBuffer']);
/** Payload that exists from 5.1 on only (SM51-3). */
const RANGE_PAYLOAD: ReadonlySet<Sm4Payload> = new Set<Sm4Payload>(['space', 'size']);
const DECLARED_RANGE = ['rangeId', 'lowerBound', 'upperBound'] as const;
const MESSAGE_HEADER = [
  'messageId',
  'messageFormat',
  'messageCharacters',
  'messageOperands',
  'messageOperandWords',
] as const;

class Explainer {
  private readonly cursor: Sm4Cursor;
  private readonly rangeIds: boolean;
  private readonly version: number;
  private instruction = -1;
  private row: Sm4Opcode | undefined;
  /** Bounds of the current instruction, in DWORDs. */
  private start = 0;
  private end = 0;
  /** DWORDs that the opcode of the current instruction takes. */
  private needed = 0;
  /** Its length is in a DWORD of its own. */
  private long = false;
  /** The known facts about each of its DWORDs: kind, operand type and number of the index. */
  private kinds: Sm4TokenKind[] = [];
  private types: number[] = [];
  private orders: number[] = [];

  constructor(private readonly program: Sm4Program) {
    this.cursor = new Sm4Cursor(program);
    this.rangeIds = sm4UsesRangeIds(program);
    this.version = 10 * program.major + program.minor;
  }

  *run(): Generator<Sm4Word> {
    const { words, count, end } = this.program;
    if (words.length > 0) yield this.word(0, 'version');
    if (words.length > 1) yield this.word(1, 'length');
    for (let i = 0; i < count; i++) {
      this.instruction = i;
      this.cursor.goto(i);
      this.walk();
      for (let at = this.start; at < this.end; at++) yield this.word(at, this.kinds[at - this.start]!);
    }
    this.instruction = -1;
    this.row = undefined;
    this.kinds.length = 0;
    for (let at = Math.max(end, SM4_HEADER_WORDS); at < words.length; at++) yield this.word(at, 'trailing');
  }

  /** Determines the kind of each DWORD of the instruction at the cursor. */
  private walk(): void {
    const { start, end, code, row, token } = this.cursor;
    this.start = start;
    this.end = end;
    this.row = row;
    this.kinds.length = 0;
    if (code === SM4_OPCODES.customdata.code) {
      this.customData();
      return;
    }
    this.mark(start, row === undefined ? 'unknownOpcode' : (row.controls ?? 'plain'));
    let at = start + 1;
    this.long = sm4HasLongLength(token);
    if (this.long) this.mark(at++, 'longLength');
    for (let last = this.long ? 0 : token; last >>> 31 !== 0 && at < end; at++) {
      last = this.cursor.word(at);
      this.mark(at, extensionKind(last));
    }
    if (row === undefined) {
      for (; at < end; at++) this.mark(at, 'unknownData');
      this.needed = end - start;
      return;
    }
    at = this.body(row, at);
    this.needed = at - start;
    for (; at < end; at++) this.mark(at, 'surplus');
  }

  /** Walks operands and payload; returns the index after them, even past the end of the instruction. */
  private body(row: Sm4OpcodeRow, from: number): number {
    let at = from;
    const { payload = [] } = row;
    // The only payload before an operand.
    const first = row.kind === 'instruction';
    if (first) for (const word of payload) if (word !== 'list') this.mark(at++, word);
    for (const { role } of row.operands) {
      const declared = row.kind === 'declaration' && this.rangeIds && RANGE_ROLES.has(role);
      at = this.operand(at, declared, 0);
    }
    if (first) return at;
    for (const word of payload) {
      if (word === 'list') at = this.list(at);
      else if (this.rangeIds || !RANGE_PAYLOAD.has(word)) this.mark(at++, word);
    }
    if (row.code !== SM4_OPCODES.dcl_interface.code) return at;
    return this.numbers(at, 'functionTable', Sm4InterfaceToken.tableCount.get(this.cursor.word(at - 1)));
  }

  /** A count and as many numbers of function bodies. */
  private list(at: number): number {
    this.mark(at, 'count');
    return this.numbers(at + 1, 'functionBody', this.cursor.word(at));
  }

  private numbers(from: number, kind: Sm4TokenKind, count: number): number {
    const stop = Math.min(from + count, this.end);
    for (let at = from; at < stop; at++) this.mark(at, kind);
    return from + count;
  }

  /**
   * Walks the operand at DWORD index `start`; returns the index after it.
   *
   * @param declared the operand declares a range
   */
  private operand(start: number, declared: boolean, depth: number): number {
    const { cursor } = this;
    const token = cursor.word(start);
    let at = start;
    this.mark(at++, operandKind(token));
    if (token >>> 31 !== 0) {
      const known = Sm4ExtendedOperandToken.kind.get(cursor.word(at)) === Sm4ExtendedOperandKind.modifier;
      this.mark(at++, known ? 'operandModifier' : 'operandExtension');
    }
    const type = Sm4OperandToken.type.get(token);
    if (type === IMMEDIATE32 || type === IMMEDIATE64) {
      const components = Sm4OperandToken.componentCount.get(token);
      const count = components === Sm4ComponentCount.four ? 4 : components === Sm4ComponentCount.one ? 1 : 0;
      for (let i = 0; i < count; i++) this.mark(at++, literalKind(type, count, i));
      return at;
    }
    const count = Sm4OperandToken.indexDimension.get(token);
    for (let i = 0; i < count; i++) at = this.index(at, token, i, count, declared, depth);
    return at;
  }

  private index(start: number, token: number, i: number, count: number, declared: boolean, depth: number): number {
    let at = start;
    const type = Sm4OperandToken.type.get(token);
    const representation = INDEX_FIELDS[i]!.get(token);
    switch (representation) {
      case Sm4IndexRepresentation.immediate64:
      case Sm4IndexRepresentation.immediate64PlusRelative:
        this.mark(at++, 'indexHigh', type, i);
        this.mark(at++, 'indexLow', type, i);
        break;
      case Sm4IndexRepresentation.immediate32:
      case Sm4IndexRepresentation.immediate32PlusRelative:
        this.mark(at++, declared ? DECLARED_RANGE[i]! : this.indexKind(type, i, count), type, i);
        break;
    }
    const relative =
      representation >= Sm4IndexRepresentation.relative &&
      representation <= Sm4IndexRepresentation.immediate64PlusRelative;
    return relative && depth < MAX_OPERAND_NESTING ? this.operand(at, false, depth + 1) : at;
  }

  private indexKind(type: number, i: number, count: number): Sm4TokenKind {
    if (!this.rangeIds || !RANGE_TYPES.has(type)) return 'index';
    if (i === 0) return 'rangeId';
    if (type !== CONSTANT_BUFFER) return count === 2 ? 'resourceIndex' : 'index';
    return i === 1 ? 'bufferIndex' : 'bufferOffset';
  }

  private customData(): void {
    const { start, end, token } = this.cursor;
    this.needed = end - start;
    this.mark(start, 'customData');
    this.mark(start + 1, 'customDataLength');
    let at = start + 2;
    let kind: Sm4TokenKind = 'customPayload';
    const dataClass = Sm4CustomDataToken.dataClass.get(token);
    if (dataClass === Sm4CustomDataClass.immediateConstantBuffer) kind = 'constantData';
    else if (dataClass === Sm4CustomDataClass.comment) kind = 'commentText';
    else if (dataClass === Sm4CustomDataClass.shaderMessage) {
      const message = readSm4Message(this.cursor);
      for (const word of MESSAGE_HEADER) this.mark(at++, word);
      if (message !== undefined) {
        while (at < message.operandsEnd) at = this.operand(at, false, 0);
        at = message.operandsEnd;
        kind = 'messageText';
      }
    }
    for (; at < end; at++) this.mark(at, kind);
  }

  /** Records the kind of DWORD `at`, if it belongs to the instruction. */
  private mark(at: number, kind: Sm4TokenKind, type = 0, order = 0): void {
    if (at >= this.end) return;
    const i = at - this.start;
    this.kinds[i] = kind;
    this.types[i] = type;
    this.orders[i] = order;
  }

  private word(at: number, kind: Sm4TokenKind): Sm4Word {
    const { program, row, rangeIds } = this;
    const value = program.words[at]!;
    const { fields, uses }: Sm4TokenKindRow = SM4_TOKEN_KINDS[kind];
    const i = at - this.start;
    const context: Context = { program, row, rangeIds, type: this.types[i] ?? 0, order: this.orders[i] ?? 0 };
    const explained: Sm4WordField[] = [];
    for (const key in fields) {
      const field = fields[key]!;
      const use = uses[key];
      const expected = this.expected(field, value, use?.fixed, use?.since);
      const allowed = expected === undefined ? this.allowed(field) : undefined;
      const meaning = MEANINGS.get(field)?.(value, context) ?? KIND_MEANINGS[kind]?.(value, context) ?? '';
      const rule = rangeIds || use?.rule === 'SM51-7' ? use?.rule : undefined;
      explained.push(explainedField(field, field.get(value), meaning, rule, expected, allowed));
    }
    return { at, value, kind, instruction: this.instruction, fields: explained };
  }

  private expected(field: Field, word: number, fixed?: number, since?: string): number | undefined {
    if (fixed !== undefined) return fixed;
    if (since !== undefined) return this.version < 10 * Number(since) ? 0 : undefined;
    if (field === Sm4OpcodeToken.length && this.long) return (this.end - this.start) & field.ones;
    const order = INDEX_FIELDS.indexOf(field as never);
    return order >= 0 && order >= Sm4OperandToken.indexDimension.get(word) ? 0 : undefined;
  }

  private allowed(field: Field): AllowedValues | undefined {
    const { code } = this.cursor;
    // Compilers write one extra DWORD for some opcodes (source: oracle).
    if (field === Sm4OpcodeToken.length && this.needed <= field.ones) return [this.needed, field.ones];
    if (field === Sm4InstructionControls.returnType) return code === SM4_OPCODES.resinfo.code ? RESINFO : SAMPLEINFO;
    return ALLOWED.get(field);
  }
}

function extensionKind(token: number): Sm4TokenKind {
  switch (Sm4ExtendedOpcodeToken.kind.get(token)) {
    case Sm4ExtendedOpcodeKind.sampleControls:
      return 'sampleControls';
    case Sm4ExtendedOpcodeKind.resourceDimension:
      return 'extendedDimension';
    case Sm4ExtendedOpcodeKind.resourceReturnType:
      return 'extendedReturnType';
    default:
      return 'unknownExtension';
  }
}

const FOUR_COMPONENTS = ['operandMask', 'operandSwizzle', 'operandSelect', 'operandUnknownSelection'] as const;

function operandKind(token: number): Sm4TokenKind {
  switch (Sm4OperandToken.componentCount.get(token)) {
    case Sm4ComponentCount.none:
      return 'operandBare';
    case Sm4ComponentCount.one:
      return 'operandScalar';
    case Sm4ComponentCount.four:
      return FOUR_COMPONENTS[Sm4OperandToken.selection.get(token)]!;
    default:
      return 'operandComponents';
  }
}

/** Doubles are two DWORDs, the low one first. */
function literalKind(type: number, count: number, i: number): Sm4TokenKind {
  if (type === IMMEDIATE32 || count === 1) return 'literal';
  return i % 2 === 0 ? 'literalLow' : 'literalHigh';
}

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
  ...INDEX_FIELDS.map((field) => [field, last(Object.keys(Sm4IndexRepresentation))] as const),
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

type Meaning = (word: number, context: Context) => string;

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
    return REPRESENTATIONS[INDEX_FIELDS[i]!.get(word)] ?? 'unknown';
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
  ...INDEX_FIELDS.map((field, i) => [field, indexForm(i)] as const),
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
  float: floatText,
  x: decimal,
  y: decimal,
  z: decimal,
  commentText: charactersText,
  messageText: charactersText,
  messageCharacters: decimal,
  messageOperands: decimal,
  messageOperandWords: dwords,
};

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

function returnForm(word: number, { row }: Context): string {
  const form = Sm4InstructionControls.returnType.get(word);
  const forms = row?.code === SM4_OPCODES.resinfo.code ? SM4_RESINFO_RETURN_TYPES : SM4_SAMPLEINFO_RETURN_TYPES;
  return forms[form] ?? 'unknown';
}

/** `cb2` for the first index, `[3]` for the others; a number that is added to a register is signed. */
function indexText(word: number, { type, order, rangeIds }: Context): string {
  const row = SM4_OPERAND_TYPE_BY_CODE[type];
  if (order > 0) return `[${word | 0}]`;
  return `${(rangeIds ? row?.rangePrefix : undefined) ?? row?.prefix ?? ''}${word | 0}`;
}

/** The name of the object that a declaration with a number declares. */
function registerText(word: number, { row }: Context): string {
  if (row?.code === SM4_OPCODES.dcl_indexableTemp.code) return `${SM4_OPERAND_TYPES.indexableTemp.prefix}${word}`;
  const type = row?.code === SM4_OPCODES.dcl_function_table.code ? 'functionTable' : 'functionBody';
  return `${SM4_OPERAND_TYPES[type].prefix}${word}`;
}

function floatText(word: number): string {
  const value = shortFloat32(word);
  return Object.is(value, -0) ? '-0' : `${value}`;
}

const EXPONENT = 0x7f80_0000;

/** Bits of unknown type are shown as a float if they are a normal one. */
function literalText(word: number, literals: NonNullable<Sm4OpcodeRow['literals']>): string {
  const exponent = word & EXPONENT;
  const int = literals === 'int' || (literals === 'untyped' && (exponent === 0 || exponent === EXPONENT));
  return int && word !== 0x8000_0000 ? `${word | 0}` : floatText(word);
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
