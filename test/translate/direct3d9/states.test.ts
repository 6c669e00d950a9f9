/** States of Direct3D 9 in code, against what the documentation of D3DRENDERSTATETYPE and of fog says. */
import { describe, expect, it } from 'vitest';
import { type AlphaFunction, spirvText, translate } from '../../../src/translate/index.ts';
import { assembled, raised, run } from './raised.ts';

const COLOR = 'ps_2_0\ndcl v0\nmov oC0, v0\n';
const VERTEX = 'vs_2_0\ndcl_position v0\ndcl_color v1\nmov oPos, v0\nmov oD0, v1\nmov oFog, v1.x\n';

describe('the alpha test', () => {
  const passing: readonly [AlphaFunction, ...boolean[]][] = [
    ['never', false, false, false],
    ['less', true, false, false],
    ['equal', false, true, false],
    ['lessEqual', true, true, false],
    ['greater', false, false, true],
    ['notEqual', true, false, true],
    ['greaterEqual', false, true, true],
    ['always', true, true, true],
  ];
  const alphas = [0.25, 0.5, 0.75];

  it.each(passing.map((row, i) => [row[0], i + 1, row.slice(1)] as const))('%s', (alphaTest, number, expected) => {
    const fixed = raised(COLOR, { alphaTest }).module;
    const chosen = raised(COLOR, { alphaTest: 'runtime' }).module;
    const states = { alpha_reference: [0.5], alpha_function: [number] };
    const passes = (module: typeof fixed, alpha: number) =>
      run(module, { inputs: { color0: [1, 1, 1, alpha] }, states }) !== undefined;
    expect(alphas.map((alpha) => passes(fixed, alpha))).toEqual(expected);
    expect(alphas.map((alpha) => passes(chosen, alpha))).toEqual(expected);
  });

  // Wine's Direct3D 9: an alpha of 1.5 passes greater, not equal and greater equal with the reference 255.
  it.each(passing)('%s takes alpha as it is', (alphaTest, ...[, , expected]) => {
    const states = { alpha_reference: [1] };
    const { module } = raised(COLOR, { alphaTest });
    expect(run(module, { inputs: { color0: [0, 0, 0, 1.5] }, states }) !== undefined).toBe(expected);
  });

  it('drops NaN but where it is not equal', () => {
    const passes = (alphaTest: AlphaFunction) =>
      run(raised(COLOR, { alphaTest }).module, { inputs: { color0: [0, 0, 0, Number.NaN] } }) !== undefined;
    expect(passing.map(([name]) => name).filter(passes)).toEqual(['notEqual', 'always']);
  });
});

describe('fog', () => {
  const states = { fog_color: [0, 0.5, 1], fog_start: [2], fog_end: [6], fog_density: [0.5] };
  const inputs = { color0: [1, 1, 1, 0.25], position: [0, 0, 3, 4], fog0: [0.25] };
  const colorOf = (factor: number) => [0 + 1 * factor, 0.5 + 0.5 * factor, 1, 0.25];

  it.each([
    ['vertex', 'z', 0.25],
    ['linear', 'z', 0.75],
    ['linear', 'w', 0.5],
    ['exp', 'z', Math.exp(-1.5)],
    ['exp2', 'w', Math.exp(-4)],
  ] as const)('%s by %s', (fog, fogDistance, factor) => {
    const { module } = raised(COLOR, { fog, fogDistance });
    const { color0 } = run(module, { inputs, states })!;
    for (const [i, value] of colorOf(factor).entries()) expect(color0![i]).toBeCloseTo(value, 6);
  });

  it('is nothing of pixel shaders from 3_0 on', () => {
    const { module } = raised('ps_3_0\ndcl_color v0\nmov oC0, v0\n', { fog: 'linear' });
    expect(run(module, { inputs, states })!.color0).toEqual([1, 1, 1, 0.25]);
  });

  it.each([
    ['', 0],
    ['mov oD0, v0\n', 0],
    ['mov oD1, v0\n', 0.25],
    ['mov oD1.xyz, v0\n', 0],
    ['mov oD1, v0\nmov oFog, v0.x', 0.5],
  ] as const)('is the alpha of the second color where the vertex shader writes no factor: %j', (body, factor) => {
    const { module } = raised(`vs_2_0\ndcl_position v0\nmov oPos, v0\n${body}`, { fog: 'vertex', halfPixel: false });
    expect(run(module, { inputs: { position0: [0.5, 1, 1, 0.25] } })!.fog0).toEqual([factor]);
  });
});

describe('colors', () => {
  const inputs = { color0: [-1, 0.5, 2, Number.NaN] };

  it.each([
    ['ps_1_1\nmov r0, v0\n', [0, 0.5, 1, 0]],
    ['ps_1_4\nmov r0, v0\n', [0, 0.5, 1, 0]],
    ['ps_2_0\ndcl v0\nmov oC0, v0\n', [-1, 0.5, 2, Number.NaN]],
  ] as const)('of pixel shaders are between 0 and 1 before 2_0: %j', (text, expected) => {
    expect(run(raised(text).module, { inputs })!.color0).toEqual(expected);
  });

  // Wine's Direct3D 9 gives these in 1_1, 2_0 and 2_x.
  it.each(['vs_1_1', 'vs_2_0', 'vs_2_x'])(
    'and coordinates have a value where a %s leaves components out',
    (profile) => {
      const text = `${profile}\ndcl_position v0\nmov oPos, v0\nmov oD0.y, v0\nmov oD1.z, v0\nmov oT3.xy, v0\n`;
      const { module } = raised(text, { halfPixel: false });
      const given = run(module, { inputs: { position0: [0.5, 0.5, 0.5, 1] } })!;
      expect([given.color0, given.color1, given.texcoord3]).toEqual([
        [1, 0.5, 1, 1],
        [0, 0, 0.5, 0],
        [0.5, 0.5, 0, 0],
      ]);
    },
  );
});

describe('vertices', () => {
  const inputs = { position0: [1, 2, 3, 4], color0: [2, -1, 0.5, Number.NaN] };

  it('have colors and fog between 0 and 1 before 3_0', () => {
    const { module } = raised(VERTEX, { halfPixel: false });
    expect(run(module, { inputs })).toMatchObject({ position: [1, 2, 3, 4], color0: [1, 0, 0.5, 0], fog0: [1] });
  });

  it('move by half a pixel', () => {
    const { module } = raised(VERTEX);
    const states = { half_pixel: [1 / 64, 1 / 32] };
    expect(run(module, { inputs, states })!.position).toEqual([1 + 4 / 64, 2 - 4 / 32, 3, 4]);
  });

  it('have distances to planes', () => {
    const { module } = raised(VERTEX, { clipPlanes: 5 });
    const states = {
      half_pixel: [0.5, 0.5],
      clip_plane0: [1, 0, 0, -1],
      clip_plane3: [0, 0, 1, 0],
      clip_plane4: [1, 1, 1, 1],
    };
    const distances = module.outputs.filter(({ systemValue }) => systemValue === 'clip_distance');
    expect(distances.map(({ mask }) => mask)).toEqual([15, 1]);
    // Both elements have the system value; the second one is written last.
    expect(run(module, { inputs, states })!.clip_distance).toEqual([10, 0, 0, 3]);
  });

  it('hand distances on to the pixel shader, which drops pixels', () => {
    const state = { clipPlanes: 1, clipBy: 'discard' } as const;
    expect(run(raised(VERTEX, state).module, { inputs, states: { clip_plane0: [0, 0, 0, -1] } })!.clip0).toEqual([-4]);
    const { module } = raised(COLOR, state);
    expect(run(module, { inputs: { clip0: [-1] } })).toBeUndefined();
    expect(run(module, { inputs: { clip0: [0] } })).toBeDefined();
  });

  it('have sizes of points between the limits of the state', () => {
    const states = { point_size: [5], point_size_min: [2], point_size_max: [16] };
    const fromOutput = raised('vs_1_1\ndcl_position v0\nmov oPos, v0\nmov oPts, v0.x\n', { pointSize: 'state' });
    const none = raised('vs_1_1\ndcl_position v0\nmov oPos, v0\n', { pointSize: 'state' });
    const sizeOf = (x: number) => run(fromOutput.module, { inputs: { position0: [x] }, states })!.pointSize;
    expect([1, 7, 99].map(sizeOf)).toEqual([[2], [7], [16]]);
    expect(run(none.module, { states })!.pointSize).toEqual([5]);
  });
});

describe('in maps', () => {
  it('are runtime uniforms at offsets that do not depend on the shader', () => {
    const [stage] = translate(assembled(COLOR), { state9: { alphaTest: 'runtime', fog: 'linear' } }).stages;
    expect(stage!.map.runtimeUniforms.map(({ name, offset, variable }) => [name, offset, variable])).toEqual([
      ['alpha_reference', 272, 'state'],
      ['alpha_function', 276, 'state'],
      ['fog_color', 288, 'state'],
      ['fog_start', 300, 'state'],
      ['fog_end', 304, 'state'],
    ]);
    expect(stage!.map.bindings).toContainEqual(
      expect.objectContaining({ type: 'runtime', register: 1, group: 1, binding: 289, minSize: 416 }),
    );
    expect(stage!.code).toContain('state.fog_color');
  });

  it('are options that are checked', () => {
    const bytes = assembled(COLOR);
    for (const state9 of [
      { fog: 'thick' },
      { clipPlanes: 7 },
      { samplers: [{ dimension: '2d' }] },
      { integerInputs: [{ semantic: 'x', type: 'f32' }] },
      { alphatest: 'less' },
    ])
      expect(() => translate(bytes, { state9: state9 as never })).toThrow(TypeError);
  });
});

describe('point sprites', () => {
  const POINT = 'ps_2_0\ndcl t0.xy\ndcl t3\ndcl v0\nmov r0, t3\nadd r0.x, r0, t0.y\nadd r0, r0, v0\nmov oC0, r0\n';
  const inputs = { color0: [8, 16, 32, 64], texcoord0: [9, 9, 9, 9], texcoord3: [9, 9, 9, 9], pointCoord: [0.25, 0.5] };

  it('have their coordinates in all texture coordinates, and 0 and 1 after them', () => {
    const { module } = raised(POINT, { pointSprite: true });
    expect(run(module, { inputs })!.color0).toEqual([8 + 0.25 + 0.5, 16.5, 32, 65]);
    expect(run(raised(POINT).module, { inputs })!.color0).toEqual([8 + 18, 16 + 9, 32 + 9, 64 + 9]);
  });

  it('are those of any usage index from 3_0 on', () => {
    const text = 'ps_3_0\ndcl_texcoord11 v3.yzw\ndcl_color v0\nmov r0, v3.yzww\nadd r0, r0, v0\nmov oC0, r0\n';
    const { module } = raised(text, { pointSprite: true });
    expect(run(module, { inputs })!.color0).toEqual([8.5, 16, 33, 65]);
  });

  it('are the point coordinates of languages that have them', () => {
    const code = (to: 'glsl' | 'essl', version: string) =>
      String(translate(assembled(POINT), { to, version, state9: { pointSprite: true } }).stages[0]!.code);
    for (const text of [code('glsl', '450'), code('glsl', '330'), code('essl', '310'), code('essl', '300')])
      expect(text).toContain('vec2(gl_PointCoord.x, 0.5 + (gl_PointCoord.y - 0.5) * runtime.y_sign)');
    const [spirv] = translate(assembled(POINT), { to: 'spirv', state9: { pointSprite: true } }).stages;
    expect(spirvText(spirv!.code).text).toMatch(/OpDecorate %\w+ BuiltIn PointCoord/);
  });

  it('are reported where a language has none', () => {
    const refused = translate(assembled(POINT), { state9: { pointSprite: true } });
    expect(refused.stages).toEqual([]);
    expect(refused.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['DX6005', 'error']]);
    expect(refused.diagnostics[0]?.message).toContain('draw a quad for each point');
    // Without coordinates nothing is missing.
    expect(translate(assembled(COLOR), { state9: { pointSprite: true } }).diagnostics).toEqual([]);
  });
});
