/** The examples of every help text work in cmd, PowerShell and sh. */
import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { ALL_VERBS, programFor } from '../../src/cli/program.ts';

const program = await programFor(ALL_VERBS);

/** The command and all below it. */
function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}

/** The command lines among the examples of a help text, without the remarks after them. */
function examplesOf(command: Command): string[] {
  let text = '';
  (command as unknown as EventEmitter).emit('afterHelp', {
    error: false,
    command,
    write: (part: string) => (text += part),
  });
  const lines = text.split('\n').filter((line) => /^ {2}\S/.test(line));
  return lines.map((line) => line.trim().replace(/ {2,}.*/, ''));
}

/** Characters that are not the same in all three shells. The sources are their manuals. */
const SHELL_ONLY: readonly (readonly [RegExp, string])[] = [
  [/'/, 'a single quote, which cmd knows nothing of'],
  [/`/, 'a backquote, which is the escape character of PowerShell'],
  [/\$/, 'a dollar sign, which cmd knows nothing of'],
  [/[%^!]/, 'a character that cmd expands'],
  [/&&|\|\||;/, 'a list of commands, which the shells write differently'],
  [/ <|<</, 'input from a file, which PowerShell does not have'],
  [/\\$/, 'a line that continues'],
  [/\\"/, 'a quote in quotes'],
  [/(^|\s)@/, 'an at sign, which begins an expression of PowerShell'],
  [/^(?:[^"]|"[^"]*")*,/, 'a comma, which PowerShell takes for a list'],
  [/(^|\s)[~#]/, 'a character that only some shells expand'],
];

// The scripts of `completion` are for one shell each.
const examples = all(program)
  .filter((command) => command.name() !== 'completion')
  .flatMap(examplesOf);

test('there are examples', () => expect(examples.length).toBeGreaterThan(30));

test.each(examples)('%s', (example) => {
  const found = SHELL_ONLY.filter(([pattern]) => pattern.test(example)).map(([, what]) => what);
  expect(found).toEqual([]);
});

test('descriptions of arguments quote patterns with double quotes', () => {
  for (const command of all(program))
    for (const { description } of [...command.registeredArguments, ...command.options])
      expect(description).not.toMatch(/'[*?]/);
});

test('what is refused', () => {
  const bad = [
    "jq '.x'",
    'disasm $(find .)',
    'a && b',
    'disasm - < x',
    'patch --set @1.2=0',
    'patch --set c0=1,2',
    'a \\',
    'disasm ~/x',
  ];
  for (const line of bad)
    expect(
      SHELL_ONLY.some(([pattern]) => pattern.test(line)),
      line,
    ).toBe(true);
});
