/** Waves that run over a picture: an effect of Direct3D 9 (vs_2_0, ps_2_0). */
import { IDENTITY } from './matrices.ts';
import { hills } from './picture.ts';
import type { Scene } from './scene.ts';

export const RIPPLE: Scene = {
  title: 'Direct3D 9: waves over a picture',
  vertexShader: new URL('../shaders/ripple.vs.cso', import.meta.url),
  pixelShader: new URL('../shaders/ripple.ps.cso', import.meta.url),
  size: 256,
  background: [0, 0, 0, 1],
  attributes: [
    { semantic: 'POSITION', components: 2 },
    { semantic: 'TEXCOORD', components: 2 },
  ],
  // The entire picture, from the upper left corner clockwise.
  vertices: new Float32Array([-1, 1, 0, 0, 1, 1, 1, 0, 1, -1, 1, 1, -1, -1, 0, 1]),
  indices: new Uint16Array([0, 1, 2, 0, 2, 3]),
  textures: [hills()],
  addressModes: ['clamp-to-edge'],
  constants: (time) => ({
    transform: IDENTITY,
    time: [2 * Math.PI * time],
    center: [0.45, 0.52],
    tint: [1, 0.97, 0.9],
  }),
};
