/**
 * The parts of a draw call that both instruction sets share: topology, arguments, states, targets, limits and results.
 *
 * Not for: shaders, vertices and states of one of them (draw-call.ts, legacy-call.ts).
 */
import type { Diagnostic } from '../../base/diagnostics.ts';
import type { ShaderEngine } from '../engine.ts';
import type { TextureView } from '../texture/texture-view.ts';
import type { Viewport } from './clip.ts';
import type { PixelRectangle } from './rasterizer.ts';
import type { BlendState, DepthStencilState, RasterizerState } from './states.ts';

/**
 * How vertices make primitives. `triangle-fan` is a topology of Direct3D 9; `-adj` have neighbors, which only geometry
 * shaders see; `patch-list` has as many control points as the draw says.
 */
export const TOPOLOGIES = [
  'point-list',
  'line-list',
  'line-strip',
  'triangle-list',
  'triangle-strip',
  'triangle-fan',
  'line-list-adj',
  'line-strip-adj',
  'triangle-list-adj',
  'triangle-strip-adj',
  'patch-list',
] as const;
export type Topology = (typeof TOPOLOGIES)[number];

export interface VertexBuffer {
  readonly bytes: Uint8Array;
  /** Bytes from a vertex to the next; 0: all vertices are the same. */
  readonly stride: number;
  /** The first byte. */
  readonly offset: number;
}

export interface IndexBuffer {
  readonly bytes: Uint8Array;
  readonly bits: 16 | 32;
  /** The first byte. */
  readonly offset: number;
}

/** Which vertices are drawn. */
export interface DrawArguments {
  readonly isIndexed: boolean;
  /** Vertices, or indices where `isIndexed`. */
  readonly count: number;
  readonly instances: number;
  /** The first vertex, or the first index where `isIndexed`. */
  readonly first: number;
  /** Added to every index. */
  readonly baseVertex: number;
  readonly firstInstance: number;
}

export interface DrawTargets {
  readonly topology: Topology;
  /** Control points of each patch of `patch-list`: 1 to 32. */
  readonly patchControlPoints?: number;
  readonly arguments: DrawArguments;
  readonly indexBuffer?: IndexBuffer;
  readonly viewports: readonly Viewport[];
  /** By number of the viewport; used where the rasterizer state says so. */
  readonly scissors: readonly PixelRectangle[];
  readonly rasterizer: RasterizerState;
  readonly depthStencil: DepthStencilState;
  readonly blend: BlendState;
  /**
   * By number. The first mipmap level of a view is written; layers, or slices of a 3D texture, are selected by the
   * shader.
   */
  readonly renderTargets: readonly (TextureView | undefined)[];
  readonly depthTarget?: TextureView;
  readonly limits?: Partial<DrawLimits>;
  /** Is asked now and then whether to stop; what was written until then stays. */
  readonly isStopped?: (() => boolean) | undefined;
  /** Runs shaders; the interpreter without one. */
  readonly engine?: ShaderEngine | undefined;
}

/** Limits of a draw. A draw that exceeds one ends with a diagnostic; everything written before remains. */
export interface DrawLimits {
  /** Instructions of all stages together; an instruction of a quad counts once for its four lanes. */
  readonly maxInstructions: number;
  /** Vertices that the input assembler, the tessellator and geometry shaders make. */
  readonly maxVertices: number;
  /** Quads of pixels that primitives cover. */
  readonly maxQuads: number;
}

export const DEFAULT_DRAW_LIMITS: DrawLimits = {
  maxInstructions: 2 ** 28,
  maxVertices: 2 ** 20,
  maxQuads: 2 ** 26,
};

/** Counts of the work of a draw (D3D11_QUERY_DATA_PIPELINE_STATISTICS). */
export interface DrawCounts {
  /** Vertices and primitives that the input assembler read. */
  inputVertices: number;
  inputPrimitives: number;
  /** Runs of each stage, in lanes; helper lanes do not count. */
  vertexInvocations: number;
  hullInvocations: number;
  domainInvocations: number;
  geometryInvocations: number;
  pixelInvocations: number;
  /** Primitives that geometry shaders made. */
  geometryPrimitives: number;
  /** Primitives that came to the rasterizer, and those that were left after clipping. */
  clipperPrimitives: number;
  rasterizedPrimitives: number;
  /** Samples that passed all tests. */
  samplesPassed: number;
  /** Instructions that ran, once for the four lanes of a quad. */
  instructions: number;
}

/** Counts of the primitives of a stream. */
export interface StreamCounts {
  readonly primitivesWritten: number;
  /** Primitives that would have been written to buffers that are large enough. */
  readonly primitivesNeeded: number;
}

export interface DrawResult {
  /** Faults of the call, which then drew nothing, and limits that were reached. */
  readonly diagnostics: readonly Diagnostic[];
  readonly counts: Readonly<DrawCounts>;
  /** By number of the stream; empty without stream output. */
  readonly streams: readonly StreamCounts[];
  /** By number of the buffer of stream output: the byte after the last one that was written. */
  readonly streamOffsets: readonly number[];
}
