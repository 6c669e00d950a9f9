/** The worker that lays out graphs. */
import type { Request } from '../protocol.ts';
import { serve } from '../serve.ts';
import type { GraphCalls } from './graph-protocol.ts';
import { layOutGraph } from './layout.ts';

const take = serve<GraphCalls>({ layOut: layOutGraph }, (reply) => postMessage(reply));
addEventListener('message', ({ data }: MessageEvent<Request<GraphCalls>>) => take(data));
