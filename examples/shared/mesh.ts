/** A ring with a texture in the light of a lamp: shaders of Direct3D 11 (vs_5_0, ps_5_0). */
import { multiply, perspective, rotation, translation } from './matrices.ts';
import { hills } from './picture.ts';
import type { Scene } from './scene.ts';

/** Vertices along the ring and around its tube. */
const ALONG = 48;
const AROUND = 24;
const RADIUS = 1;
const TUBE = 0.45;
const EYE = [0, 0, -3.4] as const;

export const MESH: Scene = {
  title: 'Direct3D 11: a mesh in the light of a lamp',
  vertexShader: new URL('../shaders/mesh.vs.cso', import.meta.url),
  pixelShader: new URL('../shaders/mesh.ps.cso', import.meta.url),
  size: 256,
  background: [0.09, 0.1, 0.13, 1],
  attributes: [
    { semantic: 'POSITION', components: 3 },
    { semantic: 'NORMAL', components: 3 },
    { semantic: 'TEXCOORD', components: 2 },
  ],
  ...ring(),
  textures: [hills()],
  addressModes: ['repeat'],
  constants: (time) => ({
    world: rotation(-0.9 + 0.3 * Math.sin(2 * Math.PI * time), 2 * Math.PI * time),
    view_projection: multiply(perspective(0.9, 1, 10), translation([-EYE[0], -EYE[1], -EYE[2]])),
    eye: EYE,
    direction: [0.48, -0.6, 0.64],
    ambient: [0.2],
    color: [1, 0.95, 0.85],
    shininess: [24],
  }),
};

function ring(): Pick<Scene, 'vertices' | 'indices'> {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= ALONG; i++)
    for (let k = 0; k <= AROUND; k++) {
      const [a, b] = [(2 * Math.PI * i) / ALONG, (2 * Math.PI * k) / AROUND];
      const normal = [Math.cos(a) * Math.cos(b), Math.sin(b), Math.sin(a) * Math.cos(b)];
      const center = [RADIUS * Math.cos(a), 0, RADIUS * Math.sin(a)];
      vertices.push(...center.map((value, axis) => value + TUBE * normal[axis]!), ...normal);
      vertices.push((4 * i) / ALONG, k / AROUND + 0.35);
      if (i === ALONG || k === AROUND) continue;
      const [here, next] = [i * (AROUND + 1) + k, (i + 1) * (AROUND + 1) + k];
      indices.push(here, here + 1, next, next, here + 1, next + 1);
    }
  return { vertices: new Float32Array(vertices), indices: new Uint16Array(indices) };
}
