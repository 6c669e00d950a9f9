/** A quad of shader models 4.0 to 5.1 that runs: the registers of quad.ts with one handler for each instruction. */
import { type Sm4InstructionMnemonic, sm4ByOpcode } from '../../isa/sm4/opcodes.ts';
import type { BoundExecutable, PrimitiveOptions, ShaderEngine, StageLimits, StageRunner } from '../engine.ts';
import { ALL_LANES } from '../lanes.ts';
import type { Sm4Step } from './executable.ts';
import { COMPONENTWISE_HANDLERS, DOUBLE_HANDLERS, MOVE_HANDLERS } from './handlers/arithmetic.ts';
import { FLOW_HANDLERS, STREAM_HANDLERS } from './handlers/flow.ts';
import { MEMORY_HANDLERS } from './handlers/memory.ts';
import { DERIVATIVE_HANDLERS, INTERPOLATION_HANDLERS } from './handlers/pixel.ts';
import { TEXTURE_HANDLERS } from './handlers/textures.ts';
import { type Sm4Handler, Sm4Quad } from './quad.ts';

export const SM4_HANDLERS: Readonly<Record<Sm4InstructionMnemonic, Sm4Handler>> = {
  ...COMPONENTWISE_HANDLERS,
  ...DOUBLE_HANDLERS,
  ...MOVE_HANDLERS,
  ...FLOW_HANDLERS,
  ...DERIVATIVE_HANDLERS,
  ...MEMORY_HANDLERS,
  ...STREAM_HANDLERS,
  ...INTERPOLATION_HANDLERS,
  ...TEXTURE_HANDLERS,
};

const BY_CODE = /* @__PURE__ */ sm4ByOpcode(SM4_HANDLERS);

export class Sm4Interpreter extends Sm4Quad {
  protected execute(step: Sm4Step): void {
    BY_CODE[step.code]!(this, step);
  }
}

/**
 * Runs until the lanes have ended, `limit` instructions ran, or `isStopped`. Barriers, which only thread groups have,
 * do nothing.
 */
export function runToEnd(quad: Sm4Quad, limit: number, isStopped: PrimitiveOptions['isStopped']): void {
  const stop = quad.executed + limit;
  do {
    quad.runUnlessStopped(stop - quad.executed, isStopped);
  } while (quad.state === 'barrier');
}

// A quad of a stage that runs again and again on other inputs; registers are 0 at the beginning of each run, which
// Direct3D leaves undefined.

export class StageQuad extends Sm4Interpreter implements StageRunner {
  constructor(
    private readonly context: StageLimits,
    { executable, bindings }: BoundExecutable,
  ) {
    super(executable, bindings);
  }

  /** Sets all registers to 0. */
  clear(): void {
    for (const file of this.files) file?.words.fill(0);
    for (const file of this.tempArrays) file?.words.fill(0);
    this.helpers = 0;
  }

  /**
   * Runs the main program. Returns false if it did not reach its end. @param lanes the lanes that run; the others are
   * helpers
   */
  runMain(lanes = ALL_LANES): boolean {
    const { start, end } = this.executable.parts[0]!;
    const before = this.executed;
    this.start(lanes, start, end);
    runToEnd(this, this.context.instructionsLeft, this.context.isLate);
    return this.context.spendInstructions(this.executed - before, this.state === 'ended');
  }
}

/** A quad for a shader of a draw, by the engine of the draw. */
export function stageRunner(
  context: StageLimits & { readonly engine?: ShaderEngine | undefined },
  shader: BoundExecutable,
): StageRunner {
  return context.engine?.stageRunner(context, shader) ?? new StageQuad(context, shader);
}
