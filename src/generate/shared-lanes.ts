/**
 * Coordinates of textures that share a lane, such as a column that a blur reads: it is computed again for each of them
 * with another lane that is computed in the same way. One instruction computes both then, and none copies.
 *
 * Not for: other vectors, which are longer so (measured).
 */
import type { IrModule } from '../ir/module.ts';
import type { OpStore } from '../ir/op-store.ts';
import { OP_NAMES, Op } from '../ir/ops.ts';
import { walkModule } from '../ir/passes/walk.ts';

/** Operations that cost nothing more in an instruction that computes other lanes. */
const LANES: ReadonlySet<number> = /* @__PURE__ */ new Set([Op['f.add'], Op['f.mul'], Op['f.mad']]);

/** Reads of textures, whose first operand is a coordinate. */
const READS: ReadonlySet<number> = /* @__PURE__ */ new Set(
  [...OP_NAMES.keys()].filter((code) => OP_NAMES[code]!.startsWith('tex.')),
);

export function repeatSharedLanes(module: IrModule): void {
  const { ops } = module;
  const vectors = new Set<number>();
  /** How many vectors have a lane. */
  const counts = new Map<number, number>();
  walkModule(module, (op) => {
    if (!READS.has(ops.code[op]!)) return;
    const vector = ops.operand(op, 0);
    if (ops.code[vector] !== Op.pick || ops.arity[vector]! < 2 || vectors.has(vector)) return;
    vectors.add(vector);
    for (const lane of lanesOf(ops, vector)) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  });
  for (const vector of vectors) {
    const lanes = lanesOf(ops, vector);
    for (const lane of lanes) {
      const count = counts.get(lane)!;
      const hasOther = [...lanes].some((other) => ops.code[other] === ops.code[lane] && counts.get(other) === 1);
      if (count === 1 || !hasOther) continue;
      counts.set(lane, count - 1);
      const copy = copyBefore(module, vector, lane);
      const refs = ops.operands(vector).map((ref) => (ref >> 2 === lane ? (copy << 2) | (ref & 3) : ref));
      ops.setOperands(vector, refs);
    }
  }
}

/** The scalars of a vector that may be computed again. */
function lanesOf(ops: OpStore, vector: number): ReadonlySet<number> {
  return new Set(
    ops
      .operands(vector)
      .map((ref) => ref >> 2)
      .filter((value) => LANES.has(ops.code[value]!)),
  );
}

/** A copy of an operation, and of a product that it adds, which becomes part of it. */
function copyBefore(module: IrModule, position: number, op: number): number {
  const { ops } = module;
  const isSum = ops.code[op] === Op['f.add'];
  const operands = ops
    .operands(op)
    .map((value) => (isSum && ops.code[value] === Op['f.mul'] ? copyBefore(module, position, value) : value));
  const copy = ops.addList(ops.code[op]!, ops.type[op]!, operands, ops.extra[op]!);
  ops.flags[copy] = ops.flags[op]!;
  ops.at[copy] = ops.at[op]!;
  module.insertBefore(position, copy);
  return copy;
}
