/** The connection with the worker, which holds the shaders of the session. */

import type { ShaderId } from '../model/shader-row.ts';
import { WorkerClient } from '../worker/client.ts';
import * as store from './store.ts';

let client: WorkerClient | undefined;

/** The worker, which is loaded when it is needed for the first time. */
export function worker(): WorkerClient {
  client ??= new WorkerClient(new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' }));
  return client;
}

/** Validates and reflects the shader that is shown. */
export async function refreshFacts(id: ShaderId, signal: AbortSignal): Promise<void> {
  store.check.value = await worker().call('check', id, { signal });
  store.reflection.value = await worker().call('reflect', id, { signal });
}
