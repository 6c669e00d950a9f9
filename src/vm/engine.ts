/**
 * The interface of engines that run the shaders of draws and dispatches: the interpreter, or one that is faster and
 * gives the same bits. Stages see only this.
 */
import type { Bindings } from './bindings.ts';
import type { RegisterFile } from './lanes.ts';
import type { Sm1Executable } from './sm1/executable.ts';
import type { Sm1Constants } from './sm1/quad.ts';
import type { TextureStage } from './sm1/stage-textures.ts';
import type { Sm4Executable } from './sm4/executable.ts';
import type { Interpolator, Registers } from './sm4/quad.ts';

/** A quad of a stage that runs again and again on other inputs. */
export interface StageRunner {
  /** Registers by operand type. They may move when {@link StageRunner.clear} is called. */
  readonly files: (RegisterFile | undefined)[];
  /** Lanes whose writes have no effect. */
  helpers: number;
  /** The pixels of the quad: the upper left one, and the lanes that are no helpers. */
  readonly pixels: { x: number; y: number; lanes: number };
  rasterizerSamples: number;
  interpolator: Interpolator | undefined;
  /** Sets all registers to 0. */
  clear(): void;
  /** Runs the main program for the lanes in `lanes`. Returns false if it did not reach its end. */
  runMain(lanes?: number): boolean;
}

/** A quad of a shader of models 1 to 3. */
export interface LegacyRunner {
  readonly executable: Sm1Executable;
  /** Registers by type. They may move when {@link LegacyRunner.clearRegisters} is called. */
  readonly files: (RegisterFile | undefined)[];
  helpers: number;
  readonly pixels: { x: number; y: number; lanes: number };
  clearRegisters(): void;
  /** Runs the program for the lanes in `lanes`. Returns false if it did not reach its end. */
  runMain(lanes: number): boolean;
}

/** A shader of models 1 to 3 with its constants and textures. */
export interface BoundLegacyExecutable {
  readonly executable: Sm1Executable;
  readonly constants: Sm1Constants;
  /** By number of the sampler, or of the stage. */
  readonly textures: readonly TextureStage[];
}

/** A shader with what is bound to it. */
export interface BoundExecutable {
  readonly executable: Sm4Executable;
  readonly bindings: Bindings;
}

/** The limits of a draw. */
export interface StageLimits {
  /** Instructions that may still run. */
  readonly instructionsLeft: number;
  /** Is asked now and then whether the draw has to stop. */
  readonly isLate?: (() => boolean) | undefined;
  /** Counts instructions that ran. Returns false where the draw has to stop. */
  spendInstructions(count: number, isEnded: boolean): boolean;
}

/** The reason why a group stopped early. */
export type ComputeFault = 'limit' | 'deadlock' | 'divergentBarrier' | 'stopped';

/** Where it went wrong. */
export interface ComputeFaultLocation {
  readonly fault: ComputeFault;
  readonly group: readonly [number, number, number];
  /** The quad that cannot go on. */
  readonly quad: number;
  /** At a barrier that not all threads reach, a quad that is elsewhere. */
  readonly other: number;
  /** Position of its instruction in the program; -1 for none. */
  readonly position: number;
}

export interface ComputeOptions {
  /** Instructions that all groups together may execute; a quad's instruction counts once for its four lanes. */
  readonly maxInstructions: number;
  /** Selects another order of groups and threads; absent: by number. */
  readonly seed?: number | undefined;
  /** Is asked now and then whether to stop. */
  readonly isStopped?: (() => boolean) | undefined;
}

/** The result of a dispatch. */
export interface ComputeResult {
  /** The first fault; undefined without one. */
  readonly fault: ComputeFault | undefined;
  readonly location: ComputeFaultLocation | undefined;
  readonly executed: number;
}

/** How a shader runs on a primitive or a patch. */
export interface PrimitiveOptions {
  readonly primitiveId: number;
  readonly maxInstructions: number;
  /** Is asked now and then whether to stop. */
  readonly isStopped?: (() => boolean) | undefined;
}

/** The strips of a stream: each a list of the registers of its vertices. */
export type Strips = readonly (readonly Registers[])[];

export interface GeometryResult {
  readonly streams: readonly Strips[];
  /** Whether the instructions were more than allowed; the results are then incomplete. */
  readonly isLimited: boolean;
  readonly executed: number;
}

export interface HullResult {
  readonly points: readonly Registers[];
  /** The registers of the patch, tessellation factors included. */
  readonly patchConstants: Registers;
  /** Whether the instructions were more than allowed; the results are then incomplete. */
  readonly isLimited: boolean;
  readonly executed: number;
}

export interface ShaderEngine {
  /** A quad for a shader of a draw; undefined for the interpreter's. */
  stageRunner(limits: StageLimits, shader: BoundExecutable): StageRunner | undefined;
  /** A quad for a shader of models 1 to 3. */
  legacyRunner(limits: StageLimits, shader: BoundLegacyExecutable): LegacyRunner | undefined;
  /** Runs a geometry shader on a primitive; undefined where the interpreter does it. */
  geometry(
    shader: BoundExecutable,
    vertices: readonly Registers[],
    options: PrimitiveOptions,
  ): GeometryResult | undefined;
  /** Runs a hull shader on a patch; undefined where the interpreter does it. */
  hull(shader: BoundExecutable, points: readonly Registers[], options: PrimitiveOptions): HullResult | undefined;
  /** Runs thread groups; undefined where the interpreter does it. */
  compute(
    shader: BoundExecutable,
    groups: readonly [number, number, number],
    options: ComputeOptions,
  ): ComputeResult | undefined;
}
