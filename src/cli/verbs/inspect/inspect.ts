/** `dxlens inspect`: prints every DWORD of a file with its bit-fields, or a part of them, for people or as JSON. */
import { type Command, Option } from 'commander';
import { Diagnostics } from '../../../base/diagnostics.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import {
  diagnosticsIn,
  readShaderFile as readOpenedFile,
  reportNoPrograms,
  type ShaderFile,
} from '../../../file/shader-file.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { inEffect, namesOf, readChosenShaders, shaderChoiceOf, takeShaderChoice } from '../../inputs/effect-shaders.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb } from '../../jobs/run-jobs.ts';
import { type JsonFlags, printedFiles, takeShaders, unexpectedValue } from '../../options.ts';
import { deliverText } from '../../outputs/deliver.ts';
import type { Job } from '../../outputs/plan-outputs.ts';
import { UsageError } from '../../process.ts';
import { report } from '../../report.ts';
import { type ColorChoice, isTerminal, STANDARD, STDOUT, wantsColor } from '../../streams.ts';
import { documentOf } from './json.ts';
import { inspectedParts } from './parts.ts';
import { type Selection, selectParts } from './select.ts';
import { textOf, type View, viewOf } from './text.ts';
import { tokenChoice, tokenKindList, wordsJson, wordsText } from './word.ts';

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
