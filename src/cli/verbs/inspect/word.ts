/** `dxlens inspect --word`: decodes DWORDs that belong to no file as tokens of a kind.  */

import { Diagnostics } from '../../../base/diagnostics.ts';
import {
  SM1_PIXEL,
  SM1_VERSION,
  SM1_VERTEX,
  SM4_STAGES,
  sm1Profile,
  sm4Profile,
  sm4StageCode,
  sm4VersionToken,
} from '../../../base/profile.ts';
import type { ExplainedWord } from '../../../isa/model.ts';
import { explainSm1Token } from '../../../isa/sm1/fields.ts';
import { SM1_TOKEN_KINDS, type Sm1TokenKind } from '../../../isa/sm1/token-kinds.ts';
import { explainSm4Token, type Sm4TokenGroup } from '../../../isa/sm4/fields.ts';
import { SM4_TOKEN_KINDS, type Sm4TokenKind } from '../../../isa/sm4/token-kinds.ts';
import { suggestionFor } from '../../options.ts';
import { UsageError } from '../../process.ts';
import { fieldJson } from './json.ts';
import { type InspectedProgram, sm1Program, sm4Program } from './parts.ts';
import { programText, type View } from './text.ts';

/** The headings of groups of kinds in the list. */
const GROUP_TITLES: Readonly<Record<Sm4TokenGroup, string>> = {
  opcode: 'the first token of an instruction, by its opcode; further words are its operands',
  extendedOpcode: 'an extended opcode token, by its kind',
  operand: 'the first token of an operand, by its components',
  extendedOperand: 'an extended operand token, by its kind',
};

/** The programs that `sm1` and `sm4` mean. */
const DEFAULT_VERSIONS = { sm1: sm1Version(SM1_PIXEL, 3, 0), sm4: sm4VersionToken(0, 5, 0) } as const;

function sm1Version(stage: number, major: number, minor: number): number {
  return SM1_VERSION.stage.set(SM1_VERSION.major.set(SM1_VERSION.minor.set(0, minor), major), stage);
}

/** The value of `--as`: an instruction set or profile, and a kind of token. */
interface TokenChoice {
  readonly isa: 'sm1' | 'sm4';
  /** The version token of a program that may have such a token. */
  readonly version: number;
  readonly kind: string;
}

/** Every profile by its name. */
function versionsByName(): Map<string, TokenChoice['version']> {
  const versions = new Map<string, number>(Object.entries(DEFAULT_VERSIONS));
  for (const stage of [SM1_VERTEX, SM1_PIXEL]) {
    for (const [major, minor] of SM1_MODELS) {
      const version = sm1Version(stage, major, minor);
      versions.set(sm1Profile(version), version);
    }
  }
  for (const stage of SM4_STAGES) {
    for (const [major, minor] of SM4_MODELS) {
      const version = sm4VersionToken(sm4StageCode(stage), major, minor);
      versions.set(sm4Profile(version)!, version);
    }
  }
  return versions;
}

const SOFTWARE = 255;
const SM1_MODELS = [
  ...[[1, 1] as const, [1, 2] as const, [1, 3] as const, [1, 4] as const],
  ...[[2, 0] as const, [2, 1] as const, [2, SOFTWARE] as const, [3, 0] as const, [3, SOFTWARE] as const],
];
const SM4_MODELS = [[4, 0] as const, [4, 1] as const, [5, 0] as const, [5, 1] as const];

/**
 * Returns the choice that the value of `--as` makes.
 *
 * @throws UsageError if it chooses nothing
 */
export function tokenChoice(word: string): TokenChoice {
  const at = word.indexOf('.');
  const versions = versionsByName();
  const prefix = word.slice(0, at);
  const version = at < 0 ? undefined : versions.get(prefix);
  if (version === undefined) {
    const names = at < 0 ? tokenKinds().map(([name]) => name) : [...versions.keys()].reverse();
    const suggestion = suggestionFor(at < 0 ? word : prefix, names);
    throw new UsageError(`--as: expected sm1, sm4 or a profile, a period and a kind, found '${word}'${suggestion}`);
  }
  const isa = prefix === 'sm1' || /^.s_[1-3]_/.test(prefix) ? 'sm1' : 'sm4';
  const kind = word.slice(at + 1);
  const kinds = tokenKinds().flatMap(([name]) => (name.startsWith(isa) ? [name.slice(isa.length + 1)] : []));
  if (kinds.includes(kind)) return { isa, version, kind };
  const suggestion = suggestionFor(kind, kinds);
  throw new UsageError(`--as: there is no kind of token '${kind}' in ${prefix}${suggestion}; --as alone lists all`);
}

/** Every value of `--as` with what it is. */
function tokenKinds(): [name: string, what: string][] {
  return [
    ...Object.entries(SM1_TOKEN_KINDS).map(([kind, { title }]): [string, string] => [`sm1.${kind}`, title]),
    ...Object.entries(GROUP_TITLES).map(([group, title]): [string, string] => [`sm4.${group}`, title]),
    ...Object.entries(SM4_TOKEN_KINDS).map(([kind, { title, doc }]): [string, string] => [
      `sm4.${kind}`,
      doc === '' ? title : `${title}: ${doc}`,
    ]),
  ];
}

export function tokenKindList(): string {
  const kinds = tokenKinds();
  const width = Math.max(...kinds.map(([name]) => name.length));
  return kinds.map(([name, what]) => `${name.padEnd(width)}  ${what}\n`).join('');
}

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
