/** The completion script for Windows PowerShell 5.1 and PowerShell 7. */
import { argumentWords, type CompletedCommand, type CompletedOption, withCommandsBelow } from './model.ts';

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
${commands.flatMap(valueCases).join('\n')}
    default {
      $option = $word.StartsWith('-')
      switch -CaseSensitive ($command) {
${commands.map(wordsCase).join('\n')}
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

function valueCases({ path, options }: CompletedCommand): string[] {
  const cases = ({ flags, choices }: CompletedOption) =>
    flags.map((flag) => `    '${path}/${flag}' { $words = ${list(choices)} }`);
  return options.filter(({ value }) => value !== undefined).flatMap(cases);
}

function wordsCase(command: CompletedCommand): string {
  const options = command.options.map(({ flags }) => flags.at(-1)!);
  return `        '${command.path}' { $words = if ($option) { ${list(options)} } else { ${list(argumentWords(command))} } }`;
}

function list(words: readonly string[]): string {
  return `@(${words.map((word) => `'${word}'`).join(', ')})`;
}
