/** Options that every verb has. */
import { type Argument, type Command, Option } from 'commander';
import { nearestName } from '../base/nearest-name.ts';
import { UsageError } from './process.ts';
import type { ColorChoice } from './streams.ts';

/**
 * Gives an option or argument its possible values.
 *
 * @returns the same option or argument, which throws a UsageError for another value and names the nearest right one
 */
export function oneOf<Target extends Option | Argument>(target: Target, choices: readonly string[]): Target {
  target.choices(choices).argParser((word: string) => {
    if (choices.includes(word)) return word;
    throw unexpectedValue(target, orList(choices), word, suggestionFor(word, choices));
  });
  return target;
}

/** `; did you mean RDEF?` for the nearest of `names`; '' where none is near. */
export function suggestionFor(word: string, names: readonly string[]): string {
  const lower = word.toLowerCase();
  const nearest = names.find((name) => name.toLowerCase() === lower) ?? nearestName(word, names);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** @param expected what the option or argument takes, after "expected" */
export function unexpectedValue(
  target: Option | Argument,
  expected: string,
  word: string,
  suggestion = '',
): UsageError {
  const name = target instanceof Option ? target.long : target.name();
  return new UsageError(`${name}: expected ${expected}, found '${word}'${suggestion}`);
}

/** Words as "a, b or c". */
export function orList(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

/** The option `--color`; `wantsColor` interprets it. */
export function colorOption(): Option {
  const choices: readonly ColorChoice[] = ['auto', 'always', 'never'];
  return oneOf(new Option('--color <when>', 'use terminal colors'), choices).default('auto');
}

/** The description of an argument `<file...>` that names shaders. */
export const SHADERS = 'compiled shaders, directories, and patterns ("*.cso"); - is standard input';

/** The largest number of threads. */
const MAX_JOBS = 256;

/**
 * The option `--jobs` of verbs with several inputs.
 *
 * @param whenAbsent the number of threads without it, for the help. Where files are written, a second thread takes 15
 *   to 50% more processor time and saves nothing (15,000 shaders of less than 6 KB, 600 of 35 to 100 KB, measured)
 */
export function jobsOption(whenAbsent = '1, because files take most of the time'): Option {
  const option = new Option('-j, --jobs <n>', `number of threads (default: ${whenAbsent})`);
  return option.argParser((text) => {
    const jobs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (jobs < 1 || jobs > MAX_JOBS) throw unexpectedValue(option, `a number from 1 to ${MAX_JOBS}`, text);
    return jobs;
  });
}

/** The options of {@link takeJson}. */
export interface JsonFlags {
  /** Also with `--pretty` or `--format json`. */
  readonly json?: true;
  readonly pretty?: true;
}

/**
 * Gives `command` the options `--json`, `--pretty` and `--format text|json`.
 *
 * @param unit an object is printed for each
 */
export function takeJson(command: Command, unit: string): Command {
  return command
    .option('--json', `print JSON: one object a line for each ${unit}`)
    .addOption(new Option('--pretty', 'the same, indented').implies({ json: true }))
    .addOption(oneOf(new Option('--format <format>', 'how to print: text (default), or json, as --json'), FORMATS))
    .on('option:format', (word) => command.setOptionValue('json', word === 'json' ? true : undefined));
}

const FORMATS = ['text', 'json'] as const;

/**
 * The outputs of a verb that prints text or JSON: how they are named, and that one file may have those of several
 * inputs.
 */
export function printedFiles(json: boolean): { nameOf(name: string): string; readonly mayShare: true } {
  return { nameOf: (name) => name + (json ? '.json' : '.txt'), mayShare: true };
}

/** Gives `command` the arguments and options of a verb that prints facts about each file, as text or JSON. */
export function takeShaders(command: Command, files = '<file...>', outputs = 'FILE.txt or FILE.json'): Command {
  return takeJson(command, 'file')
    .argument(files, SHADERS)
    .option('-o, --output <path>', `write to this file, or, with a trailing /, to this directory as ${outputs}`)
    .addOption(jobsOption())
    .option('-q, --quiet', 'report errors only')
    .addOption(colorOption());
}
