/** The walk through directories with links, and which files in them are shaders. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { filesIn, isDirectory } from '../../../src/cli/inputs/directories.ts';
import { readShaderFile } from '../../../src/cli/inputs/shader-file.ts';
import { ON_WINDOWS, skipFor } from '../../support/skip-for.ts';

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'dxlens-directories-'));
});
afterEach(() => rmSync(work, { recursive: true }));

/** Makes files with these names below the directory of the test. */
function files(...names: string[]): void {
  for (const name of names) {
    mkdirSync(join(work, name, '..'), { recursive: true });
    writeFileSync(join(work, name), name);
  }
}

/** The entries of a walk: paths below the directory of the test, with a mark at those that are not files. */
function walk(directory = 'in'): string[] {
  return [...filesIn(join(work, directory))].map(
    ({ path, kind }) => `${relative(work, path)}${kind === 'file' ? '' : ` (${kind})`}`,
  );
}

skipFor(describe, ON_WINDOWS)('a walk', () => {
  test('is sorted by name in each directory', () => {
    files('in/b.cso', 'in/a/z.cso', 'in/a/B.cso', 'in/a-1.cso', 'in/.hidden', 'in/c/d/e/f.cso');
    expect(walk()).toEqual(['in/.hidden', 'in/a/B.cso', 'in/a/z.cso', 'in/a-1.cso', 'in/b.cso', 'in/c/d/e/f.cso']);
  });

  test('is empty for an empty directory, and an error for a missing one', () => {
    mkdirSync(join(work, 'in'));
    expect(walk()).toEqual([]);
    expect(walk('missing')).toEqual(['missing (unreadable)']);
  });

  test('validates links to files, and skips broken links', () => {
    files('in/a', 'elsewhere/b');
    symlinkSync('../elsewhere/b', join(work, 'in/b'));
    symlinkSync('missing', join(work, 'in/c'));
    expect(walk()).toEqual(['in/a', 'in/b', 'in/c (other)']);
  });

  test('visits each directory once: cycles, links to visited directories, two links to one directory', () => {
    files('in/a/x', 'elsewhere/deep/y');
    symlinkSync('..', join(work, 'in/a/parent'));
    symlinkSync('../..', join(work, 'in/a/grandparent'));
    symlinkSync('a', join(work, 'in/b'));
    symlinkSync('itself', join(work, 'in/itself'));
    symlinkSync('../elsewhere', join(work, 'in/c'));
    symlinkSync('../elsewhere/deep', join(work, 'in/d'));
    symlinkSync('../../in', join(work, 'elsewhere/deep/back'));
    expect(walk()).toEqual(['in/a/x', 'in/c/deep/y', 'in/itself (other)']);
  });

  test('starts at a link to a directory', () => {
    files('real/a');
    symlinkSync('real', join(work, 'in'));
    expect(isDirectory(join(work, 'in'))).toBe(true);
    expect(walk()).toEqual(['in/a']);
  });

  test('never opens pipes', () => {
    files('in/a');
    expect(spawnSync('mkfifo', [join(work, 'in/pipe')]).status).toBe(0);
    expect(walk()).toEqual(['in/a', 'in/pipe (other)']);
  });

  skipFor(test, process.getuid?.() === 0 && 'root may read everything')('reports unreadable directories', () => {
    files('in/a/x', 'in/b/y');
    chmodSync(join(work, 'in/a'), 0);
    expect(walk()).toEqual(['in/a (unreadable)', 'in/b/y']);
    chmodSync(join(work, 'in/a'), 0o700);
  });
});

describe('a shader file', () => {
  /** Whether a file with these bytes is one. */
  function isShader(bytes: Uint8Array | string): boolean {
    const path = join(work, 'file');
    writeFileSync(path, bytes);
    const read = readShaderFile(path);
    if (read !== undefined) expect(Buffer.from(bytes as Uint8Array).equals(read)).toBe(true);
    return read !== undefined;
  }

  const input = (name: string) => readFileSync(join(import.meta.dirname, '../inputs', name));

  test.each(['tint2.cso', 'tint5.cso', 'tint5.h', 'root.cso'])('%s', (name) => {
    expect(isShader(input(name))).toBe(true);
  });

  test.each(['tint.hlsl', 'fade.asm', 'root.hlsl'])('not %s', (name) => expect(isShader(input(name))).toBe(false));

  test.each([
    ['nothing', ''],
    ['three bytes', 'DXB'],
    ['a text that begins like a version token of a library', 'IMPLEMENTATION NOTES\n'],
    ['zeros', new Uint8Array(100)],
    ['ones', new Uint8Array(100).fill(0xff)],
    ['bitcode', Uint8Array.of(0x42, 0x43, 0xc0, 0xde, 0, 0, 0, 0)],
    ['a long binary', new Uint8Array(300_000)],
    ['a long text', 'no shader\n'.repeat(30_000)],
  ])('not %s', (_, bytes) => expect(isShader(bytes)).toBe(false));

  test('a container that is damaged from the first chunk on, and one that is long', () => {
    expect(isShader(input('tint5.cso').subarray(0, 40))).toBe(true);
    expect(isShader(Buffer.concat([input('tint5.cso'), Buffer.alloc(200_000)]))).toBe(true);
  });

  test('an array after a long comment', () => {
    const source = `/* ${'long '.repeat(40_000)} */\n${input('tint5.h')}`;
    const path = join(work, 'file.h');
    writeFileSync(path, source);
    expect(readShaderFile(path)?.byteLength).toBe(Buffer.byteLength(source));
  });
});
