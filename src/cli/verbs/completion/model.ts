/** What completion scripts know about the program, from the definitions of commander. */
import type { Command, Option } from 'commander';

/** A command of the program, or the program itself. */
export interface CompletedCommand {
  /** Its names from the program's on, such as `container get`; empty for the program. */
  readonly path: string;
  /** Its name and aliases. */
  readonly names: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly commands: readonly CompletedCommand[];
  /** What its arguments are, if these are not files. */
  readonly choices: readonly string[];
  readonly takesFiles: boolean;
}

export interface CompletedOption {
  /** Such as `-o` and `--output`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** The name of its value; undefined for an option without one. */
  readonly value: string | undefined;
  /** Its possible values; empty if there are others. */
  readonly choices: readonly string[];
  readonly takesFiles: boolean;
}

/** Names of values and arguments that are files or directories. */
const FILES: ReadonlySet<string> = new Set(['file', 'path', 'dir', 'original', 'listing', 'before', 'after']);

/** What to complete for `program`, whose commands are all loaded. */
export function completedCommand(program: Command): CompletedCommand {
  return withPath(program, '', []);
}

/** @param siblings the names of the commands beside it */
function withPath(command: Command, path: string, siblings: readonly string[]): CompletedCommand {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const names = commands.map((below) => below.name());
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return {
    path,
    names: [command.name(), ...command.aliases()],
    summary: command.summary() || command.description(),
    options: help.visibleOptions(command).map(completedOption),
    commands: commands.map((below) => withPath(below, `${path} ${below.name()}`.trimStart(), names)),
    choices: command.name() === 'help' ? siblings : choices,
    takesFiles: command.registeredArguments.some((argument) => FILES.has(argument.name())),
  };
}

function completedOption(option: Option): CompletedOption {
  const { short, long, description, argChoices: choices = [] } = option;
  const value = /[<[]([^\]>.]+)/.exec(option.flags)?.[1];
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    description,
    value,
    choices,
    takesFiles: value !== undefined && FILES.has(value),
  };
}

/** `command` and everything below it. */
export function withCommandsBelow(command: CompletedCommand): CompletedCommand[] {
  return [command, ...command.commands.flatMap(withCommandsBelow)];
}

/** The words that an argument of `command` can be: the commands below it, or its choices. */
export function argumentWords({ commands, choices }: CompletedCommand): readonly string[] {
  return [...commands.flatMap(({ names }) => names), ...choices];
}
