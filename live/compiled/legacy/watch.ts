/**
 * Notices where a program of models 1 to 3 does what Direct3D 9 leaves undefined: gradients where only some pixels of a
 * quad run, and indices of inputs outside of what there is.
 *
 * Not for: indices of constants, which read 0 outside of all registers in the interpreter and in translations
 * (docs/translating.md).
 */
import type { Sm1Opcode } from '../../../src/isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../src/isa/sm1/registers.ts';
import { ALL_LANES, LANES } from '../../../src/vm/lanes.ts';
import type { QuadFlow, QuadObserver } from '../../../src/vm/quad-flow.ts';
import type { Sm1Executable, Sm1Step } from '../../../src/vm/sm1/executable.ts';
import type { Sm1Source } from '../../../src/vm/sm1/operands.ts';
import type { Sm1Quad } from '../../../src/vm/sm1/quad.ts';

const NEEDS_QUAD: ReadonlySet<Sm1Opcode> = new Set<Sm1Opcode>(['texld', 'dsx', 'dsy']);
const INPUT = SM1_REGISTERS.input.code;

export class LegacyWatch implements QuadObserver<Sm1Step> {
  isUndefined = false;
  /** Components that are declared of each input. */
  readonly #inputs: number[] = [];

  constructor({ declarations }: Sm1Executable) {
    for (const { type, number, mask } of declarations.registers)
      if (type === INPUT) this.#inputs[number] = (this.#inputs[number] ?? 0) | mask;
  }

  before(flow: QuadFlow<Sm1Step>, step: Sm1Step): void {
    const quad = flow as Sm1Quad;
    const { running } = quad.masks;
    if (quad.executable.isPixel && NEEDS_QUAD.has(step.opcode) && running !== ALL_LANES && running !== 0)
      this.isUndefined = true;
    for (const source of step.sources)
      if (source.relative !== undefined && source.type === INPUT) this.#check(quad, source);
  }

  #check(quad: Sm1Quad, source: Sm1Source): void {
    const read = source.swizzle.reduce((mask, component) => mask | (1 << component), 0);
    for (let lane = 0; lane < LANES; lane++)
      if (quad.masks.running & (1 << lane) && read & ~(this.#inputs[quad.registerOf(source, lane)] ?? 0))
        this.isUndefined = true;
  }
}
