/** Options that every verb has. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ColorChoice } from './streams.ts';

/** The option `--color`; `wantsColor` interprets it. */
export function colorOption(): Option {
  const choices: readonly ColorChoice[] = ['auto', 'always', 'never'];
  return new Option('--color <when>', 'use terminal colors').choices(choices).default('auto');
}

/** The description of an argument `<file...>` that names shaders. */
export const SHADERS = "compiled shaders, directories, and patterns ('*.cso'); - is standard input";

/** The largest number of threads. */
const MAX_JOBS = 256;

/**
 * The option `--jobs` of verbs with several inputs.
 *
 * @param whenAbsent the number of threads without it, for the help
 */
export function jobsOption(whenAbsent = '1'): Option {
  return new Option('-j, --jobs <n>', `number of threads (default: ${whenAbsent})`).argParser((text) => {
    const jobs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (jobs < 1 || jobs > MAX_JOBS) throw new InvalidArgumentError(`Expected a number from 1 to ${MAX_JOBS}.`);
    return jobs;
  });
}

/** Gives `command` the arguments and options of a verb that prints facts about each file, as text or JSON. */
export function takeShaders(command: Command): Command {
  return command
    .argument('<file...>', SHADERS)
    .option('--json', 'print JSON: one object a line for each file')
    .option('--pretty', 'the same, indented')
    .option(
      '-o, --output <path>',
      'write to this file, or, with a trailing /, to this directory as FILE.txt or FILE.json',
    )
    .addOption(jobsOption())
    .option('-q, --quiet', 'report errors only')
    .addOption(colorOption());
}
