/** Components that instructions compute one by one, as operations on vectors: `exp2(v)` instead of four of them. */
import { type IrOpName, Op, widthOf } from '../../../ir/index.ts';
import { Mode } from '../../common/decide-values.ts';
import { Precedence } from '../../common/text-language.ts';
import type { HlslContext } from '../context.ts';
import { areEqual } from '../idioms.ts';
import { loadOf, matrixCast, slotOfLoad } from './indexes.ts';

const { additive, multiplicative, unary, lowest, primary, logical, relational } = Precedence;

/** A text and how tightly it binds. */
type Text = readonly [text: string, precedence: number];

const FUNCTIONS: Readonly<Partial<Record<IrOpName, string>>> = {
  'f.exp2': 'exp2',
  'f.log9': 'log2',
  'f.rsq9': 'rsqrt',
  'f.sin': 'sin',
  'f.cos': 'cos',
  'f.abs': 'abs',
  'f.sat': 'saturate',
  'f.frc': 'frac',
  'f.min': 'min',
  'f.max': 'max',
  'f.pow9': 'pow',
};
const FUNCTION_BY_CODE = new Map(Object.entries(FUNCTIONS).map(([name, text]) => [Op[name as IrOpName], text]));
const OPERATORS = new Map<number, readonly [text: string, precedence: number, right: number]>([
  [Op['f.mul9'], ['*', multiplicative, unary]],
  [Op['f.mul'], ['*', multiplicative, unary]],
  [Op['f.add'], ['+', additive, multiplicative]],
  [Op['f.lt'], ['<', relational, additive]],
  [Op['f.ge'], ['>=', relational, additive]],
  [Op['f.eq'], ['==', relational, additive]],
  [Op['f.ne'], ['!=', relational, additive]],
]);

/** Components of values as a scalar or vector, as short as it can be. */
export function vectorText(w: HlslContext, references: readonly number[]): string {
  const { ops } = w.module;
  const { emitter } = w;
  const [first] = references as [number];
  const value = first >> 2;
  emitter.precedence = primary;
  if (references.length === widthOf(ops.type[value]!) && references.every((one, c) => one === ((value << 2) | c))) {
    emitter.precedence = emitter.precedences[value]!;
    return emitter.value(value, lowest);
  }
  const text = vectorOf(w, references);
  if (text !== undefined) return text;
  if (references.length === 1 && widthOf(ops.type[value]!) === 1) {
    emitter.precedence = emitter.precedences[value]!;
    return emitter.value(value, lowest);
  }
  return emitter.pick(references);
}

/** A vector of components that are written inside a statement; undefined where they are not alike. */
export function vectorOf(w: HlslContext, references: readonly number[]): string | undefined {
  if (references.length < 2) return undefined;
  const values = references.map((reference) => reference >> 2);
  if (new Set(values).size !== values.length) return undefined;
  const { ops } = w.module;
  if (references.some((reference, i) => (reference & 3) !== 0 || widthOf(ops.type[values[i]!]!) !== 1))
    return undefined;
  const product = matrixProduct(w, values);
  if (product !== undefined) return product;
  if (!isInline(w, values[0]!) || !isKnown(ops.code[values[0]!]!)) return undefined;
  const text = alike(w, values);
  if (text === undefined) return undefined;
  w.emitter.precedence = text[1];
  return text[0];
}

const isKnown = (code: number) =>
  FUNCTION_BY_CODE.has(code) ||
  OPERATORS.has(code) ||
  code === Op.select ||
  code === Op['f.neg'] ||
  code === Op['f.rcp9'];

const isInline = (w: HlslContext, op: number) =>
  w.emitter.decisions.modes[op] === Mode.inline && !w.emitter.isNamed(op);

/** The text of one operation for all components. */
function alike(w: HlslContext, values: readonly number[]): Text | undefined {
  const { ops } = w.module;
  const [first] = values as [number];
  const code = ops.code[first]!;
  if (values.some((value) => ops.code[value] !== code || !isInline(w, value))) return undefined;
  const operand = (i: number) =>
    vector(
      w,
      values.map((value) => ops.operand(value, i)),
    );
  const name = FUNCTION_BY_CODE.get(code);
  if (name === 'exp2') {
    const power = powerOf(w, values);
    if (power !== undefined) return power;
  }
  if (name !== undefined) {
    const list = Array.from({ length: ops.arity[first]! }, (_, i) => operand(i));
    return list.includes(undefined) ? undefined : [`${name}(${list.map((one) => one![0]).join(', ')})`, primary];
  }
  if (code === Op['f.neg']) {
    const value = operand(0);
    return value && [`-${wrapped(value, unary)}`, unary];
  }
  if (code === Op['f.rcp9']) {
    const value = operand(0);
    return value && [`1.0 / ${wrapped(value, unary)}`, multiplicative];
  }
  if (code === Op.select) {
    const [condition, yes, no] = [operand(0), operand(1), operand(2)];
    if (condition === undefined || yes === undefined || no === undefined) return undefined;
    return [`${wrapped(condition, logical)} ? ${wrapped(yes, logical)} : ${wrapped(no, logical)}`, lowest];
  }
  const operator = OPERATORS.get(code);
  if (operator === undefined) return undefined;
  const [text, precedence, right] = operator;
  const [a, b] = [operand(0), operand(1)];
  if (a === undefined || b === undefined) return undefined;
  if (code === Op['f.add'] && b[0].startsWith('-') && !/^-[^ ]* [+-]/.test(b[0]))
    return [`${wrapped(a, precedence)} - ${b[0].slice(1)}`, precedence];
  return [`${wrapped(a, precedence)} ${text} ${wrapped(b, right)}`, precedence];
}

const wrapped = ([text, precedence]: Text, least: number) => (precedence >= least ? text : `(${text})`);

/** A vector of any values, as short as it can be. */
function vector(w: HlslContext, values: readonly number[]): Text | undefined {
  const { ops } = w.module;
  const [first] = values as [number];
  if (values.every((value) => areEqual(w, value, first))) {
    // A scalar is repeated by itself.
    return [w.emitter.value(first, lowest), w.emitter.precedences[first]!];
  }
  const references: number[] = [];
  for (const value of values) {
    if (ops.code[value] === Op.pick && !w.emitter.isNamed(value)) references.push(ops.operand(value, 0));
    else references.push(value << 2);
  }
  if (values.every((value) => isInline(w, value) && isKnown(ops.code[value]!))) {
    const text = alike(w, values);
    if (text !== undefined) return text;
  }
  if (values.some((value) => ops.code[value] !== Op.const && ops.code[value] !== Op.pick && isInline(w, value)))
    return undefined;
  const text = vectorText(w, references);
  return [text, w.emitter.precedence];
}

/** `pow(x, y)` of vectors. */
function powerOf(w: HlslContext, values: readonly number[]): Text | undefined {
  const { ops } = w.module;
  const bases: number[] = [];
  const exponents: number[] = [];
  for (const value of values) {
    const product = ops.operand(value, 0);
    if (ops.code[product] !== Op['f.mul9'] || !isInline(w, product)) return undefined;
    const i = [0, 1].find((one) => {
      const factor = ops.operand(product, one);
      return ops.code[factor] === Op['f.log9'] && isInline(w, factor);
    });
    if (i === undefined) return undefined;
    bases.push(ops.operand(ops.operand(product, i), 0));
    exponents.push(ops.operand(product, 1 - i));
  }
  const [base, exponent] = [vector(w, bases), vector(w, exponents)];
  return base && exponent && [`pow(${base[0]}, ${exponent[0]})`, primary];
}

/** `mul(v, M)`: the dot products of a vector with the columns of a matrix, or `mul(M, v)` with its rows. */
function matrixProduct(w: HlslContext, values: readonly number[]): string | undefined {
  const { ops } = w.module;
  if (!w.sm1) return undefined;
  let found:
    | {
        readonly text: string;
        readonly isColumn: boolean;
        readonly vector: number;
        readonly width: number;
        readonly count: number;
      }
    | undefined;
  for (const [i, value] of values.entries()) {
    if (ops.code[value] !== Op['f.dot9'] || !isInline(w, value)) return undefined;
    const [a, b] = [ops.operand(value, 0), ops.operand(value, 1)];
    const load = loadOf(w, b) ?? loadOf(w, a);
    if (load === undefined) return undefined;
    const vectorValue = loadOf(w, b) === undefined ? b : a;
    const { matrix, text, width } = slotOfLoad(w, load);
    if (matrix === undefined || matrix.number !== i) return undefined;
    const count = matrix.isColumn ? matrix.columns : matrix.rows;
    const length = widthOf(ops.type[vectorValue]!);
    if (length > width) return undefined;
    if (found === undefined) found = { text, isColumn: matrix.isColumn, vector: vectorValue, width: length, count };
    else if (found.text !== text || !areEqual(w, found.vector, vectorValue)) return undefined;
    if (i === values.length - 1) {
      const [r, c] = matrix.isColumn ? [found.width, values.length] : [values.length, found.width];
      const type = matrixCast(matrix, r, c);
      const argument = w.emitter.value(found.vector, lowest);
      const complete = `${type}${found.text}`;
      w.emitter.precedence = primary;
      return matrix.isColumn ? `mul(${argument}, ${complete})` : `mul(${complete}, ${argument})`;
    }
  }
  return undefined;
}
