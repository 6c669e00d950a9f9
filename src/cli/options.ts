/** Options that every verb has. */
import { Option } from 'commander';
import type { ColorChoice } from './streams.ts';

/** The option `--color`; `wantsColor` interprets it. */
export function colorOption(): Option {
  const choices: readonly ColorChoice[] = ['auto', 'always', 'never'];
  return new Option('--color <when>', 'use terminal colors').choices(choices).default('auto');
}
