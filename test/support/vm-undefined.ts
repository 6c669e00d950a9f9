/**
 * Notices where a program does what Direct3D leaves undefined, so that the interpreter and a module may differ: operations that need all pixels
 * of a quad where only some run, indices of inputs and outputs outside of what is declared, and views that another declaration describes.
 */
import type { Sm4DeclaredResource } from '../../src/isa/sm4/declarations.ts';
import { SM4_FULL_OPCODES, sm4NeedsQuad } from '../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../src/isa/sm4/operands.ts';
import { LANES } from '../../src/vm/lanes.ts';
import type { QuadFlow, QuadObserver } from '../../src/vm/quad-flow.ts';
import type { Sm4Index } from '../../src/vm/sm4/operands.ts';
import type { Sm4Quad } from '../../src/vm/sm4/quad.ts';
import type { Sm4Executable, Sm4Named, Sm4Step } from '../../src/vm/sm4/step.ts';

const NEEDS_QUAD = SM4_FULL_OPCODES.map((row) => row !== undefined && sm4NeedsQuad(row));

/** An index that has to be at least `low` and less than `high`. */
interface Bound {
  readonly index: Sm4Index;
  readonly low: number;
  readonly high: number;
}

/** A view whose register a program computes, and the range that is declared for it. */
interface IndexedView {
  readonly named: Sm4Named;
  readonly range: Sm4DeclaredResource;
}

const VIEW_TYPES: Readonly<Record<number, 'srv' | 'uav'>> = {
  [SM4_OPERAND_TYPES.resource.code]: 'srv',
  [SM4_OPERAND_TYPES.unorderedAccessView.code]: 'uav',
};

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

  readonly #views = new Map<Sm4Step, readonly IndexedView[]>();

  constructor({ declarations: { inputs, outputs, indexRanges, resources }, steps }: Sm4Executable) {
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
      const views = step.named.flatMap((named) => indexedView(named, resources) ?? []);
      if (views.length > 0) this.#views.set(step, views);
    }
    this.needsQuads = steps.some(({ code }) => NEEDS_QUAD[code]);
  }

  before(flow: QuadFlow<Sm4Step>, step: Sm4Step): void {
    const { running } = flow.masks;
    if (NEEDS_QUAD[step.code] && running !== 15 && running !== 0) this.isUndefined = true;
    const quad = flow as Sm4Quad;
    const bounds = this.#bounds.get(step) ?? [];
    const views = this.#views.get(step) ?? [];
    for (let lane = 0; lane < LANES && bounds.length + views.length > 0; lane++) {
      if ((running & (1 << lane)) === 0) continue;
      for (const { index, low, high } of bounds) {
        const value = quad.indexOf(index, lane);
        if (value < low || value >= high) this.isUndefined = true;
      }
      for (const { named, range } of views) {
        const register = quad.indexOf(named.register, lane) >>> 0;
        const isOther = register < range.firstRegister || register > range.lastRegister;
        // Without a view, reads are 0.
        if (isOther && quad.viewOf(named, lane) !== undefined) this.isUndefined = true;
      }
    }
  }
}

/** An operand and those that its indices are relative to. */
function withIndices(operand: IndexedOperand): IndexedOperand[] {
  return [operand, ...operand.indices.flatMap(({ register }) => (register === undefined ? [] : withIndices(register)))];
}

function indexedView(named: Sm4Named, resources: readonly Sm4DeclaredResource[]): IndexedView | undefined {
  if (named.register.register === undefined) return undefined;
  const range = resources.find(({ type, id }) => type === VIEW_TYPES[named.type] && id === named.id);
  return range && { named, range };
}
