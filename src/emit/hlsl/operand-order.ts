/**
 * The order of the two operands of sums, products, and others that may exchange them. The compiler sorts them by where
 * they are: temporaries, inputs, constants, literals; those of one kind by the number of the register. Two operands in
 * one register come out in the other order than the source has them, so they are written in the other order as well.
 */
import { Op, widthOf } from '../../ir/index.ts';
import { opTable } from '../../ir/type-rules.ts';
import type { HlslContext, HlslRule } from './context.ts';
import { sourceOf } from './indices.ts';

const COMMUTES = /* @__PURE__ */ opTable(
  ...(
    [
      'f.add',
      'f.mul',
      'f.min',
      'f.max',
      'f.eq',
      'f.ne',
      'i.add',
      'i.mul',
      'i.min',
      'i.max',
      'u.min',
      'u.max',
      'i.and',
      'i.or',
      'i.xor',
      'i.eq',
      'i.ne',
    ] as const
  ).map((name) => Op[name]),
);

/** Operations that are a part of the operand that they change. */
const IS_MODIFIER = /* @__PURE__ */ opTable(
  ...(['f.neg', 'f.abs', 'i.neg', 'bitcast', 'f.flush'] as const).map((name) => Op[name]),
);

/** The operation whose register an operand is, without signs and swizzles; a vector of several is one itself. */
function registerOf({ module }: HlslContext, value: number): number {
  const { ops } = module;
  for (let at = value; ; ) {
    const { value: source } = sourceOf(module, at, 0);
    for (let i = 1; i < widthOf(ops.type[at]!); i++) if (sourceOf(module, at, i).value !== source) return at;
    if (!IS_MODIFIER[ops.code[source]!]) return source;
    at = ops.operand(source, 0);
  }
}

/** Whether the text has the operands of an operation in the other order. */
export function isExchanged(w: HlslContext, op: number): boolean {
  const { ops } = w.module;
  if (!COMMUTES[ops.code[op]!]) return false;
  const [a, b] = [registerOf(w, ops.operand(op, 0)), registerOf(w, ops.operand(op, 1))];
  const [first, second] = [ops.code[a]!, ops.code[b]!];
  if (first === Op.const || second === Op.const) return first === Op.const && second !== Op.const;
  const [isInput, isConstant] = [first === Op.in, first === Op['cb.load']];
  if (isInput || isConstant) return first === second && ops.extra[a] === ops.extra[b] && ops.a[a] === ops.a[b];
  return second !== Op.in && second !== Op['cb.load'];
}

/** A rule with the operands of an operation exchanged. */
export const exchanged =
  (rule: HlslRule): HlslRule =>
  (w, op) => {
    const { a, b } = w.module.ops;
    const exchange = () => {
      const left = a[op]!;
      a[op] = b[op]!;
      b[op] = left;
    };
    exchange();
    const text = rule(w, op);
    exchange();
    return text;
  };

/** A rule whose text has the operands in the order that the compiler turns into that of the program. */
export const inOrder = (rule: HlslRule): HlslRule => {
  const other = exchanged(rule);
  return (w, op) => (isExchanged(w, op) ? other : rule)(w, op);
};
