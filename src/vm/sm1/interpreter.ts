/** A quad of shader models 1 to 3 that runs: the registers of quad.ts with one handler for each instruction. */

import type { Sm1Opcode } from '../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../isa/sm1/registers.ts';
import type { BoundLegacyExecutable, LegacyRunner, ShaderEngine, StageLimits } from '../engine.ts';
import type { Sm1Step } from './executable.ts';
import { ARITHMETIC_HANDLERS } from './handlers/arithmetic.ts';
import { FLOW_HANDLERS } from './handlers/flow.ts';
import type { Sm1Handler } from './handlers/handler.ts';
import { TEXTURE_HANDLERS } from './handlers/textures.ts';
import { Sm1Quad } from './quad.ts';
import { StageTextures } from './stage-textures.ts';

export const SM1_HANDLERS: Readonly<Record<Sm1Opcode, Sm1Handler>> = {
  ...ARITHMETIC_HANDLERS,
  ...FLOW_HANDLERS,
  ...TEXTURE_HANDLERS,
};

export class Sm1Interpreter extends Sm1Quad {
  protected execute(step: Sm1Step): void {
    const handler = SM1_HANDLERS[step.opcode];
    if (handler.kind === 'flow') {
      handler.run(this, step);
      return;
    }
    const { partner } = step;
    const other = partner && SM1_HANDLERS[partner.opcode];
    // Both read before either writes.
    handler.compute(this, step, this.result);
    if (other?.kind === 'result') other.compute(this, partner!, this.second);
    this.write(step, this.result);
    if (partner !== undefined) this.write(partner, this.second);
  }
}

const TEXTURE = SM1_REGISTERS.addressOrTexture.code;

/** A quad of a draw, which runs again and again on other inputs. */
export class LegacyStageQuad extends Sm1Interpreter implements LegacyRunner {
  constructor(
    private readonly limits: StageLimits,
    { executable, constants, textures }: BoundLegacyExecutable,
  ) {
    super(executable, constants, new StageTextures(textures));
  }

  runMain(lanes: number): boolean {
    const { executable, limits } = this;
    // Texture instructions before 1.4 read the coordinates of the stages.
    if (executable.isPixel) this.coordinates.words.set(this.files[TEXTURE]!.words);
    const before = this.executed;
    this.start(lanes, 0, executable.mainEnd);
    this.runUnlessStopped(limits.instructionsLeft, limits.isLate);
    return limits.spendInstructions(this.executed - before, this.state === 'ended');
  }
}

/** A quad for a shader of a draw, by the engine of the draw. */
export function legacyRunner(
  context: StageLimits & { readonly engine?: ShaderEngine | undefined },
  shader: BoundLegacyExecutable,
): LegacyRunner {
  return context.engine?.legacyRunner(context, shader) ?? new LegacyStageQuad(context, shader);
}
