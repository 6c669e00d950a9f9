/** Instructions on float64: which pairs they read and where results go. */
import { describe, expect, it } from 'vitest';
import { highWord, lowWord } from '../../../src/numerics/double.ts';
import { floats, runSm4, temp } from '../../support/run-sm4.ts';

const ONES = 0xffff_ffff;
const NAN = [0, 0x7ff8_0000];

/** The words of two float64. */
function d(a: number, b: number): number[] {
  return [lowWord(a), highWord(a), lowWord(b), highWord(b)];
}

describe('float64', () => {
  it.each([
    ['dadd r0, cb0[0], cb0[1]', [d(1, 0.1), d(2, 0.2)], d(3, 0.1 + 0.2)],
    ['dadd r0.zw, cb0[0], -cb0[1]', [d(1, 5), d(2, 3)], [0, 0, ...d(2, 0).slice(0, 2)]],
    ['dadd r0.xy, cb0[0].zwzw, |cb0[1].zwzw|', [d(1, 5), d(2, -3)], [...d(8, 0).slice(0, 2), 0, 0]],
    ['dmul r0, cb0[0], cb0[1]', [d(3, 1e-310), d(0.5, 0.5)], d(1.5, 0.5e-310)],
    ['ddiv r0, cb0[0], cb0[1]', [d(1, 1), d(3, 0)], d(1 / 3, Number.POSITIVE_INFINITY)],
    ['drcp r0, cb0[0]', [d(4, -0)], d(0.25, Number.NEGATIVE_INFINITY)],
    ['dfma r0, cb0[0], cb0[1], cb0[2]', [d(2, 1 + 2 ** -30), d(3, 1 - 2 ** -30), d(1, -1)], d(7, -(2 ** -60))],
    ['dmin r0, cb0[0], cb0[1]', [d(1, Number.NaN), d(2, 3)], d(1, 3)],
    ['dmax r0, cb0[0], cb0[1]', [d(1, Number.NaN), d(2, 3)], d(2, 3)],
    ['dmov r0, -cb0[0]', [d(1, -2)], d(-1, 2)],
    ['dmov_sat r0, cb0[0]', [d(2.5, -1)], d(1, 0)],
    ['dmov_sat r0, -cb0[0]', [d(-0.25, Number.NaN)], d(0.25, 0)],
    ['dmovc_sat r0, cb0[0].xyxy, cb0[1], cb0[2]', [[1, 0, 0, 0], d(7, 2), d(3, 1e-310)], d(1, 1e-310)],
    ['dadd_sat r0, cb0[0], cb0[1]', [d(1, Number.POSITIVE_INFINITY), d(-1.5, Number.NEGATIVE_INFINITY)], d(0, 0)],
    ['ddiv r0, cb0[0], cb0[1]', [d(0, 1), d(0, 2)], [...NAN, ...d(0.5, 0).slice(0, 2)]],
    ['dmovc r0, cb0[0].xyxy, cb0[1], cb0[2]', [[1, 0, 0, 1], d(1, 2), d(3, 4)], d(1, 4)],
    ['dmovc r0.zw, cb0[0].xyxy, cb0[1], cb0[2]', [[1, 0, 0, 0], d(1, 2), d(3, 4)], [0, 0, ...d(4, 0).slice(0, 2)]],
    ['deq r0.xy, cb0[0], cb0[1]', [d(1, 2), d(1, 3)], [ONES, 0, 0, 0]],
    ['dlt r0.yw, cb0[0], cb0[1]', [d(1, 2), d(1, 3)], [0, 0, 0, ONES]],
    ['dge r0.z, cb0[0], cb0[1]', [d(1, 2), d(1, 3)], [0, 0, ONES, 0]],
    ['dne r0.xw, cb0[0], cb0[1]', [d(Number.NaN, 2), d(1, 2)], [ONES, 0, 0, 0]],
    ['dtof r0.xz, cb0[0]', [d(0.1, 1e300)], [...floats(Math.fround(0.1)), 0, ...floats(Number.POSITIVE_INFINITY), 0]],
    ['dtoi r0.xy, cb0[0]', [d(-1.5, 3e9)], [ONES, 0x7fff_ffff, 0, 0]],
    ['dtou r0.yz, cb0[0]', [d(-1.5, 3e9)], [0, 0, 3_000_000_000, 0]],
    ['ftod r0, cb0[0]', [floats(0.5, -2, 9, 9)], d(0.5, -2)],
    ['ftod r0.zw, cb0[0]', [floats(0.5, -2, 9, 9)], [0, 0, ...d(-2, 0).slice(0, 2)]],
    ['itod r0.zw, cb0[0].xzyw', [[1, 2, 3, 4]], [0, 0, ...d(3, 0).slice(0, 2)]],
    ['utod r0.zw, cb0[0].wwww', [[1, 2, 3, ONES]], [0, 0, ...d(ONES, 0).slice(0, 2)]],
    ['itod r0, cb0[0]', [[ONES, 7, 0, 0]], d(-1, 7)],
    ['utod r0, cb0[0]', [[ONES, 7, 0, 0]], d(ONES, 7)],
  ] as const)('%s', (code, rows, expected) => {
    expect(temp(runSm4(code, rows), 0)).toEqual(expected);
  });
});
