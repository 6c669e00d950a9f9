/** `dxlens inspect`: prints every DWORD of a file with its bit-fields, for people or as JSON. */
import type { Command } from 'commander';
import { Diagnostics } from '../base/diagnostics.ts';
import type { ExplainedField } from '../base/explained.ts';
import type { ExplainedBytes } from '../container/explain/payload.ts';
import {
  diagnosticsIn,
  readShaderFile as readOpenedFile,
  reportNoPrograms,
  type ShaderFile,
} from '../container/shader-file.ts';
import type { ExplainedWord } from '../isa/model.ts';
import { namingForeignFile } from './foreign-files.ts';
import { readFoundInput } from './inputs/read-input.ts';
import { readShaderFile } from './inputs/shader-file.ts';
import { type InspectedProgram, inspectedParts, type Part } from './inspect-parts.ts';
import { ANSI_PAINT, NO_PAINT, tablesOf } from './inspect-tables.ts';
import { runVerb } from './jobs/run-jobs.ts';
import { jsonPieces } from './json.ts';
import { takeShaders } from './options.ts';
import { deliverText } from './outputs/deliver.ts';
import { appending, type Job } from './outputs/plan-outputs.ts';
import { report } from './report.ts';
import { type ColorChoice, STANDARD, STDOUT, wantsColor } from './streams.ts';

interface Flags {
  readonly json?: true;
  readonly pretty?: true;
  readonly output?: string;
  readonly jobs?: number;
  readonly quiet?: true;
  readonly color: ColorChoice;
}

/** Appended to the name of an input to name its output. */
const SUFFIX = '.txt';
const JSON_SUFFIX = '.json';

const EXAMPLES = `
Examples:
  dxlens inspect shader.cso                      every DWORD: offset, value, kind, bit-fields
  dxlens inspect --json shader.cso | jq ".programs[0].words[]"
  dxlens inspect --json shader.cso | jq ".sections[] | .chunk, .items[]"

A field with a value that the format does not allow is marked with "!" and the rule. docs/tokens-sm1.md and
docs/tokens-sm4.md list the tokens and their fields.

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineInspect(command: Command): void {
  takeShaders(command)
    .description(
      'Prints every DWORD of each FILE: its offset and value, the instruction or record that contains it, and the meaning of ' +
        'its bit-fields. FILE is a token stream of shader models 1-3, a container of any kind (shader, library, root signature), ' +
        'or C source with either as an array of numbers.',
    )
    .addHelpText('after', EXAMPLES)
    .action(run);
}

/** What {@link inspectInput} needs besides its input. */
interface Settings {
  readonly json: boolean;
  readonly pretty: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  /** Whether each text names its input. */
  readonly headings: boolean;
}

async function run(words: string[], flags: Flags): Promise<void> {
  const { pretty = false, quiet = false } = flags;
  const json = flags.json ?? pretty;
  const color = wantsColor(flags.color, (flags.output ?? STANDARD) === STANDARD ? STDOUT : undefined);
  const files = { nameOf: appending(json ? JSON_SUFFIX : SUFFIX), readFound: readShaderFile };
  await runVerb('inspect', words, flags, files, inspectInput, (lone) => ({
    json,
    pretty,
    quiet,
    color,
    headings: !lone,
  }));
}

/** Reads one input, writes its fields and reports its diagnostics. */
export async function inspectInput(
  job: Job,
  { json, pretty, quiet, color, headings }: Settings,
): Promise<boolean | undefined> {
  const bytes = await readFoundInput(job, readShaderFile);
  if (bytes === undefined) return undefined;
  if (!(bytes instanceof Uint8Array)) return !report(job.file, [bytes], quiet);
  const diagnostics = new Diagnostics();
  const file = readOpenedFile(bytes, diagnostics);
  const parts = inspectedParts(file, diagnosticsIn(file, diagnostics));
  if (parts.length === 0 && diagnostics.list.length === 0)
    reportNoPrograms(file, 'inspect', 'the structure of such files', diagnosticsIn(file, diagnostics));
  const failed = report(job.file, namingForeignFile(diagnostics.list, bytes), quiet);
  if (parts.length === 0) return !failed;
  const pieces = json
    ? documentOf(job.file, file, parts, pretty)
    : tablesOf(parts, headings ? job.file : '', color ? ANSI_PAINT : NO_PAINT);
  return (await deliverText(job, pieces)) && !failed;
}

/** Yields the document that `--json` prints for a file, in pieces. Tools depend on these names. */
function* documentOf(
  file: string,
  { format, profile }: ShaderFile,
  parts: readonly Part[],
  pretty: boolean,
): Generator<string> {
  const document = {
    file,
    format,
    profile,
    programs: () => parts.flatMap((part) => ('program' in part ? [programJson(part.program)] : [])),
    ...(parts.some((part) => 'section' in part) ? { sections: () => parts.flatMap(sectionJson) } : {}),
  };
  yield* jsonPieces(document, pretty);
  yield '\n';
}

function programJson(program: InspectedProgram): object {
  const { offset, chunk } = program;
  return { offset, chunk, words: () => wordsJson(program) };
}

function* wordsJson({ words, starts, line, offset }: InspectedProgram): Generator<object> {
  let text = '';
  for (const word of words()) {
    const { instruction, at } = word;
    if (instruction >= 0 && starts[instruction] === at) text = line(instruction).trim();
    yield wordJson(word, offset, instruction < 0 ? null : text);
  }
}

/** @param text the instruction that contains the word */
function wordJson(
  { at, value, kind, instruction, fields }: ExplainedWord,
  offset: number,
  text: string | null,
): object {
  return {
    offset: offset + 4 * at,
    value,
    kind,
    instruction: instruction < 0 ? null : instruction,
    text,
    fields: fields.map(fieldJson),
  };
}

/** Members that are undefined are not written. */
function fieldJson({ field, value, meaning, rule, expected, allowed }: ExplainedField): object {
  return {
    name: field.name,
    low: field.low,
    width: field.width,
    value,
    meaning: meaning === '' ? undefined : meaning,
    rule,
    expected,
    allowed,
  };
}

/** A section of a container; nothing for a program, whose words are listed elsewhere. */
function sectionJson(part: Part): object[] {
  if ('program' in part) return [];
  const { title, chunk, offset, size, items } = part.section;
  return [{ title, chunk: chunk ?? null, offset, size, items: () => itemsJson(items()) }];
}

function* itemsJson(items: Iterable<ExplainedBytes>): Generator<object> {
  for (const { offset, size, kind, record, value, text, bytes, fields } of items) {
    yield {
      offset,
      size,
      kind,
      record,
      ...(value === undefined ? {} : { value, fields: fields.map(fieldJson) }),
      ...(text === undefined ? {} : { text }),
      ...(bytes === undefined ? {} : { bytes: [...bytes] }),
    };
  }
}
