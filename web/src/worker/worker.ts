/**
 * The workers of the page: the one of the session, which holds the shaders and reads, searches and validates, one that
 * runs shaders, and one that lays out graphs. They are one script, so that the modules that they share are in the
 * bundle once; a worker's name chooses.
 */
import type { GraphCalls } from './graph/graph-protocol.ts';
import { createHandlers } from './handlers.ts';
import type { Reply, Request } from './protocol.ts';
import type { RunCalls } from './run/run-protocol.ts';
import { serve } from './serve.ts';

const post = (reply: Reply) => postMessage(reply);

async function start(): Promise<(request: Request<never>) => void> {
  switch (self.name) {
    case 'run':
      return serve<RunCalls>((await import('./run/run-handlers.ts')).RUN_HANDLERS, post);
    case 'graph':
      return serve<GraphCalls>({ layOut: (await import('./graph/layout.ts')).layOutGraph }, post);
    default:
      return serve(createHandlers(), post);
  }
}

const started = start();
addEventListener('message', async ({ data }: MessageEvent<Request<never>>) => (await started)(data));
