/** Draws of Direct3D 9: values by hand from its documentation. */
import { describe, expect, it } from 'vitest';
import { fill, format, texture, view } from '../../../../smith/checks/textures.ts';
import { assembleUnvalidated } from '../../../../src/assemble/index.ts';
import { openShaderFile } from '../../../../src/file/shader-file.ts';
import { vertexFormat } from '../../../../src/formats/formats.ts';
import { readSm1 } from '../../../../src/isa/sm1/program.ts';
import { SM1_USAGES } from '../../../../src/isa/sm1/registers.ts';
import { draw } from '../../../../src/vm/draw/draw.ts';
import { fogFactor } from '../../../../src/vm/draw/legacy/draw-legacy.ts';
import {
  DEFAULT_LEGACY_STATES,
  type LegacyShader,
  type LegacyStates,
  type Sm1DrawCall,
} from '../../../../src/vm/draw/legacy-call.ts';
import { DEFAULT_BLEND_STATE, DEFAULT_DEPTH_STENCIL_STATE } from '../../../../src/vm/draw/states.ts';
import { sm1Executable } from '../../../../src/vm/sm1/executable.ts';
import type { TextureStage } from '../../../../src/vm/sm1/stage-textures.ts';
import { COMPARISONS, legacySampler } from '../../../../src/vm/texture/sampler.ts';
import type { TextureView } from '../../../../src/vm/texture/texture-view.ts';
import { drawArguments, floatBytes, floatsAt, SOLID } from '../../../support/draws.ts';

function shaderOf(
  listing: string,
  textures: readonly TextureStage[] = [],
  floats: readonly number[] = [],
): LegacyShader {
  const { bytes, diagnostics } = assembleUnvalidated(listing);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const executable = sm1Executable(readSm1(openShaderFile(bytes!).programs[0]!.words));
  const constants = {
    floats: new Uint32Array(Float32Array.from(floats).buffer),
    integers: new Int32Array(0),
    booleans: [],
  };
  return { executable, constants, textures };
}

const VERTEX = shaderOf(`vs_1_1
dcl_position v0
dcl_color v1
mov oPos, v0
mov oD0, v1
mov oT0, v1`);
const VERTEX_FOG = shaderOf(`vs_2_0
dcl_position v0
dcl_color v1
mov oPos, v0
mov oD0, v1
mov oFog, v1.w`);
const VERTEX_SIZE = shaderOf(`vs_1_1
dcl_position v0
dcl_color v1
mov oPos, v0
mov oD0, v1
mov oPts, v1.w`);
const COLOR = shaderOf('ps_2_0\ndcl v0\nmov oC0, v0');
const COORDINATES = shaderOf('ps_2_0\ndcl t0\nmov oC0, t0');

/** The target of 8 by 8 pixels: (x, y) of a vertex is where Direct3D 9 has the center of pixel (x, y). */
function at(x: number, y: number, color: readonly number[] = [1, 1, 1, 1], z = 0, w = 1): number[] {
  return [(x / 4 - 1) * w, (1 - y / 4) * w, z * w, w, ...color];
}

/** Covers the pixels from (left, top) up to (right, bottom), exclusive. */
function rectangle(left: number, top: number, right: number, bottom: number, color?: readonly number[], z?: number) {
  const corners = [
    at(left, top, color, z),
    at(right, top, color, z),
    at(right, bottom, color, z),
    at(left, bottom, color, z),
  ];
  return [0, 1, 2, 0, 2, 3].map((i) => corners[i]!);
}

function target(name = 'A32B32G32R32F'): TextureView {
  return view(texture({ dimension: '2d', format: format(name, 'd3d9'), width: 8, height: 8 }));
}

function callOf(
  vertices: readonly (readonly number[])[],
  states: Partial<LegacyStates> = {},
  changes: Partial<Sm1DrawCall> = {},
): Sm1DrawCall {
  return {
    kind: 'sm1',
    vertex: VERTEX,
    pixel: COLOR,
    streams: [{ bytes: floatBytes(...vertices.flat()), stride: 32, offset: 0 }],
    declaration: ['position', 'color'].map((usage, i) => ({
      stream: 0,
      offset: 16 * i,
      format: vertexFormat('FLOAT4')!,
      usage: SM1_USAGES.indexOf(usage as (typeof SM1_USAGES)[number]),
      usageIndex: 0,
    })),
    topology: 'triangle-list',
    arguments: drawArguments({ count: vertices.length }),
    viewports: [{ x: 0, y: 0, width: 8, height: 8, minDepth: 0, maxDepth: 1 }],
    scissors: [],
    rasterizer: SOLID,
    depthStencil: { ...DEFAULT_DEPTH_STENCIL_STATE, isDepthTested: false },
    blend: DEFAULT_BLEND_STATE,
    renderTargets: [target()],
    legacy: { ...DEFAULT_LEGACY_STATES, ...states },
    ...changes,
  };
}

function drawn(call: Sm1DrawCall): TextureView {
  expect(draw(call).diagnostics).toEqual([]);
  return call.renderTargets[0]!;
}

/** The pixels whose red is not 0. */
function picture(of: TextureView): string[] {
  return Array.from({ length: 8 }, (_, y) =>
    Array.from({ length: 8 }, (_, x) => (floatsAt(of, x, y)[0] === 0 ? '.' : '#')).join(''),
  );
}

describe('pixels of Direct3D 9', () => {
  it('have their centers at whole numbers', () => {
    const rows = picture(drawn(callOf(rectangle(1, 2, 3, 3))));
    expect(rows[2]).toBe('.##.....');
    expect(rows.filter((row) => row.includes('#'))).toHaveLength(1);
    // From 0.5 to 1.5 only the center 1 is inside.
    expect(picture(drawn(callOf(rectangle(0.5, 0.5, 1.5, 1.5))))[1]).toBe('.#......');
  });

  it('map texels to pixels with the offset of half a texel', () => {
    const source = fill(
      texture({ dimension: '2d', format: format('A32B32G32R32F', 'd3d9'), width: 8, height: 8 }),
      (_, __, x, y) => [x + 1, y + 1, 0, 1],
    );
    const stage = { view: view(source), sampler: legacySampler() };
    const pixel = shaderOf('ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0', [stage]);
    // Quads from -0.5 to 7.5 with coordinates 0 to 1: every pixel reads its own texel at the center.
    const corner = (x: number, y: number) => at(x - 0.5, y - 0.5, [x / 8, y / 8, 0, 1]);
    const corners = [corner(0, 0), corner(8, 0), corner(8, 8), corner(0, 8)];
    const to = drawn(
      callOf(
        [0, 1, 2, 0, 2, 3].map((i) => corners[i]!),
        {},
        { pixel },
      ),
    );
    for (const [x, y] of [
      [0, 0],
      [3, 5],
      [7, 7],
    ] as const)
      expect(floatsAt(to, x, y)).toEqual([x + 1, y + 1, 0, 1]);
  });

  it('see their place and side in 3_0', () => {
    const vertex = shaderOf(
      'vs_3_0\ndcl_position v0\ndcl_color v1\ndcl_position o0\ndcl_texcoord3 o5\nmov o0, v0\nmov o5, v1',
    );
    const pixel = shaderOf(`ps_3_0
dcl_texcoord3 v2
dcl vPos.xy
dcl vFace
mov r0.xy, vPos
mov r0.z, v2.x
mov r0.w, vFace
mov oC0, r0`);
    const to = drawn(callOf(rectangle(-1, -1, 8, 8, [5, 0, 0, 0]), {}, { vertex, pixel }));
    expect(floatsAt(to, 6, 3)).toEqual([6, 3, 5, 1]);
  });
});

describe('states of Direct3D 9', () => {
  it('clamp colors before 3_0, but not coordinates', () => {
    expect(floatsAt(drawn(callOf(rectangle(-1, -1, 8, 8, [2, -1, 0.5, 1]))), 3, 3)).toEqual([1, 0, 0.5, 1]);
    const to = drawn(callOf(rectangle(-1, -1, 8, 8, [2, -1, 0.5, 1]), {}, { pixel: COORDINATES }));
    expect(floatsAt(to, 3, 3)).toEqual([2, -1, 0.5, 1]);
  });

  it('test alpha', () => {
    const passed = (comparison: 'greater' | 'greater-equal', alpha: number) =>
      draw(callOf(rectangle(-1, -1, 8, 8, [1, 1, 1, alpha]), { alphaTest: { comparison, reference: 128 } })).counts
        .samplesPassed;
    expect(passed('greater', 0.5)).toBe(0);
    expect(passed('greater', 0.51)).toBe(64);
    expect(passed('greater', 128 / 255)).toBe(0);
    expect(passed('greater-equal', 128 / 255)).toBe(64);
  });

  // Wine's Direct3D 9 gives the same.
  it('test alpha as it is', () => {
    const pixel = shaderOf('ps_2_0\ndef c0, 0, 1, 0, 1.5\nmov oC0, c0');
    const passed = COMPARISONS.filter(
      (comparison) =>
        draw(callOf(rectangle(-1, -1, 8, 8), { alphaTest: { comparison, reference: 255 } }, { pixel })).counts
          .samplesPassed > 0,
    );
    expect(passed).toEqual(['greater', 'not-equal', 'greater-equal', 'always']);
  });

  it.each([
    ['', [0, 1, 1, 1]],
    ['mov oD0, v1', [0, 1, 1, 1]],
    ['mov oD1, v1', [0, 0.75, 1, 1]],
    ['mov oD1.xyz, v1', [0, 1, 1, 1]],
    ['mov oD1, v1\nmov oFog, v1.x', [0, 0.5, 1, 1]],
  ] as const)('take the fog factor from the second color without oFog: %j', (body, expected) => {
    const fog = { color: [0, 1, 1], tableMode: 'none', start: 0, end: 1, density: 1, usesW: false } as const;
    const vertex = shaderOf(`vs_2_0\ndcl_position v0\ndcl_color v1\nmov oPos, v0\n${body}`);
    const pixel = shaderOf('ps_2_0\ndef c0, 0, 0, 1, 1\nmov oC0, c0');
    const to = drawn(callOf(rectangle(-1, -1, 8, 8, [0.5, 0.5, 0.5, 0.25]), { fog }, { vertex, pixel }));
    expect(floatsAt(to, 3, 3)).toEqual(expected);
  });

  it.each(['ps_1_1', 'ps_1_4'])('clamp the color of a %s', (profile) => {
    const pixel = shaderOf(`${profile}\nadd_x2 r0, c0, c0`, [], [-0.8, 0.5, 1, 1]);
    expect(floatsAt(drawn(callOf(rectangle(-1, -1, 8, 8), {}, { pixel })), 3, 3)).toEqual([0, 1, 1, 1]);
  });

  // Wine's Direct3D 9 gives these in 1_1, 2_0 and 2_x.
  it.each(
    ['vs_1_1', 'vs_2_0', 'vs_2_x'].flatMap((profile) => [
      [profile, 'mov oD0.xyz, v1', 'v0', [0.5, 0.5, 0.5, 1]] as const,
      [profile, 'mov oD0.y, v1', 'v0', [1, 0.5, 1, 1]] as const,
      [profile, '', 'v0', [1, 1, 1, 1]] as const,
      [profile, 'mov oD1.xyz, v1', 'v1', [0.5, 0.5, 0.5, 0]] as const,
      [profile, '', 'v1', [0, 0, 0, 0]] as const,
      [profile, 'mov oT3.xy, v1', 't3', [0.5, 0.5, 0, 0]] as const,
    ]),
  )('give a value to what a %s leaves out: %j', (profile, body, register, expected) => {
    const vertex = shaderOf(`${profile}\ndcl_position v0\ndcl_color v1\nmov oPos, v0\n${body}`);
    const pixel = shaderOf(`ps_2_0\ndcl ${register}\nmov r0, ${register}\nmov oC0, r0`);
    const to = drawn(callOf(rectangle(-1, -1, 8, 8, [0.5, 0.5, 0.5, 0.5]), {}, { vertex, pixel }));
    expect(floatsAt(to, 3, 3)).toEqual(expected);
  });

  it('mix fog by its formulas', () => {
    const fog = { color: [1, 0, 0.5], tableMode: 'linear', start: 0.25, end: 0.75, density: 2, usesW: false } as const;
    expect(fogFactor(fog, 0.375)).toBe(0.75);
    expect([0, 1].map((distance) => fogFactor(fog, distance))).toEqual([1, 0]);
    expect(fogFactor({ ...fog, tableMode: 'exp' }, 0.5)).toBeCloseTo(1 / Math.E, 12);
    expect(fogFactor({ ...fog, tableMode: 'exp2' }, 0.75)).toBeCloseTo(Math.exp(-2.25), 12);
    const table = drawn(callOf(rectangle(-1, -1, 8, 8, [0, 1, 1, 0.5], 0.375), { fog }));
    expect(floatsAt(table, 2, 2)).toEqual([0.25, 0.75, 0.875, 0.5]);
    const byVertex = drawn(
      callOf(rectangle(-1, -1, 8, 8, [0, 1, 1, 0.5]), { fog: { ...fog, tableMode: 'none' } }, { vertex: VERTEX_FOG }),
    );
    expect(floatsAt(byVertex, 2, 2)).toEqual([0.5, 0.5, 0.75, 0.5]);
  });

  it('shade flat by the first vertex: of a fan by the second of its vertices', () => {
    const corners = [
      at(-1, -1, [0.1, 0, 0, 0]),
      at(8, -1, [0.25, 0, 0, 0]),
      at(8, 8, [0.5, 0, 0, 0]),
      at(-1, 8, [0.75, 0, 0, 0]),
    ];
    const to = drawn(callOf(corners, { isFlat: true }, { topology: 'triangle-fan' }));
    expect(floatsAt(to, 6, 1)[0]).toBe(0.25);
    expect(floatsAt(to, 1, 6)[0]).toBe(0.5);
  });

  it('cut at planes', () => {
    // x >= 0 in clip space: the right half, whose first pixel is 4.
    const rows = picture(drawn(callOf(rectangle(-1, -1, 8, 8), { clipPlanes: [[1, 0, 0, 0]] })));
    expect(rows[3]).toBe('....####');
  });

  it('draw points with sizes and sprites', () => {
    const point = [at(3, 3, [1, 1, 1, 3])];
    const sized = callOf(point, {}, { vertex: VERTEX_SIZE, topology: 'point-list' });
    expect(picture(drawn(sized)).slice(1, 6)).toEqual(['........', '..###...', '..###...', '..###...', '........']);
    const limited = callOf(point, { maxPointSize: 1 }, { vertex: VERTEX_SIZE, topology: 'point-list' });
    expect(picture(drawn(limited)).join('').replaceAll('.', '')).toBe('#');
    const sprite = callOf(point, { isPointSprite: true, pointSize: 4 }, { pixel: COORDINATES, topology: 'point-list' });
    // From 1 to 5: pixel 2 is a center at a quarter.
    expect(floatsAt(drawn(sprite), 2, 4)).toEqual([0.25, 0.75, 0, 1]);
  });

  it('write sRGB', () => {
    const renderTargets = [target('A8R8G8B8')];
    const to = drawn(
      callOf(rectangle(-1, -1, 8, 8, [0.25, 0.25, 0.25, 0.25]), { isSrgbWritten: true }, { renderTargets }),
    );
    expect([...to.texture.bytes.slice(0, 4)]).toEqual([137, 137, 137, 64]);
  });

  it('add a bias to depths', () => {
    const depthTarget = target('D24S8');
    const depthStencil = { ...DEFAULT_DEPTH_STENCIL_STATE, depthComparison: 'always' } as const;
    drawn(callOf(rectangle(-1, -1, 8, 8, undefined, 0.25), { depthBias: 0.5 }, { depthTarget, depthStencil }));
    // 0.75 * (2^24 - 1), to the nearest, above eight bits of stencil.
    const bytes = [...depthTarget.texture.bytes.slice(0, 4)];
    expect(bytes[0]! + 256 * bytes[1]! + 65536 * bytes[2]! + 2 ** 24 * bytes[3]!).toBe(256 * 12582911);
  });
});

describe('streams of Direct3D 9', () => {
  it('have a vertex for some instances', () => {
    const offsets = [-4, 0, 0, 0, 0, 4, 0, 0].map((x) => x / 4);
    const vertex = shaderOf('vs_2_0\ndcl_position v0\ndcl_texcoord v1\nadd r0, v0, v1\nmov oPos, r0\nmov oD0, v0.w');
    const base = callOf(rectangle(4, 4, 6, 6));
    const call = {
      ...base,
      vertex,
      streams: [base.streams[0], { bytes: floatBytes(...offsets), stride: 16, offset: 0, instanceStepRate: 1 }],
      declaration: [
        base.declaration[0]!,
        { stream: 1, offset: 0, format: vertexFormat('FLOAT4')!, usage: SM1_USAGES.indexOf('texcoord'), usageIndex: 0 },
      ],
      arguments: drawArguments({ count: 6, instances: 2 }),
    };
    const rows = picture(drawn(call));
    // 4 pixels to the left, then 4 up.
    expect(rows[4]).toBe('##......');
    expect(rows[0]).toBe('....##..');
  });

  it('without a shader are reported', () => {
    const { pixel: _, ...rest } = callOf(rectangle(0, 0, 8, 8));
    expect(draw(rest).diagnostics.map(({ code }) => code)).toEqual(['DX7101']);
    expect(draw(callOf([], {}, { topology: 'line-list-adj' })).diagnostics.map(({ code }) => code)).toEqual(['DX7114']);
  });
});
