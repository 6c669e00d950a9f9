/** Completion scripts, run by the shells that this machine has. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ALL_VERBS, programFor } from '../../src/cli/program.ts';
import {
  type CompletedCommand,
  completedCommand,
  withCommandsBelow,
} from '../../src/cli/verbs/completion/completion.ts';
import { PROGRAM } from '../support/shell.ts';
import { skipFor } from '../support/skip-for.ts';

const directory = mkdtempSync(join(tmpdir(), 'dxlens-completion-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The path of the completion script for a shell. */
function scriptFor(shell: string): string {
  const path = join(directory, shell);
  if (existsSync(path)) return path;
  const { stdout, status } = spawnSync(process.execPath, [PROGRAM, 'completion', shell], { encoding: 'utf8' });
  expect(status).toBe(0);
  writeFileSync(path, stdout);
  return path;
}

function has(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true']).status === 0;
}

/** The output of `shell` for a script. The working directory has the inputs of the transcripts. */
function run(shell: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(shell, args, { encoding: 'utf8', cwd: resolve('test/cli/inputs') });
  expect(stderr).toBe('');
  return stdout.trim();
}

/** Words of a command line, the last one being typed, and what completes it. */
const CASES: readonly (readonly [words: readonly string[], expected: readonly string[]])[] = [
  [['asse'], ['assemble']],
  [
    ['disasm', '--n'],
    ['--numbers', '--no-header', '--no-debug'],
  ],
  [
    ['dis', '--color', 'a'],
    ['auto', 'always'],
  ],
  [
    ['container', 's'],
    ['set', 'strip', 'sign'],
  ],
  [['container', 'get', '--f'], ['--force']],
  [['-h', 'validate', '--format', 's'], ['sarif']],
  [['completion', 'p'], ['powershell']],
  [
    ['help', 'exp'],
    ['explain', 'explore'],
  ],
];

skipFor(describe, !has('bash') && 'bash is not installed')('bash', () => {
  /** The completions of the script; empty if bash completes names of files. */
  function complete(...words: readonly string[]): string[] {
    const script = `source "$0"; COMP_WORDS=(dxlens "$@"); COMP_CWORD=$#; _dxlens; echo "\${COMPREPLY[*]}"`;
    return run('bash', '-c', script, scriptFor('bash'), ...words).split(' ');
  }

  test.each(CASES)('%j', (words, expected) => expect(complete(...words).sort()).toEqual([...expected].sort()));

  test('a value after the sign, at which bash cuts', () => {
    expect(complete('disasm', '--color', '=', 'al')).toEqual(['always']);
    expect(complete('disasm', '--color', '=')).toEqual(['auto', 'always', 'never']);
  });

  test.each([[['disasm', 'tin']], [['asm', '-o', '']], [['validate', '--root-signature', '']]])(
    'files after %j',
    (words) => expect(complete(...words)).toEqual(['']),
  );
});

skipFor(describe, !has('fish') && 'fish is not installed')('fish', () => {
  function complete(line: string): string[] {
    const lines = run('fish', '--no-config', '-c', `source ${scriptFor('fish')}; complete -C '${line}'`).split('\n');
    return lines.map((one) => one.replace(/\t.*/, ''));
  }

  test.each(CASES)('%j', (words, expected) =>
    expect(complete(['dxlens', ...words].join(' ')).sort()).toEqual([...expected].sort()),
  );

  test.each([
    'dxlens disasm tint5.c',
    'dxlens asm -o tint5.c',
    'dxlens validate --root-signature tint5.c',
    'dxlens diff tint2.cso tint5.c',
    'dxlens patch tint2.cso --apply tint5.c',
  ])('files: %s', (line) => expect(complete(line)).toEqual(['tint5.cso']));
});

skipFor(describe, !has('zsh') && 'zsh is not installed')('zsh', () => {
  /** Types the start of a line and a tab into a zsh on a pseudo-terminal. */
  const TYPE = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PROMPT='> '; autoload -Uz compinit; compinit -u -D; source $1; echo RE''ADY"
zpty -r z out '*READY*'
zpty -n -w z "$2"$'\\t'
zpty -r z out "*$3*" && print found`;

  test.each([
    ['dxlens asse', 'assemble'],
    ['dxlens disasm --num', '--numbers'],
    ['dxlens container get --fo', '--force'],
    ['dxlens container stri', 'strip'],
    ['dxlens validate --format=sa', '--format=sarif'],
    ['dxlens help expla', 'explain'],
    ['dxlens disasm tint5.c', 'tint5.cso'],
    ['dxlens diff tint2.cso tint5.c', 'tint5.cso'],
    ['dxlens patch tint2.cso --apply tint5.c', 'tint5.cso'],
  ])('%s', (line, expected) =>
    expect(run('zsh', '-f', '-c', TYPE, 'zsh', scriptFor('zsh'), line, expected)).toBe('found'),
  );
});

// It loads the sources of all verbs, which takes 20 seconds.
test('PowerShell: every word is in the script, and its quotes and braces match', { tags: ['slow', 'ci'] }, async () => {
  const script = readFileSync(scriptFor('powershell'), 'utf8');
  const words = (command: CompletedCommand) => [
    ...command.names,
    ...command.choices,
    ...command.options.flatMap(({ flags, choices }) => [...flags.slice(-1), ...choices]),
  ];
  const program = completedCommand(await programFor(ALL_VERBS));
  for (const word of withCommandsBelow(program).flatMap(words).slice(1))
    expect(script).toMatch(new RegExp(`['/]${word}'`));
  const code = script.replaceAll(/'[^'\n]*'|"[^"\n]*"|#.*/g, '');
  expect(code).not.toMatch(/['"]/);
  const depth = (open: string, close: string) => code.split(open).length - code.split(close).length;
  expect([depth('{', '}'), depth('(', ')'), depth('[', ']')]).toEqual([0, 0, 0]);
});
