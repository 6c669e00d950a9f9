/** The picture that a pixel shader draws. A click debugs the pixel. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { debug, PICTURE_SIZE, pixel, runCall, runDiagnostics, setup } from './run-state.ts';

/** Pixels along each side that the interpreter draws; the picture is shown larger. */
const INTERPRETED_SIZE = 64;
/** Milliseconds without a change before a picture is drawn. */
const DELAY = 120;

export function PictureView() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawn = useSignal(false);
  const current = setup.value;
  useEffect(() => {
    if (current === undefined) return;
    const timer = setTimeout(async () => {
      const outcome = await runCall('picture', 'Drawing', { setup: current, size: INTERPRETED_SIZE });
      if (outcome === undefined || setup.peek() !== current) return;
      runDiagnostics.value = outcome.diagnostics;
      if (outcome.result === undefined || canvas.current === null) return;
      canvas.current.width = canvas.current.height = INTERPRETED_SIZE;
      canvas.current.getContext('2d')!.putImageData(new ImageData(outcome.result, INTERPRETED_SIZE), 0, 0);
      isDrawn.value = true;
    }, DELAY);
    return () => clearTimeout(timer);
  }, [current]);
  const { x, y } = pixel.value;
  return (
    <section class="run-picture" aria-label="Picture">
      <button
        type="button"
        class="picture"
        data-state={isDrawn.value ? 'drawn' : 'empty'}
        title="Click a pixel to debug it; the arrow keys move the mark, Enter debugs"
        aria-label={`Picture; pixel ${x}, ${y} is marked`}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          // Enter and Space have no position.
          if (event.detail > 0)
            pixel.value = {
              x: pixelAt(event.clientX - box.left, box.width),
              y: pixelAt(event.clientY - box.top, box.height),
            };
          void debug();
        }}
        onKeyDown={(event) => {
          const move = MOVES[event.key];
          if (move === undefined || event.altKey) return;
          event.preventDefault();
          const clamp = (value: number) => Math.min(Math.max(value, 0), PICTURE_SIZE - 1);
          const size = event.shiftKey ? 16 : 1;
          pixel.value = { x: clamp(x + size * move[0]), y: clamp(y + size * move[1]) };
        }}
      >
        <canvas ref={canvas} />
        <span
          class="picture-mark"
          aria-hidden="true"
          style={{ left: `${(100 * (x + 0.5)) / PICTURE_SIZE}%`, top: `${(100 * (y + 0.5)) / PICTURE_SIZE}%` }}
        />
      </button>
    </section>
  );
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function pixelAt(position: number, size: number): number {
  return Math.min(Math.max(Math.floor((PICTURE_SIZE * position) / size), 0), PICTURE_SIZE - 1);
}
