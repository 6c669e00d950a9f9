/**
 * Notices where a program does what Direct3D leaves undefined, so that the interpreter and a module may differ:
 * operations that need all pixels of a quad where only some run, indices of inputs and outputs outside of what is
 * declared, and views that another declaration describes.
 */
import { Sm4Cursor } from '../../src/isa/sm4/cursor.ts';
import type { Sm4DeclaredResource } from '../../src/isa/sm4/declarations.ts';
import { SM4_OPCODE_BY_CODE, sm4NeedsQuad } from '../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../src/isa/sm4/operands.ts';
import { sm4UsesRangeIds } from '../../src/isa/sm4/program.ts';
import { Sm4ExtendedOpcodeToken } from '../../src/isa/sm4/tokens.ts';
import { LANES } from '../../src/vm/lanes.ts';
import type { QuadFlow, QuadObserver } from '../../src/vm/quad-flow.ts';
import type { Sm4Executable, Sm4Named, Sm4Step } from '../../src/vm/sm4/executable.ts';
import type { Sm4Index } from '../../src/vm/sm4/operands.ts';
import type { Sm4Quad } from '../../src/vm/sm4/quad.ts';
import type { Random } from '../random.ts';
import { declarationOf } from './random-bindings.ts';

const NEEDS_QUAD = SM4_OPCODE_BY_CODE.map((row) => row !== undefined && sm4NeedsQuad(row));

/** An index that has to be at least `low` and less than `high`. */
interface Bound {
  readonly index: Sm4Index;
  readonly low: number;
  readonly high: number;
}

/**
 * A view that an instruction names, and what describes it: a declaration or, of computed registers before 5.1, the
 * dimension in the instruction.
 */
interface DescribedView {
  readonly named: Sm4Named;
  readonly declared: Sm4DeclaredResource | undefined;
  readonly dimension: number;
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
  /** The values of temporary registers before they are written; zeros without it. */
  uninitialized: Random | undefined = undefined;
  /** Whether the program has an operation that needs all pixels of a quad. */
  readonly needsQuads: boolean;
  readonly #bounds = new Map<Sm4Step, readonly Bound[]>();
  readonly #views = new Map<Sm4Step, readonly DescribedView[]>();

  constructor({ program, declarations: { inputs, outputs, indexRanges, resources }, steps }: Sm4Executable) {
    const hasRanges = sm4UsesRangeIds(program);
    const cursor = new Sm4Cursor(program);
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
      cursor.goto(step.position);
      const dimension = Sm4ExtendedOpcodeToken.dimension.get(cursor.resourceDimension);
      const views = step.named.flatMap((named) => describedView(named, resources, hasRanges, dimension) ?? []);
      if (views.length > 0) this.#views.set(step, views);
    }
    this.needsQuads = steps.some(({ code }) => NEEDS_QUAD[code]);
  }

  started(flow: QuadFlow<Sm4Step>): void {
    const { uninitialized } = this;
    if (uninitialized === undefined) return;
    const { files, tempArrays } = flow as Sm4Quad;
    for (const file of [files[SM4_OPERAND_TYPES.temp.code], ...tempArrays])
      if (file !== undefined) for (let i = 0; i < file.words.length; i++) file.words[i] = uninitialized.word();
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
      for (const { named, declared, dimension } of views) {
        const view = quad.viewOf(named, lane);
        // Without a view, reads are 0.
        const of = view && declarationOf(view);
        if (of !== undefined && (declared ? of !== declared : of.dimension !== dimension)) this.isUndefined = true;
      }
    }
  }
}

/** An operand and those that its indices are relative to. */
function withIndices(operand: IndexedOperand): IndexedOperand[] {
  return [operand, ...operand.indices.flatMap(({ register }) => (register === undefined ? [] : withIndices(register)))];
}

/** The description of a view that an instruction names; undefined if there is none. */
function describedView(
  named: Sm4Named,
  resources: readonly Sm4DeclaredResource[],
  hasRanges: boolean,
  dimension: number,
): DescribedView | undefined {
  const type = VIEW_TYPES[named.type];
  if (type === undefined) return undefined;
  if (!hasRanges && named.register.register !== undefined)
    return dimension === 0 ? undefined : { named, declared: undefined, dimension };
  const declared = resources.find((one) => one.type === type && one.id === named.id);
  return declared && { named, declared, dimension };
}
