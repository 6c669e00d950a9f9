/** The worker of the page: it holds the shaders and does all reading, searching and validating. */
import { createHandlers } from './handlers.ts';
import type { Request } from './protocol.ts';
import { serve } from './serve.ts';

const take = serve(createHandlers(), (reply) => postMessage(reply));
addEventListener('message', ({ data }: MessageEvent<Request>) => take(data));
