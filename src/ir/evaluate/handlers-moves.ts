/** Values that only move: constants, components, bits as another type, one of two values. */
import { Kind } from '../types.ts';
import { type IrComputing, LANES, VALUE_WORDS } from './values.ts';

/** Constants have their words as operands: of f64 two a component. */
const constant: IrComputing = (quad, op) => {
  const { ops } = quad.module;
  for (let i = 0; i < ops.arity[op]!; i++) {
    const start = VALUE_WORDS * op + i * LANES;
    quad.words.fill(ops.operand(op, i), start, start + LANES);
  }
};

const undefinedValue: IrComputing = (quad, op) => quad.valueWords(op).fill(0);

const pick: IrComputing = (quad, op) => {
  const { ops } = quad.module;
  const words = (ops.type[op]! & 7) === Kind.f64 ? 2 : 1;
  for (let i = 0; i < ops.arity[op]!; i++) {
    const ref = ops.operand(op, i);
    const from = VALUE_WORDS * (ref >> 2) + (ref & 3) * words * LANES;
    quad.words.copyWithin(VALUE_WORDS * op + i * words * LANES, from, from + words * LANES);
  }
};

const copy: IrComputing = (quad, op) => {
  const from = VALUE_WORDS * quad.module.ops.a[op]!;
  quad.words.copyWithin(VALUE_WORDS * op, from, from + VALUE_WORDS);
};

const select: IrComputing = ({ words, module }, op) => {
  const { a, b, c } = module.ops;
  const condition = VALUE_WORDS * a[op]!;
  for (let i = 0; i < VALUE_WORDS; i++) {
    const from = words[condition + (i & 3)] !== 0 ? b[op]! : c[op]!;
    words[VALUE_WORDS * op + i] = words[VALUE_WORDS * from + i]!;
  }
};

export const MOVE_HANDLERS = {
  const: constant,
  undef: undefinedValue,
  pick,
  bitcast: copy,
  select,
} as const satisfies Record<string, IrComputing>;
