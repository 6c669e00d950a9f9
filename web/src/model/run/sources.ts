/**
 * Where inputs of a stage come from: the surface that is drawn, seen from a pixel.
 *
 * Not for: which input gets which source (assumptions.ts).
 */

/** The surfaces that a pixel shader is drawn on. */
export const SURFACES = { quad: 'Quad', sphere: 'Sphere' } as const;
export type Surface = keyof typeof SURFACES;

/** The possible sources of an input. Directions have the length 1. */
export const SOURCES = {
  uv: 'Texture coordinates',
  position: 'Position on the surface',
  normal: 'Normal',
  tangent: 'Tangent',
  bitangent: 'Bitangent',
  view: 'Direction to the eye',
  pixel: 'Position of the pixel',
  clip: 'Position in clip space',
  value: 'The same for all',
} as const;
export type Source = keyof typeof SOURCES;

type Vector = readonly [number, number, number];
export type Values4 = readonly [number, number, number, number];

/** The eye, as in Direct3D on the side of negative z. */
export const EYE: Vector = [0, 0, -3];
const RADIUS = 0.9;

/** A point of the surface. */
export interface SurfacePoint {
  /** Whether the surface covers the point; a point outside of it has the values of the nearest edge. */
  readonly isCovered: boolean;
  readonly uv: readonly [number, number];
  readonly position: Vector;
  readonly normal: Vector;
  readonly tangent: Vector;
}

/**
 * The point of a surface in the middle of a pixel.
 *
 * @param size pixels of the picture along each side
 */
export function surfacePoint(surface: Surface, x: number, y: number, size: number): SurfacePoint {
  const u = (x + 0.5) / size;
  const v = (y + 0.5) / size;
  const px = 2 * u - 1;
  const py = 1 - 2 * v;
  if (surface === 'quad')
    return { isCovered: true, uv: [u, v], position: [px, py, 0], normal: [0, 0, -1], tangent: [1, 0, 0] };
  const distance = Math.hypot(px, py);
  const isCovered = distance < RADIUS;
  // Outside of the sphere, the silhouette is extended: derivatives of pixels at the edge need it.
  const scale = isCovered ? 1 : RADIUS / distance;
  const position: Vector = [px * scale, py * scale, -Math.sqrt(Math.max(0, RADIUS ** 2 - (distance * scale) ** 2))];
  const normal = position.map((one) => one / RADIUS) as unknown as Vector;
  const around = Math.atan2(normal[0], -normal[2]);
  return {
    isCovered,
    uv: [around / (2 * Math.PI) + 0.5, Math.acos(Math.min(Math.max(normal[1], -1), 1)) / Math.PI],
    position,
    normal,
    tangent: [Math.cos(around), 0, Math.sin(around)],
  };
}

/** Returns the value of a source at a pixel. */
export function sourceValue(source: Source, point: SurfacePoint, x: number, y: number, size: number): Values4 {
  const { uv, position, normal, tangent } = point;
  switch (source) {
    case 'uv':
      return [uv[0], uv[1], 0, 1];
    case 'position':
      return [...position, 1];
    case 'normal':
      return [...normal, 0];
    case 'tangent':
      return [...tangent, 0];
    case 'bitangent':
      return [...cross(normal, tangent), 0];
    case 'view':
      return [...normalize([EYE[0] - position[0], EYE[1] - position[1], EYE[2] - position[2]]), 0];
    case 'pixel':
      return [x + 0.5, y + 0.5, 0.5, 1];
    case 'clip':
      return [(2 * (x + 0.5)) / size - 1, 1 - (2 * (y + 0.5)) / size, 0.5, 1];
    case 'value':
      return [0, 0, 0, 0];
  }
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function normalize(v: Vector): Vector {
  const length = Math.hypot(...v);
  return length === 0 ? v : [v[0] / length, v[1] / length, v[2] / length];
}
