/**
 * Products that a program computes by themselves and in a sum as well: the source had them once. The compiler fuses
 * each sum with the product, in the order of the operands in the source, and leaves one product for the other uses.
 */
import { type IrModule, Op, OpFlag, type Ref, refOf, withWidth } from '../ir/index.ts';
import { builderBefore, walkModule } from '../ir/passes/walk.ts';
import { widthOf } from '../ir/types.ts';

/** Makes each fused sum of a product that is there as well a sum; returns the products. */
export function shareProducts(module: IrModule): ReadonlySet<number> {
  const { ops } = module;
  /** By region and operands of a component: the products with it. */
  const products = new Map<string, Ref>();
  const positions = new Map<number, number>();
  const sums: number[] = [];
  walkModule(module, (op) => {
    positions.set(op, positions.size);
    if ((ops.flags[op]! & OpFlag.precise) !== 0) return;
    if (ops.code[op] === Op['f.mad']) sums.push(op);
    if (ops.code[op] !== Op['f.mul']) return;
    for (let c = widthOf(ops.type[op]!) - 1; c >= 0; c--) {
      const key = keyOf(module, op, c);
      if (!products.has(key)) products.set(key, refOf(op, c));
    }
  });
  const shared = new Set<number>();
  for (const sum of sums) {
    const width = widthOf(ops.type[sum]!);
    const references: Ref[] = [];
    for (let c = 0; c < width; c++) {
      const found = products.get(keyOf(module, sum, c));
      if (found === undefined) break;
      references.push(found);
    }
    const product = references.length < width ? -1 : references[0]! >> 2;
    if (product < 0 || references.some((one) => one >> 2 !== product)) continue;
    const signs = references.map((one, c) => isNegated(module, sum, c) !== isNegated(module, product, one & 3));
    if (signs.some((sign) => sign !== signs[0])) continue;
    const isLate = positions.get(product)! > positions.get(sum)!;
    if (isLate && !moveBefore(module, product, sum, positions)) continue;
    if (!shared.has(product)) {
      // The order of the operands in the sum is that of the source.
      const [inSum, inProduct] = [factorOf(module, sum, 0, 0), factorOf(module, product, 0, references[0]! & 3)];
      if (inSum.key !== inProduct.key) exchange(module, product);
      shared.add(product);
    }
    const b = builderBefore(module, sum);
    const picked = b.pick(references);
    const operand = signs[0] ? b.op(Op['f.neg'], withWidth(ops.type[product]!, width), picked) : picked;
    ops.change(sum, Op['f.add'], 2, operand, ops.operand(sum, 2));
  }
  return shared;
}

/** A component of an operand of a product: a key for the value without its sign, and the sign. */
interface Factor {
  readonly key: string;
  readonly isNegative: boolean;
}

/** A component of an operand; constants and inputs are known by where they are. */
function factorOf({ ops }: IrModule, op: number, i: number, component: number): Factor {
  let [value, c, isNegative] = [ops.operand(op, i), component, false];
  for (;;) {
    const code = ops.code[value]!;
    if (code === Op['f.neg']) {
      isNegative = !isNegative;
      value = ops.operand(value, 0);
    } else if (code === Op.pick) {
      const reference = ops.operand(value, c);
      [value, c] = [reference >> 2, reference & 3];
    } else if (code === Op.bitcast) value = ops.operand(value, 0);
    else if (code === Op['cb.load'] && ops.arity[value] === 1 && ops.code[ops.operand(value, 0)] === Op.const)
      return { key: `c${ops.operand(ops.operand(value, 0), 0)} ${ops.extra[value]! + c}`, isNegative };
    else if (code === Op.in && ops.arity[value] === 0) return { key: `i${ops.extra[value]! + c}`, isNegative };
    else return { key: `${value} ${c}`, isNegative };
  }
}

/** Whether one operand of a product is negated in a component, not both. */
function isNegated(module: IrModule, op: number, component: number): boolean {
  return factorOf(module, op, 0, component).isNegative !== factorOf(module, op, 1, component).isNegative;
}

function keyOf(module: IrModule, op: number, component: number): string {
  const [a, b] = [factorOf(module, op, 0, component).key, factorOf(module, op, 1, component).key];
  return [module.ops.region[op], ...[a, b].sort()].join(', ');
}

function exchange({ ops }: IrModule, op: number): void {
  ops.change(op, ops.code[op]!, 2, ops.operand(op, 1), ops.operand(op, 0));
}

/** Parts of operands, which move with the product that has them. */
const MOVES: ReadonlySet<number> = /* @__PURE__ */ new Set([
  Op.pick,
  Op['f.neg'],
  Op.const,
  Op.bitcast,
  Op.in,
  Op['cb.load'],
]);

/**
 * Moves a product before another operation, with the parts of its operands; not where an operand is computed later, or
 * is that operation.
 */
export function moveBefore(
  module: IrModule,
  product: number,
  sum: number,
  positions: Map<number, number>,
  mayMove: (code: number) => boolean = (code) => MOVES.has(code),
): boolean {
  const { ops } = module;
  const at = positions.get(sum)!;
  const moved: number[] = [];
  const find = (op: number): boolean => {
    if (op === sum) return false;
    if ((positions.get(op) ?? -1) < at || moved.includes(op)) return true;
    if (op !== product && !mayMove(ops.code[op]!)) return false;
    const operands = ops.code[op] === Op.const ? [] : ops.operands(op);
    if (!operands.every((one) => find(ops.code[op] === Op.pick ? one >> 2 : one))) return false;
    moved.push(op);
    return true;
  };
  if (!find(product)) return false;
  for (const op of moved) {
    module.remove(op);
    module.insertBefore(sum, op);
    positions.set(op, at);
  }
  return true;
}
