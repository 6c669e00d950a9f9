/**
 * The interface of engines that run the shaders of draws: the interpreter, or one that is faster and gives the same
 * bits. Stages see only this.
 */
import type { Bindings } from './bindings.ts';
import type { RegisterFile } from './lanes.ts';
import type { Sm4Executable } from './sm4/executable.ts';
import type { Interpolator } from './sm4/quad.ts';

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

export interface ShaderEngine {
  /** A quad for a shader of a draw; undefined for the interpreter's. */
  stageRunner(limits: StageLimits, shader: BoundExecutable): StageRunner | undefined;
}
