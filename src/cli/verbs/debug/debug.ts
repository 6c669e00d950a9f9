/**
 * `dxlens debug`: debug information of shaders. Options and help are here; the command `source` is in source.ts, and
 * the other commands are in run.ts.
 */
import { type Command, Option } from 'commander';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { shaderChoiceOf, takeShaderChoice } from '../../inputs/effect-shaders.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb, type VerbFiles, type VerbFlags } from '../../jobs/run-jobs.ts';
import { colorOption, type JsonFlags, jobsOption, printedFiles, SHADERS, takeShaders } from '../../options.ts';
import { appending, type Job, namesDirectory, refuseBinary, refuseOverwriting } from '../../outputs/plan-outputs.ts';
import { UsageError } from '../../process.ts';
import { STANDARD } from '../../streams.ts';
import { type DebugAction, debugInput } from './run.ts';
import { type SourceFlags, sources } from './source.ts';

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
    refuseBinary(jobs);
    if (action.command !== 'restore' || flags.force) return;
    for (const { output } of jobs) if (output !== STANDARD) refuseOverwriting([action.pdb], output, true);
  };
  await runDebug(files, flags, { nameOf: appending(suffix), check, hasForce: true }, action);
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
    .action((files: string[], flags: SourceFlags) => {
      if (flags.output === STANDARD) throw new UsageError('the output must be a directory; use -o DIR');
      return sources(files, { ...flags, isDirectory: true });
    });

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
