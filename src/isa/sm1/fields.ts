/**
 * Explains every DWORD of a shader model 1-3 stream: its kind of token, its bit-fields with value and meaning, the
 * instruction that it belongs to, and the fields that break a format rule.
 *
 * Not for: passes over many programs (cursor.ts): this code allocates objects for each DWORD.
 */
import { type AllowedValues, type ExplainedField, explainedField } from '../../base/explained.ts';
import type { Field } from '../../base/field.ts';
import { shortFloat32Text } from '../../base/float32.ts';
import { SM1_LIBRARY_PIXEL, SM1_LIBRARY_VERTEX, SM1_PIXEL, SM1_VERTEX } from '../../base/profile.ts';
import { fourCCText } from '../../base/words.ts';
import { maskText, swizzleText } from '../components.ts';
import type { ExplainedWord } from '../model.ts';
import { Sm1Cursor, sm1TakesDestination } from './cursor.ts';
import { sm1SourceModifierDoc } from './opcode-docs.ts';
import { SM1_OPCODE_BY_CODE, type Sm1OpcodeRow, type Sm1OperandRole, sm1OpcodeRow, sm1Operands } from './opcodes.ts';
import { readSm1Words, type Sm1Program } from './program.ts';
import {
  SM1_COMPARISONS,
  SM1_PRECISIONS,
  SM1_REGISTER_NAME_BY_CODE,
  SM1_REGISTERS,
  SM1_RESULT_MODIFIERS,
  SM1_RESULT_SHIFTS,
  SM1_TEXLD_CONTROLS,
  SM1_TEXTURE_TYPES,
  SM1_USAGES,
  type Sm1Dialect,
  sm1RegisterText,
} from './registers.ts';
import { SM1_TOKEN_KINDS, type Sm1FormatRule, type Sm1TokenKind, type Sm1TokenKindRow } from './token-kinds.ts';
import {
  Sm1BoolToken,
  Sm1CommentTagToken,
  Sm1CommentToken,
  Sm1DestinationToken,
  Sm1EndToken,
  Sm1FloatToken,
  Sm1InstructionToken,
  Sm1IntToken,
  Sm1LabelToken,
  Sm1PredicateToken,
  Sm1RelativeToken,
  Sm1SamplerToken,
  Sm1SourceToken,
  Sm1UsageToken,
  Sm1VersionToken,
  sm1RegisterType,
} from './tokens.ts';

export type Sm1WordField = ExplainedField<Sm1FormatRule>;

export type Sm1Word = ExplainedWord<Sm1TokenKind, Sm1FormatRule>;

export interface Sm1ExplainOptions {
  /** The program comes from a level 9 shader, whose register tokens hold a minimum precision where others hold 0. */
  readonly level9?: boolean;
}

/** Each DWORD of `program` in order, those after its end included, created on demand. */
export function walkSm1Fields(
  program: Sm1Program,
  options: Sm1ExplainOptions = {},
  meaningOf: Sm1Meaning = () => '',
): Iterable<Sm1Word> {
  return new FieldWalk(program, options, meaningOf).run();
}

/** The context that the meaning of a field depends on besides its DWORD. */
interface Sm1FieldContext {
  readonly dialect: Sm1Dialect;
  readonly row: Sm1OpcodeRow | undefined;
}

/** The meaning of a field of a DWORD; empty if the number needs no explanation. */
export type Sm1Meaning = (field: Field, word: number, context: Sm1FieldContext) => string;

/** The walk; fields.ts extends it to single tokens, so that validation does not carry them. */
class FieldWalk {
  private readonly cursor: Sm1Cursor;
  private readonly version: number;
  private readonly dialect: Sm1Dialect;
  protected row: Sm1OpcodeRow | undefined;
  private instruction = -1;
  /** The position where a destination is missing; -1: none is. */
  private missing = -1;

  constructor(
    protected readonly program: Sm1Program,
    private readonly options: Sm1ExplainOptions,
    private readonly meaningOf: Sm1Meaning,
  ) {
    this.cursor = new Sm1Cursor(program.words);
    this.version = (program.words[0] ?? 0) & 0xffff;
    this.dialect = { pixel: program.stage === 'ps', major: program.major };
  }

  *run(): Generator<Sm1Word> {
    const { words, starts, count, end, hasEnd } = this.program;
    if (words.length > 0) yield this.word(0, 'version');
    for (let i = 0; i < count; i++) {
      this.instruction = i;
      this.cursor.moveTo(starts[i]!);
      if (this.cursor.isComment) yield* this.comment();
      else yield* this.operands();
    }
    this.instruction = -1;
    this.row = undefined;
    if (hasEnd) yield this.word(end, 'end');
    for (let at = end + 1; at < words.length; at++) yield this.word(at, 'trailing');
  }

  private *comment(): Generator<Sm1Word> {
    const { start, end } = this.cursor;
    this.row = undefined;
    yield this.word(start, 'comment');
    for (let at = start + 1; at < end; at++) yield this.word(at, at === start + 1 ? 'commentTag' : 'commentData');
  }

  private *operands(): Generator<Sm1Word> {
    const { cursor } = this;
    const { start, opcode, attributes, destination, destinationRelative, predicate } = cursor;
    this.row = sm1OpcodeRow(opcode);
    const operands = this.row ? sm1Operands(this.row, this.version) : [];
    yield this.word(start, 'instruction');
    // A token without the mark is not a parameter; the walk takes it for the next instruction.
    this.missing = this.row !== undefined && sm1TakesDestination(opcode) && destination < 0 ? cursor.end : -1;
    if (attributes >= 0) yield this.word(attributes, this.declaration());
    if (destination >= 0) yield this.word(destination, 'destination');
    if (destinationRelative >= 0) yield this.word(destinationRelative, 'relative');
    if (predicate >= 0) yield this.word(predicate, 'predicate');
    for (let i = 0; i < cursor.literalCount; i++) yield this.word(cursor.literals + i, literalKind(operands[1]?.role));
    let operand = destination >= 0 ? 1 : 0;
    for (let at = cursor.sources; at < cursor.end; at = cursor.after(at)) {
      yield this.word(at, sourceKind(operands[operand++]?.role));
      const relative = cursor.relativeAt(at);
      if (relative >= 0) yield this.word(relative, 'relative');
    }
  }

  /** The token kind of the attribute DWORD under the cursor, which depends on the declared register. */
  private declaration(): Sm1TokenKind {
    const { words, destination } = this.cursor;
    const { pixel, major } = this.dialect;
    const token = destination < 0 ? 0 : words[destination]!;
    const type = sm1RegisterType(token);
    if (destination >= 0 && type === SM1_REGISTERS.sampler.code) return 'dclSampler';
    if (!pixel) return type === SM1_REGISTERS.outputOrTexCoordOut.code && major >= 3 ? 'dclOutput' : 'dclVertexInput';
    if (major < 3) return 'dclInput';
    if (type !== SM1_REGISTERS.misc.code) return 'dclPixelInput';
    return Sm1DestinationToken.number.get(token) === 0 ? 'dclPosition' : 'dclFace';
  }

  protected word(at: number, kind: Sm1TokenKind): Sm1Word {
    const value = this.program.words[at]!;
    const { fields, uses }: Sm1TokenKindRow = SM1_TOKEN_KINDS[kind];
    const context: Sm1FieldContext = { dialect: this.dialect, row: this.row };
    const explained = Object.keys(fields).map((key): Sm1WordField => {
      const field = fields[key]!;
      const unmarked = at === this.missing && field === Sm1InstructionToken.zero;
      const rule = unmarked ? 'DP8' : uses[key]?.rule;
      const allowed = field === Sm1InstructionToken.controls ? allowedControls(this.row) : undefined;
      const expected = unmarked ? 1 : allowed?.[1] === 0 ? 0 : this.expected(kind, key);
      const meaning = this.meaningOf(field, value, context);
      const range = expected === undefined ? allowed : undefined;
      return explainedField(field, field.get(value), meaning, rule, expected, range);
    });
    return { at, value, kind, instruction: this.instruction, fields: explained };
  }

  private expected(kind: Sm1TokenKind, key: string): number | undefined {
    const { fields, uses }: Sm1TokenKindRow = SM1_TOKEN_KINDS[kind];
    const use = uses[key];
    if (use === undefined) return undefined;
    if (this.options.level9 && PRECISIONS.has(fields[key]!)) return undefined;
    if (use.fixed !== undefined || use.used === undefined) return use.fixed;
    const range = use.used[this.dialect.pixel ? 'ps' : 'vs'];
    return range !== undefined && this.version >= range.since && this.version <= range.until ? undefined : 0;
  }
}

/** IT2: what the controls of an opcode can be; undefined for opcodes without a row. */
function allowedControls(row: Sm1OpcodeRow | undefined): AllowedValues | undefined {
  if (row === undefined) return undefined;
  if (row.controls === 'comparison') return COMPARISONS;
  return row.controls === 'texld' ? TEXLD : NO_CONTROLS;
}

function literalKind(role: Sm1OperandRole | undefined): Sm1TokenKind {
  return role === 'int' || role === 'bool' ? role : 'float';
}

function sourceKind(role: Sm1OperandRole | undefined): Sm1TokenKind {
  return role === 'label' || role === 'predicate' ? role : 'source';
}

const PRECISIONS: ReadonlySet<Field> = new Set([Sm1DestinationToken.precision, Sm1SourceToken.precision]);
const TEXLD: AllowedValues = [0, SM1_TEXLD_CONTROLS.length - 1];
/** Value 0 is no comparison. */
const COMPARISONS: AllowedValues = [1, SM1_COMPARISONS.length - 1];
const NO_CONTROLS: AllowedValues = [0, 0];

/** Calls `visit` with each DWORD of `program` in order, those after the end included. */
export function explainSm1(program: Sm1Program, visit: (word: Sm1Word) => void, options: Sm1ExplainOptions = {}): void {
  for (const word of sm1WordsOf(program, options)) visit(word);
}

/** Returns each DWORD of `program` in order, explained on demand. */
export function sm1WordsOf(program: Sm1Program, options: Sm1ExplainOptions = {}): Iterable<Sm1Word> {
  return walkSm1Fields(program, options, meaningOf);
}

/**
 * Explains one DWORD that belongs to no stream.
 *
 * @param version the version token of streams with such a token: registers and fields depend on it
 */
export function explainSm1Token(kind: Sm1TokenKind, value: number, version: number): Sm1Word {
  return new TokenWalk(readSm1Words(Uint32Array.of(version, value)), {}, meaningOf).last(kind);
}

class TokenWalk extends FieldWalk {
  /** The last DWORD as one of `kind`, without an instruction that it belongs to. */
  last(kind: Sm1TokenKind): Sm1Word {
    const at = this.program.words.length - 1;
    if (kind === 'instruction') this.row = sm1OpcodeRow(Sm1InstructionToken.opcode.get(this.program.words[at]!));
    return this.word(at, kind);
  }
}

const STAGES: ReadonlyMap<number, string> = new Map([
  [SM1_VERTEX, 'vertex shader'],
  [SM1_PIXEL, 'pixel shader'],
  [SM1_LIBRARY_VERTEX, 'vertex shader function'],
  [SM1_LIBRARY_PIXEL, 'pixel shader function'],
]);
const TEXLD_CONTROLS: readonly string[] = ['', 'projected', 'biased'];
const SOFTWARE = 0xff;

type Meaning = (word: number, context: Sm1FieldContext) => string;

const register: Meaning = (word, { dialect }) =>
  sm1RegisterText(sm1RegisterType(word), Sm1SourceToken.number.get(word), dialect);
const registerType: Meaning = (word) => SM1_REGISTER_NAME_BY_CODE[sm1RegisterType(word)] ?? 'unknown';
const swizzle: Meaning = (word) => swizzleText(Sm1SourceToken.swizzle.get(word));
const precision: Meaning = (word) => SM1_PRECISIONS[Sm1SourceToken.precision.get(word)]!;
const modifier: Meaning = (word) => sm1SourceModifierDoc(Sm1SourceToken.modifier.get(word)) ?? 'unknown';
const relative: Meaning = (word, { dialect }) => {
  if (!Sm1SourceToken.relative.test(word)) return '';
  return dialect.major >= 2 ? 'relative to the register that follows' : 'relative to a0.x';
};

/** The meanings of the fields of every kind of token; fields without an entry are numbers. */
const MEANINGS: ReadonlyMap<Field, Meaning> = new Map<Field, Meaning>([
  [Sm1VersionToken.minor, minorName],
  [Sm1VersionToken.stage, (word) => STAGES.get(Sm1VersionToken.stage.get(word)) ?? 'unknown'],
  [Sm1InstructionToken.opcode, (word) => SM1_OPCODE_BY_CODE.get(Sm1InstructionToken.opcode.get(word)) ?? 'unknown'],
  [Sm1InstructionToken.controls, controls],
  [Sm1InstructionToken.length, lengthText],
  [Sm1InstructionToken.predicated, (word) => (Sm1InstructionToken.predicated.test(word) ? 'predicated' : '')],
  [Sm1InstructionToken.coissue, (word) => (Sm1InstructionToken.coissue.test(word) ? 'co-issued' : '')],
  [Sm1DestinationToken.number, register],
  [Sm1DestinationToken.typeLow, registerType],
  [Sm1DestinationToken.relative, relative],
  [Sm1DestinationToken.precision, precision],
  [Sm1DestinationToken.mask, (word) => maskText(Sm1DestinationToken.mask.get(word))],
  [Sm1DestinationToken.modifiers, (word) => resultModifiers(Sm1DestinationToken.modifiers.get(word))],
  [Sm1DestinationToken.shift, (word) => SM1_RESULT_SHIFTS[Sm1DestinationToken.shift.get(word)]!.slice(1)],
  [Sm1SourceToken.number, register],
  [Sm1SourceToken.typeLow, registerType],
  [Sm1SourceToken.relative, relative],
  [Sm1SourceToken.precision, precision],
  [Sm1SourceToken.swizzle, swizzle],
  [Sm1SourceToken.modifier, modifier],
  [Sm1RelativeToken.number, register],
  [Sm1RelativeToken.typeLow, registerType],
  [Sm1RelativeToken.swizzle, swizzle],
  [Sm1PredicateToken.number, register],
  [Sm1PredicateToken.typeLow, registerType],
  [Sm1PredicateToken.swizzle, swizzle],
  [Sm1PredicateToken.modifier, modifier],
  [Sm1LabelToken.number, register],
  [Sm1LabelToken.typeLow, registerType],
  [Sm1LabelToken.swizzle, swizzle],
  [Sm1SamplerToken.textureType, (word) => SM1_TEXTURE_TYPES[Sm1SamplerToken.textureType.get(word)] ?? 'unknown'],
  [Sm1UsageToken.usage, (word) => SM1_USAGES[Sm1UsageToken.usage.get(word)] ?? 'unknown'],
  [Sm1FloatToken.value, shortFloat32Text],
  [Sm1IntToken.value, (word) => `${word | 0}`],
  [Sm1BoolToken.value, (word) => (word === 0 ? 'false' : 'true')],
  [Sm1CommentToken.opcode, () => 'comment'],
  [Sm1CommentToken.length, (word) => `${Sm1CommentToken.length.get(word)} DWORDs follow`],
  [Sm1CommentTagToken.tag, fourCCText],
  [Sm1EndToken.opcode, () => 'end'],
]);

function minorName(word: number): string {
  if (Sm1VersionToken.minor.get(word) === SOFTWARE) return 'software';
  return Sm1VersionToken.major.get(word) === 2 && Sm1VersionToken.minor.get(word) === 1 ? '2_x' : '';
}

function lengthText(word: number, { dialect }: Sm1FieldContext): string {
  return dialect.major >= 2 ? `${Sm1InstructionToken.length.get(word)} DWORDs follow` : '';
}

function controls(word: number, { row }: Sm1FieldContext): string {
  const value = Sm1InstructionToken.controls.get(word);
  if (row === undefined || row.controls === undefined) return '';
  return row.controls === 'texld' ? (TEXLD_CONTROLS[value] ?? 'unknown') : (SM1_COMPARISONS[value] ?? '').slice(1);
}

function resultModifiers(bits: number): string {
  return SM1_RESULT_MODIFIERS.filter(({ bit }) => bits & bit)
    .map(({ suffix }) => suffix.slice(1))
    .join(' ');
}

function meaningOf(field: Field, word: number, context: Sm1FieldContext): string {
  return MEANINGS.get(field)?.(word, context) ?? '';
}
