/**
 * Notices where a program does what Direct3D leaves undefined, so that the interpreter and a module may differ: operations that need all pixels
 * of a quad where only some run, and indices of inputs and outputs outside of what is declared.
 */
import { SM4_FULL_OPCODES, sm4NeedsQuad } from '../../src/isa/sm4/opcodes.ts';
import { LANES } from '../../src/vm/lanes.ts';
import type { QuadFlow, QuadObserver } from '../../src/vm/quad-flow.ts';
import type { Sm4Index } from '../../src/vm/sm4/operands.ts';
import type { Sm4Quad } from '../../src/vm/sm4/quad.ts';
import type { Sm4Executable, Sm4Step } from '../../src/vm/sm4/step.ts';

const NEEDS_QUAD = SM4_FULL_OPCODES.map((row) => row !== undefined && sm4NeedsQuad(row));

/** An index that has to be at least `low` and less than `high`. */
interface Bound {
  readonly index: Sm4Index;
  readonly low: number;
  readonly high: number;
}

interface IndexedOperand {
  readonly type: number;
  readonly indices: readonly Sm4Index[];
}

export class UndefinedWatch implements QuadObserver<Sm4Step> {
  /** Whether something undefined happened since it was set to false. */
  isUndefined = false;
  /** Whether the program has an operation that needs all pixels of a quad. */
  readonly needsQuads: boolean;
  readonly #bounds = new Map<Sm4Step, readonly Bound[]>();

  constructor({ declarations: { inputs, outputs, indexRanges }, steps }: Sm4Executable) {
    const vertices = new Map<number, number>();
    for (const one of [...inputs, ...outputs])
      vertices.set(one.type, Math.max(vertices.get(one.type) ?? 0, one.vertices));
    for (const step of steps) {
      const bounds: Bound[] = [];
      for (const { type, indices } of [...step.destinations, ...step.sources].flatMap(withIndices)) {
        const count = vertices.get(type);
        if (count === undefined) continue;
        const last = indices.at(-1);
        const range = indexRanges.findLast(
          (one) =>
            one.type === type &&
            one.position < step.position &&
            last !== undefined &&
            last.immediate >= one.firstRegister &&
            last.immediate < one.firstRegister + one.count,
        );
        if (last?.register !== undefined)
          bounds.push({
            index: last,
            low: range?.firstRegister ?? 0,
            high: range === undefined ? 0 : range.firstRegister + range.count,
          });
        const vertex = indices.at(-2);
        if (vertex?.register !== undefined) bounds.push({ index: vertex, low: 0, high: count });
      }
      if (bounds.length > 0) this.#bounds.set(step, bounds);
    }
    this.needsQuads = steps.some(({ code }) => NEEDS_QUAD[code]);
  }

  before(flow: QuadFlow<Sm4Step>, step: Sm4Step): void {
    const { running } = flow.masks;
    if (NEEDS_QUAD[step.code] && running !== 15 && running !== 0) this.isUndefined = true;
    for (const { index, low, high } of this.#bounds.get(step) ?? []) {
      for (let lane = 0; lane < LANES; lane++) {
        if ((running & (1 << lane)) === 0) continue;
        const value = (flow as Sm4Quad).indexOf(index, lane);
        if (value < low || value >= high) this.isUndefined = true;
      }
    }
  }
}

/** An operand and those that its indices are relative to. */
function withIndices(operand: IndexedOperand): IndexedOperand[] {
  return [operand, ...operand.indices.flatMap(({ register }) => (register === undefined ? [] : withIndices(register)))];
}
