/** Colours when standard output is a terminal: needs `script` of util-linux to make one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'dxlens-terminal-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;
const YELLOW = '\x1b[33m';

/** What the program writes to a terminal, with these variables set and no others of this kind. */
function onTerminal(args: string, variables: NodeJS.ProcessEnv = {}): string {
  const { NO_COLOR, FORCE_COLOR, ...inherited } = process.env;
  const env = { ...inherited, TERM: 'xterm', ...variables };
  const command = `'${process.execPath}' dist/cli/main.cjs disasm --no-header ${args}`;
  return spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'latin1', env }).stdout;
}

describe.skipIf(!hasTerminal)('on a terminal', () => {
  const file = 'test/cli/inputs/tint5.cso';

  test('colours', () => expect(onTerminal(file)).toContain(`${YELLOW}mad`));

  test.each([
    ['NO_COLOR', file, { NO_COLOR: '1' }],
    ['a terminal without colours', file, { TERM: 'dumb' }],
    ['--color never', `--color never ${file}`, {}],
    ['--html, which has its own', `--html ${file}`, {}],
  ])('none with %s', (_, args, variables) => {
    const text = onTerminal(args, variables);
    expect(text).toContain('mad');
    expect(text).not.toContain('\x1b');
  });

  test('none in files', () => {
    const path = join(folder, 'out.asm');
    expect(onTerminal(`${file} -o ${path}`)).toBe('');
    expect(readFileSync(path, 'latin1')).not.toContain('\x1b');
  });
});
