/**
 * Walks over every DWORD of a program of shader models 4 to 5.1: the kind of each token, its bit-fields with their
 * values, the instruction that it belongs to, and whether the format allows these values.
 *
 * Not for: what values mean (fields.ts); passes over many programs (cursor.ts), because each
 * DWORD allocates objects.
 */
import { type AllowedValues, type ExplainedField, explainedField } from '../../base/explained.ts';
import type { Field } from '../../base/field.ts';
import { MAX_OPERAND_NESTING } from '../../base/limits.ts';
import type { ExplainedWord } from '../model.ts';
import { Sm4Cursor } from './cursor.ts';
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
  Sm4CustomDataClass,
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
import { SM4_HEADER_WORDS, type Sm4Program, sm4HasLongLength, sm4UsesRangeIds } from './program.ts';
import { readSm4Message } from './shader-message.ts';
import {
  SM4_INDEX_FIELDS,
  SM4_TOKEN_KINDS,
  type Sm4FormatRule,
  type Sm4TokenKind,
  type Sm4TokenKindRow,
} from './token-kinds.ts';
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
  Sm4InterfaceToken,
  Sm4NameToken,
  Sm4OpcodeToken,
  Sm4OperandToken,
  Sm4SelectionMode,
} from './tokens.ts';

// The values that the format allows in the bit-fields of tokens, where not every value has a meaning.

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
function sm4AllowedValues(field: Field, opcode: number | undefined): AllowedValues | undefined {
  if (field === Sm4InstructionControls.returnType) return opcode === SM4_OPCODES.resinfo.code ? RESINFO : SAMPLEINFO;
  return ALLOWED.get(field);
}

/** The kind of the first token of an instruction. */
export function sm4OpcodeKind(token: number): Sm4TokenKind {
  const code = Sm4OpcodeToken.opcode.get(token);
  if (code === SM4_OPCODES.customdata.code) return 'customData';
  const row: Sm4Opcode | undefined = SM4_OPCODE_BY_CODE[code];
  return row === undefined ? 'unknownOpcode' : (row.controls ?? 'plain');
}

/** The kind of an extended operand token. */
export function sm4OperandExtensionKind(token: number): Sm4TokenKind {
  const known = Sm4ExtendedOperandToken.kind.get(token) === Sm4ExtendedOperandKind.modifier;
  return known ? 'operandModifier' : 'operandExtension';
}

/** The kind of an extended opcode token. */
export function sm4ExtensionKind(token: number): Sm4TokenKind {
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

/** The kind of the first token of an operand. */
export function sm4OperandKind(token: number): Sm4TokenKind {
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

export type Sm4WordField = ExplainedField<Sm4FormatRule>;

export type Sm4Word = ExplainedWord<Sm4TokenKind, Sm4FormatRule>;

/** The context that the meaning of a DWORD depends on besides its bits. */
export interface Sm4FieldContext {
  readonly program: Sm4Program;
  readonly row: Sm4Opcode | undefined;
  /** From 5.1 on. */
  readonly rangeIds: boolean;
  /** D3D10_SB_OPERAND_TYPE of the operand that an index belongs to. */
  type: number;
  /** Number of the index, from 0. */
  order: number;
}

/** The meaning of a field of a DWORD of `kind`; empty if the number needs no explanation. */
export type Sm4Meaning = (field: Field, kind: Sm4TokenKind, word: number, context: Sm4FieldContext) => string;

/** Each DWORD of `program` in order, explained when it is requested. */
export function walkSm4Fields(program: Sm4Program, meaningOf: Sm4Meaning): Iterable<Sm4Word> {
  return new FieldWalk(program, meaningOf).run();
}

/** The last DWORD of `program` as one of `kind`. */
export function sm4LastToken(program: Sm4Program, kind: Sm4TokenKind, meaningOf: Sm4Meaning): Sm4Word {
  return new FieldWalk(program, meaningOf).token(kind);
}

const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;
const CONSTANT_BUFFER = SM4_OPERAND_TYPES.constantBuffer.code;
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

class FieldWalk {
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

  constructor(
    private readonly program: Sm4Program,
    private readonly meaningOf: Sm4Meaning,
  ) {
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

  /** The last DWORD of the program as one of `kind`, without an instruction that it belongs to. */
  token(kind: Sm4TokenKind): Sm4Word {
    const at = this.program.words.length - 1;
    const value = this.program.words[at]!;
    if (Object.hasOwn(SM4_TOKEN_KINDS[kind].fields, 'opcode'))
      this.row = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(value)];
    this.start = at;
    this.needed = 1;
    return this.word(at, kind);
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
    this.mark(start, sm4OpcodeKind(token));
    let at = start + 1;
    this.long = sm4HasLongLength(token);
    if (this.long) this.mark(at++, 'longLength');
    for (let last = this.long ? 0 : token; last >>> 31 !== 0 && at < end; at++) {
      last = this.cursor.word(at);
      this.mark(at, sm4ExtensionKind(last));
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
    this.mark(at++, sm4OperandKind(token));
    if (token >>> 31 !== 0) {
      this.mark(at, sm4OperandExtensionKind(cursor.word(at)));
      at++;
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
    const representation = SM4_INDEX_FIELDS[i]!.get(token);
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
    const context: Sm4FieldContext = { program, row, rangeIds, type: this.types[i] ?? 0, order: this.orders[i] ?? 0 };
    const explained: Sm4WordField[] = [];
    for (const key in fields) {
      const field = fields[key]!;
      const use = uses[key];
      const expected = this.expected(field, value, use?.fixed, use?.since);
      const allowed = expected === undefined ? this.allowed(field) : undefined;
      const meaning = this.meaningOf(field, kind, value, context);
      const rule = rangeIds || use?.rule === 'SM51-7' ? use?.rule : undefined;
      explained.push(explainedField(field, field.get(value), meaning, rule, expected, allowed));
    }
    return { at, value, kind, instruction: this.instruction, fields: explained };
  }

  private expected(field: Field, word: number, fixed?: number, since?: string): number | undefined {
    if (fixed !== undefined) return fixed;
    if (since !== undefined) return this.version < 10 * Number(since) ? 0 : undefined;
    if (field === Sm4OpcodeToken.length && this.long) return (this.end - this.start) & field.ones;
    const order = SM4_INDEX_FIELDS.indexOf(field as never);
    return order >= 0 && order >= Sm4OperandToken.indexDimension.get(word) ? 0 : undefined;
  }

  private allowed(field: Field): AllowedValues | undefined {
    // Compilers write one extra DWORD for some opcodes (source: oracle).
    if (field === Sm4OpcodeToken.length && this.needed <= field.ones) return [this.needed, field.ones];
    return sm4AllowedValues(field, this.row?.code);
  }
}

/** Doubles are two DWORDs, the low one first. */
function literalKind(type: number, count: number, i: number): Sm4TokenKind {
  if (type === IMMEDIATE32 || count === 1) return 'literal';
  return i % 2 === 0 ? 'literalLow' : 'literalHigh';
}
