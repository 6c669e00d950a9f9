/** Indexes as sums of values with factors and a constant, so that an index of registers becomes one of elements. */
import { type IrModule, Op } from '../../../ir/index.ts';

export interface Linear {
  readonly terms: readonly { readonly value: number; readonly factor: number }[];
  readonly constant: number;
}

/** An index of integers; what is no sum or product with a constant is a term. */
export function linearOf(module: IrModule, value: number): Linear {
  const { ops } = module;
  const code = ops.code[value]!;
  const operand = (i: number) => linearOf(module, ops.operand(value, i));
  switch (code) {
    case Op.const:
      return { terms: [], constant: ops.operand(value, 0) | 0 };
    case Op.bitcast:
      return operand(0);
    case Op['i.add']:
      return sumOf(operand(0), operand(1));
    case Op['i.sub']:
      return sumOf(operand(0), scaled(operand(1), -1));
    case Op['i.mul']: {
      const [a, b] = [operand(0), operand(1)];
      if (a.terms.length === 0) return scaled(b, a.constant);
      if (b.terms.length === 0) return scaled(a, b.constant);
      break;
    }
    case Op.pick:
      if (ops.arity[value] === 1 && (ops.operand(value, 0) & 3) === 0)
        return linearOf(module, ops.operand(value, 0) >> 2);
  }
  return { terms: [{ value, factor: 1 }], constant: 0 };
}

function sumOf(a: Linear, b: Linear): Linear {
  const terms = [...a.terms];
  for (const one of b.terms) {
    const known = terms.findIndex(({ value }) => value === one.value);
    if (known < 0) terms.push(one);
    else terms[known] = { value: one.value, factor: terms[known]!.factor + one.factor };
  }
  return { terms: terms.filter(({ factor }) => factor !== 0), constant: a.constant + b.constant };
}

function scaled({ terms, constant }: Linear, by: number): Linear {
  return { terms: terms.map(({ value, factor }) => ({ value, factor: factor * by })), constant: constant * by };
}
