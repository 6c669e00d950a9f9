/** Texture instructions of shader models 1 to 3: where they sample. The texture gives back its coordinates. */
import { describe, expect, it } from 'vitest';
import type { Sm1Quad, Sm1Textures } from '../../../src/vm/sm1/quad.ts';
import { floatsIn, runSm1 } from '../../support/run-sm1.ts';

interface Sampled {
  readonly sampler: number;
  readonly how: string;
}

/** Textures whose texels are their coordinates. */
function echo(options: { projected?: boolean; bump?: readonly [number, number, number, number, number, number] } = {}) {
  const calls: Sampled[] = [];
  const textures: Sm1Textures = {
    sample(sampler, coordinates, how, out) {
      calls.push({ sampler, how });
      out.words.set(coordinates.words);
    },
    isProjected: () => options.projected ?? false,
    bump: () => options.bump ?? [0, 0, 0, 0, 0, 0],
  };
  return { textures, calls };
}

/** Sets the texture coordinates of a stage in all lanes. */
function coordinates(quad: Sm1Quad, stage: number, values: readonly number[]): void {
  const floats = new Float32Array(quad.coordinates.words.buffer);
  for (let lane = 0; lane < 4; lane++)
    for (const [i, value] of values.entries()) floats[stage * 16 + i * 4 + lane] = value;
}

const STAGES = [
  [0.25, 0.5, -0.75, 2],
  [1, 2, 3, 4],
  [0, 1, 0, 5],
  [0, 0, 1, 6],
];

function run(code: string, options: Parameters<typeof echo>[0] = {}, floats: readonly (readonly number[])[] = []) {
  const { textures, calls } = echo(options);
  const quad = runSm1(code, {
    textures,
    floats,
    prepare: (prepared) => {
      for (const [i, values] of STAGES.entries()) coordinates(prepared, i, values);
    },
  });
  return { quad, calls, t: (stage: number) => floatsIn(quad, 'addressOrTexture', stage) };
}

describe('ps_1_1 to ps_1_3', () => {
  it('tex samples its stage, projected if the stage is', () => {
    const result = run('ps_1_1\ntex t1\nmov r0, t1\n');
    expect(result.t(1)).toEqual([1, 2, 3, 4]);
    expect(result.calls).toEqual([{ sampler: 1, how: 'implicit' }]);
    expect(run('ps_1_1\ntex t1\nmov r0, t1\n', { projected: true }).t(1)).toEqual([0.25, 0.5, 0.75, 4]);
  });

  it('texcoord clamps and sets w', () => {
    expect(run('ps_1_1\ntexcoord t0\nmov r0, t0\n').t(0)).toEqual([0.25, 0.5, 0, 1]);
  });

  it('texbem displaces by the matrix, texbeml lights as well', () => {
    const bump = [2, 3, 5, 7, 0.5, 0.25] as const;
    // u = 1 + 2 * 0.25 + 5 * 0.5, v = 2 + 3 * 0.25 + 7 * 0.5; light = -0.75 * 0.5 + 0.25,
    // which the formula of the shader reference does not clamp.
    expect(run('ps_1_1\ntex t0\ntexbem t1, t0\nmov r0, t1\n', { bump }).t(1).slice(0, 2)).toEqual([4, 6.25]);
    expect(run('ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1\n', { bump }).t(1)).toEqual([-0.5, -0.78125, -0.375, -0.5]);
  });

  it('texreg2ar, gb and rgb sample at components of a texel', () => {
    expect(run('ps_1_1\ntex t0\ntexreg2ar t1, t0\nmov r0, t1\n').t(1).slice(0, 2)).toEqual([2, 0.25]);
    expect(run('ps_1_1\ntex t0\ntexreg2gb t1, t0\nmov r0, t1\n').t(1).slice(0, 2)).toEqual([0.5, -0.75]);
    expect(run('ps_1_2\ntex t0\ntexreg2rgb t1, t0\nmov r0, t1\n').t(1).slice(0, 3)).toEqual([0.25, 0.5, -0.75]);
  });

  it('texm3x2 and texm3x3 sample at products with the stages', () => {
    // Rows: (1,2,3), (0,1,0), (0,0,1) times (0.25, 0.5, -0.75).
    expect(run('ps_1_1\ntex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\nmov r0, t2\n').t(2).slice(0, 2)).toEqual([
      -1, 0.5,
    ]);
    const product = run('ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3tex t3, t0\nmov r0, t3\n');
    expect(product.t(3).slice(0, 3)).toEqual([-1, 0.5, -0.75]);
    expect(product.calls.at(-1)).toEqual({ sampler: 3, how: 'implicit' });
    expect(run('ps_1_2\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3 t3, t0\nmov r0, t3\n').t(3)).toEqual([
      -1, 0.5, -0.75, 1,
    ]);
  });

  it('texm3x3spec and vspec sample at the reflection of the eye', () => {
    // N = (-1, 0.5, -0.75), N.N = 1.8125; with E = (0, 0, -1): N.E = 0.75, R = 2 (N.E) / (N.N) N - E
    const factor = Math.fround(1.5 / 1.8125);
    const spec = run('ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3spec t3, t0, c0\nmov r0, t3\n', {}, [
      [0, 0, -1, 0],
    ]);
    expect(spec.t(3).slice(0, 3)).toEqual([-factor, factor * 0.5, Math.fround(Math.fround(factor * -0.75) + 1)]);
    // The eye (4, 5, 6) is in w of the coordinates: N.E = -4 + 2.5 - 4.5 = -6
    const back = Math.fround(-12 / 1.8125);
    const vspec = run('ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3vspec t3, t0\nmov r0, t3\n');
    expect(vspec.t(3)[0]).toBe(Math.fround(-back - 4));
  });

  it('texdp3 and texdp3tex use one product', () => {
    expect(run('ps_1_2\ntex t0\ntexdp3 t1, t0\nmov r0, t1\n').t(1)).toEqual([-1, -1, -1, -1]);
    expect(run('ps_1_2\ntex t0\ntexdp3tex t1, t0\nmov r0, t1\n').t(1)).toEqual([-1, 0, 0, 0]);
  });

  it('texm3x2depth sets the depth', () => {
    // Stage 1 gives -1, stage 3 gives -0.75: 1.33, which is clamped; the other way round 0.75.
    const near = run('ps_1_3\ntex t0\ntexm3x2pad t2, t0\ntexm3x2depth t3, t0\nmov r0, t0\n');
    expect(floatsIn(near.quad, 'depthOut', 0)[0]).toBe(0);
    const far = run('ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t3, t0\nmov r0, t0\n');
    expect(floatsIn(far.quad, 'depthOut', 0)[0]).toBe(1);
  });
});

describe('ps_1_4', () => {
  it('texcrd and texld take a register, divided or not', () => {
    const { textures, calls } = echo();
    const quad = runSm1('ps_1_4\ntexcrd r0.xyz, t0\ntexld r2, t0_dw.xyw\ntexcrd r1.xy, t0_dz.xyz\n', {
      textures,
      prepare: (prepared) => {
        const floats = new Float32Array(prepared.files[3]!.words.buffer);
        for (let lane = 0; lane < 4; lane++)
          for (const [i, value] of [2, -4, 8, 4].entries()) floats[i * 4 + lane] = value;
      },
    });
    expect(floatsIn(quad, 'temp', 0).slice(0, 3)).toEqual([2, -4, 8]);
    expect(floatsIn(quad, 'temp', 1).slice(0, 2)).toEqual([0.25, -0.5]);
    expect(floatsIn(quad, 'temp', 2).slice(0, 2)).toEqual([0.5, -1]);
    expect(calls).toEqual([{ sampler: 2, how: 'implicit' }]);
  });
});

describe('versions from 2_0 on', () => {
  it('texld samples plain, projected or with a bias; texldl a level; texldd with gradients', () => {
    const code =
      'ps_3_0\ndcl_2d s3\ndef c0, 2, 4, 6, 8\ntexld r0, c0, s3\ntexldp r1, c0, s3\ntexldb r2, c0, s3\ntexldl r3, c0, s3\ntexldd r4, c0, s3, c0, c0\n';
    const { quad, calls } = run(code);
    expect(calls.map(({ how }) => how)).toEqual(['implicit', 'implicit', 'bias', 'level', 'gradients']);
    expect(calls.every(({ sampler }) => sampler === 3)).toBe(true);
    expect([0, 1, 2, 3, 4].map((i) => floatsIn(quad, 'temp', i))).toEqual([
      [2, 4, 6, 8],
      [0.25, 0.5, 0.75, 8],
      [2, 4, 6, 8],
      [2, 4, 6, 8],
      [2, 4, 6, 8],
    ]);
  });

  it('the swizzle of a sampler of 3_0 applies to the texel', () => {
    const code =
      'ps_3_0\ndcl_2d s3\ndef c0, 2, 4, 6, 8\ntexld r0, c0, s3.wzyx\ntexldp r1.xy, c0, s3.zwxy\ntexldl r2, c0, s3.y\ntexldd r3, c0.wzyx, s3.xxzw, c0, c0\n';
    const { quad } = run(code);
    expect([0, 1, 2, 3].map((i) => floatsIn(quad, 'temp', i))).toEqual([
      [8, 6, 4, 2],
      [0.75, 8, 0, 0],
      [4, 4, 4, 4],
      [8, 8, 4, 2],
    ]);
    const vertices = run('vs_3_0\ndcl_2d s0\ndef c0, 2, 4, 6, 8\ntexldl r0, c0, s0.wwwx\n');
    expect(floatsIn(vertices.quad, 'temp', 0)).toEqual([8, 8, 8, 2]);
  });

  it('a sampler without a texture gives opaque black', () => {
    expect(floatsIn(runSm1('ps_2_0\ndcl_2d s0\ndef c0, 1, 1, 1, 1\ntexld r0, c0, s0\n'), 'temp', 0)).toEqual([
      0, 0, 0, 1,
    ]);
  });
});
