/**
 * Walks over every DWORD of a stream of shader models 1 to 3: the kind of each token, its bit-fields with their values,
 * the instruction that it belongs to, and the values that the format rules allow.
 *
 * Not for: what values mean (fields.ts). Validation walks without meanings, and does not include their texts.
 */
import { type AllowedValues, type ExplainedField, explainedField } from '../../base/explained.ts';
import type { Field } from '../../base/field.ts';
import type { ExplainedWord } from '../model.ts';
import { Sm1Cursor, sm1TakesDestination } from './cursor.ts';
import { type Sm1OpcodeRow, type Sm1OperandRole, sm1OpcodeRow, sm1Operands } from './opcodes.ts';
import type { Sm1Program } from './program.ts';
import { SM1_COMPARISONS, SM1_REGISTERS, SM1_TEXLD_CONTROLS, type Sm1Dialect } from './registers.ts';
import { SM1_TOKEN_KINDS, type Sm1FormatRule, type Sm1TokenKind, type Sm1TokenKindRow } from './token-kinds.ts';
import { Sm1DestinationToken, Sm1InstructionToken, Sm1SourceToken, sm1RegisterType } from './tokens.ts';

/** One bit-field of a DWORD. */
export type Sm1WordField = ExplainedField<Sm1FormatRule>;

/** One DWORD of a stream. */
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
export interface Sm1FieldContext {
  readonly dialect: Sm1Dialect;
  /** Row of the instruction, if its opcode has one. */
  readonly row: Sm1OpcodeRow | undefined;
}

/** The meaning of a field of a DWORD; empty if the number needs no explanation. */
export type Sm1Meaning = (field: Field, word: number, context: Sm1FieldContext) => string;

/** The walk; fields.ts extends it to single tokens, so that validation does not carry them. */
export class FieldWalk {
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
