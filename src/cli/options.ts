/** Options that every verb has. */
import { type Command, Option } from 'commander';
import type { ColorChoice } from './streams.ts';

/** The option `--color`; `wantsColor` interprets it. */
export function colorOption(): Option {
  const choices: readonly ColorChoice[] = ['auto', 'always', 'never'];
  return new Option('--color <when>', 'use terminal colors').choices(choices).default('auto');
}

/** Gives `command` the arguments and options of a verb that prints facts about each file, as text or JSON. */
export function takeShaders(command: Command): Command {
  return command
    .argument('<file...>', 'compiled shaders; - is standard input')
    .option('--json', 'print JSON: one document, or one line for each of several files')
    .option(
      '-o, --output <path>',
      'write to this file, or, with a trailing /, to this directory as FILE.txt or FILE.json',
    )
    .option('-q, --quiet', 'report errors only')
    .addOption(colorOption());
}
