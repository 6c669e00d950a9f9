/**
 * A quad of a stage that runs again and again on other inputs; registers are 0 at the beginning of each run, which
 * Direct3D leaves undefined.
 *
 * Not for: what goes into its registers (the stages).
 */
import { ALL_LANES } from '../lanes.ts';
import { Sm4Interpreter } from '../sm4/interpreter.ts';
import { runToEnd } from '../sm4/run-to-end.ts';
import type { DrawContext } from './context.ts';
import type { Sm4DrawShader } from './draw-call.ts';

export class StageQuad extends Sm4Interpreter {
  readonly #context: DrawContext;

  constructor(context: DrawContext, { executable, bindings }: Sm4DrawShader) {
    super(executable, bindings);
    this.#context = context;
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
    runToEnd(this, this.#context.instructionsLeft, this.#context.isLate);
    return this.#context.spendInstructions(this.executed - before, this.state === 'ended');
  }
}
