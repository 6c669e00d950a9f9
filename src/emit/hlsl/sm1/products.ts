/** Products of vectors and matrices that are sums in a program: `mul(v, M)` with rows, `mul(M, v)` with columns. */
import { Op, widthOf } from '../../../ir/index.ts';
import { isRepeated } from '../../../ir/module.ts';
import { Mode } from '../../common/decide-values.ts';
import { Precedence } from '../../common/text-language.ts';
import type { HlslContext, HlslRule } from '../context.ts';
import { PAIRS } from '../idioms.ts';
import { loadOf, matrixCast, slotOfLoad } from './indexes.ts';
import type { Slot } from './registers.ts';
import { vectorText } from './vectors.ts';

/** A part of the sum: a component of a vector, and what it is multiplied with. */
interface Part {
  readonly reference: number;
  readonly slot: Slot;
  readonly width: number;
}

export const summed: HlslRule = (w, op) => {
  const parts = partsOf(w, op);
  const first = parts?.[0];
  const matrix = first?.slot.matrix;
  if (parts === undefined || first === undefined || matrix === undefined) return '';
  const byNumber: Part[] = [];
  for (const part of parts) {
    const other = part.slot.matrix;
    if (other === undefined || part.slot.text !== first.slot.text || part.width !== first.width) return '';
    if (byNumber[other.number] !== undefined) return '';
    byNumber[other.number] = part;
  }
  const count = byNumber.length;
  if (count !== parts.length || count < 2) return '';
  const [{ reference }] = byNumber as [Part];
  if (byNumber.some((part, i) => part.reference !== reference + i)) return '';
  const vector = vectorText(
    w,
    byNumber.map((part) => part.reference),
  );
  const { isColumn } = matrix;
  const text = `${matrixCast(matrix, isColumn ? first.width : count, isColumn ? count : first.width)}${first.slot.text}`;
  return isColumn ? `mul(${text}, ${vector})` : `mul(${vector}, ${text})`;
};

/** The parts of a sum of products that are written inside a statement; undefined where one is something else. */
function partsOf(w: HlslContext, op: number): Part[] | undefined {
  const { ops } = w.module;
  const parts: Part[] = [];
  for (let sum = op; ; ) {
    const part = partOf(w, sum);
    if (part === undefined) return undefined;
    parts.push(part);
    if (ops.code[sum] === Op['f.mul9']) return parts;
    sum = ops.operand(sum, 2);
    const code = ops.code[sum]!;
    const isProduct = code === Op['f.mul9'] || code === Op['f.mad9'];
    if (!isProduct || w.emitter.decisions.modes[sum] !== Mode.inline || w.emitter.isNamed(sum)) return undefined;
  }
}

function partOf(w: HlslContext, op: number): Part | undefined {
  const { ops } = w.module;
  for (const [i, k] of PAIRS) {
    const [scalar, row] = [ops.operand(op, i), ops.operand(op, k)];
    const load = loadOf(w, row);
    if (load === undefined || ops.code[scalar] !== Op.pick || !isRepeated(w.module, scalar)) continue;
    if (w.emitter.isNamed(scalar)) continue;
    const slot = slotOfLoad(w, load);
    if (slot.matrix !== undefined) return { reference: ops.operand(scalar, 0), slot, width: widthOf(ops.type[row]!) };
  }
  return undefined;
}

/** A product and a sum, where both factors are numbers and the sum is a vector. */
export const scaledSum: HlslRule = (w, op) => {
  const { ops } = w.module;
  const { emitter } = w;
  const [a, b, c] = [0, 1, 2].map((i) => ops.operand(op, i)) as [number, number, number];
  const isNumber = (value: number) => !emitter.isNamed(value) && isRepeated(w.module, value);
  if (widthOf(ops.type[op]!) === 1 || !isNumber(a) || !isNumber(b) || isNumber(c)) return '';
  const product = `${emitter.repeated(a, Precedence.multiplicative)} * ${emitter.repeated(b, Precedence.unary)}`;
  const text = `${product} + ${emitter.value(c, Precedence.multiplicative)}`;
  emitter.precedence = Precedence.additive;
  return text;
};
