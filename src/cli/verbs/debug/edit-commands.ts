/** The commands of `dxlens debug` that write shaders or program databases: from command lines to actions. */
import { UsageError } from '../../exit-status.ts';
import { appending, type Job, namesDirectory } from '../../outputs/plan-outputs.ts';
import { isTerminal, STANDARD, STDOUT } from '../../streams.ts';
import { type DebugFlags, runDebug } from './commands.ts';
import type { DebugAction } from './run.ts';

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
