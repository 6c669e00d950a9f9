/** Draws of Direct3D 11 from vertices to targets; expected pixels follow from the rasterization rules by hand. */
import { describe, expect, it } from 'vitest';
import {
  at,
  COLORED,
  callOf,
  drawn,
  floatsAt,
  PASS_ON,
  picture,
  pixelShader,
  rectangle,
  rows,
  SOLID,
  shaderOf,
} from '../../support/draws.ts';

const [vertex, colored] = [callOf([]).stages.vertex, shaderOf(COLORED)];

describe('triangles', () => {
  it('cover the pixels whose centers they have, once', () => {
    const call = callOf(rectangle(2, 1, 6, 5));
    const { counts } = drawn(call);
    expect(picture(call.renderTargets[0]!)).toEqual([
      '........',
      '..####..',
      '..####..',
      '..####..',
      '..####..',
      '........',
      '........',
      '........',
    ]);
    expect(counts.samplesPassed).toBe(16);
    expect(counts.inputPrimitives).toBe(2);
    expect(counts.rasterizedPrimitives).toBe(2);
  });

  it('interpolate along the screen and with perspective', () => {
    // From w = 1 at the left to w = 3 at the right: at the middle of the screen the attribute is a quarter of the way.
    const near = (y: number) => at(0, y, [0, 0, 0, 0], 0, 1);
    const far = (y: number) => at(8, y, [1, 1, 1, 1], 0, 3);
    const vertices = [near(0), far(0), far(8), near(0), far(8), near(8)];
    const perspective = callOf(vertices);
    drawn(perspective);
    for (const x of [0, 3, 7]) {
      const s = (x + 0.5) / 8;
      const expected = s / 3 / (1 - s + s / 3);
      expect(floatsAt(perspective.renderTargets[0]!, x, 2)[0]).toBeCloseTo(expected, 6);
    }
    const pixel = shaderOf(pixelShader('mov o0.xyzw, v1.xyzw', 'linear noperspective'));
    const screen = callOf(vertices, { stages: { vertex, pixel } });
    drawn(screen);
    for (const x of [0, 3, 7]) expect(floatsAt(screen.renderTargets[0]!, x, 2)[0]).toBeCloseTo((x + 0.5) / 8, 6);
  });

  it('interpolate in the same way where clipping cut them', () => {
    const viewport = callOf([
      at(0, 0, [0, 0, 0, 0], 0.25),
      at(16, 0, [2, 0, 0, 0], 0.25, 2),
      at(0, 16, [0, 4, 0, 0], 0.25),
    ]);
    const cut = callOf([at(0, 0, [0, 0, 0, 0], 0.25), at(16, 0, [2, 0, 0, 0], 2, 2), at(0, 16, [0, 4, 0, 0], 0.25)]);
    drawn(viewport);
    drawn(cut);
    let compared = 0;
    for (let y = 0; y < 8; y++)
      for (let x = 0; x < 8; x++) {
        const [a, b] = [viewport, cut].map(({ renderTargets }) => floatsAt(renderTargets[0]!, x, y));
        if (b![0] === 0) continue;
        compared++;
        // Vertices that clipping made are snapped to 1/256 of a pixel.
        expect(b![0]).toBeCloseTo(a![0]!, 3);
        expect(b![1]).toBeCloseTo(a![1]!, 3);
      }
    expect(compared).toBeGreaterThan(10);
    expect(compared).toBeLessThan(64);
  });

  it('are culled by the side that they show', () => {
    const clockwise = rectangle(0, 0, 8, 8);
    const passed = (changes: object) =>
      drawn(callOf(clockwise, { rasterizer: { ...SOLID, ...changes } })).counts.samplesPassed;
    expect(passed({ cull: 'back' })).toBe(64);
    expect(passed({ cull: 'front' })).toBe(0);
    expect(passed({ cull: 'back', isFrontCounterClockwise: true })).toBe(0);
  });

  it('as wire frames are their edges', () => {
    const triangle = [at(1.5, 1.5), at(5.5, 1.5), at(1.5, 5.5)];
    const call = callOf(triangle, { rasterizer: { ...SOLID, fill: 'wireframe' } });
    drawn(call);
    expect(picture(call.renderTargets[0]!)).toEqual([
      '........',
      '.#####..',
      '.#..#...',
      '.#.#....',
      '.##.....',
      '.#......',
      '........',
      '........',
    ]);
  });
});

describe('pixels', () => {
  it('see their position, depth and 1/w', () => {
    const pixel = shaderOf(pixelShader('mov o0.xyzw, v0.xyzw'));
    const call = callOf(rectangle(0, 0, 8, 8, undefined, 0.5), { stages: { vertex, pixel } });
    drawn(call);
    expect(floatsAt(call.renderTargets[0]!, 5, 2)).toEqual([5.5, 2.5, 0.5, 1]);
  });

  it('have constants of the first vertex', () => {
    const pixel = shaderOf(pixelShader('mov o0.xyzw, v1.xyzw', 'constant'));
    const call = callOf([at(0, 0, [7, 0, 0, 0]), at(8, 0, [1, 0, 0, 0]), at(8, 8, [2, 0, 0, 0])], {
      stages: { vertex, pixel },
    });
    drawn(call);
    expect(floatsAt(call.renderTargets[0]!, 7, 1)[0]).toBe(7);
  });

  it('have derivatives of their quad, also at edges', () => {
    const pixel = shaderOf(pixelShader('deriv_rtx_coarse r0.x, v0.x\nmul o0.xyzw, r0.xxxx, l(1, 1, 1, 1)'));
    const call = callOf([at(0, 0), at(1, 0), at(0, 1)], { stages: { vertex, pixel } });
    drawn(call);
    expect(picture(call.renderTargets[0]!)[0]).toBe('........');
    const small = callOf([at(0, 0), at(1.25, 0), at(0, 1.25)], { stages: { vertex, pixel } });
    expect(drawn(small).counts.pixelInvocations).toBe(1);
    expect(floatsAt(small.renderTargets[0]!, 0, 0)[0]).toBe(1);
  });

  it('that are discarded change nothing', () => {
    const pixel = shaderOf(pixelShader('lt r0.x, v0.x, l(4)\ndiscard_nz r0.x\nmov o0.xyzw, v1.xyzw'));
    const call = callOf(rectangle(0, 0, 8, 8), { stages: { vertex, pixel } });
    const { counts } = drawn(call);
    expect(picture(call.renderTargets[0]!)[3]).toBe('....####');
    expect(counts.samplesPassed).toBe(32);
  });
});

describe('lines', () => {
  it('that are antialiased have the area of their rectangle in alpha', () => {
    const [from, to] = [at(1.3, 2.1), at(6.2, 5.7)];
    const call = callOf([from!, to!], {
      topology: 'line-list',
      rasterizer: { ...SOLID, isLineAntialiased: true },
    });
    drawn(call);
    const sum = rows(call.renderTargets[0]!, 3)
      .flat()
      .reduce((a, b) => a + b, 0);
    expect(sum).toBeCloseTo(Math.hypot(4.9, 3.6), 4);
    expect(floatsAt(call.renderTargets[0]!, 0, 7)[3]).toBe(0);
  });
});

describe('distances', () => {
  it('clip and cull, and come to the pixel shader', () => {
    const listing = (name: string) =>
      PASS_ON.replace('dcl_output o1.xyzw', `dcl_output o1.xyzw\ndcl_output_siv o2.x, ${name}`).replace(
        'mov o1.xyzw, v1.xyzw',
        'mov o1.xyzw, v1.xyzw\nmov o2.x, v1.y',
      );
    // Green goes from 4 at the left to -4 at the right: 0 in the middle.
    const [left, right] = [
      [1, 4, 0, 1],
      [1, -4, 0, 1],
    ];
    const vertices = [
      at(0, 0, left),
      at(8, 0, right),
      at(8, 8, right),
      at(0, 0, left),
      at(8, 8, right),
      at(0, 8, left),
    ];
    const clipped = callOf(vertices, { stages: { vertex: shaderOf(listing('clip_distance')), pixel: colored } });
    drawn(clipped);
    expect(picture(clipped.renderTargets[0]!)[2]).toBe('####....');
    expect(floatsAt(clipped.renderTargets[0]!, 1, 2)[1]).toBe(2.5);
    const culling = shaderOf(listing('cull_distance'));
    const passed = (list: typeof vertices) =>
      drawn(callOf(list, { stages: { vertex: culling, pixel: colored } })).counts.samplesPassed;
    expect(passed(vertices)).toBe(64);
    expect(passed([at(0, 0, right), at(8, 0, right), at(8, 8, right)])).toBe(0);
  });
});

describe('scissors and viewports', () => {
  it('leave only what is inside', () => {
    const call = callOf(rectangle(0, 0, 8, 8), {
      stages: { vertex, pixel: colored },
      rasterizer: { ...SOLID, isScissored: true },
      scissors: [{ left: 1, top: 2, right: 3, bottom: 3 }],
    });
    expect(drawn(call).counts.samplesPassed).toBe(2);
    const part = callOf(rectangle(0, 0, 8, 8), {
      viewports: [{ x: 2, y: 4, width: 4, height: 2, minDepth: 0, maxDepth: 1 }],
    });
    drawn(part);
    expect(picture(part.renderTargets[0]!).slice(3)).toEqual([
      '........',
      '..####..',
      '..####..',
      '........',
      '........',
    ]);
  });
});
