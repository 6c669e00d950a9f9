/** Results of lowered shader model 1 to 3 programs; the values follow from the Direct3D 9 shader reference. */
import { describe, expect, it } from 'vitest';
import { evaluateQuad, type IrEnvironment, runPasses } from '../../../src/ir/index.ts';
import type { LowerSm1Options } from '../../../src/lower/index.ts';
import { bitsOfFloat, floatOfBits } from '../../../src/numerics/conversion.ts';
import { moduleOf } from './lowered.ts';

interface Given {
  readonly floats?: readonly (readonly number[])[];
  readonly integers?: readonly (readonly number[])[];
  readonly booleans?: readonly boolean[];
  readonly state?: readonly (readonly number[])[];
  /** Inputs by register of the module. */
  readonly inputs?: readonly (readonly number[])[];
  readonly face?: number;
  readonly options?: LowerSm1Options;
}

/** Textures give their coordinates, w the level or bias. */
function environmentOf(module: ReturnType<typeof moduleOf>, given: Given): IrEnvironment {
  return {
    input: (_, special, register, component) =>
      bitsOfFloat(special === 'face' ? (given.face ?? 0) : (given.inputs?.[register]?.[component] ?? 0)),
    constant: (binding, _, row, component) => {
      const { file } = module.bindings[binding]!;
      if (file === 'int') return given.integers?.[row]?.[component] ?? 0;
      if (file === 'bool') return given.booleans?.[row] ? 1 : 0;
      return bitsOfFloat((file === 'state' ? given.state : given.floats)?.[row]?.[component] ?? 0);
    },
    resource: ({ operands, widths, result }) => {
      result.set(operands[0]!.subarray(0, 4 * widths[0]!));
      if (operands.length === 2) result.set(operands[1]!.subarray(0, 4), 12);
    },
  };
}

/** Floats of each output in the first lane: as lowered, which has to be the same after all passes. */
function outputsOf(text: string, given: Given = {}): number[][] {
  const module = moduleOf(text, given.options);
  const run = () => {
    const { outputs } = evaluateQuad(module, environmentOf(module, given));
    return module.outputs.map((_, i) => [0, 1, 2, 3].map((c) => floatOfBits(outputs.words[16 * i + 4 * c]!)));
  };
  const before = run();
  runPasses(module, { legacy: true, scalar: true });
  expect(run()).toEqual(before);
  return before;
}

const outputOf = (text: string, given: Given = {}) => outputsOf(text, given)[0];

describe('registers', () => {
  it('gives what the instructions of a pair read before either writes', () => {
    const text =
      'ps_1_1\ndef c0, 0.25, 0.5, 0.75, 1\ndef c1, 0, 0, 0, 0.125\nmov r0, c0\nmov r0.rgb, r0.a\n+mov r0.a, r0.b';
    expect(outputOf(text)).toEqual([1, 1, 1, 0.75]);
  });

  it('chooses the second source of a co-issued `cnd` that does not write alpha', () => {
    const text = (mask: string) =>
      `ps_1_1\ndef c0, 0, 0, 0, 0\ndef c1, 1, 1, 1, 1\nmov r0, c0\nmov r1.a, c0.a\n+cnd r0${mask}, r0.a, c1, c0`;
    expect(outputOf(text('.rgb'))).toEqual([1, 1, 1, 0]);
    expect(outputOf('ps_1_1\ndef c0, 0, 0, 0, 0\ndef c1, 1, 1, 1, 1\nmov r0, c0\ncnd r0, r0.a, c1, c0')).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('keeps what a predicate leaves out, in outputs too', () => {
    const text =
      'vs_2_x\ndcl_position v0\ndef c0, 1, 2, 3, 4\nsetp_gt p0, v0, c0\nmov oPos, c0\n(!p0.yxzw) add oPos, v0, c0\n';
    // x > 1 and z > 3: the swizzle gives their conditions to y and z.
    expect(outputOf(text, { inputs: [[2, 0, 9, 0]] })).toEqual([3, 2, 3, 4]);
  });

  it('shifts, then saturates', () => {
    expect(outputOf('ps_1_1\ndef c0, 0.25, -0.5, 0.75, 0.125\nmov_x2_sat r0, c0')).toEqual([0.5, 0, 1, 0.25]);
  });

  it('clamps constants of pixel shaders before 2_0', () => {
    expect(outputOf('ps_1_1\nmov r0, c0', { floats: [[2, -3, 0.5, 1]] })).toEqual([1, -1, 0.5, 1]);
  });

  it('reads defined constants by an index, and others from the application', () => {
    const text =
      'vs_2_0\ndcl_position v0\ndef c1, 10, 11, 12, 13\ndef c3, 30, 31, 32, 33\nmova a0.x, v0.x\nmov oPos, c[a0.x + 1]';
    const floats = [[0], [1], [2, 2, 2, 2], [3]];
    const at = (x: number) => outputOf(text, { floats, inputs: [[x]] });
    expect([at(-1), at(0), at(1), at(2), at(-2)]).toEqual([
      [0, 0, 0, 0],
      [10, 11, 12, 13],
      [2, 2, 2, 2],
      [30, 31, 32, 33],
      [0, 0, 0, 0],
    ]);
  });

  it('rounds down into the address register of vs_1_1, and to the nearest with mova', () => {
    const floats = [[0], [1, 1, 1, 1], [2, 2, 2, 2]];
    const old = 'vs_1_1\ndcl_position v0\nmov a0.x, v0.x\nmov oPos, c[a0.x]';
    const later = 'vs_2_0\ndcl_position v0\nmova a0.x, v0.x\nmov oPos, c[a0.x]';
    expect(outputOf(old, { floats, inputs: [[1.75]] })).toEqual([1, 1, 1, 1]);
    expect(outputOf(later, { floats, inputs: [[1.75]] })).toEqual([2, 2, 2, 2]);
  });

  it('has the face as a special', () => {
    expect(
      outputOf('ps_3_0\ndcl vFace\ndef c0, 0, 0, 0, 0\ndef c1, 1, 2, 3, 4\ncmp oC0, vFace, c1, c0', { face: -1 }),
    ).toEqual([0, 0, 0, 0]);
  });
});

describe('flow control', () => {
  const LOOP = (body: string) =>
    `vs_3_0\ndcl_position v0\ndcl_position o0\ndef c0, 0, 0, 0, 0\nmov r0, c0\n${body}\nmov o0, r0`;

  it('runs a loop as often as its constant says, with a counter that indexes', () => {
    const floats = [[], [1], [2], [4], [8], [16], [32]];
    const text = LOOP('loop aL, i0\nadd r0.x, r0.x, c[aL].x\nendloop');
    expect(outputOf(text, { floats, integers: [[3, 1, 2, 0]] })![0]).toBe(1 + 4 + 16);
    expect(outputOf(text, { floats, integers: [[0, 1, 2, 0]] })![0]).toBe(0);
  });

  it('runs no loop more than 255 times', () => {
    const text = LOOP('def c1, 1, 1, 1, 1\nrep i0\nadd r0, r0, c1\nendrep');
    expect(outputOf(text, { integers: [[-1]] })![0]).toBe(255);
  });

  it('gives a `rep` and a subroutine the counter of the loop around them', () => {
    const floats = [[], [], [5], [7]];
    const text = `${LOOP('loop aL, i0\nrep i1\ncall l0\nendrep\nendloop')}\nret\nlabel l0\nadd r0.x, r0.x, c[aL].x\nret`;
    expect(outputOf(text, { floats, integers: [[2, 2, 1, 0], [3]] })![0]).toBe(3 * 5 + 3 * 7);
  });

  it('restores the counter after a loop in a loop', () => {
    const floats = [[], [], [5], [7], [1000]];
    const text = LOOP('loop aL, i0\nloop aL, i1\nadd r0.y, r0.y, c[aL].x\nendloop\nadd r0.x, r0.x, c[aL].x\nendloop');
    const integers = [
      [2, 2, 1, 0],
      [1, 4, 1, 0],
    ];
    expect(outputOf(text, { floats, integers })!.slice(0, 2)).toEqual([12, 2000]);
  });

  it('writes outputs by the counter', () => {
    const text =
      'vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\ndcl_texcoord1 o2.xy\nmov o0, v0\nmov o1, v0\nmov o2.xy, v0\nloop aL, i0\nadd o[aL + 1], v0, v0\nendloop';
    expect(outputsOf(text, { inputs: [[1, 2, 3, 4]], integers: [[1, 1, 1, 0]] })).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
      [2, 4, 0, 0],
    ]);
  });

  it('leaves a loop where a comparison or the predicate holds', () => {
    const ones = 'def c1, 1, 1, 1, 1\ndef c2, 3, 3, 3, 3\n';
    expect(outputOf(LOOP(`${ones}rep i0\nadd r0, r0, c1\nbreak_ge r0.x, c2.x\nendrep`), { integers: [[9]] })![0]).toBe(
      3,
    );
    const text = LOOP(`${ones}rep i0\nadd r0, r0, c1\nsetp_lt p0, r0, c2\nbreakp !p0.x\nendrep`);
    expect(outputOf(text, { integers: [[9]] })![0]).toBe(3);
  });

  it('calls a subroutine where a constant says so', () => {
    const text = `${LOOP('callnz l0, !b1')}\nret\nlabel l0\nmov r0, v0\nret`;
    expect(outputOf(text, { inputs: [[1, 2, 3, 4]] })).toEqual([1, 2, 3, 4]);
    expect(outputOf(text, { inputs: [[1, 2, 3, 4]], booleans: [false, true] })).toEqual([0, 0, 0, 0]);
  });

  it('ends pixels with a negative component, where the predicate holds', () => {
    const killed = (text: string, x: number) => {
      const module = moduleOf(text);
      return evaluateQuad(module, environmentOf(module, { inputs: [[], [], [x, 1, -1, -1]] })).helpers;
    };
    const predicated =
      'ps_2_x\ndcl t0\ndef c0, 0, 0, 0, 0\nmov r0, t0\nsetp_gt p0, r0, c0\nmov oC0, r0\n(p0.y) texkill r0';
    expect([killed('ps_1_1\ntexkill t0', 1), killed('ps_1_1\ntexkill t0', -1)]).toEqual([15, 15]);
    expect(killed(predicated, -1)).toBe(15);
    expect(killed(predicated.replace('(p0.y)', '(p0.z)'), -1)).toBe(0);
  });
});

describe('textures', () => {
  it('divides coordinates of a stage where its state says so, or where it is known', () => {
    const inputs = [[], [], [6, 4, 1, 2]];
    const state = (isProjected: number) => [[], [0, 0, isProjected]];
    const text = 'ps_1_1\ntex t0\nmov r0, t0';
    const known = (isProjected: boolean) => ({ samplers: [{ isProjected }] });
    expect(outputOf(text, { inputs, state: state(0) })).toEqual([6, 4, 0, 0]);
    expect(outputOf(text, { inputs, state: state(1) })).toEqual([3, 2, 0, 0]);
    expect(outputOf(text, { inputs, options: known(true) })).toEqual([3, 2, 0, 0]);
    expect(outputOf(text, { inputs, state: state(1), options: known(false) })).toEqual([6, 4, 0, 0]);
  });

  it('has three coordinates where a texture needs them', () => {
    const inputs = [[], [], [6, 4, 1, 2]];
    const options = { samplers: [{ dimension: 'texture3D', isProjected: false }] } as const;
    expect(outputOf('ps_1_1\ntex t0\nmov r0, t0', { inputs, options })).toEqual([6, 4, 1, 0]);
    const compared = { samplers: [{ isComparison: true }] };
    const text = 'ps_2_0\ndcl t0\ndcl_2d s0\ntexldp r0, t0, s0\nmov oC0, r0';
    expect(outputOf(text, { inputs, options: compared })).toEqual([3, 2, 0.5, 0]);
    expect(outputOf(text, { inputs })).toEqual([3, 2, 0, 0]);
  });

  it('displaces coordinates by the matrix of the stage', () => {
    const inputs = [[], [], [0.5, 0.25], [10, 20]];
    const state = [[], [], [2, 3, 4, 5], [8, 1, 0]];
    const text = (name: string) => `ps_1_1\ntexcoord t0\n${name} t1, t0\nmov r0, t1`;
    // 10 + 2 * 0.5 + 4 * 0.25, 20 + 3 * 0.5 + 5 * 0.25
    expect(outputOf(text('texbem'), { inputs, state })).toEqual([12, 22.75, 0, 0]);
    // times 0 * 8 + 1
    expect(outputOf(text('texbeml'), { inputs, state })).toEqual([12, 22.75, 0, 0]);
  });

  it('addresses by products with a matrix', () => {
    const inputs = [[], [], [1, 0.5, 0.25, 0], [1, 2, 4, 0], [0, 2, 0, 0], [0, 0, 4, 0]];
    const text = 'ps_1_1\ntexcoord t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3tex t3, t0\nmov r0, t3';
    expect(outputOf(text, { inputs })).toEqual([3, 1, 1, 0]);
  });

  it('gives the bias, the level, and the swizzle of a sampler', () => {
    const inputs = [[1, 2, 3, 4]];
    const text = (code: string) => `ps_3_0\ndcl_texcoord v0\ndcl_cube s0\n${code}\nmov oC0, r0`;
    expect(outputOf(text('texldb r0, v0, s0'), { inputs })).toEqual([1, 2, 3, 4]);
    expect(outputOf(text('texldl r0, v0, s0.wzyx'), { inputs })).toEqual([4, 3, 2, 1]);
  });

  it('divides by a component, 1 where it is 0', () => {
    const text = 'ps_1_4\ntexcrd r0.rgb, t0\nphase\ntexld r0, r0_dz\nmov r0, r0';
    expect(outputOf(text, { inputs: [[], [], [6, 4, 2, 0]] })).toEqual([3, 2, 0, 0]);
    expect(outputOf(text, { inputs: [[], [], [6, 4, 0, 0]] })).toEqual([1, 1, 0, 0]);
  });

  it('makes depths of quotients', () => {
    const text = 'ps_1_4\ntexcrd r5.rgb, t0\nphase\ntexdepth r5\nmov r0, r5';
    const depth = (r: number, g: number) => outputsOf(text, { inputs: [[], [], [r, g, 0, 0]] })[0]![0];
    expect([depth(0.25, 0.5), depth(0.25, 4), depth(3, 1), depth(3, 0)]).toEqual([0.5, 0.25, 1, 1]);
  });
});
