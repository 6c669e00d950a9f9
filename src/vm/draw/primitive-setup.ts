/**
 * From primitives in clip space to primitives that are ready to be rasterized: clipped, in the window, culled, filled
 * or as wire frames.
 *
 * Source: Direct3D 11.3 functional specification, 15.3 to 15.15.
 */
import type { Format } from '../../formats/formats.ts';
import { flush } from '../../numerics/float.ts';
import { type ClipVertex, clipPrimitive, pixelsOf, toWindow, type Viewport } from './clip.ts';
import {
  type PixelRectangle,
  type RasterPrimitive,
  setUpLine,
  setUpPoint,
  setUpTriangle,
  type WindowVertex,
  windingOf,
} from './rasterizer.ts';
import type { RasterizerState } from './states.ts';

// Source: Direct3D 11.3 functional specification, 15.10; for Direct3D 9, D3DRS_DEPTHBIAS and D3DRS_SLOPESCALEDEPTHBIAS.

/** Bits of the mantissa of a float32, without the hidden one. */
const MANTISSA_BITS = 23;
/** Bits of depths where there is no target. */
const DEFAULT_BITS = 24;

/**
 * The bias of a triangle. @param constant the bias of Direct3D 9, which is added as it is; undefined: that of the
 * state, in units of the format
 */
function depthBias(
  vertices: readonly [WindowVertex, WindowVertex, WindowVertex],
  { depthBias: units, slopeScaledDepthBias, depthBiasClamp }: RasterizerState,
  format: Format | undefined,
  constant: number | undefined,
): number {
  if ((constant ?? units) === 0 && slopeScaledDepthBias === 0) return 0;
  const slope = slopeScaledDepthBias === 0 ? 0 : slopeScaledDepthBias * maxSlope(vertices);
  const bias = Math.fround((constant ?? units * unitOf(vertices, format)) + slope);
  if (depthBiasClamp > 0) return Math.min(depthBiasClamp, bias);
  return depthBiasClamp < 0 ? Math.max(depthBiasClamp, bias) : bias;
}

/** Returns the depth of one bias unit. */
function unitOf(vertices: readonly WindowVertex[], format: Format | undefined): number {
  const depth = format?.components.find(({ letter }) => letter === 'd');
  if (depth?.type !== 'float') return 1 / (2 ** (depth?.bits ?? DEFAULT_BITS) - 1);
  const largest = Math.max(...vertices.map(({ z }) => Math.abs(z)));
  return largest === 0 ? 0 : 2 ** (Math.floor(Math.log2(largest)) - MANTISSA_BITS);
}

/** The larger of the changes of depth from pixel to pixel along both axes. */
function maxSlope([a, b, c]: readonly [WindowVertex, WindowVertex, WindowVertex]): number {
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  const alongX = ((b.z - a.z) * (c.y - a.y) - (c.z - a.z) * (b.y - a.y)) / area;
  const alongY = ((c.z - a.z) * (b.x - a.x) - (b.z - a.z) * (c.x - a.x)) / area;
  return Math.max(Math.abs(alongX), Math.abs(alongY));
}

// The vertices of what clipping left know their weights of the original vertices, which are linear in clip space:
// perspective-correct weights follow from them. Weights on the screen are those, each multiplied by its vertex's w,
// because a perspective-correct weight is the one on the screen divided by w.
//
// Source: Direct3D 11.3 functional specification, 15.5, 15.16.2 and 16.4.

/** The most vertices of a primitive. */
const VERTICES = 3;

class Interpolation {
  /** Weights of the original vertices, with perspective. */
  readonly perspective = new Float64Array(VERTICES);
  /** Weights that are linear on the screen. */
  readonly screen = new Float64Array(VERTICES);
  /** Weights of the vertices that are rasterized. */
  readonly #weights = new Float64Array(VERTICES);
  /** Depth, and 1/w. */
  z = 0;
  inverseW = 0;
  #x = Number.NaN;
  #y = Number.NaN;

  /**
   * @param windows the vertices that are rasterized
   * @param parts of each of them the weights of the original vertices; undefined: they are the original ones
   * @param clipW w of the original vertices
   */
  constructor(
    private readonly raster: RasterPrimitive,
    private readonly windows: readonly WindowVertex[],
    private readonly parts: readonly Float64Array[] | undefined,
    private readonly clipW: readonly number[],
  ) {}

  /** Computes the weights at a point of the window. */
  moveTo(x: number, y: number): void {
    if (x === this.#x && y === this.#y) return;
    this.#x = x;
    this.#y = y;
    const weights = this.#weights;
    const { windows } = this;
    this.raster.weightsAt(x, y, weights);
    const first = windows[0]!;
    let z = first.z;
    let inverseW = first.inverseW;
    for (let i = 1; i < windows.length; i++) {
      z += weights[i]! * (windows[i]!.z - first.z);
      inverseW += weights[i]! * (windows[i]!.inverseW - first.inverseW);
    }
    this.z = z;
    this.inverseW = inverseW;
    if (this.parts === undefined) {
      for (let i = 0; i < windows.length; i++) {
        this.screen[i] = weights[i]!;
        this.perspective[i] = (weights[i]! * windows[i]!.inverseW) / inverseW;
      }
      return;
    }
    this.perspective.fill(0);
    for (let i = 0; i < windows.length; i++) {
      const corrected = (weights[i]! * windows[i]!.inverseW) / inverseW;
      const part = this.parts[i]!;
      for (let k = 0; k < part.length; k++) this.perspective[k]! += corrected * part[k]!;
    }
    this.#toScreen();
  }

  #toScreen(): void {
    let sum = 0;
    for (let k = 0; k < this.clipW.length; k++) {
      this.screen[k] = this.perspective[k]! * this.clipW[k]!;
      sum += this.screen[k]!;
    }
    for (let k = 0; k < this.clipW.length; k++) this.screen[k]! /= sum;
  }

  /** The float32 of an attribute with the values of the vertices; equal values give the same value exactly. */
  value(weights: Float64Array, values: readonly number[]): number {
    const [first] = values;
    let sum = first!;
    for (let i = 1; i < values.length; i++) if (values[i] !== first) sum += weights[i]! * (values[i]! - first!);
    return flush(Math.fround(sum));
  }
}

/**
 * Which part of a pixel an antialiased line covers: the area that its rectangle, one pixel wide, has in common with the
 * pixel.
 *
 * Source: Direct3D 11.3 functional specification, 3.4.4, which leaves the estimate open; the area is what it asks to be
 * approximated.
 */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** The area of the pixel around `(x, y)` in the rectangle around a line, 0 to 1. */
function lineCoverage(from: Point, to: Point): (x: number, y: number) => number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const sideX = -(to.y - from.y) / length / 2;
  const sideY = (to.x - from.x) / length / 2;
  const rectangle = [
    { x: from.x + sideX, y: from.y + sideY },
    { x: to.x + sideX, y: to.y + sideY },
    { x: to.x - sideX, y: to.y - sideY },
    { x: from.x - sideX, y: from.y - sideY },
  ];
  return (x, y) => {
    let polygon: readonly Point[] = rectangle;
    polygon = cut(polygon, (p) => p.x - (x - 0.5));
    polygon = cut(polygon, (p) => x + 0.5 - p.x);
    polygon = cut(polygon, (p) => p.y - (y - 0.5));
    polygon = cut(polygon, (p) => y + 0.5 - p.y);
    return Math.min(areaOf(polygon), 1);
  };
}

/** The part of a convex polygon where `distance` is not negative. */
function cut(polygon: readonly Point[], distance: (point: Point) => number): readonly Point[] {
  const clipped: Point[] = [];
  for (const [i, to] of polygon.entries()) {
    const from = polygon[(i + polygon.length - 1) % polygon.length]!;
    const [a, b] = [distance(from), distance(to)];
    if (a < 0 !== b < 0) {
      const t = a / (a - b);
      clipped.push({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t });
    }
    if (b >= 0) clipped.push(to);
  }
  return clipped;
}

function areaOf(polygon: readonly Point[]): number {
  let twice = 0;
  for (const [i, a] of polygon.entries()) {
    const b = polygon[(i + 1) % polygon.length]!;
    twice += a.x * b.y - a.y * b.x;
  }
  return Math.abs(twice) / 2;
}

/** A vertex that comes to the rasterizer. */
export interface RasterVertex {
  readonly position: readonly [x: number, y: number, z: number, w: number];
  readonly clipDistances: readonly number[];
  readonly cullDistances: readonly number[];
  /** Words of its registers. */
  readonly registers: Uint32Array;
}

/** A point, a line or a triangle; the first vertex is the leading one. */
export interface PrimitiveInput {
  readonly vertices: readonly RasterVertex[];
  readonly primitiveId: number;
  /** `SV_RenderTargetArrayIndex` and `SV_ViewportArrayIndex`, as they were written. */
  readonly layer: number;
  readonly viewport: number;
  /** The size of a point; 1 without. */
  readonly pointSize?: number;
}

export interface ScreenPrimitive {
  readonly input: PrimitiveInput;
  readonly raster: RasterPrimitive;
  readonly interpolation: Interpolation;
  readonly isFront: boolean;
  readonly viewport: Viewport;
  /** The covered part of a pixel, by which alpha is multiplied; undefined: all. */
  readonly alphaAt: ((x: number, y: number) => number) | undefined;
  /** The square of a point, in pixels. */
  readonly point: { readonly x: number; readonly y: number; readonly size: number } | undefined;
}

export interface SetupOptions {
  readonly rasterizer: RasterizerState;
  readonly viewports: readonly Viewport[];
  readonly scissors: readonly PixelRectangle[];
  readonly target: { readonly width: number; readonly height: number };
  readonly sampleCount: number;
  readonly depthFormat: Format | undefined;
  /** The bias of Direct3D 9. */
  readonly constantBias?: number;
  /**
   * The offset in pixels from the window of Direct3D 10 to that of Direct3D 9, whose pixel centers have integer
   * coordinates.
   */
  readonly pixelOffset?: number;
}

const NO_VIEWPORT: Viewport = { x: 0, y: 0, width: 0, height: 0, minDepth: 0, maxDepth: 0 };
const NO_PIXELS: PixelRectangle = { left: 0, top: 0, right: 0, bottom: 0 };
const EDGES = [
  [0, 1],
  [1, 2],
  [2, 0],
] as const;

type Triangle = readonly [WindowVertex, WindowVertex, WindowVertex];

interface Part {
  readonly window: WindowVertex;
  readonly weights: Float64Array;
}

/** The values that all parts of a primitive share. */
interface Frame {
  readonly input: PrimitiveInput;
  readonly viewport: Viewport;
  readonly pixels: PixelRectangle;
  readonly clipW: readonly number[];
}

export class PrimitiveSetup {
  constructor(private readonly options: SetupOptions) {}

  /** The parts of a primitive that may cover pixels; none where it is outside or culled. */
  *setUp(input: PrimitiveInput): Generator<ScreenPrimitive> {
    const { viewports, scissors, rasterizer, target } = this.options;
    const index = input.viewport < viewports.length ? input.viewport : 0;
    const viewport = viewports[index] ?? NO_VIEWPORT;
    const scissor = rasterizer.isScissored ? (scissors[index] ?? NO_PIXELS) : undefined;
    const pixels = pixelsOf(viewport, scissor, target);
    const frame = { input, viewport, pixels, clipW: input.vertices.map(({ position }) => position[3]) };
    if (input.vertices.length === 3) yield* this.#triangle(frame);
    else {
      const parts = this.#clip(frame, [...input.vertices.keys()]);
      if (parts.length === 2) yield* this.#line(frame, parts, true, 0);
      else if (parts.length === 1) yield* this.#point(frame, parts[0]!, true, 0);
    }
  }

  /** Clips the primitive of some of the vertices. */
  #clip({ input, viewport }: Frame, indices: readonly number[]): Part[] {
    const { rasterizer, pixelOffset = 0 } = this.options;
    const count = input.vertices.length;
    const vertices = indices.map((k): ClipVertex => {
      const attributes = new Float64Array(count);
      attributes[k] = 1;
      const { position, clipDistances, cullDistances } = input.vertices[k]!;
      // Only a complete primitive is culled.
      return { position, attributes, clipDistances, cullDistances: indices.length === count ? cullDistances : [] };
    });
    const parts = clipPrimitive(vertices, viewport, rasterizer.isDepthClipped).map((vertex) => {
      const window = toWindow(vertex, viewport);
      const moved = pixelOffset === 0 ? window : { ...window, x: window.x + pixelOffset, y: window.y + pixelOffset };
      return { window: moved, weights: vertex.attributes };
    });
    const isDefined = parts.every(
      ({ window: { x, y, z } }) => !Number.isNaN(x) && !Number.isNaN(y) && !Number.isNaN(z),
    );
    return isDefined ? parts : [];
  }

  *#triangle(frame: Frame): Generator<ScreenPrimitive> {
    const { rasterizer, sampleCount, depthFormat, constantBias } = this.options;
    const parts = this.#clip(frame, [0, 1, 2]);
    const triangles: (readonly [Part, Part, Part])[] = [];
    for (let i = 2; i < parts.length; i++) triangles.push([parts[0]!, parts[i - 1]!, parts[i]!]);
    const windows = triangles.map((triangle) => triangle.map(({ window }) => window) as unknown as Triangle);
    const visible = windows.find((triangle) => windingOf(triangle) !== 0);
    const winding = visible === undefined ? 0 : windingOf(visible);
    // Without an area it faces away.
    const isFront = winding !== 0 && winding > 0 !== rasterizer.isFrontCounterClockwise;
    if (parts.length < 3 || rasterizer.cull === (isFront ? 'front' : 'back')) return;
    const bias = depthBias(visible ?? windows[0]!, rasterizer, depthFormat, constantBias);
    if (rasterizer.fill === 'wireframe') {
      for (const edge of EDGES) {
        const ends = this.#clip(frame, edge);
        if (ends.length === 2) yield* this.#line(frame, ends, isFront, bias);
      }
      return;
    }
    if (rasterizer.fill === 'point') {
      for (const k of [0, 1, 2])
        for (const part of this.#clip(frame, [k])) yield* this.#point(frame, part, isFront, bias);
      return;
    }
    const isUnclipped = parts.length === 3 && parts.every(({ weights }, k) => weights[k] === 1);
    for (const [i, triangle] of windows.entries()) {
      const biased = triangle.map((window) => withBias(window, bias)) as unknown as Triangle;
      const raster = setUpTriangle(biased, frame.pixels, sampleCount);
      if (raster === undefined) continue;
      const weights = isUnclipped ? undefined : triangles[i]!.map((part) => part.weights);
      yield this.#made(frame, raster, new Interpolation(raster, biased, weights, frame.clipW), isFront);
    }
  }

  *#line(frame: Frame, parts: readonly Part[], isFront: boolean, bias: number): Generator<ScreenPrimitive> {
    const { rasterizer, sampleCount } = this.options;
    const ends = parts.map(({ window }) => withBias(window, bias)) as unknown as [WindowVertex, WindowVertex];
    const isRectangle = rasterizer.isMultisampled || rasterizer.isLineAntialiased;
    const alphaAt =
      rasterizer.isLineAntialiased && !rasterizer.isMultisampled ? lineCoverage(ends[0], ends[1]) : undefined;
    const raster = setUpLine(ends, frame.pixels, rasterizer.isMultisampled ? sampleCount : 1, isRectangle, alphaAt);
    if (raster === undefined) return;
    const weights = parts.map((part) => part.weights);
    const isUnclipped = frame.input.vertices.length === 2 && weights.every((weight, k) => weight[k] === 1);
    const interpolation = new Interpolation(raster, ends, isUnclipped ? undefined : weights, frame.clipW);
    // Lines that do not see samples cover all of a pixel's.
    const covering = rasterizer.isMultisampled || sampleCount === 1 ? raster : coveringPixels(raster, sampleCount);
    yield this.#made(frame, covering, interpolation, isFront, alphaAt);
  }

  *#point(frame: Frame, part: Part, isFront: boolean, bias: number): Generator<ScreenPrimitive> {
    const size = frame.input.pointSize ?? 1;
    const window = withBias(part.window, bias);
    const raster = setUpPoint(window, frame.pixels, this.options.sampleCount, size);
    if (raster === undefined) return;
    const isUnclipped = frame.input.vertices.length === 1;
    const interpolation = new Interpolation(raster, [window], isUnclipped ? undefined : [part.weights], frame.clipW);
    const point = { x: window.x - size / 2, y: window.y - size / 2, size };
    yield { ...this.#made(frame, raster, interpolation, isFront), point };
  }

  #made(
    { input, viewport }: Frame,
    raster: RasterPrimitive,
    interpolation: Interpolation,
    isFront: boolean,
    alphaAt?: (x: number, y: number) => number,
  ): ScreenPrimitive {
    return { input, raster, interpolation, isFront, viewport, alphaAt, point: undefined };
  }
}

function withBias(window: WindowVertex, bias: number): WindowVertex {
  return bias === 0 ? window : { ...window, z: Math.fround(window.z + bias) };
}

/** A primitive that covers all samples of the pixels that it covers. */
function coveringPixels(raster: RasterPrimitive, sampleCount: number): RasterPrimitive {
  const all = 2 ** sampleCount - 1;
  return {
    weightsAt: raster.weightsAt,
    *quads(work) {
      for (const { x, y, coverage } of raster.quads(work))
        yield { x, y, coverage: coverage.map((mask) => (mask === 0 ? 0 : all)) };
    },
  };
}
