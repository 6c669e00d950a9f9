/**
 * Arithmetic. The operation table of the IR defines single operations; this file says which components they take.
 *
 * Source: the Direct3D 9 shader reference. `mov` into the address register of vs_1_1 rounds down, as drivers and Wine
 * do.
 */

import { Sm1Version } from '../../../base/profile.ts';
import { Kind, Op, type Ref, refOf, typeOf } from '../../../ir/index.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import { scalarOfRef, WIDTH_OF_MASK } from '../../lowering.ts';
import { spread } from '../destinations.ts';
import { result, type Sm1Lowering, type Sm1ResultHandler } from '../lowering.ts';
import { compared, refsOf, scalar, vector, vectorOf } from '../sources.ts';

const { f32, i32, bool } = Kind;
const XYZ = 7;
const ALPHA = 8;

/** An operation component by component. */
function float(code: number, sources: 1 | 2 | 3): Sm1ResultHandler {
  return result((l, mask, out) => {
    const a = vector(l, 0, mask);
    const b = sources > 1 ? vector(l, 1, mask) : undefined;
    const c = sources > 2 ? vector(l, 2, mask) : undefined;
    spread(l, mask, l.b.op(code, typeOf(f32, WIDTH_OF_MASK[mask]!), a, b, c), out);
  });
}

/** One value for all components, from the first component of each source. */
function single(code: number, sources: 1 | 2 = 1): Sm1ResultHandler {
  return result((l, _, out) => {
    const a = scalar(l, 0, 0);
    out.fill(refOf(l.b.op(code, f32, a, sources > 1 ? scalar(l, 1, 0) : undefined)));
  });
}

/** Each component by itself. */
function each(compute: (l: Sm1Lowering, component: number) => number): Sm1ResultHandler {
  return result((l, mask, out) => {
    for (let c = 0; c < 4; c++) if (mask & (1 << c)) out[c] = refOf(compute(l, c));
  });
}

/** 1 where a comparison holds, 0 elsewhere. */
function oneWhere(code: number): Sm1ResultHandler {
  return each((l, c) => {
    const holds = l.b.op(code, bool, scalar(l, 0, c), scalar(l, 1, c));
    return l.b.op(Op.select, f32, holds, l.float(1), l.float(0));
  });
}

function dot(mask: number): Sm1ResultHandler {
  return result((l, _, out) => {
    const a = vector(l, 0, mask);
    out.fill(refOf(l.b.op(Op['f.dot9'], f32, a, vector(l, 1, mask))));
  });
}

/** The products of a vector with rows of components, the registers from the second source on. */
function matrix(mask: number): Sm1ResultHandler {
  return each((l, row) => {
    const a = vector(l, 0, mask);
    return l.b.op(Op['f.dot9'], f32, a, vectorOf(l, l.source(1), mask, row));
  });
}

/** The bits of the source; into the address register, integers. */
const mov = result((l, mask, out) => {
  const isAddress = l.cursor.operands[0]!.type === SM1_REGISTERS.addressOrTexture.code && !l.isPixel;
  if (isAddress) integers(l, mask, out, Op['f.floor']);
  else copy(l, 0, mask, out);
});

function copy(l: Sm1Lowering, source: number, mask: number, out: Int32Array): void {
  const refs = refsOf(l, source, mask);
  let at = 0;
  for (let c = 0; c < 4; c++) if (mask & (1 << c)) out[c] = refs[at++]!;
}

function integers(l: Sm1Lowering, mask: number, out: Int32Array, rounding: number): void {
  const { b } = l;
  const rounded = b.op(rounding, typeOf(f32, WIDTH_OF_MASK[mask]!), vector(l, 0, mask));
  let at = 0;
  for (let c = 0; c < 4; c++)
    if (mask & (1 << c)) out[c] = refOf(b.op(Op['cvt.f2i'], i32, scalarOfRef(l, refOf(rounded, at++), f32)));
}

/** One of two sources, as they are. */
function chosen(l: Sm1Lowering, condition: number, c: number): number {
  const a: Ref = refsOf(l, 1, 1 << c)[0]!;
  const other = refsOf(l, 2, 1 << c)[0]!;
  return l.b.op(Op.select, f32, condition, scalarOfRef(l, a, f32), scalarOfRef(l, other, f32));
}

/** Chooses by a comparison with 0.5: before 1_4 of the one component a of r0, in 1_4 of each component. */
const cnd = result((l, mask, out) => {
  const isScalar = l.version < Sm1Version.v1_4;
  // Before 1_4 a co-issued one that does not write alpha alone takes the second source (Wine's tests on hardware).
  if (isScalar && l.cursor.coissued && l.cursor.operands[0]!.mask !== ALPHA) {
    copy(l, 1, mask, out);
    return;
  }
  const half = l.float(0.5);
  for (let c = 0; c < 4; c++) {
    if ((mask & (1 << c)) === 0) continue;
    const condition = l.b.op(Op['f.lt'], bool, half, scalar(l, 0, isScalar ? 0 : c));
    out[c] = refOf(chosen(l, condition, c));
  }
});

const cmp = each((l, c) => chosen(l, l.b.op(Op['f.ge'], bool, scalar(l, 0, c), l.float(0)), c));

/** In vs_1_1 four values: the power of the integer part, the fraction, the power of the full value, 1. */
const expp = result((l, _, out) => {
  const { b } = l;
  const x = scalar(l, 0, 0);
  const power = b.op(Op['f.exp2'], f32, x);
  out.fill(refOf(power));
  if (l.isPixel || l.version !== Sm1Version.v1_1) return;
  out[0] = refOf(b.op(Op['f.exp2'], f32, b.op(Op['f.floor'], f32, x)));
  out[1] = refOf(b.op(Op['f.frc'], f32, x));
  out[3] = refOf(l.float(1));
});

const nrm = result((l, mask, out) => {
  const width = WIDTH_OF_MASK[mask]!;
  const factor = l.b.op(Op['f.nrm9'], f32, vector(l, 0, XYZ));
  const value = vector(l, 0, mask);
  spread(l, mask, l.b.op(Op['f.mul9'], typeOf(f32, width), value, l.splat(factor, width)), out);
});

const crs = each((l, c) => {
  const { b } = l;
  if (c === 3) return l.float(0);
  const [i, k] = [(c + 1) % 3, (c + 2) % 3];
  const product = (m: number, n: number) => b.op(Op['f.mul9'], f32, scalar(l, 0, m), scalar(l, 1, n));
  const first = product(i, k);
  return b.op(Op['f.add'], f32, first, b.op(Op['f.neg'], f32, product(k, i)));
});

const lit = each((l, c) => {
  const { b } = l;
  if (c === 0 || c === 3) return l.float(1);
  const diffuse = scalar(l, 0, 0);
  if (c === 1) return b.op(Op['f.max'], f32, diffuse, l.float(0));
  const specular = scalar(l, 0, 1);
  return b.op(Op['f.lit9'], f32, diffuse, specular, scalar(l, 0, 3));
});

/** The last two components are copied. */
const dst = result((l, mask, out) => {
  const product = () => l.b.op(Op['f.mul9'], f32, scalar(l, 0, 1), scalar(l, 1, 1));
  if (mask & 1) out[0] = refOf(l.float(1));
  if (mask & 2) out[1] = refOf(product());
  if (mask & 4) out[2] = refsOf(l, 0, 4)[0]!;
  if (mask & 8) out[3] = refsOf(l, 1, 8)[0]!;
});

const sincos = each((l, c) => {
  if (c > 1) return l.float(0);
  return l.b.op(c === 0 ? Op['f.cos'] : Op['f.sin'], f32, scalar(l, 0, 0));
});

const dp2add = result((l, _, out) => {
  const { b } = l;
  const a = vector(l, 0, 3);
  const sum = b.op(Op['f.dot9'], f32, a, vector(l, 1, 3));
  out.fill(refOf(b.op(Op['f.add'], f32, sum, scalar(l, 2, 0))));
});

const sub = result((l, mask, out) => {
  const { b } = l;
  const type = typeOf(f32, WIDTH_OF_MASK[mask]!);
  const a = vector(l, 0, mask);
  spread(l, mask, b.op(Op['f.add'], type, a, b.op(Op['f.neg'], type, vector(l, 1, mask))), out);
});

const abs = result((l, mask, out) => {
  const { b } = l;
  const type = typeOf(f32, WIDTH_OF_MASK[mask]!);
  spread(l, mask, b.op(Op['f.abs'], type, b.op(Op['f.flush'], type, vector(l, 0, mask))), out);
});

/** In the order of the reference: 1 for NaN, which is neither less than 0 nor 0. */
const sgn = each((l, c) => {
  const { b } = l;
  const x = scalar(l, 0, c);
  const isNegative = b.op(Op['f.lt'], bool, x, l.float(0));
  const isZero = b.op(Op['f.eq'], bool, x, l.float(0));
  const rest = b.op(Op.select, f32, isZero, l.float(0), l.float(1));
  return b.op(Op.select, f32, isNegative, l.float(-1), rest);
});

export const ARITHMETIC_HANDLERS = {
  mov,
  mova: result((l, mask, out) => integers(l, mask, out, Op['f.rne'])),
  add: float(Op['f.add'], 2),
  sub,
  mul: float(Op['f.mul9'], 2),
  mad: float(Op['f.mad9'], 3),
  lrp: float(Op['f.lrp9'], 3),
  min: float(Op['f.min'], 2),
  max: float(Op['f.max'], 2),
  slt: oneWhere(Op['f.lt']),
  sge: oneWhere(Op['f.ge']),
  frc: float(Op['f.frc'], 1),
  abs,
  sgn,
  trunc: float(Op['f.trunc'], 1),
  rcp: single(Op['f.rcp9']),
  rsq: single(Op['f.rsq9']),
  exp: single(Op['f.exp2']),
  log: single(Op['f.log9']),
  expp,
  logp: single(Op['f.log9']),
  pow: single(Op['f.pow9'], 2),
  sin: single(Op['f.sin']),
  cos: single(Op['f.cos']),
  dp3: dot(7),
  dp4: dot(15),
  dp2add,
  m4x4: matrix(15),
  m4x3: matrix(15),
  m3x4: matrix(7),
  m3x3: matrix(7),
  m3x2: matrix(7),
  nrm,
  crs,
  lit,
  dst,
  sincos,
  cnd,
  cmp,
  setp: each((l, c) => compared(l, scalar(l, 0, c), scalar(l, 1, c))),
  dsx: float(Op['deriv.x'], 1),
  dsy: float(Op['deriv.y'], 1),
} as const satisfies Record<string, Sm1ResultHandler>;
