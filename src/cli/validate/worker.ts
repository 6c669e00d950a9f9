/** The code of a thread of `dxlens validate`; threads.ts starts it. */
import { worker } from 'workerpool';
import { validateBatch } from './validate-file.ts';

/** Waits for batches and validates them until the thread is terminated. */
export function serve(): void {
  worker({ validateBatch });
}
