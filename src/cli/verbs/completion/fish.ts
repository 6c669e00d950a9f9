/** The completion script for fish. */
import type { CompletedCommand, CompletedOption } from './model.ts';

export function fishScript(program: CompletedCommand): string {
  return `${linesOf(program, '__fish_use_subcommand').join('\n')}\n`;
}

/** @param condition whether the words before the cursor name `command` */
function linesOf(command: CompletedCommand, condition: string): string[] {
  const { path, commands, choices, takesFiles } = command;
  const below = commands.flatMap(({ names }) => names);
  const here = path === '' || below.length === 0 ? condition : `${condition}; and not ${seen(below)}`;
  const start = `complete -c dxlens -n ${quoted(here)}`;
  return [
    ...(takesFiles ? [] : [`${start} -f`]),
    ...commands.flatMap(({ names, summary }) => names.map((name) => `${start} -a ${name} -d ${quoted(summary)}`)),
    ...(choices.length > 0 ? [`${start} -a ${quoted(choices.join(' '))}`] : []),
    ...command.options.map((option) => `${start} ${optionWords(option)}`),
    ...commands.flatMap((each) => linesOf(each, (path === '' ? '' : `${condition}; and `) + seen(each.names))),
  ];
}

/** Whether one of `names` is before the cursor. */
function seen(names: readonly string[]): string {
  return `__fish_seen_subcommand_from ${names.join(' ')}`;
}

function optionWords({ flags, description, value, choices, takesFiles }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  return [...names, ...valueWords(value, choices, takesFiles), `-d ${quoted(description)}`].join(' ');
}

function valueWords(value: string | undefined, choices: readonly string[], takesFiles: boolean): string[] {
  if (value === undefined) return [];
  if (takesFiles) return ['-r', '-F'];
  return choices.length > 0 ? ['-x', `-a ${quoted(choices.join(' '))}`] : ['-x'];
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
