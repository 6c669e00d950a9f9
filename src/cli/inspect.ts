/** `dxlens inspect`: every DWORD of a shader model 1-3 program with its bit-fields, for people or as JSON. */
import { type Command, Option } from 'commander';
import { Diagnostics } from '../base/diagnostics.ts';
import { isWrongField } from '../base/explained.ts';
import { type FoundProgram, type FoundPrograms, findPrograms, reportNoPrograms } from '../container/programs.ts';
import { type Sm1Word, type Sm1WordField, sm1WordsOf } from '../isa/sm1/fields.ts';
import { readSm1, type Sm1Program } from '../isa/sm1/program.ts';
import { SM1_TOKEN_KINDS } from '../isa/sm1/tokens.ts';
import { printSm1Line } from '../text/sm1.ts';
import { planOutputs, STANDARD } from './files.ts';
import { deliverText, forEachInput, readInput } from './inputs.ts';
import { jsonPieces } from './json.ts';
import { report } from './report.ts';
import { STDOUT, wantsColor } from './streams.ts';

interface Flags {
  readonly json?: true;
  readonly output?: string;
  readonly quiet?: true;
  readonly color: 'auto' | 'always' | 'never';
}

/** What is put after the name of an input to name what is known about it. */
const SUFFIX = '.txt';
const JSON_SUFFIX = '.json';

const EXAMPLES = `
Examples:
  dxlens inspect shader.cso                      every DWORD: offset, value, kind, bit-fields
  dxlens inspect --json shader.cso | jq '.programs[0].words[] | select(.kind == "instruction")'

A field that holds what the format rules do not allow is marked with "!", and the rule is named.

Exit status: 0 all good; 1 something in the input is wrong; 2 wrong usage; 70 a fault of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineInspect(command: Command): void {
  command
    .description(
      'Shows every DWORD of each FILE: its offset and value, the instruction that it belongs to, and its bit-fields with ' +
        'what they mean. FILE is a token stream of shader model 1-3, a container with programs of feature level 9, or ' +
        'C source with either as an array of numbers.',
    )
    .argument('<file...>', 'compiled shaders; - is standard input')
    .option('--json', 'one JSON document; with several files one line each')
    .option('-o, --output <path>', 'write to this file, or with a trailing / into this folder as FILE.txt or FILE.json')
    .option('-q, --quiet', 'report errors only, no warnings')
    .addOption(
      new Option('--color <when>', 'colours for terminals').choices(['auto', 'always', 'never']).default('auto'),
    )
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(inputs: string[], flags: Flags): Promise<void> {
  const json = flags.json ?? false;
  const quiet = flags.quiet ?? false;
  const jobs = planOutputs(inputs, flags.output, json ? JSON_SUFFIX : SUFFIX);
  const paint = wantsColor(flags.color, (flags.output ?? STANDARD) === STANDARD ? STDOUT : undefined) ? ANSI : NONE;
  const lone = jobs.length === 1;
  await forEachInput(
    jobs,
    ({ input }) => input,
    async (job) => {
      const bytes = await readInput(job.input);
      if (!(bytes instanceof Uint8Array)) return !report(job.input, [bytes], quiet);
      const diagnostics = new Diagnostics();
      const found = findPrograms(bytes, diagnostics);
      if (found.programs.length === 0)
        reportNoPrograms(found, 'inspect', 'the bit-fields of shader models 4-5.1', diagnostics);
      const read = found.programs.map((found) => ({
        found,
        program: readSm1(found.words, diagnostics.at(found.offset)),
      }));
      const failed = report(job.input, diagnostics.list, quiet);
      if (read.length === 0) return !failed;
      const pieces = json ? documentOf(job.input, found, read, lone) : tablesOf(read, lone ? '' : job.input, paint);
      return (await deliverText(job, pieces)) && !failed;
    },
  );
}

/** A program, and where it was found. */
interface ReadProgram {
  readonly found: FoundProgram;
  readonly program: Sm1Program;
}

/** What `--json` prints for a file, in pieces; tools build on these names. */
function* documentOf(
  file: string,
  { kind }: FoundPrograms,
  programs: readonly ReadProgram[],
  pretty: boolean,
): Generator<string> {
  const document = {
    file,
    kind: kind.kind,
    profile: kind.profile ?? null,
    programs: () => programs.map(programJson),
  };
  yield* jsonPieces(document, pretty);
  yield '\n';
}

function programJson({ program, found: { offset, level9, chunk } }: ReadProgram): object {
  return { offset, chunk, words: () => wordsJson(program, offset, level9) };
}

function* wordsJson(program: Sm1Program, offset: number, level9: boolean): Generator<object> {
  let text = '';
  for (const word of sm1WordsOf(program, { level9 })) {
    const { instruction, at } = word;
    if (instruction >= 0 && program.starts[instruction] === at) text = printSm1Line(program, at).text.trim();
    yield wordJson(word, offset, instruction < 0 ? null : text);
  }
}

/** @param text of the instruction that it belongs to */
function wordJson({ at, value, kind, instruction, fields }: Sm1Word, offset: number, text: string | null): object {
  return {
    offset: offset + 4 * at,
    value,
    kind,
    instruction: instruction < 0 ? null : instruction,
    text,
    fields: fields.map(({ field, value, meaning, rule, expected, allowed }) => ({
      name: field.name,
      low: field.low,
      width: field.width,
      value,
      ...(meaning === '' ? {} : { meaning }),
      ...(rule === undefined ? {} : { rule }),
      ...(expected === undefined ? {} : { expected }),
      ...(allowed === undefined ? {} : { allowed }),
    })),
  };
}

interface Paint {
  readonly text: string;
  readonly dim: string;
  readonly wrong: string;
  readonly off: string;
}

const NONE: Paint = { text: '', dim: '', wrong: '', off: '' };
const ANSI: Paint = { text: '\x1b[33m', dim: '\x1b[90m', wrong: '\x1b[31m', off: '\x1b[39m' };

/** Widths of the columns of a field. */
const BITS = 5;
const VALUE = 10;

/** What people read, in pieces: a table for each program, under the file's name where it has to be told. */
function* tablesOf(programs: readonly ReadProgram[], file: string, paint: Paint): Generator<string> {
  if (file !== '') yield `${file}\n`;
  for (const [index, { program, found }] of programs.entries()) {
    if (index > 0) yield '\n';
    for (const word of sm1WordsOf(program, { level9: found.level9 }))
      yield wordText(word, program, found.offset, paint);
  }
}

function wordText(word: Sm1Word, program: Sm1Program, offset: number, paint: Paint): string {
  const { at, value, kind, instruction, fields } = word;
  const heading =
    instruction >= 0 && program.starts[instruction] === at
      ? `\n${paint.text}${printSm1Line(program, at).text}${paint.off}\n`
      : kind === 'end'
        ? '\n'
        : '';
  const head = `${hexText(offset + 4 * at)}  ${hexText(value)}  ${SM1_TOKEN_KINDS[kind].title}`;
  const [only] = fields;
  // A DWORD that is one value needs no table.
  if (fields.length === 1 && only) return `${heading}${head}${only.meaning === '' ? '' : `: ${only.meaning}`}\n`;
  return `${heading}${head}\n${fields.map((field) => fieldText(field, paint)).join('')}`;
}

function fieldText(one: Sm1WordField, paint: Paint): string {
  const { field, value, meaning, rule, expected, allowed } = one;
  const { low, width, name } = field;
  const bits = (width === 1 ? `${low}` : `${low + width - 1}:${low}`).padStart(BITS);
  const raw = `${value < 10 ? value : `0x${value.toString(16)}`}`.padStart(VALUE);
  const wrong = isWrongField(one);
  const why = wrong ? `  ! ${rule === undefined ? '' : `${rule}: `}${allowed?.join(' to ') ?? expected} is right` : '';
  const text = `    ${bits}  ${raw}  ${name}${meaning === '' ? '' : `: ${meaning}`}`;
  // Zeros of reserved fields and the like are there and say nothing.
  const quiet = !wrong && value === 0 && meaning === '';
  return quiet ? `${paint.dim}${text}${paint.off}\n` : `${text}${wrong ? `${paint.wrong}${why}${paint.off}` : ''}\n`;
}

function hexText(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}
