/** The commands of `dxlens debug`: from command lines to actions. */

import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { shaderChoiceOf } from '../../inputs/effect-shaders.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb, type VerbFiles, type VerbFlags } from '../../jobs/run-jobs.ts';
import { type JsonFlags, printedFiles } from '../../options.ts';
import { type DebugAction, debugInput } from './run.ts';

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
