/**
 * Input and output files: determines the destination of each output.
 *
 * Not for: writing them (whole-file.ts).
 */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isDirectory } from './directories.ts';
import { UsageError } from './exit-status.ts';

/** The name of standard input and output on the command line. */
export const STANDARD = '-';

/** An input and its output; {@link STANDARD} for the standard streams. */
export interface Job {
  readonly input: string;
  readonly output: string;
  /** The directory of {@link output} if the command line names one with -o; it is created if it is missing. */
  readonly directory: string | undefined;
}

/**
 * Returns the destination of the output for each input: to standard output, to the file `output`, or to the directory `output`
 * under the name of the input with `suffix` appended.
 *
 * @param overInputs whether an output may overwrite an input
 * @throws UsageError if two outputs would go to one file, or an output would overwrite an input
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
  const intoDirectory = namesDirectory(output);
  if (!intoDirectory && inputs.length > 1) {
    throw new UsageError(`refusing to write ${inputs.length} outputs to one file; for a directory use -o ${output}/`);
  }
  const jobs = inputs.map((input) => {
    const name = input === STANDARD ? 'stdin' : basename(input);
    return intoDirectory
      ? { input, output: join(output, name + suffix), directory: output }
      : { input, output, directory: undefined };
  });
  refuseCollisions(jobs, overInputs);
  return jobs;
}

/** @throws UsageError if standard input is named more than once */
export function refuseSecondStandardInput(inputs: readonly string[]): void {
  if (inputs.filter((input) => input === STANDARD).length > 1) {
    throw new UsageError('standard input (-) can be used only once');
  }
}

/**
 * Returns the destination of the one output for all inputs.
 *
 * @throws UsageError if `output` is a directory or one of the inputs
 */
export function planOneOutput(inputs: readonly string[], output: string | undefined): Job {
  refuseSecondStandardInput(inputs);
  if (output === undefined || output === STANDARD) return { input: STANDARD, output: STANDARD, directory: undefined };
  if (namesDirectory(output)) throw new UsageError(`the output must be a file, but ${output} is a directory`);
  refuseOverwriting(inputs, output);
  return { input: STANDARD, output, directory: undefined };
}

/** @throws UsageError if `output` is one of `inputs` */
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

/** Whether an output path names a directory, which may not exist yet. */
function namesDirectory(path: string): boolean {
  return /[/\\]$/.test(path) || isDirectory(path);
}

/** @param overInputs whether outputs may overwrite inputs */
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

/** A string that is the same for two paths if they lead to the same file, even if it does not exist yet. */
function identity(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    const full = join(realDirectory(dirname(resolve(path))), basename(path));
    // The usual file systems of Windows and macOS ignore case.
    return process.platform === 'win32' || process.platform === 'darwin' ? full.toLowerCase() : full;
  }
}

function realDirectory(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether `error` is an error of the file system, not a fault of dxlens. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { syscall, code } = (error ?? {}) as NodeJS.ErrnoException;
  return error instanceof Error && (syscall !== undefined || code === 'ERR_FS_FILE_TOO_LARGE');
}

/** Describes an error of the file system. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'another program uses it',
  EDQUOT: 'the disk quota is exceeded',
  EEXIST: 'it exists already',
  EFBIG: 'the file would be too large',
  EINVAL: 'the file system does not allow this name or operation',
  EIO: 'the device reports an error',
  EISDIR: 'it is a directory',
  ELOOP: 'the symbolic links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'no such file or directory',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of the path is not a directory',
  ENXIO: 'there is no such device',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ERR_FS_FILE_TOO_LARGE: 'the file is larger than 2 GiB',
  ETXTBSY: 'it is a program that is running',
};
