/** Small triangles around the centers of pixels, so that each pixel has vertices of its own. */
import { bitsOfFloat } from '../../../src/numerics/conversion.ts';
import { CORNERS } from '../../wine/d3d9.ts';
import { HEIGHT, WIDTH } from './trial.ts';

/** The positions of their corners, four words each. */
export function smallTriangles(): Uint32Array {
  return Uint32Array.from(
    Array.from({ length: WIDTH * HEIGHT }, (_, cell) =>
      CORNERS.map(([dx, dy]) => {
        // The centers of pixels are at integers.
        const [x, y] = [(cell % WIDTH) + dx, Math.floor(cell / WIDTH) + dy];
        return [(2 * x) / WIDTH - 1, 1 - (2 * y) / HEIGHT, 0.5, 1];
      }),
    ).flat(2),
    bitsOfFloat,
  );
}
