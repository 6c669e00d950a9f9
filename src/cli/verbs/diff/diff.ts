/** `dxlens diff`: prints what differs between two shaders, or between the shaders of two directories. */
import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Diagnostic } from '../../../base/diagnostics.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { isDirectory } from '../../inputs/directories.ts';
import { shaderChoiceOf, takeShaderChoice } from '../../inputs/effect-shaders.ts';
import { readInput } from '../../inputs/read-input.ts';
import { colorOption, takeJson } from '../../options.ts';
import { BAD_INPUT, raiseStatus, UsageError } from '../../process.ts';
import { report } from '../../report.ts';
import { STANDARD } from '../../streams.ts';
import { compareDirectories, compareNamed } from './compare-files.ts';
import { Output, type OutputOptions } from './output.ts';
import { CONTEXT } from './text.ts';

const EXAMPLES = `
Examples:
  dxlens diff old.cso new.cso                    facts that differ, then instructions, aligned
  dxlens diff --stat build/old build/new         a line for each shader of two directories
  dxlens diff --json old.cso new.cso             the same as JSON, for scripts
  dxlens diff --pass Blur --stage ps old.fxo new.fxo    shaders of two effects; without options, all of both
  dxlens diff -q old.cso new.cso                 the exit status only

Lines begin with + (added), - (removed) or ~ (changed; an instruction whose registers are renamed only). The numbers are those of
\`dxlens disasm --numbers\` in both shaders; declarations have none.

Exit status: 0 no difference; 1 there are differences, or an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineDiff(command: Command): void {
  takeJson(command, 'shader or pair of shaders')
    .description(
      'Prints what differs between two shaders: format, signatures, resources, buffers, counts, chunks, digest, and the ' +
        'instructions; of effects also variables, techniques and states. Instructions are aligned, and registers that are renamed throughout are recognized, so that one inserted ' +
        'line does not make the rest differ. Two directories are compared shader by shader: paired by path, then by content.',
    )
    .argument('<before>', 'a compiled shader or effect of any format, or a directory; - is standard input')
    .argument('<after>', 'what it is compared with')
    .addOption(
      new Option('-U, --unified <n>', 'print N equal instructions around each difference')
        .argParser(contextOf)
        .default(CONTEXT),
    )
    .option('--stat', 'print a summary of each difference only')
    .option('-q, --quiet', 'print nothing but errors; the exit status says whether there are differences')
    .addOption(colorOption())
    .addHelpText('after', EXAMPLES)
    .action(run);
  takeShaderChoice(command);
}

interface Options extends OutputOptions, ShaderChoice {}

/** The most equal lines around a difference. */
const MAX_CONTEXT = 1_000_000;

function contextOf(text: string): number {
  const context = /^\d{1,7}$/.test(text) ? Number(text) : -1;
  if (context < 0 || context > MAX_CONTEXT)
    throw new InvalidArgumentError(`Expected a number from 0 to ${MAX_CONTEXT}.`);
  return context;
}

async function run(before: string, after: string, options: Options): Promise<void> {
  if (before === STANDARD && after === STANDARD) throw new UsageError('only one of the two can be standard input');
  const directories = [before, after].map((name) => name !== STANDARD && isDirectory(name));
  if (directories[0] !== directories[1]) {
    const [directory, file] = directories[0] ? [before, after] : [after, before];
    if (file !== STANDARD && !existsSync(file)) {
      report(file, [(await readInput(file)) as Diagnostic], false);
      return raiseStatus(BAD_INPUT);
    }
    throw new UsageError(`${directory} is a directory and ${file} is not; name two shaders or two directories`);
  }
  const output = new Output(options);
  const choice = shaderChoiceOf(options);
  if (choice !== undefined && directories[0])
    throw new UsageError(
      `--${Object.keys(choice)[0]} chooses shaders of an effect; name two effects, not two directories`,
    );
  const differs = directories[0]
    ? await compareDirectories(before, after, output)
    : await compareNamed(before, after, choice, output);
  if (differs) raiseStatus(BAD_INPUT);
}
