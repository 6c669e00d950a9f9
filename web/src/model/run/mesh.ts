/**
 * Meshes from OBJ files: triangles with normals and texture coordinates, moved and scaled to fit the picture, in the
 * left-handed space of Direct3D.
 *
 * Not for: which triangle a pixel shows (mesh-surface.ts).
 */

/** Triangles whose vertices have all attributes. */
export interface Mesh {
  readonly name: string;
  /** Three numbers for each vertex; no vertex is further than 1 from the middle. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** Three numbers for each vertex, of the length 1. */
  readonly normals: Float32Array<ArrayBuffer>;
  /** Two numbers for each vertex, from the upper left. */
  readonly uvs: Float32Array<ArrayBuffer>;
  /** Three vertices for each triangle. */
  readonly indices: Uint32Array<ArrayBuffer>;
  /** Missing parts of the file, and their replacements. */
  readonly notes: readonly string[];
}

/** Triangles that are drawn at most: the page draws them itself. */
export const MAX_TRIANGLES = 500_000;

type Vector = readonly [number, number, number];

/** The mesh in an OBJ file, or why there is none. */
export function parseObj(name: string, text: string): Mesh | string {
  const positions: Vector[] = [];
  const directions: Vector[] = [];
  const coordinates: Vector[] = [];
  const lists = { v: positions, vn: directions, vt: coordinates } as const;
  const corners: (readonly [position: number, uv: number, normal: number])[] = [];
  for (const [number, line] of text.split('\n').entries()) {
    const [word = '', ...rest] = line.trim().split(/\s+/);
    if (word === 'v' || word === 'vn' || word === 'vt') {
      const numbers = rest.map(Number);
      if (numbers.length < (word === 'vt' ? 1 : 3) || !numbers.every(Number.isFinite))
        return `line ${number + 1} has no numbers: ${line.trim().slice(0, 40)}`;
      lists[word].push([numbers[0]!, numbers[1] ?? 0, numbers[2] ?? 0]);
    } else if (word === 'f') {
      const face = rest.map((one) => cornerOf(one));
      if (face.length < 3 || face.some((one) => one === undefined))
        return `line ${number + 1} has a face whose vertices are not there: ${line.trim().slice(0, 40)}`;
      // A polygon is a fan of triangles.
      for (let i = 2; i < face.length; i++) corners.push(face[0]!, face[i - 1]!, face[i]!);
      if (corners.length > 3 * MAX_TRIANGLES) return `it has more than ${MAX_TRIANGLES} triangles.`;
    }
  }
  if (corners.length === 0) return 'it has no faces.';
  return meshOf(name, { positions, directions, coordinates, corners });

  /** Numbers from 0; missing ones are -1. Negative numbers count from the end. */
  function cornerOf(word: string): readonly [number, number, number] | undefined {
    const parts = word.split('/');
    const [position, uv, normal] = [positions, coordinates, directions].map(({ length }, i) => {
      const value = Number(parts[i] || 0);
      const index = value < 0 ? length + value : value - 1;
      return value === 0 ? -1 : index >= 0 && index < length ? index : undefined;
    });
    if (position === undefined || uv === undefined || normal === undefined || position < 0) return undefined;
    return [position, uv, normal];
  }
}

interface Parts {
  readonly positions: readonly Vector[];
  readonly directions: readonly Vector[];
  readonly coordinates: readonly Vector[];
  readonly corners: readonly (readonly [position: number, uv: number, normal: number])[];
}

function meshOf(name: string, { positions: points, directions, coordinates, corners }: Parts): Mesh | string {
  const { middle, radius } = boundsOf(corners.map(([position]) => points[position]!));
  if (!(radius > 0)) return 'its vertices are all in one point.';
  const notes: string[] = [];
  if (corners.some(([, , normal]) => normal < 0))
    notes.push('Vertices without a normal have that of the faces around them.');
  if (corners.some(([, uv]) => uv < 0)) notes.push('Vertices without texture coordinates have their position as such.');
  const smooth = smoothNormals(points, corners);
  const vertices = new Map<string, number>();
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const indices = corners.map(([position, uv, normal]) => {
    const key = `${position} ${uv} ${normal}`;
    const known = vertices.get(key);
    if (known !== undefined) return known;
    const index = vertices.size;
    vertices.set(key, index);
    const [x, y, z] = points[position]!.map((one, i) => (one - middle[i]!) / radius) as [number, number, number];
    const [nx, ny, nz] = normalize(normal < 0 ? smooth[position]! : directions[normal]!);
    // Files are right-handed, with v up.
    positions.push(x, y, -z);
    normals.push(nx, ny, -nz);
    const [u, v] = uv < 0 ? [(1 + x) / 2, (1 + y) / 2] : coordinates[uv]!;
    uvs.push(u, 1 - v);
    return index;
  });
  return {
    name,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    uvs: Float32Array.from(uvs),
    indices: Uint32Array.from(indices),
    notes,
  };
}

/** The middle of the box around points, and the distance of the furthest point. */
function boundsOf(points: readonly Vector[]): { readonly middle: Vector; readonly radius: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const point of points)
    for (let i = 0; i < 3; i++) {
      low[i] = Math.min(low[i]!, point[i]!);
      high[i] = Math.max(high[i]!, point[i]!);
    }
  const middle = low.map((one, i) => (one + high[i]!) / 2) as unknown as Vector;
  let radius = 0;
  for (const point of points) radius = Math.max(radius, Math.hypot(...point.map((one, i) => one - middle[i]!)));
  return { middle, radius };
}

/** For each position the sum of the normals of its faces; large faces count more. */
function smoothNormals(positions: readonly Vector[], corners: Parts['corners']): Vector[] {
  const sums = positions.map(() => [0, 0, 0]);
  for (let first = 0; first < corners.length; first += 3) {
    const face = [0, 1, 2].map((i) => corners[first + i]![0]);
    const [a, b, c] = face.map((position) => positions[position]!) as [Vector, Vector, Vector];
    const normal = cross(minus(b, a), minus(c, a));
    for (const position of face) for (let i = 0; i < 3; i++) sums[position]![i]! += normal[i]!;
  }
  return sums as unknown as Vector[];
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function normalize(v: Vector): Vector {
  const length = Math.hypot(...v);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : [0, 0, 1];
}
