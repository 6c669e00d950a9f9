/** Integers and bits: each component by itself. */
import { Kind, Op, refOf } from '../../../ir/index.ts';
import { storeBoth } from '../destinations.ts';
import type { Sm4Handler } from '../handler.ts';
import { scalar } from '../sources.ts';
import { comparison, componentwise } from './arithmetic.ts';

const { i32, u32 } = Kind;

function unary(code: number, kind: number): Sm4Handler {
  return (l) => componentwise(l, (c) => l.b.op(code, l.type(kind), scalar(l, 1, kind, c)));
}

/** @param second the kind of the second operand */
function binary(code: number, kind: number, second = kind): Sm4Handler {
  return (l) =>
    componentwise(l, (c) => {
      const a = scalar(l, 1, kind, c);
      return l.b.op(code, l.type(kind), a, scalar(l, 2, second, c));
    });
}

function multiplyAdd(kind: number): Sm4Handler {
  return (l) =>
    componentwise(l, (c) => {
      const a = scalar(l, 1, kind, c);
      const product = l.b.op(Op['i.mul'], l.type(kind), a, scalar(l, 2, kind, c));
      return l.b.op(Op['i.add'], l.type(kind), product, scalar(l, 3, kind, c));
    });
}

/** The operands that have a width and an offset before them. */
function bitField(code: number, kind: number, sources: 3 | 4): Sm4Handler {
  return (l) =>
    componentwise(l, (c) => {
      const operands = [scalar(l, 1, u32, c), scalar(l, 2, u32, c)];
      for (let i = 3; i <= sources; i++) operands.push(scalar(l, i, kind, c));
      return l.b.opList(code, l.type(kind), operands);
    });
}

const absoluteDifferences: Sm4Handler = (l) =>
  componentwise(l, (c) => {
    const a = scalar(l, 1, u32, c);
    const b = scalar(l, 2, u32, c);
    return l.b.op(Op['u.msad'], l.type(u32), a, b, scalar(l, 3, u32, c));
  });

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
  and: binary(Op['i.and'], u32),
  or: binary(Op['i.or'], u32),
  xor: binary(Op['i.xor'], u32),
  not: unary(Op['i.not'], u32),
  iadd: binary(Op['i.add'], i32),
  ineg: unary(Op['i.neg'], i32),
  imad: multiplyAdd(i32),
  umad: multiplyAdd(u32),
  imax: binary(Op['i.max'], i32),
  imin: binary(Op['i.min'], i32),
  umax: binary(Op['u.max'], u32),
  umin: binary(Op['u.min'], u32),
  ishl: binary(Op['i.shl'], u32),
  ishr: binary(Op['i.shr'], i32, u32),
  ushr: binary(Op['u.shr'], u32),
  ieq: comparison(Op['i.eq'], u32),
  ine: comparison(Op['i.ne'], u32),
  ige: comparison(Op['i.ge'], i32),
  ilt: comparison(Op['i.lt'], i32),
  uge: comparison(Op['u.ge'], u32),
  ult: comparison(Op['u.lt'], u32),
  ubfe: bitField(Op['u.bfe'], u32, 3),
  ibfe: bitField(Op['i.bfe'], i32, 3),
  bfi: bitField(Op['i.bfi'], u32, 4),
  bfrev: unary(Op['i.bfrev'], u32),
  countbits: unary(Op['i.bits'], u32),
  firstbit_hi: unary(Op['u.first_hi'], u32),
  firstbit_lo: unary(Op['i.first_lo'], u32),
  firstbit_shi: unary(Op['i.first_hi'], i32),
  msad: absoluteDifferences,
  imul: twoResults(Op['i.mulhi'], Op['i.mul'], i32),
  umul: twoResults(Op['u.mulhi'], Op['i.mul'], u32),
  udiv: twoResults(Op['u.div'], Op['u.mod'], u32),
  uaddc: twoResults(Op['i.add'], Op['u.addc'], u32),
  usubb: twoResults(Op['i.sub'], Op['u.subb'], u32),
} as const satisfies Record<string, Sm4Handler>;
