/** The picture that a pixel shader draws. A click debugs the pixel. */
import { useEffect, useRef } from 'preact/hooks';
import { difference, followPicture, followTime, picture } from './draw-state.ts';
import { EngineBar } from './engine-bar.tsx';
import { debug, PICTURE_SIZE, pixel } from './run-state.ts';
import { isMeshFile, openMesh } from './surface-control.tsx';

export function PictureView() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(followPicture, []);
  useEffect(followTime, []);
  const drawn = picture.value;
  const shown = difference.value;
  useEffect(() => {
    const { size, pixels } = shown === undefined ? (drawn ?? {}) : { size: shown.size, pixels: shown.picture };
    if (pixels === undefined || size === undefined || canvas.current === null) return;
    canvas.current.width = canvas.current.height = size;
    canvas.current.getContext('2d')!.putImageData(new ImageData(pixels, size), 0, 0);
  }, [drawn, shown]);
  const { x, y } = pixel.value;
  return (
    <section
      class="run-picture"
      aria-label="Picture"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const file = event.dataTransfer?.files[0];
        // Other files are shaders, which the page opens.
        if (file === undefined || !isMeshFile(file)) return;
        event.preventDefault();
        event.stopPropagation();
        void openMesh(file);
      }}
    >
      <EngineBar />
      <button
        type="button"
        class="picture"
        data-state={drawn === undefined ? 'empty' : 'drawn'}
        data-engine={drawn?.engine}
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
