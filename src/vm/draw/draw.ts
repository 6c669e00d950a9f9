/**
 * Draws: from vertices to render targets, with shaders of either instruction set.
 *
 * Not for: clears, copies, resolves and dispatches.
 */
import { checkTargets, collector } from './check-call.ts';
import { checkStages } from './check-stages.ts';
import { DrawContext } from './context.ts';
import type { DrawCall } from './draw-call.ts';
import type { DrawResult } from './draw-common.ts';
import { checkLegacy } from './legacy/check-legacy.ts';
import { drawSm1 } from './legacy/draw-legacy.ts';
import { drawSm4 } from './pipeline.ts';

/**
 * Draws `call` into its targets, whose bytes it changes.
 *
 * @returns counts and what streams wrote; faults of the call, which then draws nothing; and limits that were reached
 */
export function draw(call: DrawCall): DrawResult {
  const { list, report } = collector();
  checkTargets(report, call);
  if (call.kind === 'sm4') checkStages(report, call);
  else checkLegacy(report, call);
  const context = new DrawContext(call.limits, call.isStopped);
  if (list.some(({ severity }) => severity === 'error'))
    return { diagnostics: list, counts: context.counts, streams: [], streamOffsets: [] };
  if (call.kind === 'sm1') drawSm1(context, call);
  const { streams, offsets } = call.kind === 'sm4' ? drawSm4(context, call) : { streams: [], offsets: [] };
  return { diagnostics: [...list, ...context.diagnostics], counts: context.counts, streams, streamOffsets: offsets };
}
