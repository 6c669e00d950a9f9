/**
 * Input and output files: where each answer goes.
 *
 * Not for: writing them (whole-file.ts).
 */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './exit-status.ts';

/** The name of standard input and output on the command line. */
export const STANDARD = '-';

/** One file of the command line and where its answer goes; {@link STANDARD} for the standard streams. */
export interface Job {
  readonly input: string;
  readonly output: string;
  /** The folder that {@link output} lies in when the command line asks for a folder: it is made where it is missing. */
  readonly directory: string | undefined;
}

/**
 * Decides where the answer for each input goes: to standard output, to the one file `output`, or into the folder
 * `output` under the input's name with `suffix` after it.
 *
 * @param overInputs an answer may replace an input
 * @throws UsageError when two answers would go to one file, or an answer over an input
 */
export function planOutputs(
  inputs: readonly string[],
  output: string | undefined,
  suffix: string,
  overInputs = false,
): Job[] {
  refuseSecondStandardInput(inputs);
  if (output === undefined || output === STANDARD) {
    return inputs.map((input) => ({ input, output: STANDARD, directory: undefined }));
  }
  const intoFolder = namesDirectory(output);
  if (!intoFolder && inputs.length > 1) {
    throw new UsageError(`${inputs.length} inputs do not go into one file; for a folder write -o ${output}/`);
  }
  const jobs = inputs.map((input) => {
    const name = input === STANDARD ? 'stdin' : basename(input);
    return intoFolder
      ? { input, output: join(output, name + suffix), directory: output }
      : { input, output, directory: undefined };
  });
  refuseCollisions(jobs, overInputs);
  return jobs;
}

/** @throws UsageError when standard input is named more than once */
export function refuseSecondStandardInput(inputs: readonly string[]): void {
  if (inputs.filter((input) => input === STANDARD).length > 1) {
    throw new UsageError('standard input (-) can be read once only');
  }
}

/**
 * Decides where one answer for all inputs goes.
 *
 * @throws UsageError when `output` is a folder or one of the inputs
 */
export function planOneOutput(inputs: readonly string[], output: string | undefined): Job {
  refuseSecondStandardInput(inputs);
  if (output === undefined || output === STANDARD) return { input: STANDARD, output: STANDARD, directory: undefined };
  if (namesDirectory(output))
    throw new UsageError(`the answer for all inputs goes into one file; ${output} is a folder`);
  refuseOverwriting(inputs, output);
  return { input: STANDARD, output, directory: undefined };
}

/** @throws UsageError when `output` is one of `inputs` */
export function refuseOverwriting(inputs: readonly string[], output: string): void {
  refuseInput(inputsByIdentity(inputs), identity(output), output);
}

function inputsByIdentity(inputs: readonly string[]): ReadonlyMap<string, string> {
  return new Map(inputs.filter((input) => input !== STANDARD).map((input) => [identity(input), input]));
}

/** @param id of `output` */
function refuseInput(inputs: ReadonlyMap<string, string>, id: string, output: string): void {
  const overwritten = inputs.get(id);
  if (overwritten !== undefined) {
    throw new UsageError(`the output ${output} would overwrite the input ${overwritten}`);
  }
}

/** Whether an output path names a folder, which may be missing yet. */
function namesDirectory(path: string): boolean {
  return /[/\\]$/.test(path) || isDirectory(path);
}

/** @param overInputs outputs may replace inputs */
function refuseCollisions(jobs: readonly Job[], overInputs: boolean): void {
  const inputs = inputsByIdentity(overInputs ? [] : jobs.map((job) => job.input));
  const outputs = new Map<string, string>();
  for (const { input, output } of jobs) {
    const id = identity(output);
    refuseInput(inputs, id, output);
    const other = outputs.get(id);
    if (other !== undefined) throw new UsageError(`${other} and ${input} would both be written to ${output}`);
    outputs.set(id, input);
  }
}

/** A string that two paths share when they lead to one file, whether the file exists yet or not. */
function identity(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    const full = join(realFolder(dirname(resolve(path))), basename(path));
    // Their file systems do not tell upper case from lower case.
    return process.platform === 'win32' || process.platform === 'darwin' ? full.toLowerCase() : full;
  }
}

function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** What is wrong with a file, in words. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  ENOSPC: 'no space is left',
  EROFS: 'the file system is read-only',
};
