/** Indices of memory that are no constants: the constant that is added, the factor, and the value that is left. */
import { type IrModule, Kind, kindOf, OP_ROWS, Op, widthOf } from '../../ir/index.ts';
import { forEachOp } from '../common/resource-uses.ts';

/** A component of a value. */
export interface Component {
  readonly value: number;
  readonly component: number;
}

export interface SplitIndex {
  readonly constant: number;
  /** The part that varies; undefined for a constant. */
  readonly variable: Component | undefined;
  readonly factor: number;
  /** The product of both, if the program computes it. */
  readonly product: Component | undefined;
}

/** The component that a component of a `pick` or of a `bitcast` is. */
export function sourceOf({ ops }: IrModule, value: number, component: number): Component {
  let [at, c] = [value, component];
  for (;;) {
    if (ops.code[at] === Op.pick) {
      const reference = ops.operand(at, c);
      at = reference >> 2;
      c = reference & 3;
    } else if (ops.code[at] === Op.bitcast && kindOf(ops.type[ops.operand(at, 0)]!) !== Kind.f64) {
      at = ops.operand(at, 0);
    } else return { value: at, component: c };
  }
}

/** The word of a component that is constant. */
export function constantOf({ ops }: IrModule, { value, component }: Component): number | undefined {
  return ops.code[value] === Op.const ? ops.operand(value, component) | 0 : undefined;
}

/** Splits a sum of a constant and a product with a constant. */
export function splitIndex(module: IrModule, value: number, component = 0): SplitIndex {
  const { ops } = module;
  const complete = sourceOf(module, value, component);
  const constant = constantOf(module, complete);
  if (constant !== undefined) return { constant, variable: undefined, factor: 1, product: undefined };
  const operandOf = (one: Component, i: number): Component => {
    const operand = ops.operand(one.value, i);
    return sourceOf(module, operand, widthOf(ops.type[operand]!) === 1 ? 0 : one.component);
  };
  const withConstant = (one: Component, codes: readonly number[]): [Component, number] | undefined => {
    if (!codes.includes(ops.code[one.value]!)) return undefined;
    const right = constantOf(module, operandOf(one, 1));
    if (right !== undefined) return [operandOf(one, 0), right];
    const left = constantOf(module, operandOf(one, 0));
    return left === undefined || codes[0] === Op['i.shl'] ? undefined : [operandOf(one, 1), left];
  };
  const sum = withConstant(complete, [Op['i.add']!]);
  const [product, added] = sum ?? [complete, 0];
  const shifted = withConstant(product, [Op['i.shl']!]);
  if (shifted !== undefined && shifted[1] >= 0 && shifted[1] < 16)
    return { constant: added, variable: shifted[0], factor: 1 << shifted[1], product };
  const multiplied = withConstant(product, [Op['i.mul']!]);
  if (multiplied !== undefined && multiplied[1] > 0)
    return { constant: added, variable: multiplied[0], factor: multiplied[1], product };
  return { constant: added, variable: product, factor: 1, product: undefined };
}

/**
 * The values that are only parts of indices of rows: their text is in that of what is read, or is not needed because an
 * index of an array has its factor already.
 *
 * @param hasLayout whether the text of a read of rows uses {@link splitIndex}
 */
export function partsOfIndices(module: IrModule, hasLayout: (op: number) => boolean): Set<number> {
  const { ops } = module;
  const parts = new Set<number>();
  const reads: number[] = [];
  forEachOp(module, (op) => {
    if (ops.code[op] !== Op['cb.load'] || !hasLayout(op)) return;
    const { product } = splitIndex(module, ops.operand(op, 0));
    if (product === undefined) return;
    reads.push(op);
    for (let value = ops.operand(op, 0); ; ) {
      parts.add(value);
      if (value === product.value) break;
      // A `pick`, or the sum with a constant.
      const reference = ops.operand(value, 0);
      const next = ops.code[value] === Op.pick ? reference >> 2 : reference;
      value = ops.code[next] === Op.const ? ops.operand(value, 1) : next;
      if (OP_ROWS[ops.code[value]!]!.operands === 'bits') break;
    }
  });
  const isRead = new Set(reads);
  for (let isChanged = parts.size > 0; isChanged; ) {
    isChanged = false;
    forEachOp(module, (op) => {
      if (isRead.has(op) || parts.has(op)) return;
      const { operands } = OP_ROWS[ops.code[op]!]!;
      if (operands === 'bits' || operands === 'owner') return;
      for (let i = 0; i < ops.arity[op]!; i++) {
        const value = operands === 'refs' ? ops.operand(op, i) >> 2 : ops.operand(op, i);
        if (parts.delete(value)) isChanged = true;
      }
    });
  }
  return parts;
}
