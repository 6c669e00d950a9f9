/**
 * The order of the two operands of sums, products, and others that may exchange them. The compiler sorts them by where
 * they are: temporaries, inputs, constants, literals; those of one kind by the number of the register. Two operands in
 * one register come out in the other order than the source has them, so they are written in the other order as well.
 */
import { type IrModule, type IrOpName, Kind, kindOf, OP_ROWS, Op, widthOf } from '../../ir/index.ts';
import { opTable } from '../../ir/type-rules.ts';
import { Mode } from '../common/decide-values.ts';
import { multiplyAdd, negated, operandText } from '../common/rules/values.ts';
import { Precedence } from '../common/text-language.ts';
import type { HlslContext, HlslRule } from './context.ts';
import { sourceOf } from './indices.ts';
import { isTextureBuffer } from './interface.ts';

const { additive, multiplicative, unary } = Precedence;

const numbered = (names: readonly IrOpName[]) => opTable(...names.map((name) => Op[name]));

/** Operations that are no instructions: a part of others, or nothing. */
const NO_INSTRUCTION = /* @__PURE__ */ numbered([
  'const',
  'undef',
  'pick',
  'bitcast',
  'in',
  'f.neg',
  'i.neg',
  'f.abs',
  'f.flush',
  'f.sat',
  'mask',
]);
/** Operations that models 1 to 3 have no instruction for: conditions, and roundings that the text joins to others. */
const NO_INSTRUCTION_9 = /* @__PURE__ */ numbered(['f.lt', 'f.ge', 'f.eq', 'f.ne', 'f.trunc', 'f.floor', 'f.rne']);

/** Whether a value is what an instruction computes. */
export function isInstruction({ module: { ops }, sm1 }: HlslContext, value: number): boolean {
  const code = ops.code[value]!;
  if (NO_INSTRUCTION[code]!) return false;
  if (code === Op['cb.load'] && ops.code[ops.operand(value, 0)] === Op.const) return false;
  if (sm1 === undefined) return true;
  return !NO_INSTRUCTION_9[code]! && kindOf(ops.type[value]!) !== Kind.i32;
}

/** Operations whose operands the compiler may exchange. */
export const COMMUTES = /* @__PURE__ */ numbered([
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
]);

/** Operations that are a part of the operand that they change. */
const IS_MODIFIER = /* @__PURE__ */ numbered(['f.neg', 'f.abs', 'i.neg', 'bitcast', 'f.flush']);

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

/** Whether an operation is the product or the sum of one instruction, which the compiler leaves in its order. */
function isOfIntegerMad({ module: { ops } }: HlslContext, op: number): boolean {
  const isOne = (product: number, sum: number) =>
    product >= 0 &&
    sum >= 0 &&
    ops.code[product] === Op['i.mul'] &&
    ops.code[sum] === Op['i.add'] &&
    ops.at[product] === ops.at[sum] &&
    ops.operand(sum, 0) === product;
  return isOne(op, ops.next[op]!) || isOne(ops.a[op]!, op);
}

/** Whether the text has the operands of an operation in the other order. */
export function isExchanged(w: HlslContext, op: number): boolean {
  const { ops } = w.module;
  if (!COMMUTES[ops.code[op]!] || isOfIntegerMad(w, op)) return false;
  return comesExchanged(w, op) !== w.plan.choices.exchanged.has(ops.at[op]!);
}

/** Whether a row of constants is one of a buffer that instructions read texels of. */
function isTexel({ ops, bindings }: IrModule, row: number): boolean {
  return isTextureBuffer(bindings[ops.extra[row]! >> 2]!);
}

/** Whether the compiler exchanges the operands that a text has in the order of the program. */
function comesExchanged(w: HlslContext, op: number): boolean {
  const { ops } = w.module;
  const { products } = w.plan;
  const [a, b] = [registerOf(w, ops.operand(op, 0)), registerOf(w, ops.operand(op, 1))];
  if (products.has(op) || products.has(a)) return false;
  const [first, second] = [ops.code[a]!, ops.code[b]!];
  if (first === Op.const || second === Op.const) return first === Op.const && second !== Op.const;
  const isConstant = (value: number) => ops.code[value] === Op['cb.load'] && !isTexel(w.module, value);
  if (first === Op.in) return first === second && ops.extra[a]! >> 2 === ops.extra[b]! >> 2;
  if (isConstant(a)) return isConstant(b) && ops.extra[a] === ops.extra[b] && ops.a[a] === ops.a[b];
  return second !== Op.in && !isConstant(b);
}

/** The token of the first instruction in the text of a value; infinite without. */
function firstToken(w: HlslContext, value: number): number {
  const { ops } = w.module;
  if (w.emitter.decisions.modes[value] !== Mode.inline) return Infinity;
  const { operands } = OP_ROWS[ops.code[value]!]!;
  let first = isInstruction(w, value) ? ops.at[value]! : Infinity;
  if (operands === 'bits' || operands === 'owner') return first;
  const shift = operands === 'refs' ? 2 : 0;
  for (let i = 0; i < ops.arity[value]!; i++) first = Math.min(first, firstToken(w, ops.operand(value, i) >> shift));
  return first;
}

/**
 * Whether the text of a product and a sum begins with what is added. The compiler fuses the first one of two products,
 * so a product never comes first.
 */
export function isAddendFirst(w: HlslContext, op: number): boolean {
  const { ops } = w.module;
  const [a, b, addend] = [ops.operand(op, 0), ops.operand(op, 1), ops.operand(op, 2)];
  if (ops.code[registerOf(w, addend)] === Op['f.mul'] || negated(w, op, 2) !== undefined) return false;
  if (negated(w, op, 0) !== undefined || negated(w, op, 1) !== undefined) return true;
  const first = firstToken(w, addend);
  // Factors of a chain of sums may be of one instruction, with the indexes of all of them.
  return first !== Infinity && first <= Math.min(firstToken(w, a), firstToken(w, b));
}

/** A product and a sum that the compiler makes one operation of. */
const fused: HlslRule = (w, op) => {
  const { ops } = w.module;
  if (w.isPrecise?.(op)) return inCall(w, op);
  const sign = [0, 1].find((i) => negated(w, op, i) !== undefined);
  const addend = ops.operand(op, 2);
  const isFirst = isAddendFirst(w, op);
  // A sign before a literal's product goes into the literal.
  const isOutside = sign !== undefined && (isFirst || ops.code[registerOf(w, ops.operand(op, 1 - sign))] === Op.const);
  const factors = isOutside
    ? [0, 1].map((i) => (i === sign ? negated(w, op, i)! : ops.operand(op, i)))
    : [ops.operand(op, 0), ops.operand(op, 1)];
  const [a, b] = factors as [number, number];
  const product = `${operandText(w, a, b, multiplicative)} * ${operandText(w, b, a, unary)}`;
  w.emitter.precedence = additive;
  // The product is a vector even if its factors repeat one component.
  if (isFirst) return `${operandText(w, addend, op, additive)} ${isOutside ? '-' : '+'} ${product}`;
  const subtracted = negated(w, op, 2);
  const rest = operandText(w, subtracted ?? addend, op, multiplicative);
  const left = isOutside ? `-(${product})` : product;
  // A negative literal is subtracted.
  if (subtracted === undefined && /^-[\d.]/.test(rest)) return `${left} - ${rest.slice(1)}`;
  return `${left} ${subtracted === undefined ? '+' : '-'} ${rest}`;
};

const inCall = multiplyAdd(() => 'mad');

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

/** A rule with its operands exchanged where the choices of the text say so. */
export const asChosen = (rule: HlslRule): HlslRule => {
  const other = exchanged(rule);
  return (w, op) => (w.plan.choices.exchanged.has(w.module.ops.at[op]!) ? other : rule)(w, op);
};

export const fusedSum = asChosen(fused);
