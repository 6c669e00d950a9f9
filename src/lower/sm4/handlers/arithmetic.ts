/** Arithmetic of floats and integers, comparisons, bits and conversions. */
import { Kind, Op, refOf } from '../../../ir/index.ts';
import { WIDTH_OF_MASK } from '../../lowering.ts';
import { replicate, store, storeBoth, storeRefs } from '../destinations.ts';
import type { Sm4Handler, Sm4Lowering } from '../lowering.ts';
import { scalar, vector } from '../sources.ts';

/** An operation on floats, component by component. */
function float(code: number, sources: 1 | 2 | 3): Sm4Handler {
  return (l) => {
    const mask = l.maskOf(0);
    if (mask === 0) return;
    const type = l.type(Kind.f32, WIDTH_OF_MASK[mask]!);
    const a = vector(l, 1, Kind.f32, mask);
    const b = sources > 1 ? vector(l, 2, Kind.f32, mask) : undefined;
    const c = sources > 2 ? vector(l, 3, Kind.f32, mask) : undefined;
    store(l, 0, l.saturated(l.b.op(code, type, a, b, c)));
  };
}

/** A dot product of the components in `mask`, for all components of the result. */
function dot(mask: 3 | 7 | 15): Sm4Handler {
  return (l) => {
    const a = vector(l, 1, Kind.f32, mask);
    const b = vector(l, 2, Kind.f32, mask);
    replicate(l, 0, l.saturated(l.b.op(Op['f.dot'], l.type(Kind.f32), a, b)));
  };
}

const refs = new Int32Array(4);

/** Computes each component of the result by itself. */
export function componentwise(l: Sm4Lowering, compute: (component: number) => number): void {
  const mask = l.maskOf(0);
  let at = 0;
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) refs[at++] = refOf(compute(c));
  storeRefs(l, 0, refs);
}

/** A comparison: all ones where it holds. */
function comparison(code: number, kind: number): Sm4Handler {
  return (l) =>
    componentwise(l, (c) => {
      const a = scalar(l, 1, kind, c);
      const b = scalar(l, 2, kind, c);
      return l.b.op(Op.mask, Kind.u32, l.b.op(code, Kind.bool, a, b));
    });
}

/** An operation on scalars of these kinds, component by component. */
function each(code: number, result: number, ...sources: readonly number[]): Sm4Handler {
  return (l) =>
    componentwise(l, (c) => {
      const operands = sources.map((kind, i) => scalar(l, 1 + i, kind, c));
      return l.b.opList(code, l.type(result), operands);
    });
}

/** The first result is the sine, the second the cosine. */
const sincos: Sm4Handler = (l) => {
  const results = [0, 1].map((i) => {
    const mask = l.maskOf(i);
    if (mask === 0 || l.isNull(i)) return [];
    const width = WIDTH_OF_MASK[mask]!;
    const source = vector(l, 2, Kind.f32, mask);
    const value = l.saturated(l.b.op(Op[i === 0 ? 'f.sin' : 'f.cos'], l.type(Kind.f32, width), source));
    return Array.from({ length: width }, (_, c) => refOf(value, c));
  });
  storeBoth(l, results[0]!, results[1]!);
};

const derivative = (code: number) => float(code, 1);

export const ARITHMETIC_HANDLERS = {
  add: float(Op['f.add'], 2),
  div: float(Op['f.div'], 2),
  exp: float(Op['f.exp2'], 1),
  frc: float(Op['f.frc'], 1),
  log: float(Op['f.log2'], 1),
  mad: float(Op['f.mad'], 3),
  max: float(Op['f.max'], 2),
  min: float(Op['f.min'], 2),
  mul: float(Op['f.mul'], 2),
  rcp: float(Op['f.rcp'], 1),
  round_ne: float(Op['f.rne'], 1),
  round_ni: float(Op['f.floor'], 1),
  round_pi: float(Op['f.ceil'], 1),
  round_z: float(Op['f.trunc'], 1),
  rsq: float(Op['f.rsq'], 1),
  sqrt: float(Op['f.sqrt'], 1),
  dp2: dot(3),
  dp3: dot(7),
  dp4: dot(15),
  sincos,
  eq: comparison(Op['f.eq'], Kind.f32),
  ge: comparison(Op['f.ge'], Kind.f32),
  lt: comparison(Op['f.lt'], Kind.f32),
  ne: comparison(Op['f.ne'], Kind.f32),
  ftoi: each(Op['cvt.f2i'], Kind.i32, Kind.f32),
  ftou: each(Op['cvt.f2u'], Kind.u32, Kind.f32),
  itof: each(Op['cvt.i2f'], Kind.f32, Kind.i32),
  utof: each(Op['cvt.u2f'], Kind.f32, Kind.u32),
  f32tof16: each(Op['cvt.f2h'], Kind.u32, Kind.f32),
  f16tof32: each(Op['cvt.h2f'], Kind.f32, Kind.u32),
  deriv_rtx: derivative(Op['deriv.x']),
  deriv_rty: derivative(Op['deriv.y']),
  deriv_rtx_coarse: derivative(Op['deriv.x.coarse']),
  deriv_rty_coarse: derivative(Op['deriv.y.coarse']),
  deriv_rtx_fine: derivative(Op['deriv.x.fine']),
  deriv_rty_fine: derivative(Op['deriv.y.fine']),
} as const satisfies Record<string, Sm4Handler>;

const { i32, u32 } = Kind;

function multiplyAdd(kind: number): Sm4Handler {
  return (l) =>
    componentwise(l, (c) => {
      const a = scalar(l, 1, kind, c);
      const product = l.b.op(Op['i.mul'], l.type(kind), a, scalar(l, 2, kind, c));
      return l.b.op(Op['i.add'], l.type(kind), product, scalar(l, 3, kind, c));
    });
}

/** Two results from two sources; `null` discards either. */
function twoResults(first: number, second: number, kind: number): Sm4Handler {
  return (l) => {
    const results = [first, second].map((code, i) => {
      const mask = l.isNull(i) ? 0 : l.maskOf(i);
      const refs: number[] = [];
      for (let c = 0; c < 4; c++) {
        if ((mask & (1 << c)) === 0) continue;
        const a = scalar(l, 2, kind, c);
        refs.push(refOf(l.b.op(code, l.type(kind), a, scalar(l, 3, kind, c))));
      }
      return refs;
    });
    storeBoth(l, results[0]!, results[1]!);
  };
}

export const INTEGER_HANDLERS = {
  and: each(Op['i.and'], u32, u32, u32),
  or: each(Op['i.or'], u32, u32, u32),
  xor: each(Op['i.xor'], u32, u32, u32),
  not: each(Op['i.not'], u32, u32),
  iadd: each(Op['i.add'], i32, i32, i32),
  ineg: each(Op['i.neg'], i32, i32),
  imad: multiplyAdd(i32),
  umad: multiplyAdd(u32),
  imax: each(Op['i.max'], i32, i32, i32),
  imin: each(Op['i.min'], i32, i32, i32),
  umax: each(Op['u.max'], u32, u32, u32),
  umin: each(Op['u.min'], u32, u32, u32),
  ishl: each(Op['i.shl'], u32, u32, u32),
  ishr: each(Op['i.shr'], i32, i32, u32),
  ushr: each(Op['u.shr'], u32, u32, u32),
  ieq: comparison(Op['i.eq'], u32),
  ine: comparison(Op['i.ne'], u32),
  ige: comparison(Op['i.ge'], i32),
  ilt: comparison(Op['i.lt'], i32),
  uge: comparison(Op['u.ge'], u32),
  ult: comparison(Op['u.lt'], u32),
  ubfe: each(Op['u.bfe'], u32, u32, u32, u32),
  ibfe: each(Op['i.bfe'], i32, u32, u32, i32),
  bfi: each(Op['i.bfi'], u32, u32, u32, u32, u32),
  bfrev: each(Op['i.bfrev'], u32, u32),
  countbits: each(Op['i.bits'], u32, u32),
  firstbit_hi: each(Op['u.first_hi'], u32, u32),
  firstbit_lo: each(Op['i.first_lo'], u32, u32),
  firstbit_shi: each(Op['i.first_hi'], i32, i32),
  msad: each(Op['u.msad'], u32, u32, u32, u32),
  imul: twoResults(Op['i.mulhi'], Op['i.mul'], i32),
  umul: twoResults(Op['u.mulhi'], Op['i.mul'], u32),
  udiv: twoResults(Op['u.div'], Op['u.mod'], u32),
  uaddc: twoResults(Op['i.add'], Op['u.addc'], u32),
  usubb: twoResults(Op['i.sub'], Op['u.subb'], u32),
} as const satisfies Record<string, Sm4Handler>;
