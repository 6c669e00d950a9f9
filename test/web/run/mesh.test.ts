/** Meshes from OBJ files, and the points that pixels show of them. */
import { expect, test } from 'vitest';
import { type Mesh, parseObj } from '../../../web/src/model/run/mesh.ts';
import { assumedSettings } from '../../../web/src/model/run/settings.ts';
import { surfaceOf } from '../../../web/src/model/run/surface.ts';
import { planOfBytes, sampleBytes } from './support.ts';

/** A square of two triangles in front of a larger triangle; right-handed, so that a larger z is nearer. */
const SQUARE = `# two objects
o square
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
f 1/1/1 2/2/1 3/3/1 4/4/1
o back
v -2 -2 -1
v 2 -2 -1
v 0 2 -1
f -3 -2 -1
`;

function meshOf(text: string): Mesh {
  const mesh = parseObj('mesh.obj', text);
  if (typeof mesh === 'string') throw new Error(mesh);
  return mesh;
}

const SETTINGS = { ...assumedSettings(planOfBytes(sampleBytes('rim-light.cso'))), surface: 'mesh' as const };
const SIZE = 64;

test('faces are triangles of vertices with all attributes, in the space of Direct3D', () => {
  const mesh = meshOf(SQUARE);
  expect(mesh.indices.length).toBe(9);
  expect(mesh.positions.length / 3).toBe(7);
  expect(mesh.notes.length).toBe(2);
  // The furthest vertex is at the distance 1 from the middle of the box, which is at 0, 0, 0.
  const radius = Math.hypot(2, 2, 1);
  expect([...mesh.positions.subarray(0, 3)].map((one) => one * radius)).toEqual([
    expect.closeTo(-1, 5),
    expect.closeTo(-1, 5),
    expect.closeTo(-1, 5),
  ]);
  expect([...mesh.uvs.subarray(0, 8)]).toEqual([0, 1, 1, 1, 1, 0, 0, 0]);
  // Given normals, and those of the face, look at the eye.
  for (let at = 0; at < mesh.normals.length; at += 3) expect(mesh.normals[at + 2]).toBeCloseTo(-1, 5);
});

test('a pixel shows the nearest triangle', () => {
  const pointAt = surfaceOf({ ...SETTINGS, mesh: meshOf(SQUARE) }, SIZE);
  const radius = Math.hypot(2, 2, 1);
  const front = pointAt(32, 32);
  expect(front.isCovered).toBe(true);
  expect(front.position[2]).toBeCloseTo(-0.9 / radius, 5);
  expect(front.uv[0]).toBeCloseTo(0.5 + (0.5 / SIZE) * (radius / 0.9), 5);
  expect(front.normal).toEqual([expect.closeTo(0, 5), expect.closeTo(0, 5), expect.closeTo(-1, 5)]);
  expect(front.tangent[0]).toBeCloseTo(1, 5);
  // Below the square there is the triangle behind it.
  expect(pointAt(32, 48).position[2]).toBeCloseTo(0.9 / radius, 5);
  expect(pointAt(0, 0).isCovered).toBe(false);
  // A pixel next to the silhouette has the values that the triangle has there, for derivatives.
  let neighbours = 0;
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const point = pointAt(x, y);
      const neighbor = pointAt(x ^ 1, y);
      if (point.isCovered || !neighbor.isCovered) continue;
      neighbours++;
      expect(Math.abs(point.position[0] - neighbor.position[0])).toBeCloseTo(2 / SIZE, 5);
    }
  expect(neighbours).toBeGreaterThan(5);
});

test('a turned mesh shows its sides, and keeps its size', () => {
  const mesh = meshOf(SQUARE);
  const turned = surfaceOf({ ...SETTINGS, mesh, turn: 180 }, SIZE);
  const { position, normal } = turned(32, 30);
  expect(position[2]).toBeCloseTo(-0.9 / Math.hypot(2, 2, 1), 4);
  expect(normal[2]).toBeCloseTo(1, 5);
  const tilted = surfaceOf({ ...SETTINGS, mesh, tilt: 90 }, SIZE);
  // Seen from above, flat triangles have no pixels.
  expect(tilted(32, 32).isCovered).toBe(false);
});

test('what is no mesh has a reason', () => {
  expect(parseObj('a', '')).toMatch(/no faces/);
  expect(parseObj('a', 'v 1 2\n')).toMatch(/line 1 has no numbers/);
  expect(parseObj('a', 'v 1 2 x\n')).toMatch(/line 1/);
  expect(parseObj('a', 'v 0 0 0\nf 1 2 3\n')).toMatch(/line 2 has a face/);
  expect(parseObj('a', 'v 0 0 0\nf 1 1\n')).toMatch(/line 2/);
  expect(parseObj('a', 'v 0 0 0\nf 1 1 1\n')).toMatch(/one point/);
});
