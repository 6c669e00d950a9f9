/** Loads of constants: the registers that they read as parts of variables, and the text of indexes. */
import { Op } from '../../../ir/index.ts';
import { floatOf, Precedence } from '../../common/text-language.ts';
import type { HlslContext } from '../context.ts';
import { PAIRS } from '../idioms.ts';
import { type Linear, linearOf } from './linear.ts';
import type { MatrixPart, Slot } from './registers.ts';

/**
 * @param stride registers of an element; all factors are multiples of it
 * @param first the element that index 0 is
 */
export function indexText(w: HlslContext, { terms }: Linear, stride: number, first: number): string {
  let text = '';
  const isAlone = terms.length === 1 && terms[0]!.factor === stride;
  for (const { value, factor } of terms) {
    const count = factor / stride;
    const part = termText(w, value, isAlone, Math.abs(count) === 1 ? Precedence.additive : Precedence.unary);
    const scaled = Math.abs(count) === 1 ? part : `${Math.abs(count)} * ${part}`;
    if (text === '') text = count < 0 ? `-${scaled}` : scaled;
    else text += count < 0 ? ` - ${scaled}` : ` + ${scaled}`;
  }
  if (text === '') return String(first);
  if (first === 0) return text;
  return first > 0 ? `${text} + ${first}` : `${text} - ${-first}`;
}

/** @param isAlone whether the index is this term: the compiler rounds an index that is a float down */
function termText(w: HlslContext, value: number, isAlone: boolean, precedence: number): string {
  const { module, emitter } = w;
  const { ops } = module;
  if (ops.code[value] !== Op['cvt.f2i'] || emitter.isNamed(value)) return emitter.value(value, precedence);
  const source = ops.operand(value, 0);
  const code = ops.code[source]!;
  if (emitter.isNamed(source)) return emitter.value(source, precedence);
  if (code === Op['f.floor'] && isAlone) return emitter.operand(source, 0, precedence);
  if (code === Op['f.rne']) return colorIndex(w, source) ?? emitter.value(value, precedence);
  return emitter.value(value, precedence);
}

/** The factor of `D3DCOLORtoUBYTE4`. */
const BYTES = 255.001953;

/** A byte of a color. */
function colorIndex(w: HlslContext, rounded: number): string | undefined {
  const { ops } = w.module;
  let source = ops.operand(rounded, 0);
  let component = 0;
  while (ops.code[source] === Op.pick && !w.emitter.isNamed(source)) {
    const reference = ops.operand(source, component);
    source = reference >> 2;
    component = reference & 3;
  }
  if (ops.code[source] !== Op['f.mul9'] || w.emitter.isNamed(source)) return undefined;
  for (const [i, k] of PAIRS) {
    const factor = ops.operand(source, i);
    if (ops.code[factor] !== Op.const) continue;
    if (Math.abs(floatOf(ops.operand(factor, component) | 0) - BYTES) > 1e-3) continue;
    let color = ops.operand(source, k);
    let at = component;
    while (ops.code[color] === Op.pick) {
      const reference = ops.operand(color, at);
      color = reference >> 2;
      at = reference & 3;
    }
    return `D3DCOLORtoUBYTE4(${w.emitter.value(color, Precedence.lowest)}).${'zyxw'[at]}`;
  }
  return undefined;
}

/** The register that a load reads. */
export function slotOfLoad(w: HlslContext, op: number): Slot {
  const { ops, bindings } = w.module;
  const registers = w.sm1!;
  const { file = 'float' } = bindings[ops.extra[op]! >> 2]!;
  const row = ops.operand(op, 0);
  if (ops.code[row] === Op.const) return registers.slot(file, ops.operand(row, 0));
  const index = linearOf(w.module, row);
  return registers.indexed(index, (stride, first) => indexText(w, index, stride, first));
}

/** The load of a register of constants that a value has components of, from the first one on. */
export function loadOf(w: HlslContext, value: number): number | undefined {
  const { ops } = w.module;
  let load = value;
  if (ops.code[value] === Op.pick) {
    if (w.emitter.isNamed(value)) return undefined;
    load = ops.operand(value, 0) >> 2;
    for (let i = 0; i < ops.arity[value]!; i++) if (ops.operand(value, i) !== ((load << 2) | i)) return undefined;
  }
  return ops.code[load] === Op['cb.load'] && (ops.extra[load]! & 3) === 0 && !w.emitter.isNamed(load)
    ? load
    : undefined;
}

/** The cast of a matrix to a smaller one. */
export function matrixCast({ rows, columns }: MatrixPart, r: number, c: number): string {
  return r === rows && c === columns ? '' : `(float${r}x${c})`;
}
