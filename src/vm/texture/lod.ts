/**
 * The level of detail of a read: from derivatives, isotropic and anisotropic, and its clamps.
 *
 * Source: Direct3D 11.3 functional specification, 7.18.11, 5.8 and 5.9.4.5.4. The axes of the ellipse of a pixel are
 * computed as the ideal transformation of 7.18.11 does; with Q the sum and T the distance of its coefficients, their
 * squares are (Q + T) / 2 and (Q - T) / 2, which is the same without the loss of digits.
 *
 * Not for: which texels are read (sample.ts).
 */
import { log2Double } from '../../numerics/exponential.ts';
import { add, maximum, minimum } from '../../numerics/float.ts';
import type { Sampler } from './sampler.ts';
import type { TextureView } from './texture-view.ts';

/** The footprint of a pixel in a texture, from its derivatives; {@link measure} writes into it. */
export class Footprint {
  /** The level of detail before bias and clamps, a float32. */
  lod = 0;
  /** How many times longer than wide the footprint is, 1 where it is read as a square. */
  ratio = 1;
  /** The longer axis of the footprint, in texels of the most detailed level. */
  majorU = 0;
  majorV = 0;
}

/** Derivatives along x and y in texels of the most detailed level; three elements each. */
export interface Derivatives {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Reads the level of detail and, for a positive `maxAnisotropy`, the shape of the footprint of derivatives, which are
 * changed. `isEllipse`: of the axes of the ellipse that they span, not of the derivatives themselves.
 */
export function measure({ x, y }: Derivatives, maxAnisotropy: number, footprint: Footprint, isEllipse: boolean): void {
  if (isEllipse) {
    flatten(x, y);
    orthogonalize(x, y);
  }
  footprint.ratio = 1;
  const [lengthX, lengthY] = [squareOf(x), squareOf(y)];
  const major = maximumOf(lengthX, lengthY);
  footprint.lod = logarithmOfRoot(major);
  // Without a length there is no direction, and what is not finite has no area.
  if (maxAnisotropy === 0 || !(major > 0) || major === Number.POSITIVE_INFINITY) return;
  const axis = lengthX > lengthY ? x : y;
  const lengthMajor = Math.sqrt(major);
  const area = Math.abs(x[0]! * y[1]! - x[1]! * y[0]!);
  let ratio = major / area;
  let lengthMinor: number;
  if (ratio > maxAnisotropy) {
    ratio = maxAnisotropy;
    lengthMinor = lengthMajor / ratio;
  } else lengthMinor = area / lengthMajor;
  if (lengthMinor < 1) ratio = Math.max(1, ratio * lengthMinor);
  footprint.ratio = ratio;
  footprint.majorU = axis[0]!;
  footprint.majorV = axis[1]!;
  footprint.lod = Math.fround(log2Double(lengthMinor));
}

/** The larger of two squares; a number rather than NaN. */
function maximumOf(a: number, b: number): number {
  return a >= b || Number.isNaN(b) ? a : b;
}

/** log2(sqrt(x)) as a float32. */
function logarithmOfRoot(x: number): number {
  return Math.fround(log2Double(x) / 2);
}

function squareOf(d: Float64Array): number {
  return d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]!;
}

/** Vectors in space as vectors in a plane with the same lengths and angle. */
function flatten(x: Float64Array, y: Float64Array): void {
  if (x[2] === 0 && y[2] === 0) return;
  const length = Math.sqrt(squareOf(x));
  const dot = x[0]! * y[0]! + x[1]! * y[1]! + x[2]! * y[2]!;
  const rest = squareOf(y) - (dot / length) ** 2;
  if (!(length > 0) || !Number.isFinite(length) || !Number.isFinite(rest)) return;
  x[0] = length;
  y[0] = dot / length;
  y[1] = Math.sqrt(Math.max(rest, 0));
  x[1] = 0;
  x[2] = 0;
  y[2] = 0;
}

/**
 * Makes the vectors the axes of the ellipse that they span; the second becomes the longer one. Nothing changes where
 * the specification skips it.
 */
function orthogonalize(x: Float64Array, y: Float64Array): void {
  const a = x[1]! ** 2 + y[1]! ** 2;
  const b = -2 * (x[0]! * x[1]! + y[0]! * y[1]!);
  const c = x[0]! ** 2 + y[0]! ** 2;
  const area = x[0]! * y[1]! - y[0]! * x[1]!;
  const dot = x[0]! * y[0]! + x[1]! * y[1]!;
  // Zero length, parallel, perpendicular; products that are not finite.
  if (area === 0 || dot === 0 || x[2] !== 0 || y[2] !== 0 || !Number.isFinite(area * area)) return;
  const p = a - c;
  const q = a + c;
  const t = Math.sqrt(p * p + b * b);
  if (!(t > 0) || !Number.isFinite(q + t)) return;
  // (Q - T) / 2 without the difference of two numbers that are nearly equal.
  const long = (q + t) / 2;
  const short = (area * area) / long;
  const [plus, minus] = [(t + p) / (2 * t), (t - p) / (2 * t)];
  const sign = Math.sign(b);
  x[0] = Math.sqrt(Math.max(short * plus, 0));
  x[1] = Math.sqrt(Math.max(short * minus, 0)) * sign;
  y[0] = Math.sqrt(Math.max(long * minus, 0)) * -sign;
  y[1] = Math.sqrt(Math.max(long * plus, 0));
}

/** The level of detail after the biases of the sampler and of the instruction. */
export function biasLod(lod: number, sampler: Sampler, bias: number): number {
  return add(add(lod, Math.fround(sampler.lodBias)), bias);
}

/** Whether the clamps of the resource and of the instruction leave no level of a view: the read is outside. */
export function hasNoLevel(view: TextureView, instructionClamp: number): boolean {
  return view.resourceClamp === Number.POSITIVE_INFINITY || instructionClamp > view.mips - 1;
}

/**
 * The level of detail after the clamps of the sampler, of the resource and of the instruction; a number rather than
 * NaN.
 */
export function clampLod(lod: number, sampler: Sampler, view: TextureView, instructionClamp: number): number {
  const clamped = maximum(Math.fround(sampler.minLod), minimum(Math.fround(sampler.maxLod), lod));
  // A clamp of 0 is none, and must not turn a magnified texture into a minified one.
  const { resourceClamp } = view;
  return maximum(resourceClamp > 0 ? maximum(clamped, Math.fround(resourceClamp)) : clamped, instructionClamp);
}
