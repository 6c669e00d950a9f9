/** The outcomes of a trial in comparisons. */

import { GpuDied, GpuRefused, GpuUnsupported } from '../../tools/gpu/trial.ts';
import { NoTrial } from './from-request.ts';

export interface Outcome {
  readonly outcome: string;
  /** The problem; undefined if there is none, or if the trial just cannot be run. */
  readonly text?: string;
}

/** The outcome of an error that a trial or an executor throws; others are thrown again. */
export function failureOf(error: unknown): Outcome {
  if (error instanceof NoTrial || error instanceof GpuUnsupported)
    return { outcome: `cannot be run (${error.message.split('\n')[0]})` };
  if (error instanceof GpuRefused) return { outcome: 'refused', text: error.message };
  if (error instanceof GpuDied) return { outcome: 'crashed', text: error.message };
  throw error;
}
