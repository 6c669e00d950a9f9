/**
 * Lanes of vector operations of a source, which Microsoft's compiler simplifies together or not at all (source:
 * oracle): `v.xy - v.xz` stays a subtraction of two lanes, and `v * float4(0, 1, 2, 3)` one product.
 *
 * Only lanes whose operands are lanes of the same registers count as such: one instruction computes them.
 */
import type { IrModule } from '../module.ts';
import type { OpStore } from '../op-store.ts';
import { Op } from '../ops.ts';
import { walkModule } from './walk.ts';

/** Of operations, the number of the vector operation that each is a lane of. */
export type VectorLanes = ReadonlyMap<number, number>;

/** Lanes of one vector operation. */
interface Vector {
  readonly lanes: number[];
  /** Lanes that can be replaced, with their replacements. */
  readonly replaced: Map<number, number>;
}

/** The lanes that stay until all lanes of their vector operation can be replaced. */
export class HeldLanes {
  readonly #vectors = new Map<number, Vector>();

  constructor(
    module: IrModule,
    private readonly lanes: VectorLanes,
  ) {
    const { ops } = module;
    if (lanes.size === 0) return;
    walkModule(module, (op) => {
      const number = lanes.get(op);
      if (number === undefined || ops.code[op] === Op.const) return;
      const vector = this.#vectors.get(number);
      if (vector === undefined) this.#vectors.set(number, { lanes: [op], replaced: new Map() });
      else vector.lanes.push(op);
    });
    for (const [number, vector] of this.#vectors) {
      const [first, ...others] = vector.lanes;
      if (others.length === 0 || others.some((op) => !haveSameSources(ops, op, first!))) this.#vectors.delete(number);
    }
  }

  /** Returns the operations that can be replaced now that one can be, with their replacements. */
  release(op: number, by: number): Iterable<readonly [op: number, by: number]> {
    const vector = this.#vectors.get(this.lanes.get(op) ?? -1);
    if (vector === undefined) return [[op, by]];
    vector.replaced.set(op, by);
    return vector.replaced.size === vector.lanes.length ? vector.replaced : [];
  }
}

function haveSameSources(ops: OpStore, a: number, b: number): boolean {
  if (ops.code[a] !== ops.code[b] || ops.arity[a] !== ops.arity[b]) return false;
  for (let i = 0; i < ops.arity[a]!; i++)
    if (sourceOf(ops, ops.operand(a, i)) !== sourceOf(ops, ops.operand(b, i))) return false;
  return true;
}

/** A text for the input or constant register, or the vector, that a scalar is a lane of. */
function sourceOf(ops: OpStore, scalar: number): string {
  let value = scalar;
  while (ops.code[value] === Op['f.neg'] || ops.code[value] === Op['f.abs']) value = ops.a[value]!;
  const code = ops.code[value]!;
  switch (code) {
    case Op.const:
      return 'literal';
    case Op.in:
      return `input ${ops.extra[value]! >> 2}`;
    case Op['cb.load']: {
      const row = ops.a[value]!;
      return `constant ${ops.extra[value]! >> 2} ${ops.code[row] === Op.const ? ops.operand(row, 0) : `[${row}]`}`;
    }
    case Op.pick:
      return `vector ${ops.operand(value, 0) >> 2}`;
    default:
      return 'computed';
  }
}
