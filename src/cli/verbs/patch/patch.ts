/**
 * `dxlens patch`: changes a shader and keeps everything else bit for bit. It reports the effects of an edit: DWORDs
 * that differ, and rules that only the changed shader breaks.
 */

import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { alignLines } from '../../../base/alignment.ts';
import { type Diagnostic, Diagnostics, hex } from '../../../base/diagnostics.ts';
import { bytesOf, latin1Text, wordsOf } from '../../../base/words.ts';
import { CHUNK_HEADER_SIZE, isContainer, readChunkDirectory } from '../../../container/dxbc.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { replaceEmbeddedShader } from '../../../effects/replace-shader.ts';
import { detectFormat, formatName, isEffect } from '../../../file/detect-format.ts';
import { openShader, type Shader, ShaderEditError } from '../../../shader/index.ts';
import { validate } from '../../../validate/validate.ts';
import { unrecognisedFile, withoutByteOrderMark } from '../../foreign-files.ts';
import { notAssembly } from '../../inputs/assembly-file.ts';
import {
  type ChosenShader,
  chosenShaders,
  inEffect,
  isRefused,
  shaderChoiceOf,
  takeShaderChoice,
} from '../../inputs/effect-shaders.ts';
import { type HlslFlags, hlslOf, takeSourceOptions } from '../../inputs/hlsl-options.ts';
import { readInput } from '../../inputs/read-input.ts';
import { DX0027, DX0030, DX0031, DX0032, DX0033, DX0382, DX0383 } from '../../messages.ts';
import { colorOption, type JsonFlags, takeJson } from '../../options.ts';
import { deliver } from '../../outputs/deliver.ts';
import { type Job, planOutputs } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../process.ts';
import { report, reportFile } from '../../report.ts';
import {
  type ColorChoice,
  isTerminal,
  STANDARD,
  STDERR,
  STDOUT,
  wantsColor,
  writeError,
  writeOut,
} from '../../streams.ts';
import type { ReportStyle } from '../asm/report.ts';
import { diffText } from '../diff/text.ts';
import { applyListing, canAsk, confirms, type EditedText, editText } from './editor.ts';
import { type Edit, NEEDS_SHADER, rebindingOf, renamingOf, settingOf } from './edits.ts';

/** A run of DWORDs that differ. Offsets are in bytes from the start of each file. */
export interface ChangedWords {
  /** The tag of the chunk; absent outside chunks, and in token streams. */
  readonly chunk?: string;
  readonly offset: { readonly before: number; readonly after: number };
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A part of a file that corresponds to one of the other file. */
interface Section {
  readonly chunk?: string;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Returns the runs of DWORDs that differ, in the order of the first file. */
export function changedWords(before: Uint8Array, after: Uint8Array): ChangedWords[] {
  const one = sectionsOf(before);
  const other = sectionsOf(after);
  // A chunk was added or removed: sections no longer correspond.
  const isSplit = one.length === other.length && one.every(({ chunk }, i) => chunk === other[i]!.chunk);
  if (!isSplit) return compared({ offset: 0, bytes: before }, { offset: 0, bytes: after });
  return one.flatMap((section, i) => compared(section, other[i]!));
}

/** The header and the chunks of a container; a stream is one section. */
function sectionsOf(bytes: Uint8Array): Section[] {
  const container = isContainer(bytes) ? readChunkDirectory(bytes, new Diagnostics()) : undefined;
  if (container === undefined) return [{ offset: 0, bytes }];
  const chunks = container.chunks.map(({ name, offset, data }) => ({
    chunk: name,
    offset,
    bytes: bytes.subarray(offset, offset + CHUNK_HEADER_SIZE + data.byteLength),
  }));
  const [first] = chunks;
  return [{ offset: 0, bytes: bytes.subarray(0, first?.offset) }, ...chunks];
}

function compared(one: Section, other: Section): ChangedWords[] {
  const [a, b] = [paddedWords(one.bytes), paddedWords(other.bytes)];
  const runs: ChangedWords[] = [];
  const add = (start: number, end: number, otherStart: number, otherEnd: number) => {
    if (start === end && otherStart === otherEnd) return;
    runs.push({
      ...(one.chunk === undefined ? {} : { chunk: one.chunk }),
      offset: { before: one.offset + 4 * start, after: other.offset + 4 * otherStart },
      before: linesOf(a.subarray(start, end)),
      after: linesOf(b.subarray(otherStart, otherEnd)),
    });
  };
  const aligned = a.length === b.length ? pairs(a, b) : alignLines(linesOf(a), linesOf(b));
  let taken = 0;
  let start = 0;
  for (let i = 0; i < b.length; i++) {
    const from = aligned[i]!;
    if (from < 0) continue;
    add(taken, from, start, i);
    taken = from + 1;
    start = i + 1;
  }
  add(taken, a.length, start, b.length);
  return runs;
}

/** In sections of one size, each word corresponds to the one at the same offset. */
function pairs(a: Uint32Array, b: Uint32Array): Int32Array {
  return Int32Array.from(b, (word, i) => (word === a[i] ? i : -1));
}

/** The last word is filled with zeros. */
function paddedWords(bytes: Uint8Array): Uint32Array {
  if (bytes.byteLength % 4 === 0) return wordsOf(bytes);
  const words = new Uint32Array(Math.ceil(bytes.byteLength / 4));
  bytesOf(words).set(bytes);
  return words;
}

function linesOf(words: Uint32Array): string[] {
  return Array.from(words, (word) => hex(word, 8));
}

/** The result of a validation against the original. */
export interface ComparedValidation {
  /** Errors of the result that the original does not have. */
  readonly added: readonly Diagnostic[];
  /** The codes of errors that both have. */
  readonly unchanged: readonly string[];
}

/** Validates both shaders as `validate` does. */
export function compareValidation(before: Uint8Array, after: Uint8Array): ComparedValidation {
  const errors = errorsOf(after);
  if (errors.length === 0) return { added: [], unchanged: [] };
  const left = new Map<string, number>();
  for (const one of errorsOf(before)) left.set(one.code, (left.get(one.code) ?? 0) + 1);
  const added: Diagnostic[] = [];
  const unchanged = new Set<string>();
  for (const one of errors) {
    const count = left.get(one.code) ?? 0;
    left.set(one.code, count - 1);
    if (count > 0) unchanged.add(one.code);
    else added.push(one);
  }
  return { added, unchanged: [...unchanged] };
}

function errorsOf(bytes: Uint8Array): Diagnostic[] {
  return validate(bytes).diagnostics.filter(({ severity }) => severity === 'error');
}

interface Flags extends ShaderChoice, JsonFlags, HlslFlags {
  readonly set?: readonly string[];
  readonly rename?: readonly string[];
  readonly rebind?: readonly string[];
  readonly apply?: string;
  readonly edit?: true;
  readonly hlsl?: true;
  readonly output?: string;
  readonly inPlace?: true;
  readonly force?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly validate: boolean;
  readonly quiet?: true;
  readonly color: ColorChoice;
}

const TARGETS = `
TARGET of --set, and its VALUES with commas between them (0.5, -3, nan, inf, true, or the words of a float: 0x3f800000). PowerShell
takes commas and @ apart: put both in double quotes.
  "c7=0.5,0,0,1"      models 1-3 and feature level 9: the def of a register (i0: defi, b0: defb); c7.xy=1,2 sets components
  "@12.3=1,0,0,1"     models 4-5.1: literal operand 3 of instruction 12 (disasm --numbers); @12.3.x=1 sets a component
  "icb[3]=1,2,3,4"    models 4-5.1: a row of the immediate constant buffer
  "tint=1,0,0,1"      the default value of a constant, or of a variable of an effect; also Light.color, colors[2], tint.xy, Buffer.tint
--rename takes names of constants, samplers, buffers, resources and variables, as reflection shows them.
--rebind moves a whole range: t0=t3, s0=s1, cb0=cb2, u0=u1; models 1-3 s0=s3, c4=c10, i0=i1, b0=b1; model 5.1 t0=t3,space1.
Edits are made in this order: --apply, --set, --rename, --rebind, --edit or --hlsl. A shader library has no program of its own: extract
its functions with dxlens container get.`;

const EXAMPLES = `
Examples:
  dxlens patch shader.cso --set "c7=0.5,0,0,1" -o changed.cso
  dxlens patch shader.cso --set "@4.2=1,0,0,1" --rebind t0=t3 -o changed.cso
  dxlens patch shader.cso --rename tint=color --dry-run      only print what would change
  dxlens patch shader.cso --edit --in-place                   edit the listing, and write the same file
  dxlens patch shader.cso --hlsl -o changed.cso               edit it as HLSL, and compile that again
  dxlens patch shader.cso --apply changed.asm -o changed.cso
  dxlens patch shader.cso --apply changed.hlsl -o changed.cso   the source of dxlens decompile, changed
  dxlens patch glow.fxo --pass Blur --stage ps --set "c3=0.1,0.4,0,1" -o new.fxo   a shader of an effect

Exit status: 0 success; 1 an input or edit is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function definePatch(command: Command): void {
  takeJson(command, 'file, with the DWORDs that differ')
    .description(
      'Changes a compiled shader and keeps everything else bit for bit: constants, literals, default values, names, registers, ' +
        'or the program as text. Updates the checksum, validates the result and prints what differs. FILE is not overwritten ' +
        'without --in-place.',
    )
    .argument('<file>', 'compiled shader; - is standard input')
    .option('--set <target=values>', 'set a constant, literal or default value (repeatable)', addWord)
    .option('--rename <old=new>', 'rename a constant, buffer, resource or variable (repeatable)', addWord)
    .option('--rebind <old=new>', 'move a resource, sampler or constant to another register (repeatable)', addWord)
    .option(
      '--apply <file>',
      'replace the program by that of a listing, as `dxlens asm --into` does, or by that of HLSL, which is compiled for the same profile',
    )
    .option('--edit', 'open the listing in $VISUAL or $EDITOR, and ask before writing')
    .addOption(
      new Option(
        '--hlsl',
        'open the shader as HLSL in $VISUAL or $EDITOR, as `dxlens decompile` writes it, compile it again, and ask before writing',
      ).conflicts('edit'),
    )
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE')
    .addOption(new Option('--in-place', 'write to FILE').conflicts('output'))
    .option('--force', 'allow the output to overwrite an input')
    .addOption(
      new Option('-n, --dry-run', 'write nothing, only print what would change').conflicts(['output', 'inPlace']),
    )
    .option('-y, --yes', 'with --edit and --hlsl: write without asking')
    .option('--no-validate', 'write the result even if it is invalid')
    .option('-q, --quiet', 'report errors only; do not print what differs')
    .addOption(colorOption())
    .addHelpText('after', TARGETS + EXAMPLES)
    .allowExcessArguments()
    .action(run);
  takeSourceOptions(command);
  takeShaderChoice(command);
}

function addWord(word: string, words: readonly string[] = []): string[] {
  return [...words, word];
}

async function run(file: string, flags: Flags, { args }: Command): Promise<void> {
  if (args.length > 1) throw tooManyFiles(args, flags);
  const edits = editsOf(flags);
  if (edits.length === 0 && flags.apply === undefined && editorOption(flags) === undefined)
    throw new UsageError('nothing to change; use --set, --rename, --rebind, --apply, --edit or --hlsl');
  const job = destinationOf(file, flags);
  if (!(await patch(file, edits, job, flags))) raiseStatus(BAD_INPUT);
}

/** The error for more than one FILE; most likely PowerShell has taken the values of an option apart. */
function tooManyFiles([file, other]: readonly string[], { set }: Flags): UsageError {
  const fix = set === undefined ? '' : '; put the values of --set in quotes: --set "c7=0.5,0,0,1"';
  return new UsageError(`expected one file, found '${file}' and '${other}'${fix}`);
}

/** The option that opens an editor. */
function editorOption({ edit, hlsl }: Flags): '--edit' | '--hlsl' | undefined {
  return edit ? '--edit' : hlsl ? '--hlsl' : undefined;
}

function editsOf({ set = [], rename = [], rebind = [] }: Flags): Edit[] {
  return [...set.map(settingOf), ...rename.map(renamingOf), ...(rebind.length === 0 ? [] : [rebindingOf(rebind)])];
}

/** Where the result goes; undefined with `--dry-run`. */
function destinationOf(file: string, flags: Flags): Job | undefined {
  const { output, inPlace, dryRun, force, yes, apply, json } = flags;
  const editor = editorOption(flags);
  if ([file, apply].filter((word) => word === STANDARD).length > 1)
    throw new UsageError('standard input (-) can be used only once');
  if (inPlace && file === STANDARD) throw new UsageError('--in-place needs a file, not standard input');
  if (editor !== undefined && !dryRun && !yes && !canAsk())
    throw new UsageError(
      `${editor} asks before it writes, and standard input is not a terminal; use --yes or --dry-run`,
    );
  if (dryRun) return undefined;
  if (output === undefined && !inPlace)
    throw new UsageError('missing output; use -o FILE, --in-place, or --dry-run to see what would change');
  const inputs = [file, ...(apply === undefined ? [] : [apply])];
  const overInputs = inPlace || force || false;
  const target = inPlace ? file : output;
  const [job] = planOutputs([{ file, found: false }], target, {
    nameOf: (name) => name,
    isInput: () => true,
    overInputs,
  });
  if (!overInputs && apply !== undefined && job!.output !== STANDARD)
    planOutputs([{ file: inputs[1]!, found: false }], job!.output, {
      nameOf: (name) => name,
      isInput: () => true,
      overInputs,
    });
  if (job!.output === STANDARD && json)
    throw new UsageError('standard output cannot have both JSON and the shader; use -o FILE');
  if (job!.output === STANDARD && isTerminal(STDOUT))
    throw new UsageError('refusing to write binary output to a terminal; use -o FILE');
  return job;
}

/** Returns whether everything went well. */
async function patch(file: string, edits: readonly Edit[], job: Job | undefined, flags: Flags): Promise<boolean> {
  const quiet = flags.quiet ?? false;
  const style = { quiet, color: wantsColor(flags.color, STDERR) };
  const input = await readInput(file);
  if (!(input instanceof Uint8Array)) return !report(file, [input], quiet);
  if (shaderChoiceOf(flags) === undefined && isEffect(detectFormat(input).format))
    return patchEffect(file, input, edits, job, flags);
  const chosen = oneShader(file, input, flags);
  if (chosen === undefined) return false;
  const original = openShader(chosen.bytes);
  // Of C source, the array.
  const before = original.toBytes();
  if (!isEditable(file, original, chosen, quiet)) return false;
  const shader = flags.apply === undefined ? original : await applyFile(original, flags.apply, flags, style);
  if (shader === undefined || !applyEdits(file, shader, edits, quiet)) return false;
  const needsEditor = editorOption(flags) !== undefined;
  const edited = needsEditor ? await edit(shader, file, flags, style) : undefined;
  if (needsEditor && edited === undefined) return false;
  const isUnchanged = edited?.isUnchanged === true && flags.apply === undefined && edits.length === 0;
  const after = (edited?.shader ?? shader).toBytes();
  const target = isUnchanged ? undefined : job;
  const result = await finish({ file, input, chosen, before, after, edits }, target, flags);
  // The text of the user is removed only if it is in the output, or was not changed.
  if (edited?.isUnchanged || result === 'written') edited?.discard();
  else edited?.preserve();
  return result !== 'failed';
}

/** A shader before and after its edits. */
interface EditedShader {
  readonly file: string;
  readonly input: Uint8Array;
  readonly chosen: ChosenShader;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly edits: readonly Edit[];
}

/** Validates the result, prints what differs, asks, and writes it. */
async function finish(
  { file, input, chosen, before, after, edits }: EditedShader,
  job: Job | undefined,
  flags: Flags,
): Promise<'failed' | 'not written' | 'written'> {
  const isValid = reportErrors(file, before, after, chosen, flags);
  if (!flags.json && !flags.quiet) await printDiff(file, before, after, isValid ? job : undefined, flags);
  if (!isValid) return 'failed';
  const isAsked = editorOption(flags) !== undefined && !flags.yes;
  const isWritten = job !== undefined && (!isAsked || (await asks(before, after, job)));
  const result = chosen.embedded === undefined ? after : replaceEmbeddedShader(input, chosen.offset, after);
  if (isWritten && !(await deliver(job, result))) return 'failed';
  const target = chosen.embedded === undefined ? before : input;
  if (flags.json) await printJson(file, target, result, edits, isWritten ? job : undefined, flags);
  return isWritten ? 'written' : 'not written';
}

/** Opens the shader in the editor, as its listing or as HLSL. Undefined, after a report, without a result. */
async function edit(
  shader: Shader,
  file: string,
  flags: Flags,
  style: ReportStyle,
): Promise<(EditedText & { readonly shader: Shader }) | undefined> {
  const name = nameOf(file);
  if (flags.hlsl) {
    const { editSource } = await import('./apply-source.ts');
    return editSource(shader, `${name}.hlsl`, hlslOf(flags), style);
  }
  const { text } = shader.disassemble({ exact: true, debug: false });
  const listing = `${name}.asm`;
  const edited = await editText(listing, text, (changed) =>
    applyListing(shader, listing, changed, flags.validate, style),
  );
  return edited && { ...edited, shader };
}

/** Changes default values of an effect. Returns whether everything went well. */
async function patchEffect(
  file: string,
  before: Uint8Array,
  edits: readonly Edit[],
  job: Job | undefined,
  flags: Flags,
): Promise<boolean> {
  let after = before;
  for (const { text, applyToEffect } of edits) {
    try {
      if (applyToEffect === undefined) throw new ShaderEditError('patch', NEEDS_SHADER);
      after = applyToEffect(after);
    } catch (error) {
      if (!(error instanceof ShaderEditError)) throw error;
      reportFile(file, DX0027, { option: text, reason: error.reason });
      return false;
    }
  }
  const editor = editorOption(flags);
  if (flags.apply !== undefined || editor !== undefined) {
    reportFile(file, DX0027, { option: editor ?? `--apply ${flags.apply}`, reason: NEEDS_SHADER });
    return false;
  }
  if (!flags.json && !flags.quiet) await printDiff(file, before, after, job, flags);
  if (job !== undefined && !(await deliver(job, after))) return false;
  if (flags.json) await printJson(file, before, after, edits, job, flags);
  return true;
}

/**
 * The shader that is changed: the file itself, or the one of an effect that the options choose. Reports why there is
 * none.
 */
function oneShader(file: string, bytes: Uint8Array, flags: Flags): ChosenShader | undefined {
  const shaders = chosenShaders(bytes, shaderChoiceOf(flags));
  if (isRefused(shaders)) {
    report(file, shaders, flags.quiet ?? false);
    return undefined;
  }
  const [shader] = shaders;
  if (shaders.length === 1) {
    const uses = new Set(
      shader!.embedded?.uses.map(({ techniqueIndex, passIndex }) => `${techniqueIndex}/${passIndex}`),
    );
    if (uses.size > 1 && !flags.quiet) reportFile(file, DX0383, { name: shader!.name, count: uses.size });
    return shader;
  }
  reportFile(file, DX0382, { count: shaders.length, names: shaders.map(({ name }) => name).join(', ') });
  return undefined;
}

function nameOf(file: string): string {
  return file === STANDARD ? 'stdin' : basename(file);
}

const EFFECT_WAY = '; choose one of its shaders with --technique, --pass and --stage';

/** How to proceed with a file that has no program itself, by its format. */
const WAYS: Readonly<Record<string, string>> = {
  library: '; extract a function with `dxlens container get`',
  listing: '; edit the text, and assemble it with `dxlens asm`',
  fx2: EFFECT_WAY,
  fx4: EFFECT_WAY,
  fx5: EFFECT_WAY,
};

/** Whether the file can be changed. Reports why not: a part of a damaged container could be lost. */
function isEditable(file: string, shader: Shader, chosen: ChosenShader, quiet: boolean): boolean {
  const damage = shader.diagnostics.filter(({ severity }) => severity === 'error');
  if (damage.length > 0) return !report(file, inEffect(damage, chosen), quiet);
  if (shader.program.length > 0) return true;
  if (shader.format === 'unknown') return !report(file, unrecognisedFile(shader.toBytes()), quiet);
  const way = WAYS[shader.format] ?? '';
  reportFile(file, DX0030, { kind: formatName(shader), way });
  return false;
}

/** The shader with the program of a file; undefined, after a report, if it cannot have it. */
async function applyFile(shader: Shader, path: string, flags: Flags, style: ReportStyle): Promise<Shader | undefined> {
  const listing = await readInput(path);
  if (!(listing instanceof Uint8Array)) {
    report(path, [listing], style.quiet);
    return undefined;
  }
  const source = withoutByteOrderMark(listing);
  const { hasHlslName, isHlsl } = await import('../../inputs/hlsl-source.ts');
  // Comments of a listing look like HLSL.
  if (hasHlslName(path) && isHlsl(path, source)) {
    const { applySource } = await import('./apply-source.ts');
    const text = latin1Text(source, 0, source.byteLength);
    return applySource(shader, path, text, hlslOf(flags), style);
  }
  const other = notAssembly(detectFormat(source), source);
  if (other !== undefined) {
    report(path, [other], style.quiet);
    return undefined;
  }
  const isApplied = applyListing(shader, path, latin1Text(source, 0, source.byteLength), flags.validate, style);
  return isApplied ? shader : undefined;
}

/** Makes all edits, or reports the first one that cannot be made. */
function applyEdits(file: string, shader: Shader, edits: readonly Edit[], quiet: boolean): boolean {
  for (const { text, apply } of edits) {
    try {
      const note = apply(shader);
      if (note !== undefined && !quiet) reportFile(file, note.message, note.values);
    } catch (error) {
      if (!(error instanceof ShaderEditError)) throw error;
      reportFile(file, DX0027, { option: text, reason: error.reason });
      return false;
    }
  }
  return true;
}

/** Validates the result. Reports what the original did not do wrong, and returns false then. */
function reportErrors(
  file: string,
  before: Uint8Array,
  after: Uint8Array,
  chosen: ChosenShader,
  { validate, quiet }: Flags,
): boolean {
  if (!validate) return true;
  const { added, unchanged } = compareValidation(before, after);
  if (unchanged.length > 0 && !quiet) reportFile(file, DX0031, { codes: unchanged.join(', ') });
  if (added.length === 0) return true;
  report(file, inEffect(added, chosen), quiet ?? false);
  reportFile(file, DX0032, {});
  return false;
}

/** Prints what differs: on standard output, unless the shader goes there. */
async function printDiff(
  file: string,
  before: Uint8Array,
  after: Uint8Array,
  job: Job | undefined,
  { color }: Flags,
): Promise<void> {
  const toError = job?.output === STANDARD;
  const names = [file, job === undefined || toError ? `${file} (changed)` : job.output] as const;
  const text = diffText(before, after, { names, color: wantsColor(color, toError ? STDERR : STDOUT) });
  if (text === '') {
    reportFile(file, DX0033, {});
    return;
  }
  const bytes = Buffer.from(text, 'latin1');
  if (toError) writeError(bytes.toString('latin1').trimEnd());
  else await writeOut(bytes);
}

async function asks(before: Uint8Array, after: Uint8Array, { output }: Job): Promise<boolean> {
  if (Buffer.compare(before, after) === 0) return false;
  return confirms(`Write ${output}?`);
}

async function printJson(
  file: string,
  before: Uint8Array,
  after: Uint8Array,
  edits: readonly Edit[],
  job: Job | undefined,
  { pretty }: Flags,
): Promise<void> {
  const { format, profile } = detectFormat(after);
  const document = {
    file,
    format,
    profile,
    output: job?.output ?? null,
    edits: edits.map(({ text }) => text),
    size: { before: before.byteLength, after: after.byteLength },
    changes: changedWords(before, after),
  };
  await writeOut(`${JSON.stringify(document, undefined, pretty ? 2 : undefined)}\n`);
}
