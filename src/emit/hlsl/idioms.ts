/**
 * Expressions that the compiler makes of an intrinsic function, written as that function again. Each has the words of
 * the function when it is compiled: operands of its expansion are in an order that the expansion written out does not
 * get.
 *
 * Not for: operations that are functions by themselves (rules/).
 */
import { Kind, OP_ROWS, Op, refOf, widthOf } from '../../ir/index.ts';
import { isRepeated } from '../../ir/module.ts';
import { Mode } from '../common/decide-values.ts';
import { floatOf, Precedence } from '../common/text-language.ts';
import type { HlslContext, HlslRule } from './context.ts';
import { type Component, sourceOf } from './indices.ts';

/** The operation that a value is, seen through picks of its components; undefined if it has a statement of its own. */
export function inlined(w: HlslContext, value: number, ...codes: readonly number[]): number | undefined {
  const op = unrepeated(w, value);
  return codes.includes(w.module.ops.code[op]!) &&
    w.emitter.decisions.modes[op] === Mode.inline &&
    !w.emitter.isNamed(op)
    ? op
    : undefined;
}

/** The scalar that a vector repeats; another value itself. */
export function unrepeated({ module: { ops } }: HlslContext, value: number): number {
  if (ops.code[value] !== Op.pick) return value;
  const first = ops.operand(value, 0);
  for (let i = 1; i < ops.arity[value]!; i++) if (ops.operand(value, i) !== first) return value;
  return (first & 3) === 0 && widthOf(ops.type[first >> 2]!) === 1 ? first >> 2 : value;
}

/** Whether two values are the same components of the same operations. */
export function areEqual(w: HlslContext, a: number, b: number): boolean {
  if (a === b) return true;
  const { ops } = w.module;
  if (ops.code[a] !== ops.code[b] || ops.type[a] !== ops.type[b] || ops.arity[a] !== ops.arity[b]) return false;
  const code = ops.code[a]!;
  if (code !== Op.pick && code !== Op.in && code !== Op['cb.load'] && code !== Op.const && code !== Op['f.neg'])
    return false;
  if (ops.extra[a] !== ops.extra[b]) return false;
  const { operands } = OP_ROWS[code]!;
  for (let i = 0; i < ops.arity[a]!; i++) {
    const [x, y] = [ops.operand(a, i), ops.operand(b, i)];
    if (x === y) continue;
    if (operands === 'bits') return false;
    if (operands === 'refs') {
      if ((x & 3) !== (y & 3) || !areEqual(w, x >> 2, y >> 2)) return false;
    } else if (!areEqual(w, x, y)) return false;
  }
  return true;
}

/** Operands in both orders. */
export const PAIRS = [
  [0, 1],
  [1, 0],
] as const;

/** The vector whose dot product with itself a value is. The compiler computes a product that has other uses once. */
export function squared(w: HlslContext, value: number): number | undefined {
  const { ops } = w.module;
  const dot = unrepeated(w, value);
  const isDot = ops.code[dot] === Op['f.dot'] || ops.code[dot] === Op['f.dot9'];
  if (!isDot || !areEqual(w, ops.operand(dot, 0), ops.operand(dot, 1))) return undefined;
  return ops.operand(dot, 0);
}

export const argument = (w: HlslContext, value: number) => w.emitter.value(value, Precedence.lowest);

/** `normalize(x)`: x times the reciprocal of its length. */
export const normalized: HlslRule = (w, op) => {
  const { ops } = w.module;
  for (const [factor, other] of PAIRS) {
    const root = unrepeated(w, ops.operand(op, factor));
    const code = ops.code[root];
    const isRoot = code === Op['f.rsq'] || code === Op['f.rsq9'];
    const vector = code === Op['f.nrm9'] ? ops.operand(root, 0) : isRoot ? squared(w, ops.operand(root, 0)) : undefined;
    if (vector !== undefined && areEqual(w, vector, ops.operand(op, other))) return `normalize(${argument(w, vector)})`;
  }
  return '';
};

/** The text of a scalar as often as an operation has components. */
function repeated({ module: { ops } }: HlslContext, op: number, scalar: string): string {
  const width = widthOf(ops.type[op]!);
  return width === 1 ? scalar : `${scalar}.${'xxxx'.slice(0, width)}`;
}

/** `length(x)`: the root of a dot product. */
export const lengthOf: HlslRule = (w, op) => {
  const vector = squared(w, w.module.ops.operand(op, 0));
  return vector === undefined ? '' : repeated(w, op, `length(${argument(w, vector)})`);
};

/** `pow(x, y)`: exp2 of y times log2 of x. */
export const power: HlslRule = (w, op) => {
  const { ops } = w.module;
  const product = inlined(w, ops.operand(op, 0), Op['f.mul']!, Op['f.mul9']!);
  if (product === undefined) return '';
  for (const [factor, other] of PAIRS) {
    const logarithm = inlined(w, ops.operand(product, factor), Op['f.log2']!, Op['f.log9']!);
    if (logarithm === undefined) continue;
    const text = `pow(${argument(w, ops.operand(logarithm, 0))}, ${argument(w, ops.operand(product, other))})`;
    return widthOf(ops.type[product]!) === 1 ? repeated(w, op, text) : text;
  }
  return '';
};

/** A scalar without its sign, which a vector may repeat; undefined without a sign. */
function withoutSign(w: HlslContext, value: number): number | undefined {
  const { ops } = w.module;
  const scalar = unrepeated(w, value);
  const isSign = (one: number) => ops.code[one] === Op['f.neg'] && !w.emitter.isNamed(one);
  return isSign(scalar) ? unrepeated(w, ops.operand(scalar, 0)) : undefined;
}

/** `reflect(i, n)`: i minus n times twice their dot product. Written out, the sign would be that of n. */
export const reflected: HlslRule = (w, op) => {
  const { ops } = w.module;
  const [normal, incident] = [ops.operand(op, 0), ops.operand(op, 2)];
  const twice = withoutSign(w, ops.operand(op, 1));
  if (widthOf(ops.type[op]!) < 3 || twice === undefined) return '';
  if (ops.code[twice] !== Op['f.add'] || w.emitter.isNamed(twice)) return '';
  const [dot, again] = ops.operands(twice).map((one) => unrepeated(w, one)) as [number, number];
  const isOfBoth =
    dot === again &&
    ops.code[dot] === Op['f.dot'] &&
    areEqual(w, ops.operand(dot, 0), incident) &&
    areEqual(w, ops.operand(dot, 1), normal);
  return isOfBoth ? `reflect(${argument(w, incident)}, ${argument(w, normal)})` : '';
};

/** Whether all components of a value are a number. */
function isNumber({ emitter, module: { ops } }: HlslContext, value: number, number: number): boolean {
  const width = widthOf(ops.type[value]!);
  for (let i = 0; i < width; i++) {
    const word = emitter.wordOf(value, i);
    if (word === undefined || floatOf(word | 0) !== number) return false;
  }
  return true;
}

/** The sides of a difference `a - b`; undefined for another value. */
function differenceOf(w: HlslContext, value: number): readonly [a: number, b: number] | undefined {
  const { ops } = w.module;
  const sum = unrepeated(w, value);
  if (ops.code[sum] !== Op['f.add']) return undefined;
  for (const [i, k] of PAIRS) {
    const negation = ops.operand(sum, k);
    if (ops.code[negation] === Op['f.neg']) return [ops.operand(sum, i), ops.operand(negation, 0)];
  }
  return undefined;
}

/** `smoothstep(a, b, x)`: t * t * (3 - 2 * t), where t is (x - a) / (b - a) between 0 and 1. */
export const smoothStep: HlslRule = (w, op) => {
  const { ops } = w.module;
  for (const [square, cubic] of PAIRS) {
    const [s, c] = [ops.operand(op, square), ops.operand(op, cubic)];
    if (ops.code[s] !== Op['f.mul'] || ops.code[c] !== Op['f.mad']) continue;
    const t = ops.operand(s, 0);
    const isPolynomial =
      areEqual(w, t, ops.operand(s, 1)) &&
      areEqual(w, t, ops.operand(c, 0)) &&
      isNumber(w, ops.operand(c, 1), -2) &&
      isNumber(w, ops.operand(c, 2), 3);
    const product = isPolynomial && ops.code[t] === Op['f.sat'] ? ops.operand(t, 0) : undefined;
    if (product === undefined || ops.code[product] !== Op['f.mul'] || w.isPrecise?.(product)) continue;
    for (const [i, k] of PAIRS) {
      const reciprocal = unrepeated(w, ops.operand(product, i));
      const above = differenceOf(w, ops.operand(product, k));
      if (above === undefined || ops.code[reciprocal] !== Op['f.div'] || !isNumber(w, ops.operand(reciprocal, 0), 1))
        continue;
      const range = differenceOf(w, ops.operand(reciprocal, 1));
      if (range === undefined || !isSameScalar(w, range[1], above[1])) continue;
      const [low, high] = [range[1], range[0]].map((edge) => argument(w, edge));
      return `smoothstep(${low}, ${high}, ${argument(w, above[0])})`;
    }
  }
  return '';
};

/** Whether a vector repeats the component that a scalar is. */
function isSameScalar(w: HlslContext, scalar: number, vector: number): boolean {
  const { module } = w;
  const a = sourceOf(module, scalar, 0);
  return Array.from({ length: widthOf(module.ops.type[vector]!) }, (_, i) => sourceOf(module, vector, i)).every(
    (b) => a.component === b.component && (a.value === b.value || areEqual(w, a.value, b.value)),
  );
}

/** `lerp(a, b, t)`: t times b - a, plus a; with 0 as b it is t times -a, plus a. */
export const interpolated: HlslRule = (w, op) => {
  const { ops } = w.module;
  const a = ops.operand(op, 2);
  for (const [t, factor] of PAIRS) {
    const end = ops.operand(op, factor);
    if (ops.code[end] === Op['f.neg'] && !w.emitter.isNamed(end) && areEqual(w, ops.operand(end, 0), a))
      return `lerp(${argument(w, a)}, 0.0, ${amountText(w, ops.operand(op, t))})`;
    const difference = inlined(w, end, Op['f.add']!);
    if (difference === undefined) continue;
    for (const [b, subtracted] of PAIRS) {
      const negation = ops.operand(difference, subtracted);
      if (ops.code[negation] !== Op['f.neg'] || !areEqual(w, ops.operand(negation, 0), a)) continue;
      return `lerp(${argument(w, a)}, ${argument(w, ops.operand(difference, b))}, ${amountText(w, ops.operand(op, t))})`;
    }
  }
  return '';
};

/** The amount of an interpolation: a scalar where it is one. */
function amountText(w: HlslContext, amount: number): string {
  const isScalar = isRepeated(w.module, amount) && !w.emitter.isNamed(amount);
  return isScalar ? w.emitter.repeated(amount, Precedence.lowest) : argument(w, amount);
}

/** The components of a vector that the factors of a cross product have. */
const NEXT = [1, 2, 0];
const PREVIOUS = [2, 0, 1];

/** `cross(a, b)`: a.yzx times b.zxy, minus a.zxy times b.yzx. */
export const crossProduct: HlslRule = (w, op) => {
  const { module } = w;
  const { ops } = module;
  const negation = ops.operand(op, 2);
  if (widthOf(ops.type[op]!) !== 3 || ops.code[negation] !== Op['f.neg']) return '';
  const product = ops.operand(negation, 0);
  if (ops.code[product] !== Op['f.mul']) return '';
  const factor = (one: number, i: number, order: readonly number[]) =>
    order.map((c) => sourceOf(module, ops.operand(one, i), c));
  // Components of an operand in the order of the vector that they are of.
  const a = factor(op, 0, PREVIOUS);
  const b = factor(op, 1, NEXT);
  const areSame = (x: readonly Component[], y: readonly Component[]) =>
    x.every(({ value, component }, i) => value === y[i]!.value && component === y[i]!.component);
  const isCross = PAIRS.some(
    ([x, y]) => areSame(a, factor(product, x, NEXT)) && areSame(b, factor(product, y, PREVIOUS)),
  );
  const isWritten = [...a, ...b].every(
    ({ value }) => w.emitter.isNamed(value) || ops.code[value] === Op.in || ops.code[value] === Op['cb.load'],
  );
  if (!isCross || !isWritten) return '';
  const text = (list: readonly Component[]) =>
    w.emitter.pick(list.map(({ value, component }) => refOf(value, component)));
  return `cross(${text(a)}, ${text(b)})`;
};

/** A rule that writes the first idiom that an operation is part of, and else what `rule` writes. */
export const orIdiom =
  (rule: HlslRule, ...idioms: readonly HlslRule[]): HlslRule =>
  (w, op) => {
    if (w.isPrecise?.(op)) return rule(w, op);
    for (const idiom of idioms) {
      const text = idiom(w, op);
      if (text === '') continue;
      w.emitter.precedence = Precedence.primary;
      return text;
    }
    return rule(w, op);
  };

/** The bits of 1.0. */
const ONE = 0x3f80_0000;

/**
 * A product, also with ones: the compiler leaves such a one out of the text, but makes it of a product and a quotient.
 */
export const productWithOnes =
  (rule: HlslRule): HlslRule =>
  (w, op) => {
    const { ops, facts } = w.module;
    if (facts.skipsOptimization || w.isPrecise?.(op)) return rule(w, op);
    for (const [ones, other] of PAIRS) {
      const value = ops.operand(op, ones);
      const width = widthOf(ops.type[value]!);
      if (!Array.from({ length: width }, (_, i) => w.constantComponent(value, i)).every((word) => word === ONE))
        continue;
      const text = `${w.emitter.operand(op, other, Precedence.multiplicative)} * 3.0 / 3.0`;
      w.emitter.precedence = Precedence.multiplicative;
      return text;
    }
    return rule(w, op);
  };

/** The operands of a comparison whose mask a value is; undefined for other values. */
function maskedComparison(w: HlslContext, value: number): readonly [below: number, above: number] | undefined {
  const { ops } = w.module;
  const isOpen = (one: number) => !w.emitter.isNamed(one) && w.emitter.decisions.modes[one] === Mode.inline;
  const mask = sourceOf(w.module, value, 0).value;
  if (ops.code[mask] !== Op.mask || !isOpen(mask)) return undefined;
  const comparison = ops.operand(mask, 0);
  if (ops.code[comparison] !== Op['f.lt'] || !isOpen(comparison)) return undefined;
  return [ops.operand(comparison, 0), ops.operand(comparison, 1)];
}

/** A rule for sums that writes `sign(x)`: the mask of `x < 0` without that of `0 < x`. */
export const orSign =
  (rule: HlslRule): HlslRule =>
  (w, op) => {
    const { ops } = w.module;
    if (w.integerVectors.has(op) || widthOf(ops.type[op]!) > 1) return rule(w, op);
    for (const [negative, other] of PAIRS) {
      const negation = sourceOf(w.module, ops.operand(op, negative), 0).value;
      if (ops.code[negation] !== Op['i.neg'] || w.emitter.isNamed(negation)) continue;
      const above = maskedComparison(w, ops.operand(negation, 0));
      const below = maskedComparison(w, ops.operand(op, other));
      if (above === undefined || below === undefined) continue;
      const isZero = (value: number) => w.constantComponent(value, 0) === 0;
      if (!isZero(above[0]) || !isZero(below[1]) || !areEqual(w, above[1], below[0])) continue;
      return w.result(op, `sign(${argument(w, below[0])})`, Kind.i32);
    }
    return rule(w, op);
  };
