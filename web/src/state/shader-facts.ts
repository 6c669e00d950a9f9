/**
 * Facts of the shown shader that are read only while a view needs them: its control flow graphs, live ranges and
 * statistics.
 */
import { signal } from '@preact/signals';
import type { FlowProgram } from '../model/flow-graph.ts';
import type { LivenessData } from '../model/liveness.ts';
import type { ProgramStatistics } from '../model/statistics.ts';
import { followCall } from './follow-call.ts';
import { shader } from './store.ts';

/** Undefined until the worker has answered. */
export const flowPrograms = signal<readonly FlowProgram[] | undefined>(undefined);
export const liveness = signal<LivenessData | undefined>(undefined);
export const statistics = signal<readonly ProgramStatistics[] | undefined>(undefined);

const input = () => shader.value?.id;

/** Keeps {@link flowPrograms} up to date. Returns the function that ends this; so do the others. */
export function followFlow(): () => void {
  return followCall({ call: 'flow', input, result: flowPrograms });
}

export function followStatistics(): () => void {
  return followCall({ call: 'statistics', input, result: statistics });
}

/** How many views follow the live ranges, and what ends it. */
let followers = 0;
let stop: (() => void) | undefined;

/** Keeps {@link liveness} up to date, for several views at once. */
export function followLiveness(): () => void {
  followers++;
  stop ??= followCall({ call: 'liveness', input, result: liveness });
  return () => {
    followers--;
    if (followers > 0) return;
    stop?.();
    stop = undefined;
  };
}
