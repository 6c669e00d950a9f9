/** `dxlens inspect --word`: decodes DWORDs that belong to no file as tokens of a kind. */
import { Diagnostics } from '../../../base/diagnostics.ts';
import { sm1Profile, sm4Profile } from '../../../base/profile.ts';
import type { ExplainedWord } from '../../../isa/model.ts';
import { explainSm1Token } from '../../../isa/sm1/fields.ts';
import { SM1_TOKEN_KINDS, type Sm1TokenKind } from '../../../isa/sm1/token-kinds.ts';
import { explainSm4Token, type Sm4TokenGroup } from '../../../isa/sm4/fields.ts';
import { SM4_TOKEN_KINDS, type Sm4TokenKind } from '../../../isa/sm4/token-kinds.ts';
import { fieldJson } from './json.ts';
import { type InspectedProgram, sm1Program, sm4Program } from './parts.ts';
import { programText, type View } from './text.ts';
import type { TokenChoice } from './token-choice.ts';

/** Tokens, and the instruction that they are if they are one. */
interface Decoded {
  readonly program?: InspectedProgram;
  readonly tokens: readonly ExplainedWord[];
}

/** The words as one instruction, where there are several and the first one begins it; else undefined. */
function instructionOf(words: readonly number[], { isa, version, kind }: TokenChoice): InspectedProgram | undefined {
  if (words.length < 2) return undefined;
  const nowhere = { offset: 0, chunk: undefined, number: undefined };
  if (isa === 'sm1') {
    return kind === 'instruction'
      ? sm1Program(Uint32Array.of(version, ...words), nowhere, false, new Diagnostics())
      : undefined;
  }
  if (kind !== 'opcode') return undefined;
  return sm4Program(Uint32Array.of(version, words.length + 2, ...words), nowhere, new Diagnostics());
}

/** The tokens of an instruction without the header of its program, counted from 0. */
function tokensOf(program: InspectedProgram, header: number): ExplainedWord[] {
  return [...program.words()].filter(({ at }) => at >= header).map((word) => ({ ...word, at: word.at - header }));
}

function decoded(words: readonly number[], choice: TokenChoice): Decoded {
  const program = instructionOf(words, choice);
  if (program !== undefined) return { program, tokens: tokensOf(program, choice.isa === 'sm1' ? 1 : 2) };
  const { isa, version, kind } = choice;
  const tokens = words.map((value, at) => {
    const word: ExplainedWord =
      isa === 'sm1'
        ? explainSm1Token(kind as Sm1TokenKind, value, version)
        : explainSm4Token(kind as Sm4TokenKind | Sm4TokenGroup, value, version);
    return { ...word, at };
  });
  return { tokens };
}

/** Yields the text for people. */
export function* wordsText(words: readonly number[], choice: TokenChoice, view: View): Generator<string> {
  const { program, tokens } = decoded(words, choice);
  if (program !== undefined) yield* programText({ ...program, words: () => tokens }, view);
  else for (const { at, value, kind, fields } of tokens) yield view.dword(4 * at, value, titleOf(kind, choice), fields);
}

function titleOf(kind: string, { isa }: TokenChoice): string {
  if (isa === 'sm1') return SM1_TOKEN_KINDS[kind as Sm1TokenKind].title;
  return SM4_TOKEN_KINDS[kind as Sm4TokenKind].title;
}

/** The document for programs. */
export function wordsJson(words: readonly number[], choice: TokenChoice, pretty: boolean): string {
  const { program, tokens } = decoded(words, choice);
  const { isa, version } = choice;
  const document = {
    profile: isa === 'sm1' ? sm1Profile(version) : sm4Profile(version),
    text: program === undefined ? null : program.line(0).trim(),
    words: tokens.map(({ value, kind, fields }) => ({ value, kind, fields: fields.map(fieldJson) })),
  };
  return `${JSON.stringify(document, undefined, pretty ? 2 : undefined)}\n`;
}
