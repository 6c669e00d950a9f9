/** Colors and progress on a terminal: needs `script` of util-linux to make one. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { skipFor } from '../support/skip-for.ts';

const directory = mkdtempSync(join(tmpdir(), 'dxlens-terminal-'));
afterAll(() => rmSync(directory, { recursive: true }));

const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;
const YELLOW = '\x1b[33m';

/** The output of the program on a terminal, with these variables set and no others of this kind. */
function onTerminal(args: string, variables: NodeJS.ProcessEnv = {}): string {
  const { NO_COLOR, FORCE_COLOR, ...inherited } = process.env;
  const env = { ...inherited, TERM: 'xterm', ...variables };
  const command = `'${process.execPath}' dist/cli/main.cjs disasm --no-header ${args}`;
  return spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'latin1', env }).stdout;
}

skipFor(describe, !hasTerminal && 'util-linux has no script here')('on a terminal', () => {
  const file = 'test/cli/inputs/tint5.cso';

  test('colors', () => expect(onTerminal(file)).toContain(`${YELLOW}mad`));

  test.each([
    ['NO_COLOR', file, { NO_COLOR: '1' }],
    ['a terminal without colors', file, { TERM: 'dumb' }],
    ['--color never', `--color never ${file}`, {}],
    ['--html, which has its own', `--html ${file}`, {}],
  ])('none with %s', (_, args, variables) => {
    const text = onTerminal(args, variables);
    expect(text).toContain('mad');
    expect(text).not.toContain('\x1b');
  });

  test('none in files', () => {
    const path = join(directory, 'out.asm');
    expect(onTerminal(`${file} -o ${path}`)).toBe('');
    expect(readFileSync(path, 'latin1')).not.toContain('\x1b');
  });
});

skipFor(describe, !hasTerminal && 'util-linux has no script here')('progress', () => {
  const many = join(directory, 'many');
  const COUNT = 500;
  beforeAll(() => {
    mkdirSync(many);
    for (let i = 0; i < COUNT; i++) writeFileSync(join(many, `${i}.cso`), readFileSync('test/cli/inputs/tint5.cso'));
    copyFileSync('test/cli/inputs/bad.cso', join(many, `${COUNT}.cso`));
  });

  /** Starts a run that waits for standard input after its files, so that it takes long enough for the bar to appear. */
  function validating(args: string, variables: NodeJS.ProcessEnv = {}): string {
    const { NO_COLOR, FORCE_COLOR, CI, ...inherited } = process.env;
    const env = { ...inherited, TERM: 'xterm', ...variables };
    const command = `stty cols 60; (sleep 1; cat test/cli/inputs/tint2.cso) | '${process.execPath}' dist/cli/main.cjs validate ${args} ${many} - ${many}`;
    return spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'latin1', env }).stdout;
  }

  test('a bar that disappears and leaves other lines alone', () => {
    const text = validating('--color never --no-summary');
    const bars = text.match(/[=-]{30} +\d+%, +\d+ of 1003 files/g) ?? [];
    expect(bars.length).toBeGreaterThan(0);
    // Every bar is alone on its line and is erased.
    const screen = text.split('\n').map((line) => line.replace(/\r$/, '').split('\x1b[K').at(-1)!.replace(/^\r/, ''));
    expect(screen.filter((line) => /[=-]{30}/.test(line))).toEqual([]);
    expect(screen.filter((line) => line.endsWith(': ps_5_0, valid'))).toHaveLength(2 * COUNT);
    expect(screen.filter((line) => /^\S+\.cso:24: error X5546: /.test(line))).toHaveLength(2);
    expect(screen.at(-1)).toBe('');
  });

  test.each([
    ['-q', '-q', {}],
    ['a dumb terminal', '', { TERM: 'dumb' }],
    ['CI', '', { CI: 'true' }],
    ['a file', '2> /dev/null', {}],
  ])('none with %s', (_, args, variables) => expect(validating(args, variables)).not.toMatch(/of 1003 files/));
});

skipFor(describe, !hasTerminal && 'util-linux has no script here')('dxlens patch --edit', () => {
  /** The output of the program, and whether it wrote the file, when the user types `answers`. */
  function editing(editor: string, ...answers: readonly string[]): { text: string; isWritten: boolean } {
    return editingAs('--edit', editor, ...answers);
  }

  function editingAs(option: string, editor: string, ...answers: readonly string[]) {
    const output = join(directory, 'edited.cso');
    rmSync(output, { force: true });
    const program = `'${process.execPath}' dist/cli/main.cjs patch test/cli/inputs/tint2.cso ${option} -o ${output}`;
    const env = { ...process.env, TERM: 'xterm', NO_COLOR: '1', VISUAL: '', EDITOR: editor };
    // Input before a question is lost, as in any program that starts an editor.
    const typed = answers.map((answer) => `sleep 1.5; echo '${answer}'`).join('; ');
    const command = `(${typed}) | script -qec "${program}" /dev/null`;
    const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'latin1', env });
    return { text: stdout, isWritten: existsSync(output) };
  }

  test.each([
    ['y', true],
    ['', true],
    ['n', false],
  ])('asks before it writes: %j', (answer, isWritten) => {
    const result = editing('sed -i s/0.25/0.75/', answer);
    expect(result.text).toContain('def c1, 0.75');
    expect(result.text).toContain('edited.cso? [Y/n]');
    expect(result.isWritten).toBe(isWritten);
  });

  test('offers to edit again after an error', () => {
    // The first edit breaks the listing, the second one repairs it.
    const editor = "sed -i -e 's/mov oC0/mov oC9/;t' -e 's/mov oC9/mov oC0/;s/0.25/0.5/'";
    const result = editing(editor, 'y', 'y');
    expect(result.text).toContain('Edit again? [Y/n]');
    expect(result.text).toContain('def c1, 0.5');
    expect(result.isWritten).toBe(true);
    expect(editing(editor, 'n').isWritten).toBe(false);
  });

  test('--hlsl leaves a source that is not written in a file', () => {
    const { text, isWritten } = editingAs('--hlsl', 'sed -i s/0.25/0.75/', 'n');
    expect(text).toContain('edited.cso? [Y/n]');
    expect(isWritten).toBe(false);
    const [, path = ''] = /the edited text is in (\S+);/.exec(text) ?? [];
    expect(readFileSync(path, 'latin1')).toContain('color * tint + 0.75');
    rmSync(dirname(path), { recursive: true });
  });
});
