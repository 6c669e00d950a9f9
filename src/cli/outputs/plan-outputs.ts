/**
 * Input and output files: determines the destination of each output.
 *
 * Not for: writing them (output.ts).
 */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isDirectory } from '../inputs/directories.ts';
import type { Input } from '../inputs/read-input.ts';
import { UsageError } from '../process.ts';
import { isTerminal, STANDARD, STDOUT } from '../streams.ts';

/** Where an output goes. */
export interface Destination {
  /** A path, or {@link STANDARD}. */
  readonly output: string;
  /** The directory of {@link output} if the command line names one with -o; it is created if it is missing. */
  readonly directory: string | undefined;
  /** {@link output} is one file for all inputs: each adds what it would print to standard output. */
  readonly isShared?: true;
}

/** An input and its output. */
export interface Job extends Input, Destination {}

/** How outputs are named, and what they may replace. */
export interface OutputRules {
  /** Returns the name of an output file from that of its input. */
  readonly nameOf: (name: string) => string;
  /**
   * Whether the verb has a use for a file that was found in a directory. An output never replaces such a file; it
   * replaces others.
   */
  readonly isInput: (path: string) => boolean;
  /** Whether outputs may overwrite inputs; undefined for a verb without `--force`. */
  readonly overInputs?: boolean | undefined;
  /** Whether one output file may get the outputs of several inputs, one after the other. */
  readonly mayShare?: boolean | undefined;
  /** The option that names the output. Default: `-o`. */
  readonly option?: string;
}

/**
 * Returns the destination of the output for each input: standard output, the file `output`, or a file in the directory
 * `output`, which gets the tree of a directory that was named.
 *
 * @throws UsageError if two outputs would go to one file, or an output would overwrite an input
 */
export function planOutputs(inputs: readonly Input[], output: string | undefined, rules: OutputRules): Job[] {
  refuseSecondStandardInput(inputs.map(({ file }) => file));
  if (output === undefined || output === STANDARD) {
    return inputs.map((input) => ({ ...input, output: STANDARD, directory: undefined }));
  }
  if (!namesDirectory(output) && inputs.length > 1) {
    if (rules.mayShare) return planSharedOutput(inputs, output, rules);
    throw new UsageError(
      `refusing to write ${inputs.length} outputs to one file; for a directory use ${rules.option ?? '-o'} ${output}/`,
    );
  }
  const jobs = inputs.map((input) => ({ ...input, ...destinationOf(input, output, rules.nameOf) }));
  refuseCollisions(jobs, rules);
  return jobs;
}

function planSharedOutput(inputs: readonly Input[], output: string, { isInput }: OutputRules): Job[] {
  const id = identity(output);
  const jobs = inputs.map((input) => ({ ...input, output, directory: undefined, isShared: true as const }));
  for (const job of jobs)
    if (job.file !== STANDARD && identity(job.file) === id && isUsed(job, isInput))
      throw overwriting(output, job.file, false);
  return jobs;
}

/**
 * Returns the destination of the output of one input: a file, or one in a directory as in {@link planOutputs}.
 *
 * @param output a path as the command line names it, or {@link STANDARD}
 */
export function destinationOf(input: Input, output: string, nameOf: (name: string) => string): Destination {
  if (output === STANDARD || !namesDirectory(output)) return { output, directory: undefined };
  const directory = join(output, dirname(input.below ?? ''));
  const name = input.file === STANDARD ? 'stdin' : basename(input.file);
  return { output: join(directory, allowedName(nameOf(name))), directory };
}

/** Returns a function for {@link planOutputs} that appends `suffix`. */
export function appending(suffix: string): (name: string) => string {
  return (name) => name + suffix;
}

/** Names the map of an input. */
export const MAP_NAME = appending('.map.json');

/**
 * Returns where the maps of `jobs` go.
 *
 * @param map a path as the command line names it, or {@link STANDARD}
 * @throws UsageError if they cannot go there
 */
export function planMaps(jobs: readonly Job[], map: string): readonly Job[] {
  if (map === STANDARD && jobs.some(({ output }) => output === STANDARD))
    throw new UsageError('the code and the map would both go to standard output; name a file for one of them');
  const maps = planOutputs(jobs, map, { nameOf: MAP_NAME, isInput: () => true, option: '--map' });
  const outputs = new Set(jobs.map(({ output }) => output));
  for (const { output } of maps)
    if (output !== STANDARD && outputs.has(output))
      throw new UsageError(`the code and the map would both be written to ${output}`);
  return maps;
}

/** Names of devices on Windows, with any extension (source: Microsoft's "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(\.|$)/i;

/** `name`, or a name with an underscore before it where Windows would open a device instead of a file. */
export function allowedName(name: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' && DEVICE.test(name) ? `_${name}` : name;
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
export function planOneOutput(inputs: readonly string[], output: string | undefined): Destination {
  refuseSecondStandardInput(inputs);
  if (output === undefined || output === STANDARD) return { output: STANDARD, directory: undefined };
  if (namesDirectory(output)) throw new UsageError(`the output must be a file, but ${output} is a directory`);
  refuseOverwriting(inputs, output);
  return { output, directory: undefined };
}

/**
 * @param hasForce whether the verb has the option `--force`
 * @throws UsageError if `output` is one of `inputs`
 */
export function refuseOverwriting(inputs: readonly string[], output: string, hasForce = false): void {
  const id = identity(output);
  for (const input of inputs)
    if (input !== STANDARD && identity(input) === id) throw overwriting(output, input, hasForce);
}

function overwriting(output: string, input: string, hasForce: boolean): UsageError {
  const way = hasForce ? '; --force allows it' : '';
  return new UsageError(`the output ${output} would overwrite the input ${input}${way}`);
}

/** Whether an output path names a directory, which may not exist yet. */
export function namesDirectory(path: string): boolean {
  return /[/\\]$/.test(path) || isDirectory(path);
}

function refuseCollisions(jobs: readonly Job[], { overInputs, isInput }: OutputRules): void {
  const inputs = new Map<string, Job>();
  if (!overInputs) for (const job of jobs) if (job.file !== STANDARD) inputs.set(identity(job.file), job);
  const outputs = new Map<string, Job>();
  for (const job of jobs) {
    const { file, output } = job;
    const id = identity(output);
    const overwritten = inputs.get(id);
    if (overwritten !== undefined && isUsed(overwritten, isInput))
      throw overwriting(output, overwritten.file, overInputs !== undefined);
    const other = outputs.get(id);
    if (other !== undefined && isUsed(other, isInput) && isUsed(job, isInput))
      throw new UsageError(`${other.file} and ${file} would both be written to ${output}`);
    if (other === undefined || !isUsed(other, isInput)) outputs.set(id, job);
  }
}

/**
 * Whether the verb processes a file; in a directory it skips those that it cannot use. An unreadable file counts as
 * processed.
 */
function isUsed({ file, found }: Job, isInput: OutputRules['isInput']): boolean {
  try {
    return !found || isInput(file);
  } catch {
    return true;
  }
}

/** A string that is the same for two paths if they lead to the same file, even if it does not exist yet. */
function identity(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    const full = join(realDirectory(dirname(resolve(path))), basename(path));
    // The default file systems of Windows and macOS ignore case.
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

/**
 * @param files a word for the outputs
 * @param other another way to write than to a file, for the message
 * @throws UsageError if binary files would go to a terminal, or several of them to standard output
 */
export function refuseBinary(jobs: readonly Job[], files = 'files', other = ''): void {
  if (jobs[0]?.output !== STANDARD) return;
  if (jobs.length > 1)
    throw new UsageError(`refusing to write ${jobs.length} ${files} to standard output; use -o DIR/`);
  if (isTerminal(STDOUT)) throw new UsageError(`refusing to write binary output to a terminal; use -o FILE${other}`);
}
