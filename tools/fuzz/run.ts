/**
 * Feeds damaged shaders, archives and sources to the entry points of the library and checks that they return: nothing
 * thrown, no hang, neither output nor diagnostics nor time out of proportion to the input, and what was read is written
 * back the same.
 *
 *     npm run fuzz -- [--seconds 60] [--seed N] [--target assemble,reflect] [--record FILE]
 *     npm run fuzz -- --seed 1 --target assemble --only 4711      one case again, with its input written to a file
 *
 * Without --target the time is shared by all targets; without --seed each run has another one. --record adds the counts
 * of the run to those in a file.
 *
 * Exit status 1 when something went wrong.
 */

import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { caseOf, runCase } from './cases.ts';
import { addToRecord, type Counts, noCounts, tableOf, totalOf } from './record.ts';
import { TARGET_NAMES, type TargetName } from './targets/index.ts';
import { PROGRESS_SIZE, type WorkMessage, type WorkOrder, work } from './work.ts';

/** How long one case may take before it counts as a hang, in milliseconds. */
const PATIENCE = 20_000;
/** Memory of the process that runs the cases, in megabytes. */
const MEMORY = 1024;
/** Faults after which it stops. */
const MAX_FAULTS = 100;
const MAX_SEED = 2 ** 20;

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    only: { type: 'string' },
    target: { type: 'string' },
    record: { type: 'string' },
  },
});
const chosen = (values.target?.split(',') ?? TARGET_NAMES) as readonly TargetName[];
for (const name of chosen)
  if (!TARGET_NAMES.includes(name)) throw new Error(`--target is among ${TARGET_NAMES.join(', ')}`);
const directory = () => mkdtempSync(join(tmpdir(), 'dxlens-fuzz-'));

/** Runs a process, and starts another one after a case that hangs or crashes it. */
async function watch(seed: number, seconds: number): Promise<void> {
  const endTime = Date.now() + 1000 * seconds;
  const directoryName = directory();
  const progress = join(directoryName, 'case');
  const counts: Counts = Object.fromEntries(chosen.map((name) => [name, noCounts()]));
  let next = new Map(chosen.map((name) => [name, 0]));
  /** Puts a target before the others. */
  const startsWith = (target: TargetName) => {
    order = [target, ...order.filter((name) => name !== target)];
    next = new Map(order.map((name) => [name, next.get(name)!]));
  };
  let order = chosen;
  let isExact = false;
  let faults = 0;
  const report = (target: TargetName, index: number, what: string) => {
    const file = join(directoryName, `${target}-${seed}-${index}.bin`);
    console.error(`${target}, seed ${seed}, case ${index}, ${writtenInput(target, seed, index, file)}: ${what}`);
    counts[target]!.faults++;
    faults++;
  };
  const receive = (message: WorkMessage) => {
    if (message.kind === 'fault') return report(message.target, message.index, message.fault);
    const { target, executions, slowest, slowestIndex } = message;
    const sum = counts[target]!;
    sum.executions += executions;
    next.set(target, message.next);
    if (slowest > sum.slowest) {
      sum.slowest = slowest;
      sum.slowestCase = `${seed}:${slowestIndex}`;
    }
  };
  for (let how = ''; how !== 'done' && faults < MAX_FAULTS && Date.now() < endTime; ) {
    writeFileSync(progress, new Uint8Array(PROGRESS_SIZE));
    const job: WorkOrder = { seed, endTime, targets: [...next], progress, isExact };
    const child = fork(fileURLToPath(import.meta.url), ['work', JSON.stringify(job)], {
      execArgv: [...process.execArgv, `--max-old-space-size=${MEMORY}`],
    });
    child.on('message', (message: WorkMessage) => {
      receive(message);
      if (faults >= MAX_FAULTS) child.kill('SIGKILL');
    });
    how = await endOf(child, progress);
    if (how === 'done' || faults >= MAX_FAULTS) break;
    const [position, index] = current(progress);
    const target = order[position]!;
    if (!isExact) {
      // Which of the next cases it was, the same process says when it writes each of them.
      isExact = true;
      counts[target]!.executions += index - next.get(target)!;
      next.set(target, index);
      startsWith(target);
      continue;
    }
    isExact = false;
    counts[target]!.executions += index + 1 - next.get(target)!;
    next.set(target, index + 1);
    report(target, index, how === 'hang' ? `no answer within ${PATIENCE / 1000} s` : 'the process died');
  }
  const { executions } = totalOf(counts);
  console.log(tableOf(counts));
  if (values.record !== undefined) {
    const all = addToRecord(values.record, counts);
    console.log(`\nall runs in ${values.record}:\n${tableOf(all)}\n${totalOf(all).executions} executions in all`);
  }
  console.log(`seed ${seed}, ${chosen.length} targets: ${executions} inputs, ${faults} faults`);
  process.exitCode = faults > 0 ? 1 : 0;
}

/**
 * Writes the input of a case to `file`, in a process of its own, because making it may be what hangs; says what was
 * written.
 */
function writtenInput(target: TargetName, seed: number, index: number, file: string): string {
  const order = ['input', target, `${seed}`, `${index}`, file];
  const { status, stdout } = spawnSync(
    process.execPath,
    [...process.execArgv, `--max-old-space-size=${MEMORY}`, fileURLToPath(import.meta.url), ...order],
    { timeout: PATIENCE, killSignal: 'SIGKILL', encoding: 'utf8' },
  );
  return status === 0 ? stdout.trim() : 'whose input cannot be made in time';
}

/** Writes the input of a case to `file`; returns what is said about it. */
function writeInput(target: TargetName, seed: number, index: number, file: string): string {
  const { bytes, flags } = caseOf(target, seed, index);
  writeFileSync(file, bytes);
  return `flags 0x${flags.toString(16)}, ${bytes.byteLength} bytes in ${file}`;
}

/** The target and the number of the case under way. */
function current(progress: string): readonly [position: number, index: number] {
  const bytes = new Uint8Array(readFileSync(progress));
  const state = new Float64Array(bytes.buffer, 0, 2);
  return [state[0]!, state[1]!];
}

/** How the process ends; one that is at the same case for too long is killed. */
function endOf(child: ChildProcess, progress: string): Promise<'done' | 'hang' | 'crash'> {
  return new Promise((resolve) => {
    let last = '';
    const timer = setInterval(() => {
      const now = current(progress).join();
      if (now === last) {
        clearInterval(timer);
        child.kill('SIGKILL');
        resolve('hang');
      }
      last = now;
    }, PATIENCE);
    child.on('exit', (status) => {
      clearInterval(timer);
      resolve(status === 0 ? 'done' : 'crash');
    });
  });
}

if (process.argv[2] === 'work') {
  await work(JSON.parse(process.argv[3]!));
} else if (process.argv[2] === 'input') {
  const [name, seed, index, file] = process.argv.slice(3) as [TargetName, string, string, string];
  console.log(writeInput(name, Number(seed), Number(index), file));
} else {
  const seed = values.seed === undefined ? Date.now() % MAX_SEED : Number(values.seed);
  const [target] = chosen;
  if (values.only === undefined) {
    await watch(seed, Number(values.seconds));
  } else {
    const file = join(directory(), `${target}-${seed}-${values.only}.bin`);
    console.log(writeInput(target!, seed, Number(values.only), file));
    const { fault, time } = await runCase(caseOf(target!, seed, Number(values.only)));
    console.log(`${time.toFixed(0)} ms: ${fault ?? 'no fault'}`);
  }
}
