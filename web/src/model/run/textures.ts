/** Textures that are made for shaders: patterns of 8 bits for each of red, green, blue and alpha. */
import { perlinNoise } from 'dxlens/internals/vm';
import type { TextureDimension } from './controls.ts';

export const PATTERNS = {
  checker: 'Checker',
  gradient: 'Gradient',
  noise: 'Noise',
  uv: 'Grid with coordinates',
  normals: 'Normal map',
  white: 'White',
  black: 'Black',
} as const;
export type Pattern = keyof typeof PATTERNS;

/** Texels, layer after layer, each from the upper left. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Slices of a 3D texture, faces of a cube; else 1. */
  readonly layers: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

const SIZE = 64;
const SLICES = 16;
const MAX = 255;
/** Where a line is in a pattern: between lines of its grid. */
const LINE = 1 / 3;

type Vector = readonly [number, number, number];

/** A texture with a pattern. Cubes have it by direction, others by coordinates. */
export function patternTexture(pattern: Pattern, dimension: TextureDimension): Picture {
  const layers = dimension === 'cube' ? 6 : dimension === '3d' ? SLICES : 1;
  const width = dimension === '3d' ? SLICES : SIZE;
  const height = dimension === '1d' ? 1 : width;
  const pixels = new Uint8Array(4 * width * height * layers);
  for (let layer = 0, at = 0; layer < layers; layer++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++, at += 4) {
        const u = (x + 0.5) / width;
        const v = dimension === '1d' ? LINE : (y + 0.5) / height;
        const color =
          dimension === 'cube' ? sky(pattern, faceDirection(layer, u, v)) : flat(pattern, u, v, layer / layers);
        for (let i = 0; i < 4; i++) pixels[at + i] = Math.round(MAX * Math.min(Math.max(color[i]!, 0), 1));
      }
  return { width, height, layers, pixels };
}

type Color = readonly [number, number, number, number];

/** The color at coordinates from 0 to 1. */
function flat(pattern: Pattern, u: number, v: number, w: number): Color {
  switch (pattern) {
    case 'checker': {
      const isLight = (Math.floor(8 * u) + Math.floor(8 * v) + Math.floor(4 * w)) % 2 === 0;
      return isLight ? [0.92, 0.92, 0.9, 1] : [0.3, 0.34, 0.42, 1];
    }
    case 'gradient':
      return [u, v, 1 - (u + v) / 2, 1];
    case 'noise': {
      const value = 0.5 + 0.5 * octaves(4 * u, 4 * v, 4 * w);
      return [value, value, value, 1];
    }
    case 'uv': {
      const isLine = [u, v].some((one) => (8 * one) % 1 < 0.08);
      return isLine ? [1, 1, 1, 1] : [u, v, 0.25, 1];
    }
    case 'normals': {
      const slope = (du: number, dv: number) =>
        octaves(4 * (u + du), 4 * (v + dv), 0) - octaves(4 * (u - du), 4 * (v - dv), 0);
      const [x, y] = [-4 * slope(0.01, 0), -4 * slope(0, 0.01)];
      const length = Math.hypot(x, y, 1);
      return [0.5 + (0.5 * x) / length, 0.5 + (0.5 * y) / length, 0.5 + 0.5 / length, 1];
    }
    case 'white':
      return [1, 1, 1, 1];
    case 'black':
      return [0, 0, 0, 1];
  }
}

function octaves(x: number, y: number, z: number): number {
  return 1.2 * perlinNoise([x, y, z]) + 0.6 * perlinNoise([2 * x, 2 * y, 2 * z]);
}

/** The color of a cube in a direction; as a gradient, an evening with a sun. */
function sky(pattern: Pattern, [x, y, z]: Vector): Color {
  if (pattern !== 'gradient') return flat(pattern, 0.5 + x / 2, 0.5 - y / 2, 0.5 + z / 2);
  if (y < 0) return [0.28 + 0.1 * y, 0.25 + 0.1 * y, 0.24 + 0.1 * y, 1];
  const sun = Math.max(0, 0.48 * x + 0.6 * y - 0.64 * z) ** 64;
  return [0.75 - 0.5 * y + sun, 0.8 - 0.4 * y + sun, 0.95 - 0.2 * y + 0.8 * sun, 1];
}

/** The direction of a texel of a face of a cube, in the order of Direct3D: +x, -x, +y, -y, +z, -z. */
function faceDirection(face: number, u: number, v: number): Vector {
  const s = 2 * u - 1;
  const t = 1 - 2 * v;
  const directions: readonly Vector[] = [
    [1, t, -s],
    [-1, t, s],
    [s, 1, -t],
    [s, -1, t],
    [s, t, 1],
    [-s, t, -1],
  ];
  const [x, y, z] = directions[face]!;
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
