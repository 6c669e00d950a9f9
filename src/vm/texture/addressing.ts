/**
 * Texture coordinates to texels: reduction of the range, fixed point, address modes.
 *
 * Source: Direct3D 11.3 functional specification, 7.18.5 to 7.18.9 and 3.2.4.1. Between the coordinate, a float32, and
 * the fixed-point number everything is computed in float64, so that one rounding is left: the one to the fixed-point
 * number, to the nearest, ties to even. It has 8 bits of fraction, the fewest that are permitted.
 */
import { roundDoubleToEven } from '../../numerics/float.ts';
import type { AddressMode } from './sampler.ts';

/** Bits of the fraction of a texel, and of a level of detail. */
export const FRACTION_BITS = 8;
/** 1 in fixed point. */
export const ONE = 2 ** FRACTION_BITS;
/** The bits of the fraction. */
export const FRACTION_MASK = ONE - 1;
/** The coordinate of texels outside, for any size. */
export const BORDER = -1;
/** The reduced range of coordinates that do not repeat; it leaves a margin for the offsets of an instruction. */
const REDUCED_RANGE = 10;
/** Far beyond every texel of the reduced range, and every level. */
const MAX_FIXED = 2 ** 30;

/** Numbers far smaller than this one become integers, to the nearest, ties to even, when it is added to them. */
const ROUNDER = 1.5 * 2 ** 52;

/** A number as fixed point: an integer, in units of 1/256; 0 for NaN. */
export function toFixed(x: number): number {
  const scaled = x * ONE;
  if (scaled > -MAX_FIXED && scaled < MAX_FIXED) return (scaled + ROUNDER - ROUNDER) | 0;
  return Number.isNaN(scaled) ? 0 : Math.sign(scaled) * MAX_FIXED;
}

/** Returns a coordinate without complete repetitions of the texture. */
export function reduceRange(u: number, mode: AddressMode): number {
  switch (mode) {
    case 'wrap':
      return u - Math.floor(u);
    case 'mirror':
      return (u / 2 - Math.trunc(u / 2)) * 2;
    default:
      return Math.min(Math.max(u, -REDUCED_RANGE), REDUCED_RANGE);
  }
}

/** The texel at an address that may be outside 0 to `size - 1`, or {@link BORDER}. */
export function addressTexel(t: number, size: number, mode: AddressMode): number {
  if (t >= 0 && t < size) return t;
  switch (mode) {
    case 'wrap':
      return ((t % size) + size) % size;
    case 'mirror': {
      const distance = t < 0 ? -t - 1 : t;
      const rest = distance % size;
      return Math.floor(distance / size) % 2 === 1 ? size - rest - 1 : rest;
    }
    case 'clamp':
      return t < 0 ? 0 : size - 1;
    case 'mirror-once':
      return Math.min(t < 0 ? -t - 1 : t, size - 1);
    case 'border':
      return BORDER;
  }
}

/** The index of an array of `count` elements: to the nearest, ties to even, clamped; 0 for NaN. */
export function arrayIndex(x: number, count: number): number {
  const index = roundDoubleToEven(x);
  return index > 0 ? Math.min(index, count - 1) : 0;
}

// Source: Direct3D 11.3 functional specification, 7.18.7 and 7.18.12, and the order of faces of Direct3D: +X, -X, +Y,
// -Y, +Z, -Z.

/** The two directions in which the coordinates of a face grow: axis (0 to 2) and sign. */
interface Face {
  readonly major: readonly [axis: number, sign: number];
  readonly u: readonly [axis: number, sign: number];
  readonly v: readonly [axis: number, sign: number];
}

const FACES: readonly Face[] = [
  { major: [0, 1], u: [2, -1], v: [1, -1] },
  { major: [0, -1], u: [2, 1], v: [1, -1] },
  { major: [1, 1], u: [0, 1], v: [2, 1] },
  { major: [1, -1], u: [0, 1], v: [2, -1] },
  { major: [2, 1], u: [0, 1], v: [1, -1] },
  { major: [2, -1], u: [0, -1], v: [1, -1] },
];

/** A point on a cube, and derivatives there; the functions of this file write into it. */
export class CubePoint {
  face = 0;
  /** 0 to 1 across the face. */
  u = 0;
  v = 0;
}

const direction = new Float64Array(3);

/** The axis of the component with the largest magnitude; of equal ones Z, then Y. */
function majorAxis(x: number, y: number, z: number): number {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (az >= ax && az >= ay) return 2;
  return ay >= ax ? 1 : 0;
}

/** The face that a direction hits, and where. A direction of zeros gives NaN. */
export function projectOnCube(x: number, y: number, z: number, point: CubePoint): void {
  const axis = majorAxis(x, y, z);
  direction[0] = x;
  direction[1] = y;
  direction[2] = z;
  point.face = axis * 2 + (direction[axis]! < 0 ? 1 : 0);
  const { u, v } = FACES[point.face]!;
  const size = Math.abs(direction[axis]!);
  point.u = ((direction[u[0]]! * u[1]) / size) * 0.5 + 0.5;
  point.v = ((direction[v[0]]! * v[1]) / size) * 0.5 + 0.5;
}

/**
 * Derivatives of a direction as those of the coordinates of its face, which go from -1 to 1. `derivative` has x, y, z;
 * the first two elements of `out` are set, the third becomes 0.
 */
export function projectDerivative(x: number, y: number, z: number, derivative: Float64Array, out: Float64Array): void {
  const axis = majorAxis(x, y, z);
  direction[0] = x;
  direction[1] = y;
  direction[2] = z;
  const sign = direction[axis]! < 0 ? -1 : 1;
  const { u, v } = FACES[axis * 2 + (sign < 0 ? 1 : 0)]!;
  const size = Math.abs(direction[axis]!);
  // The derivative of the magnitude of the major component.
  const major = derivative[axis]! * sign;
  const du = derivative[u[0]]! * u[1];
  const dv = derivative[v[0]]! * v[1];
  out[0] = (size * du - direction[u[0]]! * u[1] * major) / (size * size);
  out[1] = (size * dv - direction[v[0]]! * v[1] * major) / (size * size);
  out[2] = 0;
}

/** A texel of a cube; {@link crossEdge} writes into it. */
export class CubeTexel {
  face = 0;
  x = 0;
  y = 0;
}

/**
 * The texel that is one beyond an edge of a face of `size` texels, on the face across it. False at a corner, where
 * there is none; texels of the face stay as they are.
 */
export function crossEdge(face: number, x: number, y: number, size: number, texel: CubeTexel): boolean {
  texel.face = face;
  texel.x = x;
  texel.y = y;
  const isOutsideX = x < 0 || x >= size;
  const isOutsideY = y < 0 || y >= size;
  if (!isOutsideX && !isOutsideY) return true;
  if (isOutsideX && isOutsideY) return false;
  // Centers of texels in units of half a texel from the middle of the cube, whose faces are at `size`. Beyond the edge,
  // the way goes on along the face across it.
  const { major, u, v } = FACES[face]!;
  direction[major[0]] = (size - 1) * major[1];
  direction[u[0]] = (isOutsideX ? (x < 0 ? -size : size) : 2 * x + 1 - size) * u[1];
  direction[v[0]] = (isOutsideY ? (y < 0 ? -size : size) : 2 * y + 1 - size) * v[1];
  const axis = isOutsideX ? u[0] : v[0];
  texel.face = axis * 2 + (direction[axis]! < 0 ? 1 : 0);
  const across = FACES[texel.face]!;
  texel.x = (direction[across.u[0]]! * across.u[1] + size - 1) / 2;
  texel.y = (direction[across.v[0]]! * across.v[1] + size - 1) / 2;
  return true;
}
