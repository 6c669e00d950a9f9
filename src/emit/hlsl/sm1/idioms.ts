/** Intrinsic functions of models 1 to 3, from what the compiler expands them to. */
import { Op } from '../../../ir/index.ts';
import { floatOf, Precedence } from '../../common/text-language.ts';
import type { HlslContext, HlslRule } from '../context.ts';
import { areEqual, argument, inlined, PAIRS, squared } from '../idioms.ts';

/** `a / b`: a times the reciprocal of b. */
export const divided: HlslRule = (w, op) => {
  const { ops } = w.module;
  for (const [other, factor] of PAIRS) {
    const reciprocal = inlined(w, ops.operand(op, factor), Op['f.rcp9']!);
    if (reciprocal === undefined || ops.code[ops.operand(reciprocal, 0)] === Op['f.rsq9']) continue;
    const left = w.emitter.operand(op, other, Precedence.multiplicative);
    const right = w.emitter.operand(reciprocal, 0, Precedence.unary);
    w.emitter.precedence = Precedence.multiplicative;
    return `${left} / ${right}`;
  }
  return '';
};

/** `length(x)` and `sqrt(x)`: the reciprocal of a reciprocal root. */
export const length9: HlslRule = (w, op) => {
  const { ops } = w.module;
  const root = inlined(w, ops.operand(op, 0), Op['f.rsq9']!);
  if (root === undefined) return '';
  const vector = squared(w, ops.operand(root, 0));
  if (vector !== undefined) return `length(${argument(w, vector)})`;
  return `sqrt(${argument(w, ops.operand(root, 0))})`;
};

/** `floor(x)`: x without its fraction. Written out, a product that x is would be fused with the difference. */
export const floored9: HlslRule = (w, op) => {
  const { ops } = w.module;
  for (const [complete, part] of PAIRS) {
    const fraction = negatedOf(w, ops.operand(op, part), Op['f.frc']!);
    const value = ops.operand(op, complete);
    if (fraction !== undefined && areEqual(w, ops.operand(fraction, 0), value)) return `floor(${argument(w, value)})`;
  }
  return '';
};

/** The operation that a value is the opposite of, inside a statement. */
function negatedOf(w: HlslContext, value: number, code: number): number | undefined {
  const { ops } = w.module;
  return ops.code[value] === Op['f.neg'] && !w.emitter.isNamed(value)
    ? inlined(w, ops.operand(value, 0), code)
    : undefined;
}

/** `sign(x)`: whether it is positive, without whether it is negative. */
export const signed9: HlslRule = (w, op) => {
  const { ops } = w.module;
  const positive = inlined(w, ops.operand(op, 0), Op.select);
  const negative = negatedOf(w, ops.operand(op, 1), Op.select);
  if (positive === undefined || negative === undefined) return '';
  const [a, b] = [ops.operand(positive, 0), ops.operand(negative, 0)];
  if (ops.code[a] !== Op['f.lt'] || ops.code[b] !== Op['f.lt']) return '';
  const [x, minus] = [ops.operand(a, 1), ops.operand(a, 0)];
  const isOpposite = ops.code[minus] === Op['f.neg'] && areEqual(w, ops.operand(minus, 0), x);
  if (!isOpposite || !areEqual(w, ops.operand(b, 0), x) || !areEqual(w, ops.operand(b, 1), minus)) return '';
  const isUnit = [positive, negative].every(
    (one) => isNumber(w, ops.operand(one, 1), 1) && isNumber(w, ops.operand(one, 2), 0),
  );
  return isUnit ? `sign(${argument(w, x)})` : '';
};

/** Whether all components of a constant are a number. */
function isNumber(w: HlslContext, value: number, number: number): boolean {
  const { ops } = w.module;
  if (ops.code[value] !== Op.const) return false;
  for (let i = 0; i < ops.arity[value]!; i++) if (floatOf(ops.operand(value, i) | 0) !== number) return false;
  return true;
}

/** `saturate(x)` where no result is saturated: between 0 and 1. */
export const saturated: HlslRule = (w, op) => {
  const { ops, stage, facts } = w.module;
  if (stage !== 'vs' || facts.version[0] > 2 || !isNumber(w, ops.operand(op, 1), 1)) return '';
  const limited = inlined(w, ops.operand(op, 0), Op['f.max']!);
  if (limited === undefined || limited !== ops.operand(op, 0) || !isNumber(w, ops.operand(limited, 1), 0)) return '';
  return `saturate(${argument(w, ops.operand(limited, 0))})`;
};
