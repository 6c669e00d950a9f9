/** Options that every verb has, so that they mean and say the same everywhere. */
import { Option } from 'commander';
import type { ColorChoice } from './streams.ts';

/** `--color`: what `wantsColor` decides by. */
export function colorOption(): Option {
  const choices: readonly ColorChoice[] = ['auto', 'always', 'never'];
  return new Option('--color <when>', 'colours for terminals').choices(choices).default('auto');
}
