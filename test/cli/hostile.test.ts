/**
 * Obstacles of `extract` and `scan`: full disks, files that cannot be written or replaced, hostile names, runs that are
 * ended in the middle. Nothing is lost or half written, and the error is clear.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { zipOf, zipStored } from '../../smith/archives/stored.ts';
import { INPUTS, PROGRAM, Shell } from '../support/shell.ts';
import { ON_WINDOWS, skipFor } from '../support/skip-for.ts';

const shell = new Shell('hostile');
const { directory } = shell;
const at = (name: string) => join(directory, name);
const SHADER = readFileSync(join(INPUTS, 'tint2.cso'));
const SHADERS = readdirSync(RECORDED).filter((name, i) => name.endsWith('.bin') && i % 4 === 0);
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Every file below `name`, with its hash. */
function filesBelow(name: string): Map<string, string> {
  const files = readdirSync(at(name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(at(name).length + 1), digest(readFileSync(path))];
    }),
  );
}

beforeAll(() => {
  const members = SHADERS.map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(RECORDED, name))) }));
  writeFileSync(at('game.zip'), zipOf(members, zipStored));
  mkdirSync(at('game'));
  for (const name of SHADERS) copyFileSync(join(RECORDED, name), at(`game/${name}`));
  writeFileSync(at('tint2.cso'), SHADER);
});
afterAll(() => shell.remove());

/** Makes a small file system at `name`; false where this machine does not allow it. */
function mounted(name: string, options: string): boolean {
  mkdirSync(at(name), { recursive: true });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', at(name)]).status === 0;
}

/** Changes the options of the file system at `name`. */
function remounted(name: string, options: string): boolean {
  return spawnSync('mount', ['-o', `remount,${options}`, at(name)]).status === 0;
}

/** The code of the error of writing `size` bytes into a file of the disk `name`; undefined without one. */
function writeError(name: string, size: number): string | undefined {
  try {
    writeFileSync(at(`${name}/probe`), new Uint8Array(size));
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/**
 * Whether this machine makes file systems whose size and options hold: that needs root, and not every sandbox has them.
 */
function hasSmallDisks(): boolean {
  if (process.getuid?.() !== 0 || !mounted('probe', 'size=64k')) return false;
  const isFull = writeError('probe', 200 * 1024) === 'ENOSPC';
  rmSync(at('probe/probe'), { force: true });
  const grows = remounted('probe', 'size=1m') && writeError('probe', 200 * 1024) === undefined;
  const isFixed = remounted('probe', 'ro') && writeError('probe', 1) === 'EROFS';
  spawnSync('umount', [at('probe')]);
  return isFull && grows && isFixed;
}

skipFor(describe, !hasSmallDisks() && 'only root can mount small disks')('a disk', { tags: 'slow' }, () => {
  afterAll(() => {
    for (const name of ['full', 'fixed']) spawnSync('umount', [at(name)]);
  });

  test('that becomes full: what was written is whole, and a scan goes on with more room', async () => {
    expect(mounted('full', 'size=256k')).toBe(true);
    const extracted = await shell.run('dxlens extract -q game.zip -o full/out');
    expect(extracted.status).toBe(1);
    expect(extracted.stderr).toMatch(/error DX0005: cannot write the output: no space left on the device/);
    const known = new Set(SHADERS.map((name) => digest(readFileSync(join(RECORDED, name)))));
    const written = filesBelow('full/out');
    expect(written.size).toBeGreaterThan(5);
    expect(written.size).toBeLessThan(SHADERS.length);
    for (const [name, hash] of written) expect(known.has(hash), name).toBe(true);
    rmSync(at('full/out'), { recursive: true });

    const complete = await shell.run('dxlens scan -q --format ndjson game');
    writeFileSync(at('full/ballast'), new Uint8Array(200 * 1024));
    const first = await shell.run('dxlens scan -q --resume --format ndjson -o full/rows game');
    expect(first.status).toBe(1);
    expect(first.stderr).toMatch(/full\/rows:0: error DX0005: cannot write the output: no space left on the device/);
    expect(existsSync(at('full/rows'))).toBe(false);
    expect(remounted('full', 'size=64m')).toBe(true);
    rmSync(at('full/ballast'));
    expect(await shell.run('dxlens scan -q --resume --format ndjson -o full/rows game')).toMatchObject({ status: 0 });
    expect(readFileSync(at('full/rows'), 'latin1')).toBe(complete.stdout);
    expect(readdirSync(at('full'))).toEqual(['rows']);
  });

  test('that cannot be written', async () => {
    expect(mounted('fixed', 'size=256k')).toBe(true);
    writeFileSync(at('fixed/keep'), 'kept');
    expect(remounted('fixed', 'ro')).toBe(true);
    for (const command of ['extract tint2.cso -o fixed', 'scan --format ndjson tint2.cso -o fixed/rows']) {
      const { status, stderr } = await shell.run(`dxlens ${command}`);
      expect(stderr).toMatch(/error DX0005: cannot write the output: /);
      expect(status).toBe(1);
    }
    expect(readdirSync(at('fixed'))).toEqual(['keep']);
  });
});

describe('targets', () => {
  skipFor(test, ON_WINDOWS || (process.getuid?.() === 0 && 'root may read everything'))(
    'without permission',
    async () => {
      mkdirSync(at('locked'));
      chmodSync(at('locked'), 0o555);
      const { status, stderr } = await shell.run('dxlens extract tint2.cso -o locked');
      expect(stderr).toMatch(/error DX0005: cannot write the output: permission denied/);
      expect(status).toBe(1);
    },
  );

  test('that are files, directories and links', async () => {
    writeFileSync(at('file'), 'kept');
    expect(await shell.run('dxlens extract -q tint2.cso -o file')).toMatchObject({ status: 1 });
    expect(await shell.run('dxlens extract -q --force tint2.cso -o file')).toMatchObject({ status: 1 });
    expect(readFileSync(at('file'), 'utf8')).toBe('kept');

    mkdirSync(at('taken/tint2.cso'), { recursive: true });
    const { status, stderr } = await shell.run('dxlens extract -q --force tint2.cso -o taken');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/taken\/tint2\.cso:0: error DX0005: /)]);
    expect(readdirSync(at('taken'))).toEqual(['tint2.cso']);

    // A link that leads nowhere is replaced by the file; what is at the end of another one is not touched without
    // --force.
    mkdirSync(at('links'));
    symlinkSync(at('outside'), at('links/tint2.cso'));
    expect(await shell.run('dxlens extract -q tint2.cso -o links')).toMatchObject({ status: 0 });
    expect(existsSync(at('outside'))).toBe(false);
    rmSync(at('links/tint2.cso'));
    symlinkSync(at('file'), at('links/tint2.cso'));
    expect(await shell.run('dxlens extract -q tint2.cso -o links')).toMatchObject({ status: 1 });
    expect(readFileSync(at('file'), 'utf8')).toBe('kept');
  });

  test('that are inputs are never replaced', async () => {
    const { status, stderr } = await shell.run('dxlens extract -q --force tint2.cso -o .');
    expect([status, stderr]).toEqual([1, expect.stringContaining('DX0322')]);
    expect(readFileSync(at('tint2.cso'))).toEqual(SHADER);
  });

  test('directories that contain themselves through links end', { tags: 'slow' }, async () => {
    mkdirSync(at('loop/in'), { recursive: true });
    copyFileSync(at('tint2.cso'), at('loop/in/tint2.cso'));
    symlinkSync(at('loop'), at('loop/in/again'));
    const { status, stdout } = await shell.run('dxlens scan -q --format ndjson --columns path loop');
    expect([status, stdout]).toEqual([0, '{"path":"loop/in/tint2.cso"}\n']);
    expect(await shell.run('dxlens extract -q loop -o loop-out')).toMatchObject({ status: 0 });
    expect([...filesBelow('loop-out').keys()]).toEqual(['in/tint2.cso']);
  });
});

test('names of members: one file each, below the directory, with names that every system allows', async () => {
  const names = [
    '../../escape.cso',
    '/etc/escape.cso',
    'C:\\escape.cso',
    '..\\..\\escape.cso',
    'a/../../b.cso',
    'same.cso',
    'SAME.cso',
    'same.cso',
    'dir',
    'dir/inside.cso',
    'NUL',
    'con.cso',
    'dots...',
    'space .cso ',
    'tab\tnew\nline.cso',
    'turned\u202ecso.exe',
    `${'long'.repeat(100)}.cso`,
    `${'deep/'.repeat(200)}x.cso`,
    '',
    '..',
    '.',
  ];
  writeFileSync(
    at('names.zip'),
    zipOf(
      names.map((name) => ({ name, bytes: new Uint8Array(SHADER) })),
      zipStored,
    ),
  );
  mkdirSync(at('below'));
  const { status, stderr } = await shell.run('dxlens extract names.zip -o below/out');
  expect([status, stderr]).toEqual([0, `${names.length} shaders in 1 file; ${names.length} written\n`]);
  expect(readdirSync(at('below'))).toEqual(['out']);
  const written = [...filesBelow('below/out').keys()];
  expect(written.length).toBe(names.length);
  expect(new Set(written.map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const name of written) {
    expect(name.length, name).toBeLessThanOrEqual(260);
    for (const part of name.split('/')) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
      expect(part, name).not.toMatch(/[\0-\x1f\x7f<>:"\\|?*\u202e]|[. ]$|^(nul|con)(\.|$)/i);
      expect(Buffer.byteLength(part), name).toBeLessThanOrEqual(255);
    }
  }
  expect(existsSync(at('escape.cso'))).toBe(false);
});

describe('runs that are ended in the middle', { tags: 'slow' }, () => {
  const known = new Set(SHADERS.map((name) => digest(readFileSync(join(RECORDED, name)))));

  test.each(['SIGKILL', 'SIGTERM'] as const)('extract, by %s: every file is whole', async (signal) => {
    const output = `ended-${signal}`;
    const child = spawn(process.execPath, [PROGRAM, 'extract', '-q', 'game.zip', '-o', output], {
      cwd: directory,
      stdio: 'ignore',
    });
    const ended = new Promise<NodeJS.Signals | null>((done) => child.on('close', (_, by) => done(by)));
    while (child.exitCode === null && !existsSync(at(`${output}/game.zip`)))
      await new Promise((done) => setTimeout(done, 2));
    child.kill(signal);
    const by = await ended;
    // It may have been faster.
    if (by !== null) expect(by).toBe(signal);
    for (const [name, hash] of filesBelow(output)) {
      // A file that was being written has a name of its own; only SIGKILL leaves it.
      if (/\.tmp$/.test(name)) expect(signal).toBe('SIGKILL');
      else expect(known.has(hash), name).toBe(true);
    }
    expect(await shell.run(`dxlens extract -q --force game.zip -o ${output}`)).toMatchObject({ status: 0 });
    const complete = [...filesBelow(output)].filter(([name]) => !name.endsWith('.tmp'));
    expect(complete.length).toBe(SHADERS.length);
    for (const [name] of complete) expect(statSync(at(`${output}/${name}`)).size, name).toBeGreaterThan(0);
  });
});
