/**
 * Ends scans at random moments with SIGKILL and lets them go on until they are complete: the result must be that of a
 * scan that was never ended, byte for byte.
 *
 * usage: npx tsx tools/scan/kill-trial.ts [--count 100] [--format ndjson|parquet] [--jobs 2] [--archives 340] [--seed
 * 1]
 *
 * Exit status 1 if a result differs. Needs the built program.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../smith/random.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    format: { type: 'string', default: 'ndjson' },
    jobs: { type: 'string', default: '2' },
    archives: { type: 'string', default: '340' },
    seed: { type: 'string', default: '1' },
  },
});
const program = resolve(import.meta.dirname, '../../dist/cli/main.cjs');
const random = new Random(Number(values.seed));
const directory = mkdtempSync(join(tmpdir(), 'dxlens-kill-'));
const maker = resolve(import.meta.dirname, 'make-archives.ts');

function argumentsFor(output: string): string[] {
  const archives = join(directory, 'set', 'archives');
  return [
    'scan',
    '-q',
    '--resume',
    '-j',
    values.jobs,
    '--format',
    values.format,
    '-o',
    join(directory, output),
    archives,
  ];
}

/** Runs a scan and ends it after `milliseconds`. Returns whether it was ended. */
function runUntil(output: string, milliseconds: number): Promise<boolean> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [program, ...argumentsFor(output)], { stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    child.stderr.on('data', (chunk) => (printed += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') done(true);
      else if (status === 0) done(false);
      else failed(new Error(`the scan ended with ${status ?? signal}: ${printed}`));
    });
  });
}

try {
  const set = spawnSync(
    process.execPath,
    ['--import', 'tsx', maker, join(directory, 'set'), '--archives', values.archives, '--seed', values.seed],
    { encoding: 'utf8' },
  );
  if (set.status !== 0) throw new Error(set.stderr);
  const start = performance.now();
  if (await runUntil('whole', 2 ** 30)) throw new Error('the whole scan was ended');
  const time = performance.now() - start;
  const reference = readFileSync(join(directory, 'whole'));
  let [kills, complete, different, resumed] = [0, 0, 0, 0];
  while (kills < Number(values.count)) {
    rmSync(join(directory, 'part'), { force: true });
    // Short and long runs; some end while the output is completed.
    for (let killed = true; killed; kills += killed ? 1 : 0) {
      killed = await runUntil('part', random.below(Math.ceil(1.2 * time)));
      if (killed && existsSync(join(directory, 'part.journal'))) resumed++;
    }
    complete++;
    const left = readdirSync(directory).filter((name) => name.startsWith('part.'));
    if (!reference.equals(readFileSync(join(directory, 'part'))) || left.length > 0) {
      different++;
      console.error(`scan ${complete} differs from the whole, or left ${left.join(', ')}`);
    }
  }
  console.log(
    `${kills} scans ended by SIGKILL (${resumed} with a journal), ${complete} completed, ${different} different; ` +
      `a whole scan: ${reference.byteLength} bytes in ${Math.round(time)} ms`,
  );
  process.exitCode = different === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true });
}
