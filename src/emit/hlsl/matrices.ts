/**
 * Products with matrices: dot products of a vector with the rows or columns of a matrix, and sums of its rows or
 * columns times the components of a vector, are `mul`. The compiler makes the same of it.
 */
import { Kind, Op, widthOf } from '../../ir/index.ts';
import { Mode } from '../common/decide-values.ts';
import { forEachOp } from '../common/resource-uses.ts';
import { Precedence } from '../common/text-language.ts';
import type { DotGroup, HlslContext, HlslRule } from './context.ts';
import { areEqual } from './idioms.ts';
import { type Component, sourceOf } from './indices.ts';
import type { Slot } from './layouts.ts';
import { constantSlots } from './rules/constants.ts';
import { nameFromText } from './variable-names.ts';

type Matrix = NonNullable<Slot['matrix']>;

/** The name of the matrix of a row. */
function matrixName(w: HlslContext, row: number): string {
  const { value, component } = sourceOf(w.module, row, 0);
  return constantSlots(w, value)![component]!.matrix!.text;
}

/** Whether the index of a row is no constant. */
function isIndexed({ module }: HlslContext, row: number): boolean {
  const { ops } = module;
  return ops.code[ops.operand(sourceOf(module, row, 0).value, 0)] !== Op.const;
}

/** The row or column of a matrix that a value is, from its first component on. */
function vectorOf(w: HlslContext, value: number, width: number): Matrix | undefined {
  const { module } = w;
  const first = sourceOf(module, value, 0);
  const { ops } = module;
  if (ops.code[first.value] !== Op['cb.load'] || ops.arity[first.value] !== 1) return undefined;
  const slots = isIndexed(w, value) ? constantSlots(w, first.value, true) : w.slotsOfRow(first.value, constantSlots);
  const matrix = slots?.[first.component]?.matrix;
  if (matrix === undefined || slots![first.component]!.scalar !== 'float') return undefined;
  for (let i = 0; i < width; i++) {
    const { value: source, component } = sourceOf(module, value, i);
    const slot = slots![component];
    if (source !== first.value || slot?.component !== i || slot.matrix?.number !== matrix.number) return undefined;
  }
  return matrix;
}

/** A matrix that is cut to the rows and columns that a product uses. */
function cutText(text: string, type: Matrix['type'], rows: number, columns: number): string {
  return rows === type.rows && columns === type.columns ? text : `(float${rows}x${columns})${text}`;
}

/** Finds the products of vectors and matrices that dot products are. */
export function findProducts(w: HlslContext): void {
  const { module } = w;
  const { ops } = module;
  const open = new Map<string, DotGroup>();
  const groups: DotGroup[] = [];
  forEachOp(module, (op) => {
    if (ops.code[op] !== Op['f.dot'] || w.isPrecise?.(op)) return;
    const width = widthOf(ops.type[ops.operand(op, 0)]!);
    for (const side of [0, 1] as const) {
      const matrix = vectorOf(w, ops.operand(op, 1 - side), width);
      if (matrix === undefined) continue;
      const vector = ops.operand(op, side);
      const key = `${ops.region[op]} ${side} ${width} ${matrix.text}`;
      const group = open.get(key);
      if (group !== undefined && group.dots.length === matrix.number && areEqual(w, group.vector, vector))
        group.dots.push(op);
      else if (matrix.number === 0) {
        const started: DotGroup = { vector, width, matrix, row: ops.operand(op, 1 - side), dots: [op] };
        open.set(key, started);
        groups.push(started);
      }
      return;
    }
  });
  for (const group of groups) if (group.dots.length > 1) for (const op of group.dots) w.products.set(op, group);
}

/** A dot product that is a component of a product with a matrix. */
export const dotOrProduct =
  (rule: HlslRule): HlslRule =>
  (w, op) => {
    const group = w.products.get(op);
    if (group === undefined) return rule(w, op);
    const { vector, width, matrix, row, dots } = group;
    const { emitter } = w;
    const number = dots.indexOf(op);
    if (number === 0) {
      const count = dots.length;
      const isColumns = matrix.type.shape === 'columns';
      const argument = emitter.value(vector, Precedence.lowest);
      const complete = matrixName(w, row);
      const text = isColumns
        ? `mul(${argument}, ${cutText(complete, matrix.type, width, count)})`
        : `mul(${cutText(complete, matrix.type, count, width)}, ${argument})`;
      const { mentions, modes } = emitter.decisions;
      const isOnce = dots.every((one) => mentions[one] === 1 && modes[one] !== Mode.named) && areJoined(w, dots);
      const name = isOnce ? text : emitter.names.unique(nameFromText(text, count) ?? 'v');
      if (!isOnce) emitter.line(`${w.type(Kind.f32, count)} ${name} = ${text};`);
      for (const [component, one] of dots.entries()) emitter.aliases.set(one, { text: name, component, width: count });
    }
    emitter.decisions.modes[op] = Mode.inline;
    const { text, component } = emitter.aliases.get(op)!;
    emitter.precedence = Precedence.primary;
    return `${text}.${'xyzw'[component]}`;
  };

/** Whether one `pick` has all of some scalars, next to each other and in order. */
function areJoined({ module: { ops } }: HlslContext, scalars: readonly number[]): boolean {
  for (let op = ops.next[scalars.at(-1)!]!; op >= 0; op = ops.next[op]!) {
    if (ops.code[op] !== Op.pick) continue;
    const references = ops.operands(op).map((reference) => reference >> 2);
    const at = references.indexOf(scalars[0]!);
    if (at >= 0) return scalars.every((one, i) => references[at + i] === one);
  }
  return false;
}

/** A term of a sum: a component of a vector times a row or column. */
interface Term {
  readonly source: Component;
  readonly matrix: Matrix;
  /** The operand that is the row or column. */
  readonly row: number;
}

/** The term that a product of two operands is. */
function termOf(w: HlslContext, a: number, b: number, width: number): Term | undefined {
  const { module } = w;
  for (const [factor, vector] of [
    [a, b],
    [b, a],
  ] as const) {
    const source = sourceOf(module, factor, 0);
    const isRepeated = Array.from({ length: width }, (_, i) => sourceOf(module, factor, i)).every(
      (one) => one.value === source.value && one.component === source.component,
    );
    const matrix = isRepeated ? vectorOf(w, vector, width) : undefined;
    if (matrix !== undefined) return { source, matrix, row: vector };
  }
  return undefined;
}

/** The order in which the compiler adds the products. */
const ORDER = [1, 0, 2, 3];

/** A sum of the rows or columns of a matrix, times the components of a vector. */
export const summedProduct: HlslRule = (w, op) => {
  const { module, emitter } = w;
  const { ops } = module;
  const width = widthOf(ops.type[op]!);
  const terms: Term[] = [];
  let at = op;
  let last: Matrix | undefined;
  if (ops.code[at] === Op['f.add']) {
    // The last component is 1.
    for (const side of [0, 1] as const) {
      const matrix = vectorOf(w, ops.operand(at, side), width);
      const rest = ops.operand(at, 1 - side);
      if (matrix === undefined || ops.code[rest] !== Op['f.mad'] || emitter.isNamed(rest)) continue;
      last = matrix;
      at = rest;
      break;
    }
    if (last === undefined) return '';
  }
  while (ops.code[at] === Op['f.mad'] && (at === op || !emitter.isNamed(at))) {
    const term = termOf(w, ops.operand(at, 0), ops.operand(at, 1), width);
    if (term === undefined) return '';
    terms.unshift(term);
    at = ops.operand(at, 2);
  }
  if (ops.code[at] !== Op['f.mul'] || emitter.isNamed(at)) return '';
  const first = termOf(w, ops.operand(at, 0), ops.operand(at, 1), width);
  if (first === undefined) return '';
  terms.unshift(first);
  const { text, type } = first.matrix;
  const vectors = type.shape === 'columns' ? type.columns : type.rows;
  const count = terms.length;
  const isThis = (one: Matrix, number: number) => one.text === text && one.number === number;
  if (count < 2 || count > 4 || !terms.every(({ matrix }, i) => isThis(matrix, ORDER[i]!))) return '';
  if (last !== undefined && !isThis(last, count)) return '';
  const total = count + (last === undefined ? 0 : 1);
  if (total > vectors) return '';
  const sources = Array.from({ length: count }, (_, i) => terms[ORDER.indexOf(i)]!.source);
  const vector = vectorText(w, sources, last !== undefined);
  if (vector === undefined) return '';
  const complete = matrixName(w, first.row);
  return type.shape === 'columns'
    ? `mul(${cutText(complete, type, width, total)}, ${vector})`
    : `mul(${vector}, ${cutText(complete, type, total, width)})`;
};

/** A vector of components; undefined where they are of an expression that has no name. */
function vectorText(w: HlslContext, sources: readonly Component[], hasOne: boolean): string | undefined {
  const { ops } = w.module;
  const [first] = sources;
  const areOfOne = sources.every(({ value }) => value === first!.value);
  if (!areOfOne || widthOf(ops.type[first!.value]!) === 1) return undefined;
  const list = sources.map(({ component }) => component);
  const isAll = list.length === widthOf(ops.type[first!.value]!) && list.every((c, i) => c === i);
  const text = isAll ? w.emitter.value(first!.value, Precedence.lowest) : w.emitter.components(first!.value, list);
  return hasOne ? `float${list.length + 1}(${text}, 1.0)` : text;
}
