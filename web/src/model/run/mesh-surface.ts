/**
 * Which triangle of a mesh each pixel shows, and the point that is there. The eye looks along z, without perspective.
 */
import type { Mesh } from './mesh.ts';
import type { SurfacePoint } from './sources.ts';

/** How a mesh is turned, in degrees: around the vertical axis, then around the horizontal one. */
export interface Turn {
  readonly turn: number;
  readonly tilt: number;
}

/** Of the picture, from its middle. */
const RADIUS = 0.9;
const NONE = -1;

type Vector = readonly [number, number, number];

const cached = new WeakMap<Mesh, { readonly key: string; readonly pointAt: (x: number, y: number) => SurfacePoint }>();

/** Returns the function that gives the point at a pixel. */
export function meshSurface(mesh: Mesh, turn: Turn, size: number): (x: number, y: number) => SurfacePoint {
  const key = `${turn.turn} ${turn.tilt} ${size}`;
  const last = cached.get(mesh);
  if (last?.key === key) return last.pointAt;
  const pointAt = drawn(mesh, turn, size);
  cached.set(mesh, { key, pointAt });
  return pointAt;
}

function drawn(mesh: Mesh, turn: Turn, size: number): (x: number, y: number) => SurfacePoint {
  const { indices, uvs } = mesh;
  const rotate = rotation(turn);
  const positions = rotated(mesh.positions, rotate, RADIUS);
  const normals = rotated(mesh.normals, rotate, 1);
  const shown = nearest(positions, indices, size);
  return (x, y) => {
    const color = shown[size * y + x]!;
    const triangle = color === NONE ? neighbour(x, y) : color;
    const [px, py] = [(2 * (x + 0.5)) / size - 1, 1 - (2 * (y + 0.5)) / size];
    if (triangle === NONE)
      return { isCovered: false, uv: [0, 0], position: [px, py, 0], normal: [0, 0, -1], tangent: [1, 0, 0] };
    const corners = [0, 1, 2].map((i) => indices[3 * triangle + i]!) as [number, number, number];
    const weights = weightsOf(positions, corners, px, py);
    const mixed = (values: Float32Array, width: number, i: number) =>
      corners.reduce((sum, corner, k) => sum + weights[k]! * values[width * corner + i]!, 0);
    const normal = normalize([mixed(normals, 3, 0), mixed(normals, 3, 1), mixed(normals, 3, 2)]);
    return {
      isCovered: color !== NONE,
      uv: [mixed(uvs, 2, 0), mixed(uvs, 2, 1)],
      position: [mixed(positions, 3, 0), mixed(positions, 3, 1), mixed(positions, 3, 2)],
      normal,
      tangent: tangentOf(positions, uvs, corners, normal),
    };
  };

  /** The triangle of another pixel of the quad: derivatives at the silhouette need the points next to it. */
  function neighbour(x: number, y: number): number {
    for (const [u, v] of [
      [x ^ 1, y],
      [x, y ^ 1],
      [x ^ 1, y ^ 1],
    ] as const) {
      const triangle = u < size && v < size ? shown[size * v + u]! : NONE;
      if (triangle !== NONE) return triangle;
    }
    return NONE;
  }
}

/** The matrix of a turn, by rows. */
function rotation({ turn, tilt }: Turn): readonly Vector[] {
  const [cy, sy] = cosines(turn);
  const [cx, sx] = cosines(tilt);
  return [
    [cy, 0, sy],
    [sx * sy, cx, -sx * cy],
    [-cx * sy, sx, cx * cy],
  ];
}

function cosines(degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

function rotated(vectors: Float32Array, rows: readonly Vector[], scale: number): Float32Array {
  const out = new Float32Array(vectors.length);
  for (let at = 0; at < vectors.length; at += 3)
    for (const [i, row] of rows.entries())
      out[at + i] = scale * (row[0] * vectors[at]! + row[1] * vectors[at + 1]! + row[2] * vectors[at + 2]!);
  return out;
}

/** For each pixel the triangle that is nearest to the eye at its center. */
function nearest(positions: Float32Array, indices: Uint32Array, size: number): Int32Array {
  const shown = new Int32Array(size * size).fill(NONE);
  const depths = new Float32Array(size * size).fill(Infinity);
  for (let triangle = 0; 3 * triangle < indices.length; triangle++) {
    const corners = [0, 1, 2].map((i) => indices[3 * triangle + i]!) as [number, number, number];
    const xs = corners.map((one) => ((positions[3 * one]! + 1) * size) / 2);
    const ys = corners.map((one) => ((1 - positions[3 * one + 1]!) * size) / 2);
    const [left, right] = span(xs, size);
    const [top, bottom] = span(ys, size);
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const weights = weightsOf(positions, corners, (2 * (x + 0.5)) / size - 1, 1 - (2 * (y + 0.5)) / size);
        // Triangles that are seen from their edge have no weights.
        if (!(weights[0] >= 0 && weights[1] >= 0 && weights[2] >= 0)) continue;
        const depth = corners.reduce((sum, corner, i) => sum + weights[i]! * positions[3 * corner + 2]!, 0);
        const at = size * y + x;
        if (depth >= depths[at]!) continue;
        depths[at] = depth;
        shown[at] = triangle;
      }
  }
  return shown;
}

/** The pixels whose centers are between the smallest and the largest value. */
function span(values: readonly number[], size: number): [number, number] {
  return [Math.max(0, Math.ceil(Math.min(...values) - 0.5)), Math.min(size - 1, Math.floor(Math.max(...values) - 0.5))];
}

/** How much of each corner is in a point of the plane of the triangle. */
function weightsOf(
  positions: Float32Array,
  [a, b, c]: readonly [number, number, number],
  x: number,
  y: number,
): [number, number, number] {
  const [ax, ay] = [positions[3 * a]!, positions[3 * a + 1]!];
  const [bx, by] = [positions[3 * b]! - ax, positions[3 * b + 1]! - ay];
  const [cx, cy] = [positions[3 * c]! - ax, positions[3 * c + 1]! - ay];
  const area = bx * cy - by * cx;
  const v = ((x - ax) * cy - (y - ay) * cx) / area;
  const w = (bx * (y - ay) - by * (x - ax)) / area;
  return [1 - v - w, v, w];
}

/** The direction in which u grows, at a right angle to the normal. */
function tangentOf(
  positions: Float32Array,
  uvs: Float32Array,
  [a, b, c]: readonly [number, number, number],
  normal: Vector,
): Vector {
  const dv1 = uvs[2 * b + 1]! - uvs[2 * a + 1]!;
  const dv2 = uvs[2 * c + 1]! - uvs[2 * a + 1]!;
  const turns = (uvs[2 * b]! - uvs[2 * a]!) * dv2 - (uvs[2 * c]! - uvs[2 * a]!) * dv1 < 0 ? -1 : 1;
  const along = [0, 1, 2].map((i) => {
    const from = positions[3 * a + i]!;
    return turns * (dv2 * (positions[3 * b + i]! - from) - dv1 * (positions[3 * c + i]! - from));
  }) as unknown as Vector;
  const flat = along.reduce((sum, one, i) => sum + one * normal[i]!, 0);
  const tangent = along.map((one, i) => one - flat * normal[i]!) as unknown as Vector;
  if (Math.hypot(...tangent) > 0) return normalize(tangent);
  // Without texture coordinates that change: to the right.
  return normalize([1 - normal[0] ** 2, -normal[0] * normal[1], -normal[0] * normal[2]]);
}

function normalize(v: Vector): Vector {
  const length = Math.hypot(...v);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : [0, 0, -1];
}
