/** Results of shader model 1 to 3 instructions; the values follow from the Direct3D 9 shader reference. */
import { describe, expect, it } from 'vitest';
import { SM1_REGISTERS } from '../../../src/isa/sm1/registers.ts';
import { floatsIn, runSm1, wordsIn } from '../../support/run-sm1.ts';

const MAX = (2 - 2 ** -23) * 2 ** 127;
const INF = Number.POSITIVE_INFINITY;

/** r0 after one instruction of vs_3_0 on constants. */
function vertex(code: string, ...floats: readonly (readonly number[])[]): number[] {
  return floatsIn(runSm1(`vs_3_0\n${code}\n`, { floats }), 'temp', 0);
}

/** r0 after one instruction of ps_2_0 on constants. */
function pixel(code: string, ...floats: readonly (readonly number[])[]): number[] {
  return floatsIn(runSm1(`ps_2_0\n${code}\n`, { floats }), 'temp', 0);
}

describe('vertex shader instructions', () => {
  it.each([
    [
      'add r0, c0, c1',
      [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
      [6, 8, 10, 12],
    ],
    [
      'sub r0, c0, c1',
      [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
      [-4, -4, -4, -4],
    ],
    [
      'mul r0, c0, c1',
      [
        [2, INF, 0, -1],
        [3, 0, 5, 0],
      ],
      [6, 0, 0, 0],
    ],
    [
      'mad r0, c0, c1, c2',
      [
        [2, INF, 1, 1],
        [3, 0, 1, 2],
        [1, 7, -1, 0],
      ],
      [7, 7, 0, 2],
    ],
    [
      'dp3 r0, c0, c1',
      [
        [1, 2, 3, 9],
        [4, 5, 6, 9],
      ],
      [32, 32, 32, 32],
    ],
    [
      'dp4 r0.yw, c0, c1',
      [
        [1, 2, 3, 4],
        [1, 1, 1, 1],
      ],
      [0, 10, 0, 10],
    ],
    [
      'min r0, c0, c1',
      [
        [1, 5, -1, 0],
        [2, 4, 1, 0],
      ],
      [1, 4, -1, 0],
    ],
    [
      'max r0, c0, c1',
      [
        [1, 5, -1, 0],
        [2, 4, 1, 0],
      ],
      [2, 5, 1, 0],
    ],
    [
      'slt r0, c0, c1',
      [
        [1, 5, 2, -1],
        [2, 4, 2, 1],
      ],
      [1, 0, 0, 1],
    ],
    [
      'sge r0, c0, c1',
      [
        [1, 5, 2, -1],
        [2, 4, 2, 1],
      ],
      [0, 1, 1, 0],
    ],
    ['rcp r0, c0.y', [[1, 4, 0, 0]], [0.25, 0.25, 0.25, 0.25]],
    ['rcp r0.x, c0.z', [[1, 4, 0, 0]], [MAX, 0, 0, 0]],
    ['rsq r0.x, c0.y', [[1, -16, 0, 0]], [0.25, 0, 0, 0]],
    ['rsq r0.x, c0.z', [[1, -16, 0, 0]], [MAX, 0, 0, 0]],
    ['exp r0.x, c0.x', [[3, 0, 0, 0]], [8, 0, 0, 0]],
    ['log r0.xy, c0.x', [[-8, 0, 0, 0]], [3, 3, 0, 0]],
    ['log r0.x, c0.y', [[-8, 0, 0, 0]], [-MAX, 0, 0, 0]],
    ['pow r0.x, c0.x, c0.y', [[-3, 2, 0, 0]], [9, 0, 0, 0]],
    ['pow r0.x, c0.z, c0.z', [[0, 0, 0, 0]], [1, 0, 0, 0]],
    ['frc r0, c0', [[1.25, -0.25, 3, 0]], [0.25, 0.75, 0, 0]],
    ['abs r0, c0', [[-1, 2, -0, 0]], [1, 2, 0, 0]],
    ['sgn r0, c0, r1, r2', [[-5, 2, -0, 0]], [-1, 1, 0, 0]],
    // The reference asks for less than 0, then for 0; subnormal numbers are 0.
    ['sgn r0, c0, r1, r2', [[Number.NaN, 2 ** -130, -(2 ** -130), -Infinity]], [1, 0, 0, -1]],
    ['abs r0, c0', [[2 ** -130, -(2 ** -130), -Infinity, Number.NaN]], [0, 0, Infinity, Number.NaN]],
    [
      'lrp r0, c0, c1, c2',
      [
        [0, 1, 0.5, 2],
        [4, 4, 4, 4],
        [8, 8, 8, 8],
      ],
      [8, 4, 6, 0],
    ],
    [
      'crs r0.xyz, c0, c1',
      [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
      ],
      [0, 0, 1, 0],
    ],
    ['nrm r0, c0', [[0, 3, 4, 10]], [0, 3 * Math.fround(0.2), 4 * Math.fround(0.2), 2].map(Math.fround)],
    ['nrm r0.xyz, c0', [[0, 0, 0, 1]], [0, 0, 0, 0]],
    [
      'dst r0, c0, c1',
      [
        [9, 4, 5, 9],
        [9, 3, 9, 7],
      ],
      [1, 12, 5, 7],
    ],
    ['lit r0, c0', [[0.5, 2, 9, 3]], [1, 0.5, 8, 1]],
    ['lit r0, c0', [[-0.5, 2, 9, 3]], [1, 0, 0, 1]],
    ['sincos r0.xy, c0.x', [[0, 0, 0, 0]], [1, 0, 0, 0]],
    [
      'm4x4 r0, c0, c1',
      [
        [1, 2, 3, 4],
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 1, 0],
        [1, 1, 1, 1],
      ],
      [1, 2, 3, 10],
    ],
    [
      'm3x2 r0.xy, c0, c1',
      [
        [1, 2, 3, 4],
        [1, 1, 0, 9],
        [0, 1, 1, 9],
      ],
      [3, 5, 0, 0],
    ],
    ['mov r0, -c0.wzyx', [[1, 2, 3, 4]], [-4, -3, -2, -1]],
    ['mov_sat r0, c0', [[-1, 0.5, 2, 0]], [0, 0.5, 1, 0]],
    ['add r0, c0_abs, -c0_abs', [[-1, 0.5, 2, 0]], [0, 0, 0, 0]],
  ] as const)('%s', (code, floats, expected) => {
    expect(vertex(code, ...floats)).toEqual(expected);
  });

  it('expp gives four values in vs_1_1', () => {
    expect(floatsIn(runSm1('vs_1_1\nexpp r0, c0.x\n', { floats: [[2.5, 0, 0, 0]] }), 'temp', 0)).toEqual([
      4,
      0.5,
      Math.fround(2 ** 2.5),
      1,
    ]);
  });

  it('addresses constants by a0, which mova rounds to the nearest and mov in vs_1_1 down', () => {
    const floats = [
      [0.6, 1.5, 2.5, -1.4],
      [10, 0, 0, 0],
      [20, 0, 0, 0],
      [30, 0, 0, 0],
    ];
    const newer = runSm1(
      'vs_3_0\nmova a0, c0\nmov r0.x, c0[a0.x]\nmov r0.y, c0[a0.y].x\nmov r0.z, c0[a0.z].x\nmov r0.w, c1[a0.w].x\n',
      { floats },
    );
    expect(floatsIn(newer, 'temp', 0)).toEqual([10, 20, 20, Math.fround(0.6)]);
    const older = runSm1('vs_1_1\nmov a0.x, c0.z\nmov r0, c0[a0.x + 1].x\n', { floats });
    expect(floatsIn(older, 'temp', 0)[0]).toBe(30);
  });

  it('reads 0 outside of the constants, and those that the program defines', () => {
    const quad = runSm1('vs_2_0\ndef c5, 1, 2, 3, 4\nmova a0.x, c0.x\nmov r0, c3[a0.x]\nmov r1, c9[a0.x]\n', {
      floats: [[2, 0, 0, 0]],
    });
    expect([floatsIn(quad, 'temp', 0), floatsIn(quad, 'temp', 1)]).toEqual([
      [1, 2, 3, 4],
      [0, 0, 0, 0],
    ]);
  });
});

describe('bits', () => {
  /** A NaN with a payload and one with a sign, a subnormal number, and a zero with a sign. */
  const WORDS = [0x7fa0_0001, 0xffc0_0123, 0x0000_0001, 0x8000_0000];

  /** r0 after an instruction on r1, which has the words above, and r2, which is 0. */
  const wordsAfter = (code: string, version = 'vs_3_0') =>
    wordsIn(
      runSm1(`${version}\n${code}\n`, {
        prepare: ({ files }) => {
          const { words } = files[SM1_REGISTERS.temp.code]!;
          for (const [i, word] of WORDS.entries()) words.fill(word, 16 + 4 * i, 20 + 4 * i);
        },
      }),
      'temp',
      0,
    );

  it.each([
    ['mov r0, r1', 'vs_3_0', WORDS],
    ['mov r0, r1', 'ps_2_0', WORDS],
    ['cmp r0, r2, r1, r2', 'ps_2_0', WORDS],
    ['cnd r0, r2, r2, r1', 'ps_1_4', WORDS],
    ['dst r0, r2, r1', 'vs_3_0', [0x3f80_0000, 0, 0, 0x8000_0000]],
    ['dst r0, r1.xxxx, r2', 'vs_3_0', [0x3f80_0000, 0, 0x7fa0_0001, 0]],
  ])('are kept by copies: %s in %s', (code, version, expected) => {
    expect(wordsAfter(code, version)).toEqual(expected);
  });

  it.each([
    ['mov r0, -r1', 'vs_3_0', [0xffa0_0001, 0x7fc0_0123, 0x8000_0001, 0]],
    ['mov r0, r1_abs', 'vs_3_0', [0x7fa0_0001, 0x7fc0_0123, 1, 0]],
    ['mov r0, -r1_abs', 'vs_3_0', [0xffa0_0001, 0xffc0_0123, 0x8000_0001, 0x8000_0000]],
    ['abs r0, r1', 'vs_3_0', [0x7fa0_0001, 0x7fc0_0123, 0, 0]],
    // Arithmetic gives one NaN; the sign is that of the modifier.
    ['mov r0, -r1_x2', 'ps_1_4', [0xffc0_0000, 0xffc0_0000, 0x8000_0000, 0]],
    ['mov r0, -r1_bias', 'ps_1_4', [0xffc0_0000, 0xffc0_0000, 0x3f00_0000, 0x3f00_0000]],
    ['mov r0, -r1_bx2', 'ps_1_4', [0xffc0_0000, 0xffc0_0000, 0x3f80_0000, 0x3f80_0000]],
  ])('change their sign, of NaN too: %s in %s', (code, version, expected) => {
    expect(wordsAfter(code, version)).toEqual(expected);
  });

  it('of constants stay, where pixel shaders before 2_0 clamp what is beyond 1', () => {
    const floats = [[-0, 2 ** -149, -3, 3]];
    expect(wordsIn(runSm1('ps_1_4\nmov r0, c0\n', { floats }), 'temp', 0)).toEqual([
      0x8000_0000, 1, 0xbf80_0000, 0x3f80_0000,
    ]);
  });
});

describe('constants of software vertex shaders', () => {
  it('count through the four types of registers', () => {
    const quad = runSm1(
      `vs_3_sw
def c2047, 1, 0, 0, 0
def c2048, 2, 0, 0, 0
def c4096, 3, 0, 0, 0
def c8191, 4, 0, 0, 0
mov r0.x, c2047.x
mov r0.y, c2048.x
mov r0.z, c4096.x
mov r0.w, c8191.x
mova a0.x, c0.x
mov r1.x, c2047[a0.x].x
mov r1.y, c4095[a0.x].x
mov r1.z, c8191[a0.x].x
`,
      { floats: [[1, 0, 0, 0]] },
    );
    expect(floatsIn(quad, 'temp', 0)).toEqual([1, 2, 3, 4]);
    // Beyond the last register there is 0.
    expect(floatsIn(quad, 'temp', 1).slice(0, 3)).toEqual([2, 3, 0]);
  });

  it('may be integers and booleans beyond the 16 of hardware', () => {
    const quad = runSm1(`vs_3_sw
def c0, 1, 0, 0, 0
defi i2047, 3, 0, 0, 0
defb b2047, true
rep i2047
  add r0.x, r0.x, c0.x
endrep
if b2047
  add r0.y, r0.y, c0.x
endif
`);
    expect(floatsIn(quad, 'temp', 0)).toEqual([3, 1, 0, 0]);
  });
});

describe('pixel shader instructions', () => {
  it.each([
    [
      'cmp r0, c0, c1, c2',
      [
        [1, -1, 0, -0],
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
      [1, 6, 3, 4],
    ],
    [
      'dp2add r0, c0, c1, c2.x',
      [
        [1, 2, 9, 9],
        [3, 4, 9, 9],
        [5, 0, 0, 0],
      ],
      [16, 16, 16, 16],
    ],
    [
      'sincos r0.xy, c0.x, c1, c2',
      [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ],
      [1, 0, 0, 0],
    ],
  ] as const)('%s', (code, floats, expected) => {
    expect(pixel(code, ...floats)).toEqual(expected);
  });

  it.each([
    ['mov r0, c0_bias', [[1, 0.5, 0, -1]], [0.5, 0, -0.5, -1.5]],
    ['mov r0, -c0_bias', [[1, 0.5, 0, -1]], [-0.5, -0, 0.5, 1.5]],
    ['mov r0, c0_bx2', [[1, 0.5, 0, -1]], [1, 0, -1, -3]],
    ['mov r0, 1-c0', [[1, 0.5, 0, -1]], [0, 0.5, 1, 2]],
    ['mov_x4 r0, c0', [[1, 0.5, 0, -1]], [4, 2, 0, -4]],
    ['mov_d2_sat r0, c0', [[1, 0.5, 0, -1]], [0.5, 0.25, 0, 0]],
    ['mov r0, c1', [[], [3, -3, 0.5, 1]], [1, -1, 0.5, 1]],
  ] as const)('ps_1_4 %s', (code, floats, expected) => {
    const rows = floats.map((row) => [...row, 0, 0, 0, 0].slice(0, 4));
    expect(floatsIn(runSm1(`ps_1_4\n${code}\n`, { floats: rows }), 'temp', 0)).toEqual(expected);
  });

  it('cnd compares one component before 1_4, and each in 1_4', () => {
    const floats = [
      [0.2, 0.6, 0.2, 0.9],
      [1, 1, 1, 1],
      [0, 0, 0, 0],
    ];
    expect(floatsIn(runSm1('ps_1_4\nmov r1, c0\ncnd r0, r1, c1, c2\n', { floats }), 'temp', 0)).toEqual([0, 1, 0, 1]);
    expect(floatsIn(runSm1('ps_1_3\nmov r0, c0\ncnd r0, r0.a, c1, c2\n', { floats }), 'temp', 0)).toEqual([1, 1, 1, 1]);
  });

  it('co-issued instructions both read before either writes', () => {
    const floats = [[0.25, 0.5, 0.75, 1]];
    const quad = runSm1('ps_1_1\nmov r0, c0\nmov r0.rgb, r0.a\n+mov r0.a, r0.b\n', { floats });
    expect(floatsIn(quad, 'temp', 0)).toEqual([1, 1, 1, 0.75]);
  });

  it('comparisons take subnormal numbers as zeros, and NaN is not equal to anything', () => {
    const floats = [
      [-(2 ** -130), 2 ** -130, Number.NaN, 0],
      [0, 0, 0, 2 ** -140],
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ];
    const set = (comparison: string) =>
      wordsIn(runSm1(`ps_3_0\nsetp_${comparison} p0, c0, c1\n`, { floats }), 'predicate', 0).map((word) => word >>> 31);
    expect(['gt', 'eq', 'ge', 'lt', 'ne', 'le'].map(set)).toEqual([
      [0, 0, 0, 0],
      [1, 1, 0, 1],
      [1, 1, 0, 1],
      [0, 0, 0, 0],
      [0, 0, 1, 0],
      [1, 1, 0, 1],
    ]);
    expect(floatsIn(runSm1('ps_3_0\ncmp r0, c0, c2, c3\n', { floats }), 'temp', 0)).toEqual([1, 2, 7, 4]);
  });

  it('a predicated setp reads the predicate before it writes any component', () => {
    // p0 = (1, 0, 0, 0); where p0.x holds, all become c0 < 0: (0, 0, 0, 1).
    const code = 'ps_3_0\nsetp_gt p0, c0, c0.y\n(p0.x) setp_lt p0, c0, c0.z\n';
    const quad = runSm1(code, { floats: [[2, 1, 0, -1]] });
    expect(wordsIn(quad, 'predicate', 0)).toEqual([0, 0, 0, 0xffff_ffff]);
  });

  it('setp writes a predicate, which instructions take by component', () => {
    const code = 'ps_2_x\nsetp_gt p0, c0, c1\n(p0) mov r0, c2\n(!p0.wzyx) mov r1, c2\n';
    const quad = runSm1(code, {
      floats: [
        [1, 0, 1, 0],
        [0, 0, 0, 0],
        [5, 6, 7, 8],
      ],
    });
    expect(wordsIn(quad, 'predicate', 0)).toEqual([0xffff_ffff, 0, 0xffff_ffff, 0]);
    expect([floatsIn(quad, 'temp', 0), floatsIn(quad, 'temp', 1)]).toEqual([
      [5, 0, 7, 0],
      [5, 0, 7, 0],
    ]);
  });
});
