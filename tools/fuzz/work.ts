/**
 * The process that runs cases: each target for a slice of time, then the next, until the time is over. Fast targets run
 * often this way.
 *
 * Not for: what happens when a case ends this process (run.ts).
 */
import { openSync, writeSync } from 'node:fs';
import { type CaseResult, caseOf, runCase } from './cases.ts';
import type { TargetName } from './targets/index.ts';

/** How long one target runs before the next, in milliseconds. */
const SLICE = 250;
/** Rounds over all targets in the given time, at least. */
const MIN_ROUNDS = 4;

/** Faults after which a target runs no more: others say nothing new. */
const MAX_FAULTS = 5;

/** The parameters of the process. */
export interface WorkOrder {
  readonly seed: number;
  /** When to end, in milliseconds since 1970. */
  readonly endTime: number;
  /** Targets and the number of the first case of each. */
  readonly targets: readonly (readonly [TargetName, number])[];
  /** The file that says which case is under way. */
  readonly progress: string;
  /**
   * Whether the file has every case; otherwise it has one of {@link STRIDE}, because writing takes longer than a fast
   * case.
   */
  readonly isExact: boolean;
}

/** Cases between two that are written to the file `progress`. */
export const STRIDE = 32;

/** The messages of the process. */
export type WorkMessage =
  | { readonly kind: 'fault'; readonly target: TargetName; readonly index: number; readonly fault: string }
  | {
      readonly kind: 'slice';
      readonly target: TargetName;
      /** Cases of the slice, and the number of the next one. */
      readonly executions: number;
      readonly next: number;
      readonly slowest: number;
      readonly slowestIndex: number;
    };

/** The size of the file `progress`: the index of the target and the number of the case, as two numbers of 64 bits. */
export const PROGRESS_SIZE = 16;

/** Runs cases until the time is over. */
export async function work({ seed, endTime, targets, progress, isExact }: WorkOrder): Promise<void> {
  const file = openSync(progress, 'w');
  const state = new Float64Array(2);
  const next = targets.map(([, first]) => first);
  const faults = targets.map(() => 0);
  const slice = Math.max(5, Math.min(SLICE, (endTime - Date.now()) / targets.length / MIN_ROUNDS));
  while (Date.now() < endTime) {
    for (const [position, [target]] of targets.entries()) {
      if (faults[position]! >= MAX_FAULTS) continue;
      const first = next[position]!;
      let index = first;
      let [slowest, slowestIndex] = [0, first];
      const end = Math.min(Date.now() + slice, endTime);
      do {
        if (isExact || index === first || index % STRIDE === 0) {
          state[0] = position;
          state[1] = index;
          writeSync(file, state, 0, PROGRESS_SIZE, 0);
        }
        const running = runCase(caseOf(target, seed, index));
        const { fault, time }: CaseResult = running instanceof Promise ? await running : running;
        if (time > slowest) [slowest, slowestIndex] = [time, index];
        if (fault !== undefined) {
          send({ kind: 'fault', target, index, fault });
          faults[position]!++;
        }
        index++;
      } while (Date.now() < end && faults[position]! < MAX_FAULTS);
      next[position] = index;
      send({ kind: 'slice', target, executions: index - first, next: index, slowest, slowestIndex });
      if (Date.now() >= endTime) break;
      // Messages leave between slices.
      await new Promise(setImmediate);
    }
  }
  process.disconnect();
}

function send(message: WorkMessage): void {
  process.send!(message);
}
