/** The compute example, as an application: in a directory of its own, with the packages that it imports. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { skipFor } from '../support/skip-for.ts';
import { DAWN_DRIVERS, dawnMissing, linkPackages } from './dawn.ts';

const missing = dawnMissing();

skipFor(describe, missing)('examples/node-compute', () => {
  const directory = mkdtempSync(join(tmpdir(), 'dxlens-example-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  test('the device and the interpreter have the same sums', { tags: 'slow' }, () => {
    linkPackages(directory);
    cpSync('examples/node-compute', join(directory, 'examples/node-compute'), { recursive: true });
    const env = { ...process.env, VK_ICD_FILENAMES: DAWN_DRIVERS[0] };
    const program = join(directory, 'examples/node-compute/main.mjs');
    const { stdout, stderr, status } = spawnSync(process.execPath, [program, '300'], { env, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    // Each value is 9 less than the one before it, modulo 10; a group has 64 threads.
    const values = Array.from({ length: 16 }, (_, i) => (i * 9) % 10);
    const sums = values.map((_, i) => values.slice(0, i).reduce((sum, value) => sum + value, 0));
    expect(stdout).toContain(`values   ${values.join(' ')}\nsums     ${sums.join(' ')}\n`);
    expect(stdout).toContain('the interpreter has the same 300 sums');
  });
});
