/**
 * Notices where a compiled program does what Direct3D leaves undefined, or what trials do not have: registers of an
 * array that nothing is bound to, and those that invocations choose for themselves where the program does not say so.
 */

import { UndefinedWatch } from '../../smith/checks/vm-undefined.ts';
import { Sm4Cursor } from '../../src/isa/sm4/cursor.ts';
import type { Sm4Declarations } from '../../src/isa/sm4/declarations.ts';
import { SM4_OPERAND_TYPES } from '../../src/isa/sm4/operands.ts';
import { Sm4ExtendedOperandToken } from '../../src/isa/sm4/tokens.ts';
import { LANES } from '../../src/vm/lanes.ts';
import type { QuadFlow } from '../../src/vm/quad-flow.ts';
import type { Sm4Executable, Sm4Named, Sm4Step } from '../../src/vm/sm4/executable.ts';
import type { Sm4Source } from '../../src/vm/sm4/operands.ts';
import type { Sm4Quad } from '../../src/vm/sm4/quad.ts';

const { resource, unorderedAccessView, sampler, constantBuffer } = SM4_OPERAND_TYPES;
const VIEWS: ReadonlySet<number> = new Set([resource.code, unorderedAccessView.code]);

export class CompiledWatch extends UndefinedWatch {
  readonly #declarations: Sm4Declarations;
  /** The registers that instructions chose, by their operands. */
  readonly #chosen = new Map<Sm4Named | Sm4Source, number>();

  /** Instructions with an operand that says that its register may differ between invocations. */
  readonly #nonUniform: ReadonlySet<Sm4Step>;

  constructor(executable: Sm4Executable) {
    super(executable);
    this.#declarations = executable.declarations;
    const cursor = new Sm4Cursor(executable.program);
    this.#nonUniform = new Set(executable.steps.filter((step) => hasNonUniformOperand(cursor, step)));
  }

  override before(flow: QuadFlow<Sm4Step>, step: Sm4Step): void {
    super.before(flow, step);
    const quad = flow as Sm4Quad;
    for (let lane = 0; lane < LANES; lane++) {
      if ((quad.masks.running & (1 << lane)) === 0) continue;
      if (step.named.some((one) => !this.#isBound(quad, step, one, lane))) this.isUndefined = true;
      if (step.sources.some((one) => !this.#isBuffer(quad, step, one, lane))) this.isUndefined = true;
    }
  }

  /** Whether the view or sampler that an operand names by a register is there, and the same for all. */
  #isBound(quad: Sm4Quad, step: Sm4Step, named: Sm4Named, lane: number): boolean {
    if (named.register.register === undefined) return true;
    const register = quad.indexOf(named.register, lane);
    if (!this.#isSame(step, named, register)) return false;
    if (VIEWS.has(named.type)) return quad.viewOf(named, lane) !== undefined;
    return named.type !== sampler.code || quad.bindings.samplers.get(register, named.space) !== undefined;
  }

  /** Whether the constant buffer that a source names by a register is there. */
  #isBuffer(quad: Sm4Quad, step: Sm4Step, source: Sm4Source, lane: number): boolean {
    const { type, indices } = source;
    const [id, slot] = indices;
    if (type !== constantBuffer.code || indices.length < 3 || slot?.register === undefined) return true;
    const declared = this.#declarations.resources.find((one) => one.type === 'cbv' && one.id === id!.immediate);
    const register = quad.indexOf(slot, lane);
    return (
      this.#isSame(step, source, register) && quad.bindings.constantBuffers.get(register, declared?.space) !== undefined
    );
  }

  #isSame(step: Sm4Step, operand: Sm4Named | Sm4Source, register: number): boolean {
    if (this.#nonUniform.has(step)) return true;
    const first = this.#chosen.get(operand) ?? register;
    this.#chosen.set(operand, first);
    return first === register;
  }
}

function hasNonUniformOperand(cursor: Sm4Cursor, { position }: Sm4Step): boolean {
  cursor.goto(position);
  return cursor.operands
    .slice(0, cursor.operandCount)
    .some(({ extension }) => Sm4ExtendedOperandToken.nonUniform.test(extension));
}
