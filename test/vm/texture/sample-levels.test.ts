/** Which mipmap levels a read takes: filters, bias, clamps of samplers, resources and instructions. */
import { describe, expect, test } from 'vitest';
import { fill, format, request, result, texture, view } from '../../../smith/checks/textures.ts';
import { LANES } from '../../../src/vm/lanes.ts';
import { type LodSource, sample } from '../../../src/vm/texture/sample.ts';
import { createSampler, type Sampler } from '../../../src/vm/texture/sampler.ts';

const FLOAT = format('R32_FLOAT');

describe('mipmaps', () => {
  const of = view(fill(texture({ dimension: '2d', format: FLOAT, width: 16, height: 16, mips: 5 }), (mip) => mip));
  const level = (sampler: Sampler, lod: number) => {
    const made = request(0.5, 0.5);
    made.lod.fill(lod);
    sample(of, sampler, made, 'level');
    return result(made)[0];
  };

  test('the nearest level: 0.5 is added to the fixed-point number', () => {
    const sampler = createSampler({ mipFilter: 'point' });
    expect([-3, 0.49, 0.5, 1.498, 1.499, 9, Number.NaN].map((lod) => level(sampler, lod))).toEqual([
      0, 0, 1, 1, 2, 4, 4,
    ]);
  });

  test('two levels with weights of 256ths', () => {
    const sampler = createSampler();
    expect([0.25, 1 / 512, 1.999, 3.75, 4.5].map((lod) => level(sampler, lod))).toEqual([0.25, 0, 2, 3.75, 4]);
  });

  test('bias, then the larger limit wins', () => {
    expect(level(createSampler({ lodBias: 1.5 }), 1)).toBe(2.5);
    expect(level(createSampler({ minLod: 3, maxLod: 1 }), 0)).toBe(3);
    expect(level(createSampler({ maxLod: 1 }), 3)).toBe(1);
    expect(level(createSampler({ minLod: 1.2 }), -2)).toBe(Math.fround(0x133 / 256));
  });

  test('none: the most detailed level that is allowed', () => {
    expect([0, 3].map((minLod) => level(createSampler({ mipFilter: 'none', minLod }), 9))).toEqual([0, 3]);
  });

  test('magnified at 0 and below', () => {
    const checks = view(fill(texture({ dimension: '1d', format: FLOAT, width: 2 }), (_, __, x) => x));
    const sampler = createSampler({ magFilter: 'point', minFilter: 'linear', mipFilter: 'point' });
    const at = (lod: number) => {
      const made = request(0.5);
      made.lod.fill(lod);
      sample(checks, sampler, made, 'level');
      return result(made)[0];
    };
    expect([-1, 0, 0.25].map(at)).toEqual([1, 1, 0.5]);
  });
});

describe('levels of detail of a quad', () => {
  const of = view(fill(texture({ dimension: '2d', format: FLOAT, width: 64, height: 64, mips: 7 }), (mip) => mip));
  const steps = (dx: number, dy: number, source: LodSource, lod = 0) => {
    const made = request(0.5, 0.5);
    for (const lane of [1, 3]) made.coordinates[lane]! += dx;
    for (const lane of [2, 3]) made.coordinates[LANES + lane]! += dy;
    made.ddx.fill(dx, 0, LANES);
    made.ddy.fill(dy, LANES, 2 * LANES);
    made.lod.fill(lod);
    sample(of, createSampler({ addressU: 'wrap', addressV: 'wrap' }), made, source);
    return result(made, 3)[0];
  };

  test('the longer of the two derivatives', () => {
    expect(steps(4 / 64, 1 / 64, 'implicit')).toBe(2);
    expect(steps(1 / 64, 16 / 64, 'implicit')).toBe(4);
    expect(steps(4 / 64, 1 / 64, 'gradient')).toBe(2);
    expect(steps(4 / 64, 1 / 64, 'bias', 1.5)).toBe(3.5);
    expect(steps(0, 0, 'implicit')).toBe(0);
    expect(steps(6 / 64, 0, 'implicit')).toBe(Math.round(Math.log2(6) * 256) / 256);
    expect(steps(Number.NaN, Number.NaN, 'gradient')).toBe(6);
  });
});

describe('clamps of the resource: the examples of 5.8.6', () => {
  const of = texture({ dimension: '2d', format: format('R32G32_FLOAT'), width: 128, height: 128, mips: 8 });
  fill(of, (mip) => [mip, 1, 0, 0]);
  const sampled = view(of, { firstMip: 1, mips: 6 });
  const sampler = createSampler({ minLod: 1.2, maxLod: 4 });
  const at = (clamp: number, lod: number, instructionClamp = Number.NEGATIVE_INFINITY) => {
    of.minLod = clamp;
    const made = request(0.5, 0.5);
    made.lod.fill(lod);
    made.clamp.fill(instructionClamp);
    sample(sampled, sampler, made, 'level');
    return result(made);
  };

  test('inside the view and the sampler', () => {
    // Levels 2 and 3 of the view are 3 and 4 of the resource, 50% each.
    expect(at(3.5, -2)).toEqual([3.5, 1, 0, 1]);
    expect(at(3.5, 2)).toEqual([3.5, 1, 0, 1]);
  });

  test('outside the range of the sampler', () => {
    expect(at(5.5, -2)).toEqual([5.5, 1, 0, 1]);
    expect(at(5.5, 2)).toEqual([5.5, 1, 0, 1]);
  });

  test('outside the view', () => {
    expect(at(6.5, -2)).toEqual([0, 0, 0, 1]);
    expect(at(6.5, 2)).toEqual([0, 0, 0, 1]);
  });

  test('the clamp of an instruction counts in levels of the view', () => {
    expect(at(0, 2, 3.25)).toEqual([4.25, 1, 0, 1]);
    expect(at(0, 2, 5.5)).toEqual([0, 0, 0, 1]);
  });
});
