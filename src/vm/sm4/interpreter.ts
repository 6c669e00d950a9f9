/** A quad of shader models 4.0 to 5.1 that runs: the registers of quad.ts with the handlers of all instructions. */
import { sm4ByOpcode } from '../../isa/sm4/opcodes.ts';
import { SM4_HANDLERS } from './handlers/index.ts';
import { Sm4Quad } from './quad.ts';
import type { Sm4Step } from './step.ts';

const BY_CODE = /* @__PURE__ */ sm4ByOpcode(SM4_HANDLERS);

export class Sm4Interpreter extends Sm4Quad {
  protected execute(step: Sm4Step): void {
    BY_CODE[step.code]!(this, step);
  }
}
