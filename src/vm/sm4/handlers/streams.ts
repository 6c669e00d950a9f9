/** Streams of geometry shaders: each lane is one instance of the shader, with separate streams. */
import { LANES } from '../../lanes.ts';
import type { Sm4Handler, Sm4Quad } from '../quad.ts';
import type { Sm4Step } from '../step.ts';

function forEachLane({ masks }: Sm4Quad, run: (lane: number) => void): void {
  const { running } = masks;
  for (let lane = 0; lane < LANES; lane++) if (running & (1 << lane)) run(lane);
}

/** The stream that an instruction names; the first one without. */
function streamOf({ named }: Sm4Step): number {
  return named[0]?.id ?? 0;
}

const emit: Sm4Handler = (quad, step) => forEachLane(quad, (lane) => quad.sink?.emit(streamOf(step), lane, quad));

const cut: Sm4Handler = (quad, step) => forEachLane(quad, (lane) => quad.sink?.cut(streamOf(step), lane));

const emitThenCut: Sm4Handler = (quad, step) => {
  emit(quad, step);
  cut(quad, step);
};

export const STREAM_HANDLERS = {
  emit,
  emit_stream: emit,
  cut,
  cut_stream: cut,
  emit_then_cut: emitThenCut,
  emit_then_cut_stream: emitThenCut,
} as const satisfies Record<string, Sm4Handler>;
