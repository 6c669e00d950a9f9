/**
 * Feeds damaged shaders and texts to the entry points of the library and checks that they return: nothing thrown, no hang,
 * neither output nor diagnostics out of proportion to the input.
 *
 *     npm run fuzz -- [--seconds 60] [--seed 1] [--target assemble]    fixtures cut short, and changed at random
 *     npm run fuzz -- --seed 1 --only 4711 [--target assemble]         one case again, with its input written to a file
 *
 * Without --target each case goes to one of all entry points.
 *
 * Exit status 1 when something went wrong.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { caseOf, cuts } from './inputs.ts';
import { faultOf, TARGETS, type Target } from './targets.ts';

/** How long one input may take before it counts as a hang, in milliseconds. */
const PATIENCE = 10_000;
/** Memory of the process that runs the cases, in megabytes. */
const MEMORY = 1024;
const PROGRESS_DIGITS = 12;
/** Faults after which it stops: more of them say nothing new. */
const MAX_FAULTS = 20;

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    target: { type: 'string' },
  },
});
if (values.target !== undefined && !Object.hasOwn(TARGETS, values.target)) {
  throw new Error(`--target is one of ${Object.keys(TARGETS).join(', ')}`);
}
const chosen: readonly Target[] =
  values.target === undefined ? (Object.keys(TARGETS) as Target[]) : [values.target as Target];

/**
 * In the child process: runs cases from `first` on until the time is over. Writes the number of the case under way into
 * the file `progress`, where it stays readable however this process ends, and sends faults as [case, what].
 */
function work(seed: number, first: number, endTime: number, progress: string): void {
  const file = openSync(progress, 'w');
  const least = chosen.includes('disassemble') ? 2 * cuts : 0;
  for (let index = first; index < least || Date.now() < endTime; index++) {
    writeSync(file, String(index).padStart(PROGRESS_DIGITS), 0);
    const fault = faultOf(caseOf(chosen, seed, index));
    if (fault !== undefined) process.send!([index, fault]);
  }
  process.disconnect();
}

/** In the main process: runs a child, and starts another one after a case that hangs or crashes it. */
async function watch(seed: number, seconds: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'dxlens-fuzz-'));
  const progress = join(directory, 'case');
  const endTime = Date.now() + 1000 * seconds;
  const current = () => Number(readFileSync(progress, 'utf8'));
  let faults = 0;
  const report = (index: number, what: string) => {
    const { target, bytes, flags } = caseOf(chosen, seed, index);
    const file = join(directory, `${seed}-${index}.bin`);
    writeFileSync(file, bytes);
    console.error(
      `case ${index}, ${target}, flags 0x${flags.toString(16)}, ${bytes.byteLength} bytes in ${file}: ${what}`,
    );
    faults++;
  };
  let first = 0;
  let how: 'done' | 'hang' | 'crash';
  do {
    writeFileSync(progress, String(first));
    const target = values.target === undefined ? [] : ['--target', values.target];
    const child = fork(
      fileURLToPath(import.meta.url),
      ['work', `${seed}`, `${first}`, `${endTime}`, progress, ...target],
      {
        execArgv: [...process.execArgv, `--max-old-space-size=${MEMORY}`],
      },
    );
    child.on('message', ([index, what]: [number, string]) => {
      report(index, what);
      if (faults >= MAX_FAULTS) child.kill('SIGKILL');
    });
    how = await endOf(child, current);
    first = current() + 1;
    if (how !== 'done' && faults < MAX_FAULTS) {
      report(first - 1, how === 'hang' ? `no answer within ${PATIENCE / 1000} s` : 'the process died');
    }
  } while (how !== 'done' && faults < MAX_FAULTS);
  console.log(
    `${values.target ?? 'all'}, seed ${seed}: ${first} inputs (${values.target === 'assemble' ? 0 : Math.min(first >> 1, cuts)} cuts), ${faults} faults`,
  );
  process.exitCode = faults > 0 ? 1 : 0;
}

/** How the child ends; one that is at the same case for too long is killed. */
function endOf(child: ChildProcess, current: () => number): Promise<'done' | 'hang' | 'crash'> {
  return new Promise((resolve) => {
    let last = -1;
    const timer = setInterval(() => {
      const index = current();
      if (index === last) {
        clearInterval(timer);
        child.kill('SIGKILL');
        resolve('hang');
      }
      last = index;
    }, PATIENCE);
    child.on('exit', (status) => {
      clearInterval(timer);
      resolve(status === 0 ? 'done' : 'crash');
    });
  });
}

if (process.argv[2] === 'work') {
  const [seed, first, endTime] = process.argv.slice(3, 6).map(Number);
  work(seed!, first!, endTime!, process.argv[6]!);
} else {
  const seed = Number(values.seed);
  if (values.only === undefined) {
    await watch(seed, Number(values.seconds));
  } else {
    const one = caseOf(chosen, seed, Number(values.only));
    const file = join(mkdtempSync(join(tmpdir(), 'dxlens-fuzz-')), `${seed}-${values.only}.bin`);
    writeFileSync(file, one.bytes);
    console.log(`${file}, ${one.target}, flags 0x${one.flags.toString(16)}: ${faultOf(one) ?? 'no fault'}`);
  }
}
