/**
 * Products with literals that are factors of another product. The compiler moves such a literal to the outer product
 * where the source has the other factor before the inner product. So the text has the inner product first wherever the
 * program computes it; the compiler puts it next to its use again.
 */
import { type IrModule, isTextureRead, NO_OP, OP_ROWS, Op, OpFlag } from '../ir/index.ts';
import { valuesOf } from '../ir/passes/op-facts.ts';
import { walkModule } from '../ir/passes/walk.ts';
import { moveBefore } from './share-products.ts';

/** Moves each product with a literal before the factor that it is multiplied with. */
export function moveLiteralProducts(module: IrModule): void {
  const { ops } = module;
  const positions = new Map<number, number>();
  const users = new Map<number, number>();
  const outer: number[] = [];
  const note = (value: number) => users.set(value, (users.get(value) ?? 0) + 1);
  walkModule(module, (op) => {
    positions.set(op, positions.size);
    const code = ops.code[op]!;
    if ((code === Op['f.mul'] || code === Op['f.mad']) && (ops.flags[op]! & OpFlag.precise) === 0) outer.push(op);
    let previous = NO_OP;
    for (const value of valuesOf(ops, op)) {
      if (value !== previous) note(value);
      previous = value;
    }
  });
  for (const op of outer)
    for (const side of [0, 1]) {
      const product = soleProduct(module, ops.operand(op, side), users);
      if (product === NO_OP || ops.region[product] !== ops.region[op]) continue;
      const factor = lastPart(module, ops.operand(op, 1 - side), positions);
      if (factor === NO_OP || ops.region[factor] !== ops.region[op]) continue;
      if (positions.get(factor)! < positions.get(product)!) moveBefore(module, product, factor, positions, isPure);
    }
}

/** Whether an operation may move in its block: it has no effect, and nothing changes what it reads. */
const isPure = (code: number) =>
  (OP_ROWS[code]!.effect === 'pure' && code !== Op.param && code !== Op.result) || isTextureRead(code);

/** The product with a literal that an operand is, where nothing else uses it. */
function soleProduct({ ops }: IrModule, operand: number, users: ReadonlyMap<number, number>): number {
  let at = operand;
  while (users.get(at) === 1) {
    const code = ops.code[at];
    if (code === Op['f.neg']) at = ops.operand(at, 0);
    else if (code === Op.pick) {
      const source = ops.operand(at, 0) >> 2;
      for (let i = 1; i < ops.arity[at]!; i++) if (ops.operand(at, i) >> 2 !== source) return NO_OP;
      at = source;
    } else {
      const isProduct = code === Op['f.mul'] && (ops.flags[at]! & OpFlag.precise) === 0;
      return isProduct && [0, 1].some((i) => ops.code[ops.operand(at, i)] === Op.const) ? at : NO_OP;
    }
  }
  return NO_OP;
}

/** Operations that no product moves before. */
const UNMOVED: ReadonlySet<number> = new Set([Op.in, Op['cb.load'], Op.const, Op.param, Op.result]);

/**
 * The last operation that computes components of an operand; none where all are inputs or constants. Nothing moves
 * between a construct and its results.
 */
function lastPart(module: IrModule, operand: number, positions: ReadonlyMap<number, number>): number {
  const { ops } = module;
  const code = ops.code[operand];
  if (code === Op['f.neg'] || code === Op['f.abs'] || code === Op.bitcast || code === Op['f.sat'])
    return lastPart(module, ops.operand(operand, 0), positions);
  if (code === Op.pick) {
    let last = NO_OP;
    for (let i = 0; i < ops.arity[operand]!; i++) {
      const part = lastPart(module, ops.operand(operand, i) >> 2, positions);
      if (part !== NO_OP && (last === NO_OP || positions.get(part)! > positions.get(last)!)) last = part;
    }
    return last;
  }
  return UNMOVED.has(code!) ? NO_OP : operand;
}
