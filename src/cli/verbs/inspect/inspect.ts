/**
 * `dxlens inspect`: prints every DWORD of a file with its bit-fields, or a part of them, for people or as JSON; with
 * `--word`, DWORDs that belong to no file.
 */

import { type Command, Option } from 'commander';
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
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import {
  diagnosticsIn,
  readShaderFile as readOpenedFile,
  reportNoPrograms,
  type ShaderFile,
} from '../../../file/shader-file.ts';
import type { ExplainedWord } from '../../../isa/model.ts';
import { explainSm1Token } from '../../../isa/sm1/fields.ts';
import { SM1_TOKEN_KINDS, type Sm1TokenKind } from '../../../isa/sm1/token-kinds.ts';
import { explainSm4Token, type Sm4TokenGroup } from '../../../isa/sm4/fields.ts';
import { SM4_TOKEN_KINDS, type Sm4TokenKind } from '../../../isa/sm4/token-kinds.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { inEffect, namesOf, readChosenShaders, shaderChoiceOf, takeShaderChoice } from '../../inputs/effect-shaders.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb } from '../../jobs/run-jobs.ts';
import { type JsonFlags, printedFiles, suggestionFor, takeShaders, unexpectedValue } from '../../options.ts';
import { deliverText } from '../../outputs/deliver.ts';
import type { Job } from '../../outputs/plan-outputs.ts';
import { UsageError } from '../../process.ts';
import { report } from '../../report.ts';
import { type ColorChoice, isTerminal, STANDARD, STDOUT, wantsColor } from '../../streams.ts';
import { documentOf, fieldJson } from './json.ts';
import { type InspectedProgram, inspectedParts, sm1Program, sm4Program } from './parts.ts';
import { type Selection, selectParts } from './select.ts';
import { programText, textOf, type View, viewOf } from './text.ts';

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

interface Flags extends ShaderChoice, JsonFlags {
  readonly output?: string;
  readonly jobs?: number;
  readonly quiet?: true;
  readonly color: ColorChoice;
  readonly chunk?: readonly string[];
  readonly instruction?: Selection['instructions'];
  readonly at?: readonly number[];
  readonly compact?: true;
  readonly full?: true;
  readonly word?: readonly number[];
  /** True without a value. */
  readonly as?: string | true;
}

/** Appended to the name of an input to name its output. */

const EXAMPLES = `
Examples:
  dxlens inspect shader.cso                      every DWORD: offset, value, kind, bit-fields
  dxlens inspect shader.cso --instruction 12     the tokens of instruction 12; 12-20 are several
  dxlens inspect shader.cso --chunk RDEF         a chunk by its tag, or by its number in container list
  dxlens inspect shader.cso --at 0x1dc           what contains this byte
  dxlens inspect --word 0x0d000032 --as sm4.opcode
  dxlens inspect --as                            the kinds of tokens
  dxlens inspect --json shader.cso | jq ".programs[0].words[]"

The compact view has a line with the 32 bits of a DWORD, and the fields that are not zero below it. A field with a value that
the format does not allow is marked with "!" and the rule. docs/tokens-sm1.md and docs/tokens-sm4.md list the tokens and
their fields. --as takes sm1 (ps_3_0), sm4 (ps_5_0) or a profile, a period and a kind of token; several words after
sm4.opcode or sm1.instruction are one instruction.

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineInspect(command: Command): void {
  takeShaders(command, '[file...]')
    .description(
      'Prints every DWORD of each FILE: its offset and value, the instruction or record that contains it, and the meaning of ' +
        'its bit-fields. FILE is a token stream of shader models 1-3, a container of any kind (shader, library, root signature), ' +
        'an effect with all that is inside, or C source with one as an array of numbers.',
    )
    .option(
      '--chunk <tag>',
      'only this chunk: a tag, or a number from container list; CTAB of models 1-3, too',
      addWord,
    )
    .addOption(instructionOption())
    .addOption(
      numbersOption('--at <offset>', 'only what contains this byte of the file').conflicts(['chunk', 'instruction']),
    )
    .addOption(new Option('--compact', 'a line of bits for each DWORD (default on a terminal)').conflicts('full'))
    .option('--full', 'a line for each bit-field (default for files and pipes)')
    .addOption(wordOption())
    .option('--as [kind]', 'what --word is: a kind of token such as sm4.opcode; without a value: print all kinds')
    .addHelpText('after', EXAMPLES)
    .action(run);
  takeShaderChoice(command);
}

function addWord(word: string, words: readonly string[] = []): string[] {
  return [...words, word];
}

/** The largest DWORD. */
const MAX_DWORD = 0xffff_ffff;

function numbersOption(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.argParser((word, numbers: readonly number[] = []) => [...numbers, numberOf(option, word)]);
}

/** @throws UsageError if `word` is not a number of 32 bits */
function numberOf(option: Option, word: string): number {
  const number = /^(0x[\da-f]+|\d+)$/i.test(word) ? Number(word) : Number.NaN;
  if (!(number <= MAX_DWORD)) throw unexpectedValue(option, 'a number such as 476 or 0x1dc', word);
  return number;
}

function instructionOption(): Option {
  const option = new Option('--instruction <n>', 'only instruction N, or N-M, as disasm --numbers counts them');
  return option.argParser((word, ranges: Selection['instructions'] = []): Selection['instructions'] => {
    const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(word) ?? [];
    if (first === undefined || Number(last) < Number(first))
      throw unexpectedValue(option, 'a number, or two such as 12-20', word);
    return [...ranges, [Number(first), Number(last)]];
  });
}

function wordOption(): Option {
  return numbersOption('--word <dword...>', 'decode DWORDs instead of a file').conflicts([
    ...['chunk', 'instruction', 'at', 'output', 'jobs'],
  ]);
}

/** Parameters of {@link inspectInput} other than its input. */
interface Settings {
  readonly json: boolean;
  readonly pretty: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly compact: boolean;
  /** Whether each text names its input. */
  readonly headings: boolean;
  readonly selection: Selection;
  readonly choice: ShaderChoice | undefined;
}

async function run(words: string[], flags: Flags): Promise<void> {
  const { json = false, pretty = false, quiet = false, word, as } = flags;
  const standard = (flags.output ?? STANDARD) === STANDARD;
  const color = wantsColor(flags.color, standard ? STDOUT : undefined);
  const compact = flags.compact ?? (flags.full === undefined && standard && isTerminal(STDOUT));
  if (word !== undefined || as !== undefined) {
    if (words.length > 0) throw new UsageError(`${word === undefined ? '--as' : '--word'} takes no file`);
    const output = tokenOutput(word, as, json, pretty, viewOf(color, compact));
    await deliverText({ output: STANDARD, directory: undefined }, output);
    return;
  }
  if (words.length === 0) throw new UsageError("missing required argument 'file'");
  const selection: Selection = {
    chunks: flags.chunk ?? [],
    instructions: flags.instruction ?? [],
    offsets: flags.at ?? [],
  };
  const files = { ...printedFiles(json), readFound: readShaderFile };
  await runVerb('inspect', words, flags, files, inspectInput, (lone) => ({
    json,
    pretty,
    quiet,
    color,
    compact,
    headings: !lone,
    selection,
    choice: shaderChoiceOf(flags),
  }));
}

/** The output of `--word` and `--as`. */
function tokenOutput(
  words: readonly number[] | undefined,
  as: string | true | undefined,
  json: boolean,
  pretty: boolean,
  view: View,
): Iterable<string> {
  if (words === undefined) {
    if (as === true) return [tokenKindList()];
    throw new UsageError('--as says what --word is; use --word DWORD');
  }
  if (typeof as !== 'string')
    throw new UsageError('--word needs --as KIND, such as --as sm4.opcode; --as alone lists all');
  const choice = tokenChoice(as);
  return json ? [wordsJson(words, choice, pretty)] : wordsText(words, choice, view);
}

/** Reads one input, writes its fields and reports its diagnostics. */
export async function inspectInput(job: Job, settings: Settings): Promise<boolean | undefined> {
  const { quiet, choice } = settings;
  const chosen = await readChosenShaders(job, choice, quiet);
  if (chosen.shaders === undefined) return chosen.result;
  const { shaders } = chosen;
  let failed = false;
  const pieces: Iterable<string>[] = [];
  for (const shader of shaders) {
    const diagnostics = new Diagnostics();
    const file = readOpenedFile(shader.bytes, diagnostics);
    const inside = diagnosticsIn(file, diagnostics);
    const parts = inspectedParts(file, inside);
    if (parts.length === 0 && diagnostics.list.length === 0)
      reportNoPrograms(file, 'inspect', 'the structure of such files', inside);
    const selected = selectParts(parts, settings.selection, file.bytes.byteLength, inside);
    if (report(job.file, inEffect(namingForeignFile(diagnostics.list, shader.bytes), shader), quiet)) failed = true;
    if (selected.length === 0) continue;
    pieces.push(
      piecesOf(namesOf(job.file, shader), file, selected, {
        ...settings,
        headings: settings.headings || shaders.length > 1,
      }),
    );
  }
  return pieces.length === 0 ? !failed : (await deliverText(job, joined(pieces))) && !failed;
}

function* joined(pieces: readonly Iterable<string>[]): Iterable<string> {
  for (const piece of pieces) yield* piece;
}

function piecesOf(
  names: ReturnType<typeof namesOf>,
  file: ShaderFile,
  parts: ReturnType<typeof selectParts>,
  { json, pretty, headings, color, compact, selection }: Settings,
): Iterable<string> {
  if (json) return documentOf(names, file, parts, pretty);
  return textOf(parts, headings ? Object.values(names).join(', ') : '', viewOf(color, compact), selection.offsets);
}
