/**
 * The trial: translated shaders with all data that they get, and what is read back afterwards. Every executor of
 * translated shaders takes it (WebGPU for WGSL; Vulkan for SPIR-V and OpenGL for GLSL can take the same), so nothing in
 * it depends on a language.
 *
 * A trial is one draw or one dispatch:
 *
 * - `stages` has the code of each stage and its map. Which variable is where is said by the rows of the map only.
 * - `bindings` has, for each row of each map that gets something, what it gets: the number of a resource, or the
 *   state of a sampler. The hidden counter of a structured view and the buffer of runtime uniforms are buffers as
 *   others. A row without an entry is unbound: its reads are compared with nothing, and an executor binds anything that
 *   its interface allows.
 * - `resources` are buffers and textures with their first contents. A buffer is an integer of words. Subresources
 *   of a texture are in the order of Direct3D (all mipmaps of layer 0, then of layer 1), rows and slices without gaps,
 *   at the offsets of `subresources`. Formats are names of DXGI.
 * - `draw` has a buffer of tightly packed values for each location of the vertex shader, indices, targets of one size
 *   that are cleared first, and a viewport that is all of them. Its depth test always passes; colors replace those of
 *   the targets or are added to them. Positions are those of Direct3D: y goes up, z from 0 to 1.
 * - `reads` says what is read afterwards: an entire buffer, a subresource of a texture, a target. Results are bytes in
 *   this order; rows have no gaps.
 *
 * Executors are separate processes, because drivers crash. {@link GpuExecutor} is their client.
 *
 * Not for: what the interpreter gives for the same data (../wine/trial.ts), where trials come from (from-request.ts).
 */
import type { TranslatedStage, TranslationBinding } from '../../src/translate/index.ts';
import type { Sampler } from '../../src/vm/texture/sampler.ts';
import type { Subresource } from '../../src/vm/texture/texture.ts';

export interface GpuTrial {
  readonly stages: readonly TranslatedStage[];
  readonly resources: readonly GpuResource[];
  readonly bindings: readonly GpuBinding[];
  /** Thread groups of a compute shader. */
  readonly dispatch?: readonly [number, number, number];
  readonly draw?: GpuDraw;
  readonly reads: readonly GpuRead[];
}

export type GpuResource = GpuBuffer | GpuTexture;

export interface GpuBuffer {
  readonly kind: 'buffer';
  readonly bytes: Uint8Array;
}

export interface GpuTexture {
  readonly kind: 'texture';
  readonly dimension: '1d' | '2d' | '3d';
  /** The name in DXGI_FORMAT. */
  readonly format: string;
  readonly texelBytes: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly layers: number;
  readonly mips: number;
  readonly isCube: boolean;
  /** Samples of each texel, which are next to each other in `bytes` and all the same; absent for one. */
  readonly samples?: number;
  readonly subresources: readonly Subresource[];
  readonly bytes: Uint8Array;
}

export interface GpuBinding {
  readonly stage: TranslatedStage['stage'];
  readonly row: TranslationBinding;
  /** Of an array of descriptors: which one this is, and how many there are. Each is a binding. */
  readonly element?: number;
  readonly count?: number;
  /** Index in `resources`. A texture is shown completely. */
  readonly resource?: number;
  readonly sampler?: Sampler;
}

export interface GpuDraw {
  readonly topology:
    | 'point-list'
    | 'line-list'
    | 'line-strip'
    | 'triangle-list'
    | 'triangle-strip'
    | 'line-list-adj'
    | 'line-strip-adj'
    | 'triangle-list-adj'
    | 'triangle-strip-adj'
    | 'patch-list';
  /** Control points of a patch. */
  readonly controlPoints?: number;
  readonly inputs: readonly GpuVertexInput[];
  readonly vertices: number;
  readonly instances: number;
  readonly indices?: { readonly bits: 16 | 32; readonly bytes: Uint8Array };
  /** Added to indices. */
  readonly baseVertex: number;
  /** Whether colors are added to those of the targets. */
  readonly isAdded?: boolean;
  readonly width: number;
  readonly height: number;
  readonly targets: readonly GpuTarget[];
}

export interface GpuVertexInput {
  readonly semantic: string;
  readonly index: number;
  readonly location: number;
  /** The name in DXGI_FORMAT: four components of 32 bits. */
  readonly format: string;
  readonly bytes: Uint8Array;
}

export interface GpuTarget {
  /** The name in DXGI_FORMAT. */
  readonly format: string;
  readonly texelBytes: number;
  readonly clear: readonly [number, number, number, number];
}

export type GpuRead =
  | { readonly what: 'buffer'; readonly resource: number }
  | { readonly what: 'texture'; readonly resource: number; readonly subresource: number }
  | { readonly what: 'target'; readonly target: number };

/** Runs trials on a device. */
export interface GpuExecutor {
  /** The interface, driver and compiler, for reports and provenance. */
  readonly description: string;
  /**
   * The results of the reads.
   *
   * @throws GpuRefused where code or data are not accepted
   * @throws GpuUnsupported where the device lacks something
   * @throws GpuDied where the process ended
   */
  run(trial: GpuTrial): Promise<Uint8Array[]>;
  stop(): void;
}

/** The interface or its compiler does not accept the code or the pipeline. */
export class GpuRefused extends Error {
  override readonly name = 'GpuRefused';
}

/** The device does not have what the trial needs, such as a format. */
export class GpuUnsupported extends Error {
  override readonly name = 'GpuUnsupported';
}

/** The driver crashed or hung on a trial; the executor is ready for the next one. */
export class GpuDied extends Error {
  override readonly name = 'GpuDied';
  constructor(readonly how: 'crash' | 'hang') {
    super(`the executor ended in a ${how} on this trial`);
  }
}
