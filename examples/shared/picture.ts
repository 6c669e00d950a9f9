/** A picture that is computed, so that there is no image file to load: hills under an evening sky. */
import type { Picture } from './scene.ts';

const SIZE = 128;

export function hills(): Picture {
  const pixels = new Uint8ClampedArray(4 * SIZE * SIZE);
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) pixels.set([...colorAt(x / SIZE, y / SIZE), 255], 4 * (SIZE * y + x));
  return { width: SIZE, height: SIZE, pixels };
}

/** Red, green and blue; `x` goes to the right and `y` down, 0 to 1. The left and the right side match. */
function colorAt(x: number, y: number): [number, number, number] {
  const turn = 2 * Math.PI * x;
  const near = 0.72 + 0.06 * Math.sin(turn) + 0.03 * Math.sin(3 * turn + 1);
  const far = 0.55 + 0.05 * Math.sin(2 * turn + 2);
  if (y > near) return [40 + 60 * (1 - y), 110 - 60 * (y - near), 50];
  if (y > far) return [70, 100 + 60 * (near - y), 110 + 100 * (near - y)];
  const sun = Math.hypot(x - 0.7, y - 0.3) < 0.09;
  return sun ? [255, 236, 170] : [120 + 200 * y, 130 + 90 * y, 200 - 60 * y];
}
