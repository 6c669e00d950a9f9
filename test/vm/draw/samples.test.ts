/**
 * Samples: which are covered, what runs for each, and masks; values by hand from sections 3.5, 16.9.4, 17.17 and 17.18
 * of the functional specification.
 */
import { describe, expect, it } from 'vitest';
import { samplePositions } from '../../../src/base/d3d/sample-positions.ts';
import type { Sm4DrawCall } from '../../../src/vm/draw/draw-call.ts';
import { DEFAULT_BLEND_STATE } from '../../../src/vm/draw/states.ts';
import { at, COLORED, callOf, drawn, floatsAt, pixelShader, rectangle, shaderOf, target } from '../../support/draws.ts';

const [vertex, colored] = [callOf([]).stages.vertex, shaderOf(COLORED)];

/** Draws a rectangle over the entire target. */
function cover(color: readonly number[], changes: Partial<Sm4DrawCall>) {
  const call = callOf(rectangle(0, 0, 8, 8, color), { stages: { vertex, pixel: colored }, ...changes });
  return { call, result: drawn(call) };
}

describe('samples', () => {
  it.each([2, 4, 8])('of %i are covered where their positions are', (samples) => {
    const renderTargets = [target('R32G32B32A32_FLOAT', samples)];
    // The left 2.5 pixels: in pixel 2 the samples with x < 0.
    cover([0, 0, 0, 0], { renderTargets });
    const call = callOf(rectangle(0, 0, 2.5, 8), { renderTargets });
    drawn(call);
    for (const [sample, [x]] of samplePositions(samples).entries()) {
      expect(floatsAt(renderTargets[0]!, 1, 3, sample)[0]).toBe(1);
      expect(floatsAt(renderTargets[0]!, 2, 3, sample)[0]).toBe(x < 0 ? 1 : 0);
    }
  });

  it('run the shader each where it asks for them', () => {
    const renderTargets = [target('R32G32B32A32_FLOAT', 4)];
    const listing = pixelShader('utof r0.x, v2.x\nmov o0.x, r0.x\nmov o0.yzw, v1.xxyz', 'linear sample').replace(
      'dcl_input_ps linear sample v1.xyzw',
      'dcl_input_ps linear sample v1.xyzw\ndcl_input_ps_sgv constant v2.x, sampleIndex',
    );
    const pixel = shaderOf(listing);
    const color = (x: number, y: number) => [x, y, 0, 0];
    const vertices = [at(0, 0, color(0, 0)), at(16, 0, color(16, 0)), at(0, 16, color(0, 16))];
    const call = callOf(vertices, { renderTargets, stages: { vertex, pixel } });
    expect(drawn(call).counts.pixelInvocations).toBe(256);
    for (const [sample, [x, y]] of samplePositions(4).entries())
      expect(floatsAt(renderTargets[0]!, 3, 2, sample).slice(0, 3)).toEqual([sample, 3.5 + x / 16, 2.5 + y / 16]);
  });

  it('are left out by masks of the state, of the shader and of alpha', () => {
    const passed = (changes: Partial<Sm4DrawCall>, alpha = 1) =>
      cover([1, 1, 1, alpha], { renderTargets: [target('R32G32B32A32_FLOAT', 4)], ...changes }).result.counts
        .samplesPassed / 64;
    expect(passed({})).toBe(4);
    expect(passed({ blend: { ...DEFAULT_BLEND_STATE, sampleMask: 0b1010 } })).toBe(2);
    const declarations = 'dcl_output o0.xyzw\ndcl_output oMask';
    const pixel = shaderOf(pixelShader('mov o0.xyzw, v1.xyzw\nmov oMask, l(7)', 'linear', declarations));
    expect(passed({ stages: { vertex, pixel } })).toBe(3);
    const blend = { ...DEFAULT_BLEND_STATE, isAlphaToCoverage: true };
    expect([0, 0.25, 0.5, 0.75, 1, Number.NaN].map((alpha) => passed({ blend }, alpha))).toEqual([0, 1, 2, 3, 4, 0]);
    expect(passed({ blend, stages: { vertex, pixel } }, 0)).toBe(3);
  });

  it('that are covered are seen by the shader', () => {
    const renderTargets = [target('R32G32B32A32_FLOAT', 4)];
    const declarations = 'dcl_input vCoverage\ndcl_output o0.xyzw';
    const pixel = shaderOf(pixelShader('utof o0.xyzw, vCoverage.xxxx', 'linear', declarations));
    const blend = { ...DEFAULT_BLEND_STATE, sampleMask: 0b0111 };
    drawn(callOf(rectangle(0, 0, 2.5, 8), { renderTargets, stages: { vertex, pixel }, blend }));
    expect(floatsAt(renderTargets[0]!, 1, 1, 1)[0]).toBe(0b0111);
    // Samples 0 and 2 are left of the middle.
    expect(floatsAt(renderTargets[0]!, 2, 1, 2)[0]).toBe(0b0101);
  });

  it('move centroids into what is covered', () => {
    const renderTargets = [target('R32G32B32A32_FLOAT', 4)];
    const pixel = shaderOf(pixelShader('mov o0.xyzw, v1.xyzw', 'linear centroid'));
    const color = (x: number, y: number) => [x, y, 0, 1];
    // Pixel 2 is covered to its middle: samples 0 and 2, with x -2/16 and -6/16.
    const [a, b, c, d] = [
      at(0, 0, color(0, 0)),
      at(2.5, 0, color(2.5, 0)),
      at(2.5, 8, color(2.5, 8)),
      at(0, 8, color(0, 8)),
    ];
    drawn(callOf([a, b, c, a, c, d], { renderTargets, stages: { vertex, pixel } }));
    expect(floatsAt(renderTargets[0]!, 1, 1).slice(0, 2)).toEqual([1.5, 1.5]);
    const [x, y] = floatsAt(renderTargets[0]!, 2, 1);
    expect(x).toBeCloseTo(2.5 - 2 / 16, 6);
    expect(y).toBeCloseTo(1.5 - 6 / 16, 6);
  });
});
