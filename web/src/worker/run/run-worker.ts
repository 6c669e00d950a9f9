/** The worker that runs shaders with the interpreter. */
import type { Request } from '../protocol.ts';
import { serve } from '../serve.ts';
import { RUN_HANDLERS } from './run-handlers.ts';
import type { RunCalls } from './run-protocol.ts';

const take = serve<RunCalls>(RUN_HANDLERS, (reply) => postMessage(reply));
addEventListener('message', ({ data }: MessageEvent<Request<RunCalls>>) => take(data));
