/** A quad of shader models 1 to 3 that runs: the registers of quad.ts with the handlers of all instructions. */
import { SM1_HANDLERS } from './handlers/index.ts';
import { Sm1Quad } from './quad.ts';
import type { Sm1Step } from './step.ts';

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
