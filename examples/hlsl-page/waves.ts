/** A square that fills the picture, and the constants of its shaders by their names in the source. */
import type { Drawing } from '../shared/scene.ts';

export const WAVES: Drawing = {
  title: 'Waves',
  size: 256,
  background: [0, 0, 0, 1],
  attributes: [
    { semantic: 'POSITION', components: 2 },
    { semantic: 'TEXCOORD', components: 2 },
  ],
  // From the upper left corner clockwise.
  vertices: new Float32Array([-1, 1, 0, 0, 1, 1, 1, 0, 1, -1, 1, 1, -1, -1, 0, 1]),
  indices: new Uint16Array([0, 1, 2, 0, 2, 3]),
  textures: [],
  addressModes: [],
  constants: (time) => ({ time: [2 * Math.PI * time], center: [0.45, 0.52] }),
};
