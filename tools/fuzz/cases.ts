/**
 * A case of fuzzing: a target, a seed and a number give the same input everywhere. Runs a case and says what is wrong
 * with its result.
 *
 * Not for: running many of them (run.ts, work.ts, coverage-target.ts).
 */
import { Random } from '../../smith/random.ts';
import { cutOf } from './cuts.ts';
import type { Outcome } from './target.ts';
import { ASYNCHRONOUS, TARGET_NAMES, TARGETS, type TargetName } from './targets/index.ts';

/** Characters of a listing for each byte of the input, beyond a first allowance: above that something multiplies. */
const MAX_GROWTH = 200;
const ALLOWANCE = 2 ** 20;
/**
 * The time that a case may take, in milliseconds: for any input, and for each byte of it. Each is far above what is
 * measured.
 */
const MAX_TIME = 1000;
const MAX_TIME_OF_BYTE = 0.1;
/** How often a case that took too long runs again: the machine may have been busy. */
const SECOND_CHANCES = 3;
/** Cases that take longer than this, in milliseconds, have their memory checked. */
const NOTABLE_TIME = 20;
/** Bytes outside of the JavaScript heap, whose size the run limits. */
const MAX_BUFFERS = 2 ** 29;
/** All flags but two, which make listings much longer. */
const FLAGS = 0xf5;

export interface Case {
  readonly target: TargetName;
  readonly bytes: Uint8Array;
  readonly flags: number;
}

/** The result of a case. */
export interface CaseResult {
  /** The fault; undefined if there is none. */
  readonly fault: string | undefined;
  /** In milliseconds. */
  readonly time: number;
}

/** Case number `index` of a target: the same for the same seed, independent of earlier cases. */
export function caseOf(target: TargetName, seed: number, index: number): Case {
  const random = new Random(
    Math.imul(seed, 0x9e37_79b1) + Math.imul(TARGET_NAMES.indexOf(target) + 1, 0x85eb_ca6b) + index,
  );
  // Numbers that follow each other give states that do; the first values of such states are alike.
  random.word();
  const flags = random.oneIn(2) ? 0 : random.below(256) & FLAGS;
  return { target, bytes: target === 'cuts' ? cutOf(seed, index) : TARGETS[target].input(random), flags };
}

/** Runs a case; a result that comes later is waited for by the caller. */
export function runCase(one: Case): CaseResult | Promise<CaseResult> {
  const start = performance.now();
  try {
    const outcome = TARGETS[one.target].run(one.bytes, one.flags);
    if (outcome instanceof Promise)
      return outcome.then(
        (result) => checked(one, result, performance.now() - start),
        (error) => thrown(error, start),
      );
    return checked(one, outcome, performance.now() - start);
  } catch (error) {
    return thrown(error, start);
  }
}

function thrown(error: unknown, start: number): CaseResult {
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { fault, time: performance.now() - start };
}

function checked({ target, bytes, flags }: Case, { size, diagnostics }: Outcome, first: number): CaseResult {
  const length = bytes.byteLength;
  let time = first;
  if (size > ALLOWANCE + MAX_GROWTH * length) return { fault: `${size} characters or bytes come out`, time };
  if (diagnostics > 64 + 4 * length) return { fault: `${diagnostics} diagnostics`, time };
  if (time < NOTABLE_TIME) return { fault: undefined, time };
  // Asynchronous targets wait for packages to load, and for other threads: only a hang is noticed there.
  const limit = ASYNCHRONOUS.has(target) ? Number.POSITIVE_INFINITY : MAX_TIME + MAX_TIME_OF_BYTE * length;
  for (let left = SECOND_CHANCES; left > 0 && time > limit; left--) {
    const start = performance.now();
    TARGETS[target].run(bytes, flags);
    time = Math.min(time, performance.now() - start);
  }
  if (time > limit) return { fault: `${time.toFixed(0)} ms for ${length} bytes`, time };
  const { arrayBuffers } = process.memoryUsage();
  return { fault: arrayBuffers > MAX_BUFFERS ? `${arrayBuffers} bytes in buffers` : undefined, time };
}
