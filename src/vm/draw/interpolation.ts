/**
 * The weights of a primitive's vertices at points of the window, with and without perspective, also where clipping cut it.
 *
 * The vertices of what clipping left know their weights of the original vertices, which are linear in clip space: perspective-correct
 * weights follow from them. Weights on the screen are those, each multiplied by its vertex's w, because a perspective-correct weight is the
 * one on the screen divided by w.
 *
 * Source: Direct3D 11.3 functional specification, 15.5, 15.16.2 and 16.4.
 */
import { flush } from '../../numerics/float.ts';
import type { RasterPrimitive, WindowVertex } from './raster-quads.ts';

/** The most vertices of a primitive. */
const VERTICES = 3;

export class Interpolation {
  /** Weights of the original vertices, with perspective. */
  readonly perspective = new Float64Array(VERTICES);
  /** Weights that are linear on the screen. */
  readonly screen = new Float64Array(VERTICES);
  /** Depth, and 1/w. */
  z = 0;
  inverseW = 0;
  readonly #raster: RasterPrimitive;
  readonly #windows: readonly WindowVertex[];
  readonly #parts: readonly Float64Array[] | undefined;
  readonly #clipW: readonly number[];
  #x = Number.NaN;
  #y = Number.NaN;

  /**
   * @param windows the vertices that are rasterized
   * @param parts of each of them the weights of the original vertices; undefined: they are the original ones
   * @param clipW w of the original vertices
   */
  constructor(
    raster: RasterPrimitive,
    windows: readonly WindowVertex[],
    parts: readonly Float64Array[] | undefined,
    clipW: readonly number[],
  ) {
    this.#raster = raster;
    this.#windows = windows;
    this.#parts = parts;
    this.#clipW = clipW;
  }

  /** Computes the weights at a point of the window. */
  moveTo(x: number, y: number): void {
    if (x === this.#x && y === this.#y) return;
    this.#x = x;
    this.#y = y;
    const weights = this.#raster.weightsAt(x, y);
    const first = this.#windows[0]!;
    let z = first.z;
    let inverseW = first.inverseW;
    for (let i = 1; i < weights.length; i++) {
      z += weights[i]! * (this.#windows[i]!.z - first.z);
      inverseW += weights[i]! * (this.#windows[i]!.inverseW - first.inverseW);
    }
    this.z = z;
    this.inverseW = inverseW;
    this.perspective.fill(0);
    this.screen.fill(0);
    for (let i = 0; i < weights.length; i++) {
      const weight = weights[i]!;
      const corrected = (weight * this.#windows[i]!.inverseW) / inverseW;
      const part = this.#parts?.[i];
      if (part === undefined) {
        this.screen[i] = weight;
        this.perspective[i] = corrected;
      } else for (let k = 0; k < part.length; k++) this.perspective[k]! += corrected * part[k]!;
    }
    if (this.#parts !== undefined) this.#toScreen();
  }

  #toScreen(): void {
    let sum = 0;
    for (let k = 0; k < this.#clipW.length; k++) {
      this.screen[k] = this.perspective[k]! * this.#clipW[k]!;
      sum += this.screen[k]!;
    }
    for (let k = 0; k < this.#clipW.length; k++) this.screen[k]! /= sum;
  }

  /** The float32 of an attribute with the values of the vertices; equal values give the same value exactly. */
  value(weights: Float64Array, values: readonly number[]): number {
    const [first] = values;
    let sum = first!;
    for (let i = 1; i < values.length; i++) if (values[i] !== first) sum += weights[i]! * (values[i]! - first!);
    return flush(Math.fround(sum));
  }
}
