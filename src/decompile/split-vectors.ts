/**
 * Splits vectors that the compiler made of smaller ones: it computes two independent pairs in one instruction. Parts
 * that nothing uses together have an operation each, as the source had it; the compiler joins them again.
 */
import { type IrModule, OP_ROWS, Op, type Ref, refOf, withWidth } from '../ir/index.ts';
import { isElementwise } from '../ir/passes/scalarize.ts';
import { builderBefore, walkModule } from '../ir/passes/walk.ts';
import { widthOf } from '../ir/types.ts';

/** Operations that are written where they are used: a smaller one is no gain. */
const STAYS: ReadonlySet<number> = /* @__PURE__ */ new Set([Op.select, Op.bitcast, Op.pick, Op.const]);

export function splitVectors(module: IrModule): void {
  const { ops } = module;
  const order: number[] = [];
  walkModule(module, (op) => order.push(op));
  /** By value: masks of components that one user reads. */
  const uses = new Map<number, number[]>();
  const use = (value: number, mask: number) => {
    const masks = uses.get(value);
    if (masks === undefined) uses.set(value, [mask]);
    else if (!masks.includes(mask)) masks.push(mask);
  };
  const useOperands = (op: number) => {
    const { operands } = OP_ROWS[ops.code[op]!]!;
    if (operands === 'bits' || operands === 'owner') return;
    for (let i = 0; i < ops.arity[op]!; i++) {
      const operand = ops.operand(op, i);
      if (operands !== 'refs') use(operand, (1 << widthOf(ops.type[operand]!)) - 1);
      else {
        let mask = 0;
        for (let k = 0; k < ops.arity[op]!; k++)
          if (ops.operand(op, k) >> 2 === operand >> 2) mask |= 1 << (ops.operand(op, k) & 3);
        use(operand >> 2, mask);
      }
    }
  };
  /** By value that was split: its components now. */
  const parts = new Map<number, Ref[]>();
  for (let i = order.length - 1; i >= 0; i--) {
    const op = order[i]!;
    const groups = STAYS.has(ops.code[op]!) || !isElementwise(module, op) ? [] : groupsOf(module, op, uses.get(op));
    if (groups.length < 2) useOperands(op);
    else parts.set(op, split(op, groups));
  }
  if (parts.size === 0) return;
  for (const op of parts.keys()) module.remove(op);
  walkModule(module, (op) => {
    if (ops.code[op] !== Op.pick) return;
    const references = ops.operands(op).map((reference) => parts.get(reference >> 2)?.[reference & 3] ?? reference);
    ops.setOperands(op, references);
  });

  /** Makes an operation for each group of components. */
  function split(op: number, groups: readonly number[][]): Ref[] {
    const references: Ref[] = [];
    const b = builderBefore(module, op);
    b.flags = ops.flags[op]!;
    for (const group of groups) {
      const operands = ops.operands(op).map((value) => {
        if (ops.code[value] === Op.const)
          return b.opList(
            Op.const,
            withWidth(ops.type[value]!, group.length),
            group.map((c) => ops.operand(value, c)),
          );
        const picked = group.map((c) => (ops.code[value] === Op.pick ? ops.operand(value, c) : refOf(value, c)));
        const part = b.pick(picked);
        if (part === value || ops.code[part] !== Op.pick) use(part, (1 << widthOf(ops.type[part]!)) - 1);
        else useOperands(part);
        return part;
      });
      const part = b.opList(ops.code[op]!, withWidth(ops.type[op]!, group.length), operands);
      for (const [at, c] of group.entries()) references[c] = refOf(part, at);
    }
    return references;
  }
}

/**
 * The components of a value in groups that users read together, if all are vectors, or single components of different
 * values, or such as others have as well; else none, because the source had a vector.
 */
function groupsOf(module: IrModule, op: number, masks: readonly number[] = []): number[][] {
  const width = widthOf(module.ops.type[op]!);
  const groups: number[] = [];
  for (const mask of masks) {
    let joined = mask;
    for (let i = groups.length - 1; i >= 0; i--) if ((groups[i]! & joined) !== 0) joined |= groups.splice(i, 1)[0]!;
    groups.push(joined);
  }
  const lists = groups.map((mask) => Array.from({ length: width }, (_, c) => c).filter((c) => (mask >> c) & 1));
  const isSplit =
    lists.every(({ length }) => length > 1) ||
    lists.every((list) => list.length === 1 && hasOtherSource(module, op, list[0]!, width)) ||
    lists.every((list) => list.length > 1 || repeatsComponent(module, op, list[0]!, width));
  return isSplit ? lists.sort(([a], [b]) => a! - b!) : [];
}

/** An operand without its sign. */
function signless(module: IrModule, operand: number): number {
  const { ops } = module;
  const code = ops.code[operand];
  const isSign = code === Op['f.neg'] || code === Op['f.abs'] || code === Op['i.neg'];
  return isSign ? signless(module, ops.operand(operand, 0)) : operand;
}

/** Whether a component of an operand is of another value than all the others are of. */
function hasOtherSource(module: IrModule, op: number, component: number, width: number): boolean {
  const { ops } = module;
  return ops.operands(op).some((operand) => {
    const picked = signless(module, operand);
    if (ops.code[picked] !== Op.pick) return false;
    const source = ops.operand(picked, component) >> 2;
    for (let c = 0; c < width; c++) if (c !== component && ops.operand(picked, c) >> 2 === source) return false;
    return true;
  });
}

/** Whether an operand has a component again for another one of the result. */
function repeatsComponent(module: IrModule, op: number, component: number, width: number): boolean {
  const { ops } = module;
  return ops.operands(op).some((operand) => {
    const picked = signless(module, operand);
    if (ops.code[picked] !== Op.pick) return false;
    const reference = ops.operand(picked, component);
    let equal = 0;
    for (let c = 0; c < width; c++) if (ops.operand(picked, c) === reference) equal++;
    return equal === 2;
  });
}
