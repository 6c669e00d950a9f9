/** What runs in a thread of `dxlens validate`, which threads.ts starts. */
import { worker } from 'workerpool';
import { validateBatch } from './validate-file.ts';

/** Waits for batches and judges them, until the thread is ended. */
export function serve(): void {
  worker({ validateBatch });
}
