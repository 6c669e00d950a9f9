/**
 * Depth, stencil, blending, masks and samples: values by hand from sections 15.6 to 17.18 of the functional
 * specification.
 */
import { describe, expect, it } from 'vitest';
import type { Sm4DrawCall } from '../../../src/vm/draw/draw-call.ts';
import {
  type BlendState,
  DEFAULT_BLEND_STATE,
  DEFAULT_DEPTH_STENCIL_STATE,
  type TargetBlend,
} from '../../../src/vm/draw/states.ts';
import {
  at,
  bitsOfFloat,
  COLORED,
  callOf,
  drawn,
  floatsAt,
  picture,
  pixelShader,
  rectangle,
  SOLID,
  shaderOf,
  target,
  wordsAt,
} from '../../support/draws.ts';

const [vertex, colored] = [callOf([]).stages.vertex, shaderOf(COLORED)];
const TESTED = { ...DEFAULT_DEPTH_STENCIL_STATE, isDepthTested: true };

/** Draws a rectangle over the entire target. */
function cover(color: readonly number[], changes: Partial<Sm4DrawCall>, z = 0) {
  const call = callOf(rectangle(0, 0, 8, 8, color, z), { stages: { vertex, pixel: colored }, ...changes });
  return { call, result: drawn(call) };
}

function blendOf(state: Partial<TargetBlend>, others: Partial<BlendState> = {}): BlendState {
  return { ...DEFAULT_BLEND_STATE, targets: [{ writeMask: 15, ...state }], ...others };
}

describe('depth', () => {
  it.each(['D16_UNORM', 'D24_UNORM_S8_UINT', 'D32_FLOAT', 'D32_FLOAT_S8X24_UINT'])(
    'in %s is tested as it is stored',
    (name) => {
      const depthTarget = target(name);
      const renderTargets = [target()];
      depthTarget.texture.bytes.fill(0xff);
      const clear = callOf(rectangle(0, 0, 8, 8, undefined, 1), {
        stages: { vertex },
        renderTargets: [],
        depthTarget,
        depthStencil: { ...TESTED, depthComparison: 'always' },
      });
      drawn(clear);
      const third = 1 / 3;
      const passes = (z: number, depthComparison: 'less' | 'equal' | 'less-equal') =>
        cover([1, 1, 1, 1], { renderTargets, depthTarget, depthStencil: { ...TESTED, depthComparison } }, z).result
          .counts.samplesPassed;
      expect(passes(third, 'less')).toBe(64);
      expect(passes(third, 'equal')).toBe(64);
      expect(passes(third, 'less')).toBe(0);
      expect(passes(0.9, 'less')).toBe(0);
      expect(passes(third, 'less-equal')).toBe(64);
    },
  );

  it('is to the nearest in fixed-point formats', () => {
    const depthTarget = target('D16_UNORM');
    cover([0, 0, 0, 0], { depthTarget, depthStencil: { ...TESTED, depthComparison: 'always' } }, 0.5);
    // 0.5 * 65535 = 32767.5
    expect([...depthTarget.texture.bytes.slice(0, 2)]).toEqual([0x00, 0x80]);
  });

  it('is clamped to the viewport without depth clipping', () => {
    const depthTarget = target('D32_FLOAT');
    const changes = {
      depthTarget,
      depthStencil: { ...TESTED, depthComparison: 'always' },
      rasterizer: { ...SOLID, isDepthClipped: false },
      viewports: [{ x: 0, y: 0, width: 8, height: 8, minDepth: 0.25, maxDepth: 0.75 }],
    } as const;
    cover([0, 0, 0, 0], changes, 5);
    expect(floatsAt(depthTarget, 1, 1)[0]).toBe(0.75);
    cover([0, 0, 0, 0], changes, -5);
    expect(floatsAt(depthTarget, 1, 1)[0]).toBe(0.25);
  });

  it('of the shader replaces the interpolated one', () => {
    const depthTarget = target('D32_FLOAT');
    const declarations = 'dcl_output o0.xyzw\ndcl_output oDepth';
    const pixel = shaderOf(pixelShader('mov o0.xyzw, v1.xyzw\nmov oDepth, l(0.625)', 'linear', declarations));
    const depthStencil = { ...TESTED, depthComparison: 'always' } as const;
    cover([1, 1, 1, 1], { stages: { vertex, pixel }, depthTarget, depthStencil }, 0.125);
    expect(floatsAt(depthTarget, 3, 3)[0]).toBe(0.625);
  });

  it('is biased in units of the format, and by the slope', () => {
    const depthTarget = target('D24_UNORM_S8_UINT');
    const depthStencil = { ...TESTED, depthComparison: 'always' } as const;
    const rasterizer = { ...SOLID, depthBias: 3 };
    cover([0, 0, 0, 0], { depthTarget, depthStencil, rasterizer }, 0);
    expect(depthTarget.texture.bytes[0]).toBe(3);
    // Depth goes from 0 to 0.5 over 8 pixels: the slope is 1/16.
    const floatTarget = target('D32_FLOAT');
    const vertices = [at(0, 0), at(8, 0, [1, 1, 1, 1], 0.5), at(0, 8)];
    const sloped = callOf(vertices, {
      depthTarget: floatTarget,
      depthStencil,
      rasterizer: { ...SOLID, slopeScaledDepthBias: 2 },
    });
    drawn(sloped);
    expect(floatsAt(floatTarget, 0, 0)[0]).toBe(0.5 / 16 + 2 / 16);
  });
});

describe('stencil', () => {
  const face = (pass: 'increment-wrap' | 'replace' | 'invert' | 'decrement-clamp') => ({
    ...DEFAULT_DEPTH_STENCIL_STATE.front,
    pass,
  });

  it('counts, is replaced and masked, and differs by side', () => {
    const depthTarget = target('D24_UNORM_S8_UINT');
    const stencilAt = () => depthTarget.texture.bytes[3];
    const changes = (pass: Parameters<typeof face>[0], others = {}) => ({
      depthTarget,
      depthStencil: {
        ...TESTED,
        isDepthTested: false,
        isStencilTested: true,
        front: face(pass),
        stencilReference: 0xa5,
        ...others,
      },
    });
    cover([1, 1, 1, 1], changes('decrement-clamp'));
    expect(stencilAt()).toBe(0);
    cover([1, 1, 1, 1], changes('increment-wrap'));
    expect(stencilAt()).toBe(1);
    cover([1, 1, 1, 1], changes('replace', { stencilWriteMask: 0xf0 }));
    expect(stencilAt()).toBe(0xa1);
    cover([1, 1, 1, 1], changes('invert'));
    expect(stencilAt()).toBe(0x5e);
    cover([1, 1, 1, 1], { ...changes('invert'), rasterizer: { ...SOLID, isFrontCounterClockwise: true } });
    expect(stencilAt()).toBe(0x5e);
  });

  it('stops what does not compare, and then fails or depth-fails', () => {
    const depthTarget = target('D24_UNORM_S8_UINT');
    const front = { comparison: 'less', fail: 'replace', depthFail: 'invert', pass: 'keep' } as const;
    const depthStencil = { ...TESTED, isStencilTested: true, front, stencilReference: 3 };
    // 3 < 0 is false: the reference is stored.
    expect(cover([1, 1, 1, 1], { depthTarget, depthStencil }).result.counts.samplesPassed).toBe(0);
    expect(depthTarget.texture.bytes[3]).toBe(3);
    // 2 < 3 holds; the depth 0 < 0 does not.
    const second = { ...depthStencil, stencilReference: 2 };
    expect(cover([1, 1, 1, 1], { depthTarget, depthStencil: second }).result.counts.samplesPassed).toBe(0);
    expect(depthTarget.texture.bytes[3]).toBe(0xfc);
  });
});

describe('blending', () => {
  it('weights what is there and what comes', () => {
    const renderTargets = [target('R8G8B8A8_UNORM')];
    cover([1, 0.2, 0, 0.4], { renderTargets });
    const over = { source: 'src-alpha', destination: 'one-minus-src-alpha', operation: 'add' } as const;
    const keep = { source: 'zero', destination: 'one', operation: 'add' } as const;
    cover([0, 1, 3, 0.6], { renderTargets, blend: blendOf({ color: over, alpha: keep }) });
    const bytes = [...renderTargets[0]!.texture.bytes.slice(0, 4)];
    // 0.4, 0.6 + 0.4 * 51/255, 0.6 (3 is clamped to 1), the old alpha.
    expect(bytes).toEqual([102, Math.round(255 * 0.68), 153, 102]);
  });

  it('by a constant, by min, and with two sources', () => {
    const renderTargets = [target()];
    cover([2, 4, 8, 16], { renderTargets });
    const byConstant = {
      source: 'constant',
      destination: 'one-minus-constant',
      operation: 'reverse-subtract',
    } as const;
    const constant = [0.5, 0.25, 2, 1] as const;
    cover([1, 1, 1, 1], { renderTargets, blend: blendOf({ color: byConstant, alpha: byConstant }, { constant }) });
    expect(floatsAt(renderTargets[0]!, 0, 0)).toEqual([0.5, 2.75, -10, -1]);
    const smallest = { source: 'zero', destination: 'zero', operation: 'min' } as const;
    cover([1, 1, 1, 1], { renderTargets, blend: blendOf({ color: smallest, alpha: smallest }) });
    expect(floatsAt(renderTargets[0]!, 0, 0)).toEqual([0.5, 1, -10, -1]);
    const declarations = 'dcl_output o0.xyzw\ndcl_output o1.xyzw';
    const pixel = shaderOf(
      pixelShader('mov o0.xyzw, l(1.0, 2.0, 3.0, 4.0)\nmov o1.xyzw, l(2.0, 3.0, 4.0, 5.0)', 'linear', declarations),
    );
    const dual = { source: 'one', destination: 'src1', operation: 'add' } as const;
    cover([0, 0, 0, 0], { renderTargets, stages: { vertex, pixel }, blend: blendOf({ color: dual, alpha: dual }) });
    expect(floatsAt(renderTargets[0]!, 0, 0)).toEqual([2, 5, -37, -1]);
  });

  it('leaves the bits of masked components, also of -1 as -128', () => {
    const renderTargets = [target('R8G8B8A8_SNORM')];
    renderTargets[0]!.texture.bytes.fill(0x80);
    cover([1, 1, 1, 1], { renderTargets, blend: blendOf({ writeMask: 0b1010 }) });
    expect([...renderTargets[0]!.texture.bytes.slice(0, 4)]).toEqual([0x80, 0x7f, 0x80, 0x7f]);
  });

  it('combines bits of integers', () => {
    const renderTargets = [target('R8G8B8A8_UINT')];
    renderTargets[0]!.texture.bytes.fill(0b1100);
    const pixel = shaderOf(pixelShader('mov o0.xyzw, l(10, 10, 10, 10)'));
    const run = (logic: 'xor' | 'nor') =>
      cover([0, 0, 0, 0], { renderTargets, stages: { vertex, pixel }, blend: blendOf({ logic }) });
    run('xor');
    expect(renderTargets[0]!.texture.bytes[0]).toBe(0b0110);
    run('nor');
    expect(renderTargets[0]!.texture.bytes[0]).toBe(0b11110001);
  });

  it('is in linear colors for sRGB', () => {
    const renderTargets = [target('R8G8B8A8_UNORM_SRGB')];
    const add = { source: 'one', destination: 'one', operation: 'add' } as const;
    const blend = blendOf({ color: add, alpha: add });
    cover([0.25, 0.25, 0.25, 0.25], { renderTargets, blend });
    cover([0.25, 0.25, 0.25, 0.25], { renderTargets, blend });
    // The code of 0.25 is 137, which is 0.2502; the code of 0.5002 is 188. Alpha is linear: 64 / 255 + 0.25.
    expect([...renderTargets[0]!.texture.bytes.slice(0, 4)]).toEqual([188, 188, 188, 128]);
  });

  it('writes several targets, each by its own state where they are independent', () => {
    const renderTargets = [target(), undefined, target('R16G16B16A16_UINT')];
    const declarations = 'dcl_output o0.xyzw\ndcl_output o2.xyzw';
    const pixel = shaderOf(pixelShader('mov o0.xyzw, v1.xyzw\nmov o2.xyzw, l(70000, 1, 2, 3)', 'linear', declarations));
    const targets = [{ writeMask: 1 }, { writeMask: 15 }, { writeMask: 3 }];
    const blend = { ...DEFAULT_BLEND_STATE, isIndependent: true, targets };
    cover([5, 6, 7, 8], { renderTargets, stages: { vertex, pixel }, blend });
    expect(floatsAt(renderTargets[0]!, 4, 4)).toEqual([5, 0, 0, 0]);
    expect(wordsAt(renderTargets[2]!, 4, 4)).toEqual([65535, 1, 0, 0]);
  });
});

describe('the order of tests', () => {
  it('is before the shader where it says so', () => {
    const depthTarget = target('D32_FLOAT');
    const early = pixelShader('discard_nz l(1)\nmov o0.xyzw, v1.xyzw').replace(
      'refactoringAllowed',
      'refactoringAllowed | forceEarlyDepthStencil',
    );
    const depthStencil = { ...TESTED, depthComparison: 'always' } as const;
    const call = cover(
      [1, 1, 1, 1],
      { stages: { vertex, pixel: shaderOf(early) }, depthTarget, depthStencil },
      0.5,
    ).call;
    expect(picture(call.renderTargets[0]!)[0]).toBe('........');
    expect(wordsAt(depthTarget, 0, 0)[0]).toBe(bitsOfFloat(0.5));
    const late = pixelShader('discard_nz l(1)\nmov o0.xyzw, v1.xyzw');
    const other = target('D32_FLOAT');
    cover([1, 1, 1, 1], { stages: { vertex, pixel: shaderOf(late) }, depthTarget: other, depthStencil }, 0.5);
    expect(wordsAt(other, 0, 0)[0]).toBe(0);
  });
});
