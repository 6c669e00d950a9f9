/** A quad of shader models 1 to 3 that runs: the registers of quad.ts with one handler for each instruction. */
import type { Sm1Opcode } from '../../isa/sm1/opcodes.ts';
import type { Sm1Step } from './executable.ts';
import { ARITHMETIC_HANDLERS } from './handlers/arithmetic.ts';
import { FLOW_HANDLERS } from './handlers/flow.ts';
import type { Sm1Handler } from './handlers/handler.ts';
import { TEXTURE_HANDLERS } from './handlers/textures.ts';
import { Sm1Quad } from './quad.ts';

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
