/**
 * `dxlens completion`: prints a completion script. The scripts are made from the definitions of the program and have
 * all words in them, so that a shell completes without starting Node.
 *
 * Libraries exist. The scripts of @bomb.sh/tab start the program for every word, and offer no names of files where the
 * program takes files (tried); those of omelette start it for every word, too (source: its documentation).
 */
import { Argument, type Command, type Option } from 'commander';
import { oneOf } from '../../options.ts';
import { VERSION } from '../../process.ts';
import { writeOut } from '../../streams.ts';

/** A command of the program, or the program itself. */
export interface CompletedCommand {
  /** Its names from the program's on, such as `container get`; empty for the program. */
  readonly path: string;
  /** Its name and aliases. */
  readonly names: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly commands: readonly CompletedCommand[];
  /** The kinds of its arguments, if these are not files. */
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

/** Returns the completion model of `program`, whose commands are all loaded. */
export function completedCommand(program: Command): CompletedCommand {
  return withPath(program, '', []);
}

/** @param siblings the names of its sibling commands */
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

// The completion script for bash 3.2 and later. It needs no other package.

export function bashScript(program: CompletedCommand): string {
  const commands = withCommandsBelow(program);
  return `_dxlens() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' words='' options='' i
  # Bash cuts --option=value at the sign.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command/\${COMP_WORDS[i]}" in
${commands.slice(1).map(commandCase).join('\n')}
    esac
  done
  COMPREPLY=()
  case "$command/$previous" in
${commands.flatMap(valueCases).join('\n')}
    *)
      case $command in
${commands.map(wordsCase).join('\n')}
      esac
      if [[ $current == -* ]]; then words=$options; fi ;;
  esac
  # Without words, bash completes names of files.
  if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o default -o bashdefault -F _dxlens dxlens
`;
}

function commandCase({ path, names }: CompletedCommand): string {
  const parent = path.split(' ').slice(0, -1).join(' ');
  return `      ${names.map((name) => `'${parent}/${name}'`).join(' | ')}) command='${path}' ;;`;
}

function valueCases({ path, options }: CompletedCommand): string[] {
  const cases = (option: CompletedOption) => option.flags.map((flag) => `'${path}/${flag}'`).join(' | ');
  return options
    .filter(({ value }) => value !== undefined)
    .map((option) => `    ${cases(option)}) words='${option.choices.join(' ')}' ;;`);
}

function wordsCase(command: CompletedCommand): string {
  const options = command.options.map(({ flags }) => flags.at(-1)).join(' ');
  return `        '${command.path}') words='${argumentWords(command).join(' ')}' options='${options}' ;;`;
}

// The completion script for fish.

export function fishScript(program: CompletedCommand): string {
  return `${linesOf(program, '__fish_use_subcommand').join('\n')}\n`;
}

/** @param condition whether the words before the cursor name `command` */
function linesOf(command: CompletedCommand, condition: string): string[] {
  const { path, commands, choices, takesFiles } = command;
  const below = commands.flatMap(({ names }) => names);
  const here = path === '' || below.length === 0 ? condition : `${condition}; and not ${seen(below)}`;
  const start = `complete -c dxlens -n ${fishQuoted(here)}`;
  return [
    ...(takesFiles ? [] : [`${start} -f`]),
    ...commands.flatMap(({ names, summary }) => names.map((name) => `${start} -a ${name} -d ${fishQuoted(summary)}`)),
    ...(choices.length > 0 ? [`${start} -a ${fishQuoted(choices.join(' '))}`] : []),
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
  return [...names, ...valueWords(value, choices, takesFiles), `-d ${fishQuoted(description)}`].join(' ');
}

function valueWords(value: string | undefined, choices: readonly string[], takesFiles: boolean): string[] {
  if (value === undefined) return [];
  if (takesFiles) return ['-r', '-F'];
  return choices.length > 0 ? ['-x', `-a ${fishQuoted(choices.join(' '))}`] : ['-x'];
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}

// The completion script for Windows PowerShell 5.1 and PowerShell 7.

export function powershellScript(program: CompletedCommand): string {
  const commands = withCommandsBelow(program);
  return `Register-ArgumentCompleter -Native -CommandName dxlens -ScriptBlock {
  param($word, $ast, $cursor)
  $before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  $previous = $before[-1]
  $start = ''
  if ($word -match '^(--[^=]+)=(.*)$') { $previous = $Matches[1]; $start = "$previous="; $word = $Matches[2] }
  $command = ''
  foreach ($one in $before | Select-Object -Skip 1) {
    switch -CaseSensitive ("$command/$one") {
${commands.slice(1).flatMap(commandCases).join('\n')}
    }
  }
  # Where there is no word, PowerShell completes names of files.
  $words = @()
  switch -CaseSensitive ("$command/$previous") {
${commands.flatMap(powershellValueCases).join('\n')}
    default {
      $option = $word.StartsWith('-')
      switch -CaseSensitive ($command) {
${commands.map(powershellWordsCase).join('\n')}
      }
    }
  }
  $words | Where-Object { $_.StartsWith($word) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new("$start$_", $_, 'ParameterValue', $_)
  }
}
`;
}

function commandCases({ path, names }: CompletedCommand): string[] {
  const parent = path.split(' ').slice(0, -1).join(' ');
  return names.map((name) => `      '${parent}/${name}' { $command = '${path}' }`);
}

function powershellValueCases({ path, options }: CompletedCommand): string[] {
  const cases = ({ flags, choices }: CompletedOption) =>
    flags.map((flag) => `    '${path}/${flag}' { $words = ${list(choices)} }`);
  return options.filter(({ value }) => value !== undefined).flatMap(cases);
}

function powershellWordsCase(command: CompletedCommand): string {
  const options = command.options.map(({ flags }) => flags.at(-1)!);
  return `        '${command.path}' { $words = if ($option) { ${list(options)} } else { ${list(argumentWords(command))} } }`;
}

function list(words: readonly string[]): string {
  return `@(${words.map((word) => `'${word}'`).join(', ')})`;
}

// The completion script for zsh: a file in `fpath`, or sourced.

export function zshScript(program: CompletedCommand): string {
  return `#compdef dxlens
${withCommandsBelow(program).map(functionOf).join('\n')}
# In fpath, this file is the body of the function _dxlens; sourced, it registers the function.
if [[ $funcstack[1] == _dxlens ]]; then
  _dxlens "$@"
else
  compdef _dxlens dxlens
fi
`;
}

function functionOf(command: CompletedCommand): string {
  const { commands, choices, takesFiles } = command;
  const options = command.options.map(optionSpec);
  const name = functionName(command);
  if (commands.length === 0) {
    const rest = choices.length > 0 ? [`'*:word:(${choices.join(' ')})'`] : takesFiles ? ["'*:file:_files'"] : [];
    return `${name}() {\n${argumentsCall('_arguments -s -S', [...options, ...rest])}\n}`;
  }
  return `${name}() {
  local context state state_descr line
  local -A opt_args
${argumentsCall('_arguments -C', [...options, "'1: :->command'", "'*:: :->rest'"])}
  case $state in
    command)
      local -a commands
      commands=(
${commands.flatMap(({ names, summary }) => names.map((each) => `        ${zshQuoted(`${each}:${summary}`)}`)).join('\n')}
      )
      _describe -t commands command commands ;;
    rest)
      case $words[1] in
${commands.map((each) => `        ${each.names.join(' | ')}) ${functionName(each)} ;;`).join('\n')}
      esac ;;
  esac
}`;
}

function functionName({ path }: CompletedCommand): string {
  return `_dxlens${path === '' ? '' : `_${path.replace(' ', '_')}`}`;
}

function argumentsCall(call: string, specs: readonly string[]): string {
  return `  ${[call, ...specs].join(' \\\n    ')}`;
}

/** An option as _arguments takes it. One with a value may be given again. */
function optionSpec({ flags, description, value, choices, takesFiles }: CompletedOption): string {
  const text = `[${description.replaceAll(/[[\]\\:]/g, '\\$&')}]`;
  if (value === undefined) return `'(${flags.join(' ')})'${alternatives(flags)}${zshQuoted(text)}`;
  const action = choices.length > 0 ? `(${choices.join(' ')})` : takesFiles ? '_files' : '';
  const withValue = flags.map((flag) => (flag.startsWith('--') ? `${flag}=` : `${flag}+`));
  return `'*'${alternatives(withValue)}${zshQuoted(`${text}:${value}:${action}`)}`;
}

function alternatives(words: readonly string[]): string {
  return words.length > 1 ? `{${words.join(',')}}` : words.join('');
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

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
