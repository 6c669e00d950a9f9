/**
 * Worst cases of 1, 2 and 4 MB: what a few bytes claim must decide neither time nor memory. Prints for each how time
 * grows, and the most memory; a case whose time grows with the square of the size, or that is slow at once, or that
 * needs too much memory, is a fault.
 *
 *     npm run fuzz:traps -- [--only TEXT] [--target NAME] [--size 1] [--list]
 *
 * --size is the size of the first of three inputs in MB. Exit status 1 when something is out of proportion, or when an
 * input is not the worst case that it should be.
 *
 * Not for: random inputs (run.ts).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TARGETS } from './targets/index.ts';
import { TRAPS } from './traps/index.ts';

const MB = 2 ** 20;
/**
 * The time of a target for 1 MB that needs no more reasons, in milliseconds: a file of any size may unpack to 1 GB. The
 * slowest target takes 6 s on a quiet machine and 10 s on a busy one (measured); whether time grows with the square is
 * seen by {@link MAX_GROWTH} on any.
 */
const FAST = 12_000;
/** Twice the input may take this many times the time. */
const MAX_GROWTH = 3.2;
/** Times below this are not compared, in milliseconds. */
const NOISE = 400;
/** Memory that a target may need at once, in MB: {@link MAX_MEMBER_BYTES} twice and what the process has. */
const MAX_MEMORY = 1024;
/** A first input that takes longer, in milliseconds, is not followed by larger ones. */
const TOO_SLOW = 30_000;
/** The maximum number of measurements if one is out of proportion: real growth is so each time, other load is not. */
const TRIES = 3;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    target: { type: 'string' },
    size: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
  },
});
const first = Number(values.size) * MB;

let faults = 0;
let runs = 0;
for (const [name, { build, check, targets }] of Object.entries(TRAPS)) {
  if (!name.includes(values.only)) continue;
  if (values.list) {
    console.log(name);
    continue;
  }
  const inputs: Uint8Array[] = [];
  try {
    for (const size of [first, 2 * first, 4 * first]) {
      const bytes = build(size);
      await check(bytes);
      inputs.push(bytes);
    }
  } catch (error) {
    faults++;
    console.log(`FAULT ${name}: ${error instanceof Error ? error.message : error}`);
    continue;
  }
  for (const target of targets) {
    if (values.target !== undefined && values.target !== target) continue;
    let result = await measure(target, inputs);
    for (let i = 1; i < TRIES && result.fault === '' && isOutOfProportion(result); i++)
      result = best(result, await measure(target, inputs));
    runs++;
    const { times, memory, fault } = result;
    const isBad = fault !== '' || isOutOfProportion(result);
    if (isBad) faults++;
    const figures = times.map((time, i) => `${time.toFixed(0)} ms ${memory[i]!.toFixed(0)} MB`).join(', ');
    console.log(`${isBad ? 'FAULT ' : 'ok    '}${name} / ${target}: ${figures} ${fault}`);
  }
}
console.log(`${runs} worst cases, ${faults} out of proportion`);
process.exitCode = faults > 0 ? 1 : 0;

/** The cost of each input of a target: processor time in milliseconds, and memory in MB. */
interface Measured {
  readonly times: readonly number[];
  readonly memory: readonly number[];
  /** The message of an exception; empty without one. */
  readonly fault: string;
}

/** Runs a target on inputs that grow, up to the first that fails or takes too long. */
async function measure(target: keyof typeof TARGETS, inputs: readonly Uint8Array[]): Promise<Measured> {
  const times: number[] = [];
  const memory: number[] = [];
  let fault = '';
  for (const bytes of inputs) {
    globalThis.gc?.();
    startOfPeak();
    const before = process.memoryUsage().rss;
    const start = process.cpuUsage();
    try {
      await TARGETS[target].run(bytes, 0);
    } catch (error) {
      fault = error instanceof Error ? error.message.slice(0, 200) : String(error);
    }
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
    memory.push((peak() - before) / MB);
    if (fault !== '' || times.at(-1)! > TOO_SLOW) break;
  }
  return { times, memory, fault };
}

/** The first input may take longer than the second, as the engine compiles what it runs: the slower of them counts. */
function isOutOfProportion({ times, memory }: Measured): boolean {
  const [one = 0, half = 0, full = 0] = times;
  const growth = half > NOISE ? full / Math.max(one, half) : 0;
  return one > (FAST * first) / MB + NOISE || growth > MAX_GROWTH || Math.max(...memory) > MAX_MEMORY;
}

/** The lower of two figures for each input: other load on a machine only adds to them. */
function best(a: Measured, b: Measured): Measured {
  return {
    times: a.times.map((time, i) => Math.min(time, b.times[i] ?? time)),
    memory: a.memory.map((size, i) => Math.min(size, b.memory[i] ?? size)),
    fault: b.fault,
  };
}

/** Linux counts the most memory of a process anew after this; elsewhere {@link peak} is what the process has now. */
function startOfPeak(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

/** The most memory that the process had since {@link startOfPeak}, in bytes. */
function peak(): number {
  const kilobytes =
    process.platform === 'linux' ? /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) : null;
  return kilobytes === null ? process.memoryUsage().rss : 1024 * Number(kilobytes[1]);
}
