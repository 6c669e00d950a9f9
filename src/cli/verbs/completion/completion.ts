/**
 * `dxlens completion`: prints a completion script. The scripts are made from the definitions of the program and have all words in
 * them, so that a shell completes without starting Node.
 *
 * Libraries exist. The scripts of @bomb.sh/tab start the program for every word, and offer no names of files where the program takes
 * files (tried); those of omelette start it for every word, too (source: its documentation).
 */
import { Argument, type Command } from 'commander';
import { oneOf } from '../../options.ts';
import { writeOut } from '../../streams.ts';
import { VERSION } from '../../version.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { type CompletedCommand, completedCommand } from './model.ts';
import { powershellScript } from './powershell.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
} as const satisfies Record<string, (program: CompletedCommand) => string>;

const EXAMPLES = `
Examples:
  dxlens completion bash > ~/.local/share/bash-completion/completions/dxlens
  dxlens completion zsh > ~/.zsh/completions/_dxlens        a directory of fpath
  dxlens completion fish > ~/.config/fish/completions/dxlens.fish
  dxlens completion powershell | Add-Content $PROFILE

See docs/command-line.md. Print the script again after an update of dxlens.

Exit status: 0 success; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the argument, help and action of the verb to `command`. */
export function defineCompletion(command: Command): void {
  command
    .description('Prints a script with which SHELL completes commands, options, their values and names of files.')
    .addArgument(oneOf(new Argument('<shell>', 'the shell'), Object.keys(SCRIPTS)))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: keyof typeof SCRIPTS) => {
      const script = SCRIPTS[shell](completedCommand(command.parent!));
      const note = `# Completion of dxlens ${VERSION} for ${shell}; made by: dxlens completion ${shell}\n`;
      // The first line of a script for zsh says what it is for.
      await writeOut(script.startsWith('#compdef') ? script.replace('\n', `\n${note}`) : note + script);
    });
}
