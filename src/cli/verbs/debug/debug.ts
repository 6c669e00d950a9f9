/**
 * `dxlens debug`: debug information of shaders. Options and help are here, and the command `source`, which writes
 * embedded source files; the other commands are in run.ts.
 */
import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { Diagnostics } from '../../../base/diagnostics.ts';
import { latin1Bytes } from '../../../base/words.ts';
import { debugInformationOf } from '../../../debug/read.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { readShaderFile as openShaderFile } from '../../../file/shader-file.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { isRefused, shaderChoiceOf, takeShaderChoice } from '../../inputs/effect-shaders.ts';
import { findInputs } from '../../inputs/find-inputs.ts';
import { displayName, readFoundInput } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb, type VerbFiles, type VerbFlags } from '../../jobs/run-jobs.ts';
import { DX0225, DX0226 } from '../../messages.ts';
import { colorOption, type JsonFlags, jobsOption, printedFiles, SHADERS, takeShaders } from '../../options.ts';
import { deliver, deliverNew } from '../../outputs/deliver.ts';
import { appending, type Job, namesDirectory, refuseSecondStandardInput } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../process.ts';
import { report, reportFile } from '../../report.ts';
import { isTerminal, STANDARD, STDOUT, writeOut, writeSeparator } from '../../streams.ts';
import { harmless } from '../../terminal-text.ts';
import { OutputNames } from '../extract/names.ts';
import { isInOne, shadersFor } from './chosen.ts';
import { type DebugAction, debugInput } from './run.ts';

export interface SourceFlags extends ShaderChoice {
  readonly output?: string;
  readonly force?: true;
  readonly quiet?: true;
}

/** An embedded file. */
interface Source {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Prints the embedded files of all inputs, or writes them below a directory. A text that occurs twice is written once.
 */
export async function sources(words: readonly string[], flags: SourceFlags): Promise<void> {
  const { output, force = false, quiet = false } = flags;
  if (output === STANDARD) throw new UsageError('the output must be a directory; use -o DIR');
  const { inputs } = await findInputs(words);
  refuseSecondStandardInput(inputs.map(({ file }) => file));
  const names = new OutputNames();
  const known = new Set<string>();
  for (const input of inputs) {
    const bytes = await readFoundInput(input, readShaderFile);
    if (bytes === undefined) continue;
    const found = bytes instanceof Uint8Array ? sourcesIn(input.file, bytes, shaderChoiceOf(flags), quiet) : undefined;
    if (!(bytes instanceof Uint8Array)) report(input.file, [bytes], quiet);
    if (found === undefined || (found.length === 0 && !input.found)) {
      if (found !== undefined) reportFile(displayName(input.file), DX0225, {});
      raiseStatus(BAD_INPUT);
      continue;
    }
    for (const source of found) {
      const key = `${source.name}\0${Buffer.from(source.bytes).toString('latin1')}`;
      if (known.has(key)) continue;
      known.add(key);
      if (output === undefined) await print(source);
      else if (!(await write(join(output, names.sourcePath(source.name)), source.bytes, force))) raiseStatus(BAD_INPUT);
    }
  }
}

/** The embedded files of a shader; undefined, after a report, where it cannot be read. */
function sourcesIn(
  file: string,
  bytes: Uint8Array,
  choice: ShaderChoice | undefined,
  quiet: boolean,
): Source[] | undefined {
  const shaders = shadersFor(bytes, choice);
  if (isRefused(shaders)) return report(file, shaders, quiet) ? undefined : [];
  const diagnostics = new Diagnostics();
  const all = debugInformationOf(openShaderFile(bytes, diagnostics), diagnostics).programs;
  const programs = choice === undefined ? all : all.filter(({ offset }) => isInOne(shaders, offset));
  const failed = report(file, namingForeignFile(diagnostics.list, bytes), quiet);
  const found = programs.flatMap(({ files }) =>
    files.flatMap(({ name, source }) => (source === null ? [] : [{ name, bytes: latin1Bytes(source) }])),
  );
  return failed && found.length === 0 ? undefined : found;
}

async function print({ name, bytes }: Source): Promise<void> {
  await writeSeparator();
  await writeOut(harmless(Buffer.from(`// ${name}\n`, 'latin1'), false));
  await writeOut(bytes);
  if (bytes.at(-1) !== 10) await writeOut('\n');
}

/** Writes a file completely or not at all. Reports and returns false if that is not possible or not allowed. */
async function write(target: string, bytes: Uint8Array, force: boolean): Promise<boolean> {
  const destination = { output: target, directory: dirname(target) };
  return force ? deliver(destination, bytes) : deliverNew(destination, bytes, DX0226);
}

/** The options of every command: those of its inputs and outputs, and the shaders of an effect. */
export interface DebugFlags extends VerbFlags, ShaderChoice {}

export interface ListFlags extends Omit<DebugFlags, 'force'>, JsonFlags {}

export async function list(files: readonly string[], flags: ListFlags): Promise<void> {
  await runPrinting('list', files, flags);
}

export async function paths(files: readonly string[], flags: ListFlags): Promise<void> {
  await runPrinting('paths', files, flags);
}

/** Runs a command that prints facts as text or JSON. */
async function runPrinting(command: 'list' | 'paths', files: readonly string[], flags: ListFlags): Promise<void> {
  const { json = false, pretty = false } = flags;
  await runDebug(files, flags, printedFiles(json), { command, json, pretty });
}

/** Runs `action` for each shader that `words` name. */
export async function runDebug(
  words: readonly string[],
  flags: DebugFlags,
  files: Omit<VerbFiles, 'readFound'>,
  action: DebugAction,
): Promise<void> {
  const quiet = flags.quiet === true;
  await runVerb('debug', words, flags, { ...files, readFound: readShaderFile }, debugInput, (lone) => ({
    action,
    quiet,
    headings: !lone,
    choice: shaderChoiceOf(flags),
  }));
}

// The commands of `dxlens debug` that write shaders or program databases: from command lines to actions.

export interface StripFlags extends DebugFlags {
  readonly all?: true;
  readonly scrubPaths?: true;
}

export interface RestoreFlags extends DebugFlags {
  readonly pdb: string;
}

export async function strip(files: readonly string[], flags: StripFlags): Promise<void> {
  const action: DebugAction = flags.scrubPaths ? { command: 'scrub' } : { command: 'strip', all: flags.all ?? false };
  await runWriting(files, flags, '', action);
}

export async function takePdb(files: readonly string[], flags: DebugFlags): Promise<void> {
  const { output } = flags;
  const into = output !== undefined && namesDirectory(output) ? output : undefined;
  await runWriting(files, flags, '.pdb', { command: 'pdb', into });
}

export async function restore(files: readonly string[], flags: RestoreFlags): Promise<void> {
  await runWriting(files, flags, '', { command: 'restore', pdb: flags.pdb });
}

/** @param suffix appended to the name of an input when the output is a directory */
async function runWriting(
  files: readonly string[],
  flags: DebugFlags,
  suffix: string,
  action: DebugAction,
): Promise<void> {
  const check = (jobs: readonly Job[]) => {
    if ((flags.output ?? STANDARD) === STANDARD) refuseStandardOutput(jobs.length);
  };
  await runDebug(files, flags, { nameOf: appending(suffix), check, hasForce: true }, action);
}

function refuseStandardOutput(count: number): void {
  if (count > 1) throw new UsageError(`refusing to write ${count} files to standard output; use -o DIR/`);
  if (isTerminal(STDOUT)) throw new UsageError('refusing to write binary output to a terminal; use -o FILE');
}

const STATUS = '\nExit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.';

const EXAMPLES = `
Examples:
  dxlens debug list shader.cso
  dxlens debug strip shader.cso -o small.cso

See dxlens debug COMMAND --help for each command.
${STATUS}`;

const LIST_EXAMPLES = `
Examples:
  dxlens debug list shader.cso
  dxlens debug list --json build/shaders         one JSON object per line and shader

JSON is described in docs/debug-information.md.
${STATUS}`;

const SOURCE_EXAMPLES = `
Examples:
  dxlens debug source shader.cso                 print the sources
  dxlens debug source build/shaders -o sources   write them, each text once

Names are made from the paths in the debug information: C:\\a\\b.hlsl becomes C_/a/b.hlsl.
${STATUS}`;

const PATHS_EXAMPLES = `
Looks at names of files, arguments of the compiler and embedded sources; debug strip --scrub-paths replaces what this lists.

Examples:
  dxlens debug paths shader.cso
  dxlens debug paths --json build/shaders
${STATUS}`;

const STRIP_EXAMPLES = `
Of a container, removes SPDB, SDBG and RPLY, and gives the bytes of D3DStripShader; of shader models 1 to 3, the comment DBUG.

Examples:
  dxlens debug strip shader.cso -o small.cso
  dxlens debug strip --all build/shaders -o stripped/
  dxlens debug strip --scrub-paths shader.cso -o shared.cso          keeps lines and variables
${STATUS}`;

const PDB_EXAMPLES = `
In a directory, the program database gets the name that the shader has for it (fxc /Zss and /Zsb), so that debuggers find it;
without a name, that of the shader with .pdb after it. A file of the same name is kept; if its contents differ, that is an error.

Examples:
  dxlens debug pdb shader.cso -o shader.pdb          as fxc /Fd
  dxlens debug pdb build/shaders -o symbols/
${STATUS}`;

const RESTORE_EXAMPLES = `
The result has the bytes that the shader had before it was stripped.

Examples:
  dxlens debug restore small.cso --pdb shader.pdb -o shader.cso
  dxlens debug restore stripped --pdb symbols/ -o full/
${STATUS}`;

/** Adds the commands below the verb to `command`. */
export function defineDebug(command: Command): void {
  command
    .description(
      'Prints, removes and restores debug information of compiled shaders: the comment DBUG and the chunks SDBG and SPDB.',
    )
    .addHelpText('after', EXAMPLES);

  takeShaderChoice(takeShaders(command.command('list').summary('list files, compiler, functions, variables and lines')))
    .description(
      'Lists what each FILE records about its sources: the compiler and its arguments, files, functions and inlined calls, ' +
        'variables with their registers, and the lines of instructions.',
    )
    .addHelpText('after', LIST_EXAMPLES)
    .action((files: string[], flags: ListFlags) => list(files, flags));

  takeShaderChoice(command.command('source'))
    .summary('print or write the embedded sources')
    .description('Prints the source files that are embedded in each FILE, or writes them below DIR.')
    .argument('<file...>', SHADERS)
    .option('-o, --output <dir>', 'the directory to write to; it is created if it is missing')
    .option('--force', 'replace files that exist')
    .option('-q, --quiet', 'report errors only')
    .addOption(colorOption())
    .addHelpText('after', SOURCE_EXAMPLES)
    .action((files: string[], flags: SourceFlags) => sources(files, flags));

  takeShaderChoice(takeShaders(command.command('paths').summary('list personal paths')))
    .description(
      'Lists the paths in the debug information of each FILE that name a user, a machine or its directories.',
    )
    .addHelpText('after', PATHS_EXAMPLES)
    .action((files: string[], flags: ListFlags) => paths(files, flags));

  writes(command.command('strip').summary('remove debug information like D3DStripShader'))
    .description("Removes the debug information of each FILE like Microsoft's D3DStripShader.")
    .option(
      '--all',
      'remove also what that function leaves: in programs for feature level 9, in functions of libraries, in DXIL (ILDB), and the name of the debug file (ILDN)',
    )
    .addOption(
      new Option(
        '--scrub-paths',
        'keep debug information, and replace personal paths in it by neutral ones of the same length',
      ).conflicts('all'),
    )
    .addHelpText('after', STRIP_EXAMPLES)
    .action((files: string[], flags: StripFlags) => strip(files, flags));

  writes(command.command('pdb').summary('write the program database to a file'), 'FILE.pdb, or its own name')
    .description('Writes the program database (PDB) of each FILE, its chunk SPDB, to a file.')
    .addHelpText('after', PDB_EXAMPLES)
    .action((files: string[], flags: DebugFlags) => takePdb(files, flags));

  writes(command.command('restore').summary('put a program database back'))
    .description('Puts a program database (PDB) into each FILE, where the compiler puts it.')
    .requiredOption('--pdb <path>', 'the file, or a directory with a file of the name that each FILE has for it')
    .addHelpText('after', RESTORE_EXAMPLES)
    .action((files: string[], flags: RestoreFlags) => restore(files, flags));
}

/** Gives `command` the arguments and options of a command that writes binary files. */
function writes(command: Command, name = 'FILE'): Command {
  return takeShaderChoice(command)
    .argument('<file...>', SHADERS)
    .option('-o, --output <path>', `write to this file, or, with a trailing /, to this directory as ${name}`)
    .option('--force', 'allow the output to overwrite an input')
    .addOption(jobsOption())
    .option('-q, --quiet', 'report errors only')
    .addOption(colorOption());
}
