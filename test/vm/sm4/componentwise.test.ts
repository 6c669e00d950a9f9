/**
 * Results of arithmetic, comparisons, integer instructions and conversions; the values follow from the Direct3D 11.3
 * functional specification.
 */
import { describe, expect, it } from 'vitest';
import { floats, runSm4, temp } from '../../support/run-sm4.ts';

const INF = Number.POSITIVE_INFINITY;
const NAN = Number.NaN;
const ONES = 0xffff_ffff;
const SUBNORMAL = 2 ** -130;

/** One instruction on the rows of cb0: r0 receives the result, r1 the second one. */
interface Case {
  readonly code: string;
  readonly rows: readonly (readonly number[])[];
  readonly r0: readonly number[];
  readonly r1?: readonly number[];
}

const f = floats;

const CASES: readonly Case[] = [
  { code: 'add r0, cb0[0], cb0[1]', rows: [f(1, INF, -0, SUBNORMAL), f(2, -INF, -0, SUBNORMAL)], r0: f(3, NAN, -0, 0) },
  { code: 'add_sat r0, cb0[0], cb0[1]', rows: [f(0.25, 1, NAN, -3), f(0.5, 1, 1, 1)], r0: f(0.75, 1, 0, 0) },
  { code: 'mul r0, cb0[0], cb0[1]', rows: [f(3, 0, -2, 1e-30), f(-2, INF, 0, 1e-30)], r0: f(-6, NAN, -0, 0) },
  { code: 'div r0, cb0[0], cb0[1]', rows: [f(1, 1, 0, -6), f(0, -0, 0, 3)], r0: f(INF, -INF, NAN, -2) },
  {
    code: 'mad r0, cb0[0], cb0[1], cb0[2]',
    rows: [f(2, 3, -1, INF), f(4, 5, 0, 0), f(1, -15, 0, 1)],
    r0: f(9, 0, 0, NAN),
  },
  { code: 'min r0, cb0[0], cb0[1]', rows: [f(1, NAN, 3, NAN), f(2, 5, NAN, NAN)], r0: f(1, 5, 3, NAN) },
  { code: 'max r0, cb0[0], cb0[1]', rows: [f(1, NAN, 3, -INF), f(2, 5, NAN, -1)], r0: f(2, 5, 3, -1) },
  { code: 'dp2 r0, cb0[0], cb0[1]', rows: [f(1, 2, 9, 9), f(3, 4, 9, 9)], r0: f(11, 11, 11, 11) },
  { code: 'dp3 r0.yw, cb0[0], cb0[1]', rows: [f(1, 2, 3, 9), f(3, 4, 5, 9)], r0: [0, ...f(26), 0, ...f(26)] },
  { code: 'dp4 r0.x, cb0[0].wzyx, cb0[1]', rows: [f(1, 2, 3, 4), f(1, 10, 100, 1000)], r0: [...f(1234), 0, 0, 0] },
  { code: 'frc r0, cb0[0]', rows: [f(1.25, -0.25, -0, INF)], r0: f(0.25, 0.75, 0, NAN) },
  { code: 'frc r0.x, cb0[0]', rows: [f(-1e-20, 0, 0, 0)], r0: [0x3f7f_ffff, 0, 0, 0] },
  { code: 'round_ne r0, cb0[0]', rows: [f(0.5, 1.5, 2.5, -0.5)], r0: f(0, 2, 2, -0) },
  { code: 'round_ni r0, cb0[0]', rows: [f(1.5, -1.5, -0, -INF)], r0: f(1, -2, -0, -INF) },
  { code: 'round_pi r0, cb0[0]', rows: [f(1.5, -1.5, -0.5, NAN)], r0: f(2, -1, -0, NAN) },
  { code: 'round_z r0, cb0[0]', rows: [f(1.5, -1.5, -0.5, 0.5)], r0: f(1, -1, -0, 0) },
  { code: 'rcp r0, cb0[0]', rows: [f(4, 0, -0, INF)], r0: f(0.25, INF, -INF, 0) },
  { code: 'rsq r0, cb0[0]', rows: [f(4, 0, -0, -1)], r0: f(0.5, INF, -INF, NAN) },
  { code: 'sqrt r0, cb0[0]', rows: [f(4, -0, -1, INF)], r0: f(2, -0, NAN, INF) },
  { code: 'exp r0, cb0[0]', rows: [f(3, -INF, INF, 0)], r0: f(8, 0, INF, 1) },
  { code: 'log r0, cb0[0]', rows: [f(8, 0, -1, INF)], r0: f(3, -INF, NAN, INF) },
  { code: 'sincos r0, r1, cb0[0]', rows: [f(0, -0, INF, 0)], r0: f(0, -0, NAN, 0), r1: f(1, 1, NAN, 1) },
  { code: 'sincos null, r1.x, cb0[0]', rows: [f(0, 0, 0, 0)], r0: [0, 0, 0, 0], r1: [...f(1), 0, 0, 0] },
  { code: 'eq r0, cb0[0], cb0[1]', rows: [f(1, NAN, 0, SUBNORMAL), f(1, NAN, -0, 0)], r0: [ONES, 0, ONES, ONES] },
  { code: 'ne r0, cb0[0], cb0[1]', rows: [f(1, NAN, 0, 1), f(1, NAN, -0, 2)], r0: [0, ONES, 0, ONES] },
  { code: 'lt r0, cb0[0], cb0[1]', rows: [f(1, NAN, -0, -INF), f(2, 1, 0, INF)], r0: [ONES, 0, 0, ONES] },
  { code: 'ge r0, cb0[0], cb0[1]', rows: [f(1, NAN, -0, -INF), f(2, 1, 0, INF)], r0: [0, 0, ONES, 0] },
  {
    code: 'ieq r0, cb0[0], cb0[1]',
    rows: [
      [1, ONES, 0, 7],
      [1, ONES, 1, 8],
    ],
    r0: [ONES, ONES, 0, 0],
  },
  {
    code: 'ine r0, cb0[0], cb0[1]',
    rows: [
      [1, ONES, 0, 7],
      [1, ONES, 1, 8],
    ],
    r0: [0, 0, ONES, ONES],
  },
  {
    code: 'ilt r0, cb0[0], cb0[1]',
    rows: [
      [ONES, 1, 5, 0],
      [0, ONES, 5, 1],
    ],
    r0: [ONES, 0, 0, ONES],
  },
  {
    code: 'ige r0, cb0[0], cb0[1]',
    rows: [
      [ONES, 1, 5, 0],
      [0, ONES, 5, 1],
    ],
    r0: [0, ONES, ONES, 0],
  },
  {
    code: 'ult r0, cb0[0], cb0[1]',
    rows: [
      [ONES, 1, 5, 0],
      [0, ONES, 5, 1],
    ],
    r0: [0, ONES, 0, ONES],
  },
  {
    code: 'uge r0, cb0[0], cb0[1]',
    rows: [
      [ONES, 1, 5, 0],
      [0, ONES, 5, 1],
    ],
    r0: [ONES, 0, ONES, 0],
  },
  {
    code: 'iadd r0, cb0[0], -cb0[1]',
    rows: [
      [5, 0, ONES, 1],
      [7, 1, ONES, 0],
    ],
    r0: [0xffff_fffe, ONES, 0, 1],
  },
  { code: 'ineg r0, cb0[0]', rows: [[1, 0, 0x8000_0000, ONES]], r0: [ONES, 0, 0x8000_0000, 1] },
  {
    code: 'imad r0, cb0[0], cb0[1], cb0[2]',
    rows: [
      [3, ONES, 65536, 0],
      [5, 2, 65536, 9],
      [1, 0, 7, 4],
    ],
    r0: [16, 0xffff_fffe, 7, 4],
  },
  {
    code: 'imax r0, cb0[0], cb0[1]',
    rows: [
      [ONES, 1, 0, 0],
      [0, 2, 0, 0],
    ],
    r0: [0, 2, 0, 0],
  },
  {
    code: 'imin r0, cb0[0], cb0[1]',
    rows: [
      [ONES, 1, 0, 0],
      [0, 2, 0, 0],
    ],
    r0: [ONES, 1, 0, 0],
  },
  {
    code: 'umax r0, cb0[0], cb0[1]',
    rows: [
      [ONES, 1, 0, 0],
      [0, 2, 0, 0],
    ],
    r0: [ONES, 2, 0, 0],
  },
  {
    code: 'umin r0, cb0[0], cb0[1]',
    rows: [
      [ONES, 1, 0, 0],
      [0, 2, 0, 0],
    ],
    r0: [0, 1, 0, 0],
  },
  {
    code: 'imul r0, r1, cb0[0], cb0[1]',
    rows: [
      [ONES, ONES, 0x8000_0000, 2],
      [ONES, 2, 0x8000_0000, 3],
    ],
    r0: [0, ONES, 0x4000_0000, 0],
    r1: [1, 0xffff_fffe, 0, 6],
  },
  {
    code: 'umul r0, r1, cb0[0], cb0[1]',
    rows: [
      [ONES, ONES, 0x8000_0000, 2],
      [ONES, 2, 0x8000_0000, 3],
    ],
    r0: [0xffff_fffe, 1, 0x4000_0000, 0],
    r1: [1, 0xffff_fffe, 0, 6],
  },
  {
    code: 'udiv r0, r1, cb0[0], cb0[1]',
    rows: [
      [7, ONES, 5, 0],
      [2, 16, 0, 3],
    ],
    r0: [3, 0x0fff_ffff, ONES, 0],
    r1: [1, 15, ONES, 0],
  },
  {
    code: 'udiv null, r1.x, cb0[0], cb0[1]',
    rows: [
      [7, 0, 0, 0],
      [4, 0, 0, 0],
    ],
    r0: [0, 0, 0, 0],
    r1: [3, 0, 0, 0],
  },
  {
    code: 'uaddc r0, r1, cb0[0], cb0[1]',
    rows: [
      [ONES, 1, ONES, 0],
      [1, 2, ONES, 0],
    ],
    r0: [0, 3, 0xffff_fffe, 0],
    r1: [1, 0, 1, 0],
  },
  {
    code: 'usubb r0, r1, cb0[0], cb0[1]',
    rows: [
      [0, 3, 1, 0],
      [1, 2, 1, ONES],
    ],
    r0: [ONES, 1, 0, 1],
    r1: [1, 0, 0, 1],
  },
  {
    code: 'ishl r0, cb0[0], cb0[1]',
    rows: [
      [1, 1, ONES, 3],
      [31, 32, 4, 33],
    ],
    r0: [0x8000_0000, 1, 0xffff_fff0, 6],
  },
  {
    code: 'ishr r0, cb0[0], cb0[1]',
    rows: [
      [0x8000_0000, 1, ONES, 6],
      [31, 32, 4, 33],
    ],
    r0: [ONES, 1, ONES, 3],
  },
  {
    code: 'ushr r0, cb0[0], cb0[1]',
    rows: [
      [0x8000_0000, 1, ONES, 6],
      [31, 32, 4, 33],
    ],
    r0: [1, 1, 0x0fff_ffff, 3],
  },
  {
    code: 'ubfe r0, cb0[0], cb0[1], cb0[2]',
    rows: [
      [8, 0, 8, 40],
      [4, 4, 28, 4],
      [0x1234_5678, ONES, 0xabcd_ef01, 0x1234_5678],
    ],
    r0: [0x67, 0, 0xa, 0x67],
  },
  {
    code: 'ibfe r0, cb0[0], cb0[1], cb0[2]',
    rows: [
      [4, 0, 8, 4],
      [4, 4, 28, 0],
      [0xf0, ONES, 0xabcd_ef01, 7],
    ],
    r0: [ONES, 0, 0xffff_fffa, 7],
  },
  {
    code: 'bfi r0, cb0[0], cb0[1], cb0[2], cb0[3]',
    rows: [
      [8, 0, 8, 4],
      [4, 4, 28, 0],
      [0xff, ONES, 0x5, 0x9],
      [0, 0x77, 0, 0xf0],
    ],
    r0: [0xff0, 0x77, 0x5000_0000, 0xf9],
  },
  { code: 'bfrev r0, cb0[0]', rows: [[1, 0x8000_0000, 0xf0, 0]], r0: [0x8000_0000, 1, 0x0f00_0000, 0] },
  { code: 'countbits r0, cb0[0]', rows: [[ONES, 0, 0x8000_0001, 0xf0f0]], r0: [32, 0, 2, 8] },
  { code: 'firstbit_hi r0, cb0[0]', rows: [[1, 0, 0x8000_0000, 0xff]], r0: [31, ONES, 0, 24] },
  { code: 'firstbit_lo r0, cb0[0]', rows: [[1, 0, 0x8000_0000, 0xf0]], r0: [0, ONES, 31, 4] },
  { code: 'firstbit_shi r0, cb0[0]', rows: [[1, 0, ONES, 0xffff_fffe]], r0: [31, ONES, ONES, 31] },
  {
    code: 'msad r0, cb0[0], cb0[1], cb0[2]',
    rows: [
      [0x0102_0304, 0x0002_0000, ONES, 0],
      [0, 0xffff_ffff, 0, ONES],
      [5, 1, ONES, 9],
    ],
    r0: [15, 254, ONES, 9],
  },
  {
    code: 'and r0, cb0[0], cb0[1]',
    rows: [
      [0xf0, 1, ONES, 0],
      [0x3c, 2, 5, ONES],
    ],
    r0: [0x30, 0, 5, 0],
  },
  {
    code: 'or r0, cb0[0], cb0[1]',
    rows: [
      [0xf0, 1, ONES, 0],
      [0x3c, 2, 5, 0],
    ],
    r0: [0xfc, 3, ONES, 0],
  },
  {
    code: 'xor r0, cb0[0], cb0[1]',
    rows: [
      [0xf0, 1, ONES, 0],
      [0x3c, 2, 5, 0],
    ],
    r0: [0xcc, 3, 0xffff_fffa, 0],
  },
  { code: 'not r0, cb0[0]', rows: [[0, ONES, 1, 0x8000_0000]], r0: [ONES, 0, 0xffff_fffe, 0x7fff_ffff] },
  { code: 'ftoi r0, cb0[0]', rows: [f(-1.9, 3e9, -3e9, NAN)], r0: [ONES, 0x7fff_ffff, 0x8000_0000, 0] },
  { code: 'ftou r0, cb0[0]', rows: [f(-1.9, 3e9, 5e9, NAN)], r0: [0, 3_000_000_000, ONES, 0] },
  { code: 'itof r0, cb0[0]', rows: [[ONES, 16_777_217, 16_777_219, 0]], r0: f(-1, 16_777_216, 16_777_220, 0) },
  { code: 'utof r0, cb0[0]', rows: [[ONES, 16_777_217, 1, 0]], r0: f(4_294_967_296, 16_777_216, 1, 0) },
  { code: 'f32tof16 r0, cb0[0]', rows: [f(1, 70000, 2 ** -24, -INF)], r0: [0x3c00, 0x7bff, 1, 0xfc00] },
  { code: 'f16tof32 r0, cb0[0]', rows: [[0x3c00, 0x7bff, 1, 0xffff_fc00]], r0: f(1, 65504, 2 ** -24, -INF) },
];

describe('instructions on components', () => {
  it.each(CASES)('$code', ({ code, rows, r0, r1 }) => {
    const quad = runSm4(code, rows);
    expect(temp(quad, 0)).toEqual(r0);
    if (r1 !== undefined) expect(temp(quad, 1)).toEqual(r1);
  });

  it('reads all sources before it writes', () => {
    const quad = runSm4('mov r0, cb0[0]\nadd r0, r0.wzyx, r0', [f(1, 2, 3, 4)]);
    expect(temp(quad, 0)).toEqual(f(5, 5, 5, 5));
  });
});

describe('two results', () => {
  const ROW = [[7, 3, 2, 0], f(0, 1, 2, 3)];

  it.each([
    // The index is 2, which the first result replaces by 1, 0 and 3.
    ['mov r0.x, cb0[0].z\nudiv r0.x, x0[r0.x].x, cb0[0].y, cb0[0].z', [1, 0, 0, 0], 1],
    ['mov r0.x, cb0[0].z\nsincos r0.x, x0[r0.x].x, cb0[1].x', [0, 0, 0, 0], 0x3f80_0000],
    ['mov r0.x, cb0[0].z\nswapc r0.x, x0[r0.x].x, cb0[0].z, cb0[0].x, cb0[0].y', [3, 0, 0, 0], 7],
  ] as const)('the index of the second is read before the first is written: %s', (code, r0, second) => {
    const quad = runSm4(`dcl_indexableTemp x0[4], 4\n${code}\nmov r1, x0[2].xyzw`, ROW);
    expect(temp(quad, 0)).toEqual(r0);
    expect(temp(quad, 1)[0]).toBe(second);
  });
});

describe('modifiers', () => {
  it.each([
    ['add r0, -cb0[0], |cb0[1]|', [f(1, -2, 0, NAN), f(-3, -0, -0, 1)], f(2, 2, 0, NAN)],
    ['mul r0, -|cb0[0]|, cb0[1]', [f(-1, 2, 0, 1), f(1, 1, 1, 1)], f(-1, -2, -0, -1)],
    // A move keeps all bits, unless a modifier makes it a float operation.
    ['mov r0, cb0[0]', [[1, 0x7fa0_0001, 0x8000_0001, 2]], [1, 0x7fa0_0001, 0x8000_0001, 2]],
    ['mov r0, -cb0[0]', [[1, 0x3f80_0000, 0x8000_0001, 0]], [0x8000_0000, 0xbf80_0000, 0, 0x8000_0000]],
    ['mov_sat r0, cb0[0]', [f(2, -1, NAN, 0.5)], f(1, 0, 0, 0.5)],
    [
      'movc r0, cb0[0], cb0[1], cb0[2]',
      [
        [1, 0, 0x8000_0000, 0],
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
      [1, 6, 3, 8],
    ],
  ] as const)('%s', (code, rows, expected) => {
    expect(temp(runSm4(code, rows), 0)).toEqual(expected);
  });

  it('swaps where the condition is not zero', () => {
    const quad = runSm4('swapc r0, r1, cb0[0], cb0[1], cb0[2]', [
      [1, 0, 2, 0],
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]);
    expect(temp(quad, 0)).toEqual([5, 2, 7, 4]);
    expect(temp(quad, 1)).toEqual([1, 6, 3, 8]);
  });
});

describe('constants', () => {
  it('are 0 outside of the buffer', () => {
    const quad = runSm4(
      'mov r0, cb0[1]\nmov r1.x, l(1)\nmov r2, cb0[r1.x + 5]\nmov r3.x, l(-9)\nmov r4, cb0[r3.x + 1]',
      [[1, 2, 3, 4]],
    );
    expect([0, 2, 4].map((register) => temp(quad, register))).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('have a row for each lane that asks', () => {
    const quad = runSm4(
      'mov r0.x, l(1)\nmov r1, cb0[r0.x + 1].wzyx',
      [[], [], []].map((_, i) => [i, 10 + i, 20 + i, 30 + i]),
    );
    expect(temp(quad, 1)).toEqual([32, 22, 12, 2]);
  });
});

it('writes the second result where its index was before the first', () => {
  // 5 + 0xffffffff is 4, with a carry; r0.x was 1, so that the carry goes to x0[1].
  const quad = runSm4(`dcl_indexableTemp x0[8], 4
mov r0.x, l(1)
uaddc r0.x, x0[r0.x + 0].x, l(5), l(-1)
mov r1.x, x0[1].x
mov r1.y, x0[4].x`);
  expect(temp(quad, 0)[0]).toBe(4);
  expect(temp(quad, 1).slice(0, 2)).toEqual([1, 0]);
});
