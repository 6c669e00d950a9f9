/** The completion script for zsh: a file in `fpath`, or sourced. */
import { type CompletedCommand, type CompletedOption, withCommandsBelow } from './model.ts';

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
${commands.flatMap(({ names, summary }) => names.map((each) => `        ${quoted(`${each}:${summary}`)}`)).join('\n')}
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
  if (value === undefined) return `'(${flags.join(' ')})'${alternatives(flags)}${quoted(text)}`;
  const action = choices.length > 0 ? `(${choices.join(' ')})` : takesFiles ? '_files' : '';
  const withValue = flags.map((flag) => (flag.startsWith('--') ? `${flag}=` : `${flag}+`));
  return `'*'${alternatives(withValue)}${quoted(`${text}:${value}:${action}`)}`;
}

function alternatives(words: readonly string[]): string {
  return words.length > 1 ? `{${words.join(',')}}` : words.join('');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
