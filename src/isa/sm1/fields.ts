/**
 * Explains every DWORD of a shader model 1-3 stream: its kind of token, its bit-fields with value and meaning, the
 * instruction that it belongs to, and the fields that break a format rule.
 *
 * Not for: passes over many programs (cursor.ts): this code allocates objects for each DWORD.
 */

import type { Field } from '../../base/field.ts';
import { shortFloat32 } from '../../base/float32.ts';
import { SM1_LIBRARY_PIXEL, SM1_LIBRARY_VERTEX, SM1_PIXEL, SM1_VERTEX } from '../../base/profile.ts';
import { fourCCText } from '../../base/words.ts';
import { maskText, swizzleText } from '../components.ts';
import { FieldWalk, type Sm1ExplainOptions, type Sm1FieldContext, type Sm1Word, walkSm1Fields } from './field-walk.ts';
import { SM1_OPCODE_BY_CODE, sm1OpcodeRow } from './opcodes.ts';
import { readSm1Words, type Sm1Program } from './program.ts';
import { sm1SourceModifierDoc } from './register-docs.ts';
import {
  SM1_COMPARISONS,
  SM1_PRECISIONS,
  SM1_REGISTER_NAME_BY_CODE,
  SM1_RESULT_MODIFIERS,
  SM1_RESULT_SHIFTS,
  SM1_TEXTURE_TYPES,
  SM1_USAGES,
  sm1RegisterText,
} from './registers.ts';
import type { Sm1TokenKind } from './token-kinds.ts';
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

export type { Sm1ExplainOptions, Sm1Word, Sm1WordField } from './field-walk.ts';

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
  [Sm1FloatToken.value, floatText],
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

function floatText(word: number): string {
  const value = shortFloat32(word);
  return Object.is(value, -0) ? '-0' : `${value}`;
}

function meaningOf(field: Field, word: number, context: Sm1FieldContext): string {
  return MEANINGS.get(field)?.(word, context) ?? '';
}
