/**
 * Instructions on float64. Of a register, x and y are the first one, z and w the second. Of an instruction that gives
 * words of 32 bits, the components of the mask have the results of the first and the second one in order; of one that
 * makes a float64 from words, x is the source of xy and y that of zw (Direct3D 11.3 functional specification, 22.14 to
 * 22.17).
 */
import { Kind, Op, refOf } from '../../../ir/index.ts';
import { scalarOfRef } from '../../lowering.ts';
import { storeRefs } from '../destinations.ts';
import type { Sm4Handler, Sm4Lowering } from '../lowering.ts';
import { modified, refOfSource, scalar } from '../sources.ts';

const { f32, f64, i32, u32 } = Kind;
const refs = new Int32Array(4);

/** Word `component` of an operand, without modifiers. */
function word(l: Sm4Lowering, i: number, component: number): number {
  const slot = l.cursor.operands[i]!;
  if (slot.literalCount > 0) return l.constant(u32, l.cursor.word(slot.literal + (component % slot.literalCount)));
  return scalarOfRef(l, refOfSource(l, slot, component), u32);
}

/** Float64 number `pair` of an operand. */
function double(l: Sm4Lowering, i: number, pair: number): number {
  const low = word(l, i, 2 * pair);
  const high = word(l, i, 2 * pair + 1);
  return modified(l, l.cursor.operands[i]!, f64, l.b.op(Op['d.pack'], f64, low, high));
}

/** Gives a float64 for each pair of the result's mask. */
function doubleResults(l: Sm4Lowering, compute: (pair: number) => number): void {
  const mask = l.maskOf(0);
  let at = 0;
  for (let pair = 0; pair < 2; pair++) {
    const words = (mask >> (2 * pair)) & 3;
    if (words === 0) continue;
    let value = compute(pair);
    if (l.isSaturated) value = l.b.op(Op['d.sat'], f64, value);
    if (words & 1) refs[at++] = refOf(l.b.op(Op['d.low'], u32, value));
    if (words & 2) refs[at++] = refOf(l.b.op(Op['d.high'], u32, value));
  }
  storeRefs(l, 0, refs);
}

function arithmetic(code: number, sources: 1 | 2 | 3): Sm4Handler {
  return (l) =>
    doubleResults(l, (pair) => {
      const a = double(l, 1, pair);
      const b = sources > 1 ? double(l, 2, pair) : undefined;
      const c = sources > 2 ? double(l, 3, pair) : undefined;
      return l.b.op(code, f64, a, b, c);
    });
}

/** Writes a word for each component of the mask, from the float64 at its position. */
function wordResults(l: Sm4Lowering, compute: (pair: number) => number): void {
  const mask = l.maskOf(0);
  let at = 0;
  for (let c = 0; c < 4; c++) {
    if ((mask & (1 << c)) === 0) continue;
    refs[at] = refOf(compute(Math.min(at, 1)));
    at++;
  }
  storeRefs(l, 0, refs);
}

function comparison(code: number): Sm4Handler {
  return (l) =>
    wordResults(l, (pair) => {
      const a = double(l, 1, pair);
      return l.b.op(Op.mask, u32, l.b.op(code, Kind.bool, a, double(l, 2, pair)));
    });
}

function toWord(code: number, kind: number): Sm4Handler {
  return (l) =>
    wordResults(l, (pair) => {
      const value = l.b.op(code, l.type(kind), double(l, 1, pair));
      return kind === f32 ? l.saturated(value) : value;
    });
}

function fromWord(code: number, kind: number): Sm4Handler {
  return (l) => doubleResults(l, (pair) => l.b.op(code, f64, scalar(l, 1, kind, pair)));
}

const dmov: Sm4Handler = (l) => doubleResults(l, (pair) => double(l, 1, pair));

const dmovc: Sm4Handler = (l) =>
  doubleResults(l, (pair) => {
    const condition = l.b.isSet(scalar(l, 1, u32, pair));
    const a = double(l, 2, pair);
    return l.b.op(Op.select, f64, condition, a, double(l, 3, pair));
  });

export const DOUBLE_HANDLERS = {
  dadd: arithmetic(Op['d.add'], 2),
  dmul: arithmetic(Op['d.mul'], 2),
  ddiv: arithmetic(Op['d.div'], 2),
  drcp: arithmetic(Op['d.rcp'], 1),
  dfma: arithmetic(Op['d.fma'], 3),
  dmin: arithmetic(Op['d.min'], 2),
  dmax: arithmetic(Op['d.max'], 2),
  dmov,
  dmovc,
  deq: comparison(Op['d.eq']),
  dge: comparison(Op['d.ge']),
  dlt: comparison(Op['d.lt']),
  dne: comparison(Op['d.ne']),
  dtof: toWord(Op['d.to_f'], f32),
  dtoi: toWord(Op['d.to_i'], i32),
  dtou: toWord(Op['d.to_u'], u32),
  ftod: fromWord(Op['d.from_f'], f32),
  itod: fromWord(Op['d.from_i'], i32),
  utod: fromWord(Op['d.from_u'], u32),
} as const satisfies Record<string, Sm4Handler>;
