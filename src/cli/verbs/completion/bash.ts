/** The completion script for bash 3.2 and later. It needs no other package. */
import { argumentWords, type CompletedCommand, type CompletedOption, withCommandsBelow } from './model.ts';

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
