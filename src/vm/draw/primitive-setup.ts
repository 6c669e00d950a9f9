/**
 * From primitives in clip space to primitives that are ready to be rasterized: clipped, in the window, culled, filled
 * or as wire frames.
 *
 * Source: Direct3D 11.3 functional specification, 15.3 to 15.15.
 */
import type { Format } from '../../formats/formats.ts';
import { type ClipVertex, clipPrimitive, pixelsOf, toWindow, type Viewport } from './clip.ts';
import { depthBias } from './depth-bias.ts';
import { Interpolation } from './interpolation.ts';
import { lineCoverage } from './line-coverage.ts';
import { setUpLine } from './line-rasterizer.ts';
import type { PixelRectangle, RasterPrimitive, WindowVertex } from './raster-quads.ts';
import { setUpPoint, setUpTriangle, windingOf } from './rasterizer.ts';
import type { RasterizerState } from './states.ts';

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

/** A primitive on the screen. */
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
  /** Weights of the original vertices. */
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
  readonly #options: SetupOptions;

  constructor(options: SetupOptions) {
    this.#options = options;
  }

  /** The parts of a primitive that may cover pixels; none where it is outside or culled. */
  *setUp(input: PrimitiveInput): Generator<ScreenPrimitive> {
    const { viewports, scissors, rasterizer, target } = this.#options;
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
    const { rasterizer, pixelOffset = 0 } = this.#options;
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
    const { rasterizer, sampleCount, depthFormat, constantBias } = this.#options;
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
    const isWhole = parts.length === 3 && parts.every(({ weights }, k) => weights[k] === 1);
    for (const [i, triangle] of windows.entries()) {
      const biased = triangle.map((window) => withBias(window, bias)) as unknown as Triangle;
      const raster = setUpTriangle(biased, frame.pixels, sampleCount);
      if (raster === undefined) continue;
      const weights = isWhole ? undefined : triangles[i]!.map((part) => part.weights);
      yield this.#made(frame, raster, new Interpolation(raster, biased, weights, frame.clipW), isFront);
    }
  }

  *#line(frame: Frame, parts: readonly Part[], isFront: boolean, bias: number): Generator<ScreenPrimitive> {
    const { rasterizer, sampleCount } = this.#options;
    const ends = parts.map(({ window }) => withBias(window, bias)) as unknown as [WindowVertex, WindowVertex];
    const isRectangle = rasterizer.isMultisampled || rasterizer.isLineAntialiased;
    const alphaAt =
      rasterizer.isLineAntialiased && !rasterizer.isMultisampled ? lineCoverage(ends[0], ends[1]) : undefined;
    const raster = setUpLine(ends, frame.pixels, rasterizer.isMultisampled ? sampleCount : 1, isRectangle, alphaAt);
    if (raster === undefined) return;
    const weights = parts.map((part) => part.weights);
    const isWhole = frame.input.vertices.length === 2 && weights.every((weight, k) => weight[k] === 1);
    const interpolation = new Interpolation(raster, ends, isWhole ? undefined : weights, frame.clipW);
    // Lines that do not see samples cover all of a pixel's.
    const whole = rasterizer.isMultisampled || sampleCount === 1 ? raster : coveringPixels(raster, sampleCount);
    yield this.#made(frame, whole, interpolation, isFront, alphaAt);
  }

  *#point(frame: Frame, part: Part, isFront: boolean, bias: number): Generator<ScreenPrimitive> {
    const size = frame.input.pointSize ?? 1;
    const window = withBias(part.window, bias);
    const raster = setUpPoint(window, frame.pixels, this.#options.sampleCount, size);
    if (raster === undefined) return;
    const isWhole = frame.input.vertices.length === 1;
    const interpolation = new Interpolation(raster, [window], isWhole ? undefined : [part.weights], frame.clipW);
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
