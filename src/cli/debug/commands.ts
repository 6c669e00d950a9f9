/** The commands of `dxlens debug`: from command lines to actions. */
import { readShaderFile } from '../inputs/shader-file.ts';
import { runVerb, type VerbFiles, type VerbFlags } from '../jobs/run-jobs.ts';
import { appending } from '../outputs/plan-outputs.ts';
import { type DebugAction, debugInput } from './run.ts';

export interface ListFlags extends Omit<VerbFlags, 'force'> {
  readonly json?: true;
  readonly pretty?: true;
}

const SUFFIX = '.txt';
const JSON_SUFFIX = '.json';

export async function list(files: readonly string[], flags: ListFlags): Promise<void> {
  await runPrinting('list', files, flags);
}

export async function paths(files: readonly string[], flags: ListFlags): Promise<void> {
  await runPrinting('paths', files, flags);
}

/** Runs a command that prints facts as text or JSON. */
async function runPrinting(command: 'list' | 'paths', files: readonly string[], flags: ListFlags): Promise<void> {
  const { pretty = false } = flags;
  const json = flags.json ?? pretty;
  const nameOf = appending(json ? JSON_SUFFIX : SUFFIX);
  await runDebug(files, flags, { nameOf }, { command, json, pretty });
}

/** Runs `action` for each shader that `words` name. */
export async function runDebug(
  words: readonly string[],
  flags: VerbFlags,
  files: Omit<VerbFiles, 'readFound'>,
  action: DebugAction,
): Promise<void> {
  const quiet = flags.quiet === true;
  await runVerb('debug', words, flags, { ...files, readFound: readShaderFile }, debugInput, (lone) => ({
    action,
    quiet,
    headings: !lone,
  }));
}
