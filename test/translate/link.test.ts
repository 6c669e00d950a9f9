/**
 * Stages of a pipeline: what one gives is what the next one reads. live/translate-link.ts lets Tint check random pairs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { classInstances, interfacePointers, spirvText, translate } from '../../src/translate/index.ts';
import type { TranslationMap } from '../../src/translate/map-shape.ts';
import { assembled } from './direct3d9/raised.ts';

/** Variables with a location: semantic, location, and how they are interpolated. */
function located(list: TranslationMap['inputs']) {
  return list
    .filter(({ location }) => location !== undefined)
    .map(({ semantic, index, location, interpolation }) => [`${semantic}${index}`, location, interpolation]);
}

describe('a pipeline of models 1 to 3', () => {
  const vertex = assembled(
    'vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord3 o1\ndcl_color o2\ndcl_blendweight o5.xy\n' +
      'mov o0, v0\nmov o1, v0.x\nmov o2, v0.y\nmov o5.xy, v0.z\n',
  );
  const pixel = assembled(
    'ps_3_0\ndcl_blendweight v0.xy\ndcl_texcoord3_centroid v1\ndcl_texcoord v2\ndcl_color v3\nmov r0, v1\nadd r0, r0, v2\nadd r0, r0, v0.xyxy\nmov oC0, r0\n',
  );
  const { stages, diagnostics } = translate([vertex, pixel], { link: true, state9: { halfPixel: false } });
  const [vs, ps] = stages;

  it('has elements by usage, as the pixel shader reads them', () => {
    expect(located(vs!.map.outputs)).toEqual([
      ['blendweight0', 0, undefined],
      ['texcoord3', 5, 'perspective, centroid'],
      ['texcoord0', 2, undefined],
    ]);
    // The color is never read.
    expect(located(ps!.map.inputs)).toEqual(located(vs!.map.outputs));
    expect(vs!.code).not.toContain('input.position1.y');
    expect(vs!.code).toContain('result.texcoord3 = input.position1.xxxx;');
  });

  it('reports what nothing writes', () => {
    expect(diagnostics.map(({ code, shader }) => [code, shader])).toEqual([['DX6076', 0]]);
  });

  it('is white where an old vertex shader writes no color', () => {
    const old = assembled('vs_1_1\ndcl_position v0\nmov oPos, v0\n');
    const result = translate([old, assembled('ps_2_0\ndcl v0\nmov oC0, v0\n')], { link: true });
    expect(result.diagnostics).toEqual([]);
    expect(result.stages[0]!.code).toContain('result.color = vec4f(1.0);');
  });
});

describe('what the next stage reads and nobody writes', () => {
  const stages = {
    vs_3_0: assembled('vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, v0\n'),
    vs_4_0: assembled('vs_4_0\ndcl_input v0.xyzw\ndcl_output_siv o0.xyzw, position\nmov o0.xyzw, v0.xyzw\nret\n'),
    gs_4_0: assembled(
      'gs_4_0\ndcl_input_siv v[1][0].xyzw, position\ndcl_inputprimitive point\ndcl_outputtopology pointlist\n' +
        'dcl_output_siv o0.xyzw, position\ndcl_maxout 2\nmov o0.xyzw, v[0][0].xyzw\nemit\nmov o0.xyzw, v[0][0].xyzw\nemit\nret\n',
    ),
  };
  const PIXELS = {
    vs_3_0: assembled('ps_3_0\ndcl_texcoord3 v0\nmov oC0, v0\n'),
    vs_4_0: assembled('ps_4_0\ndcl_input_ps linear v5.xyzw\ndcl_output o0.xyzw\nmov o0.xyzw, v5.xyzw\nret\n'),
    gs_4_0: assembled('ps_4_0\ndcl_input_ps linear v5.xyzw\ndcl_output o0.xyzw\nmov o0.xyzw, v5.xyzw\nret\n'),
  };

  it.each(['vs_3_0', 'vs_4_0', 'gs_4_0'] as const)('is stored as 0 by a %s', (profile) => {
    const pair = [stages[profile], PIXELS[profile]];
    for (const [to, version] of [
      ['glsl', '450'],
      ['glsl', '330'],
      ['essl', '320'],
    ] as const) {
      const { stages, diagnostics } = translate(pair, { to, version, link: true });
      expect(diagnostics.map(({ code }) => code)).toContain('DX6076');
      // A geometry shader gives its outputs with each vertex.
      const code = String(stages[0]!.code);
      expect(code.match(/^ {2}(varying|geometry)5 = vec4\(0\.0\);$/gm)).toHaveLength(profile === 'gs_4_0' ? 2 : 1);
    }
    const { text } = spirvText(translate(pair, { to: 'spirv', link: true }).stages[0]!.code);
    const [, id] = /OpDecorate (%\w+) Location 5/.exec(text)!;
    expect(text.split('\n').filter((line) => line.includes(`OpStore ${id} `))).toHaveLength(
      profile === 'gs_4_0' ? 2 : 1,
    );
  });

  it('is stored where a shader writes some components', () => {
    const vertex = assembled(
      'vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord3 o1.xy\nmov o0, v0\nmov o1.xy, v0\n',
    );
    const { stages, diagnostics } = translate([vertex, PIXELS.vs_3_0], { to: 'glsl', link: true });
    expect(diagnostics).toEqual([]);
    expect(stages[0]!.code).toContain('varying5 = vec4(in_position.xy, 0.0, 0.0);');
  });
});

describe('a pipeline of models 4 to 5.1', () => {
  const recorded = (id: string) => readFileSync(join(RECORDED, `${id}.bin`));
  const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../samples', name));

  it('needs stages of their own', () => {
    const twice = translate([sample('lake.cso'), sample('lake.cso')], { link: true });
    expect(twice.diagnostics.map(({ code, shader }) => [code, shader])).toContainEqual(['DX6073', 1]);
    const alone = translate(sample('lake.cso'), { link: true });
    expect(alone.diagnostics.map(({ code }) => code)).toEqual(['DX6077']);
    expect(alone.stages).toHaveLength(1);
  });

  it('is not translated where a stage is refused', () => {
    const { stages } = translate([sample('lake.cso'), recorded('doubles.main.cs_5_0').subarray(0, 40)], { link: true });
    expect(stages).toEqual([]);
  });

  it('moves outputs that are written at an index', () => {
    const vertex = assembled(
      'vs_4_0\ndcl_input v0.xyzw\ndcl_input v1.x\ndcl_output_siv o0.xyzw, position\ndcl_output o1.xyzw\ndcl_output o2.xyzw\n' +
        'dcl_output o3.xyz\ndcl_indexRange o1.xyz 3\ndcl_temps 1\nmov o0.xyzw, v0.xyzw\nmov o1.xyzw, l(1, 2, 3, 4)\n' +
        'mov r0.x, v1.x\nmov o[r0.x + 1].xyz, v0.xyzx\nret\n',
    );
    const pixel = assembled(
      'ps_4_0\ndcl_input_ps linear v3.xyz\ndcl_input_ps linear v1.xyz\ndcl_output o0.xyzw\nmov o0.xyz, v3.xyzx\nmov o0.w, v1.z\nret\n',
    );
    const { stages, diagnostics } = translate([vertex, pixel], { link: true });
    expect(diagnostics).toEqual([]);
    expect(located(stages[0]!.map.outputs)).toEqual(located(stages[1]!.map.inputs));
    // The pixel shader has TEXCOORD0 in v1 and TEXCOORD1 in v3, the vertex shader in o1 and o2: rows 0 and 1 of the
    // range.
    const { code } = stages[0]!;
    expect(
      /let (\w+) = bitcast<vec4f>\(x0\[0\]\);\s+result\.texcoord0 = vec4f\(\1\.xyz, 0\.0\);/.test(code),
      code,
    ).toBe(true);
    expect(
      /let (\w+) = bitcast<vec4f>\(x0\[1\]\);\s+result\.texcoord1 = vec4f\(\1\.xyz, 0\.0\);/.test(code),
      code,
    ).toBe(true);
  });

  it('gives the registers of the first stream their locations where others have the same', () => {
    // The input after the streams belongs to none of them.
    const geometry = assembled(
      'gs_5_0\ndcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology pointlist\ndcl_output o0.xyzw\ndcl_output o1.xyzw\n' +
        'dcl_output_siv o2.xyzw, position\ndcl_stream m1\ndcl_outputtopology pointlist\ndcl_output o0.xyzw\ndcl_maxout 2\n' +
        'dcl_input v[1][0].xyzw\nmov o0.xyzw, v[0][0].xyzw\nmov o1.xyzw, v[0][0].wzyx\nmov o2.xyzw, v[0][0].xyzw\nemit_stream m0\n' +
        'mov o0.xyzw, v[0][0].zwxy\nemit_stream m1\nret\n',
    );
    const pixel = assembled(
      'ps_5_0\ndcl_input_ps constant v0.xyzw\ndcl_input_ps constant v1.xyzw\ndcl_output o0.xyzw\nadd o0.xyzw, v0.xyzw, v1.xyzw\nret\n',
    );
    const { stages, diagnostics } = translate([geometry, pixel], { link: true, to: 'glsl', version: '450' });
    expect(diagnostics).toEqual([]);
    const [{ map, code }, { map: next }] = stages as [(typeof stages)[0], (typeof stages)[0]];
    const first = map.outputs.filter(({ stream }) => stream === undefined);
    expect(located(first)).toEqual(located(next.inputs));
    expect(located(first).map(([, location]) => location)).toEqual([0, 1]);
    expect(code).toMatch(/layout\(location = 0\) in vec4/);
  });

  it('leaves other stages as they are', () => {
    const options = { link: true, validate: false } as const;
    const [compute] = translate([sample('prefix-sum.cso'), sample('lake.cso')], options).stages;
    expect(compute!.code).toBe(translate(sample('prefix-sum.cso')).stages[0]!.code);
  });
});

describe('shaders that are in no pipeline together', () => {
  const recorded = (id: string) => readFileSync(join(RECORDED, `${id}.bin`));
  const vertex = recorded('tessellation.vertex.vs_5_0');
  const hull = recorded('tessellation.tri.hs_5_0');
  const domain = recorded('tessellation.triangleDomain.ds_5_0');

  it.each([
    ['a compute shader', [recorded('atomics.main.cs_5_1'), vertex], 'DX4102', 0],
    ['a hull shader without a domain shader', [vertex, hull], 'DX4104', 1],
    ['a domain shader without a hull shader', [vertex, domain], 'DX4104', 1],
    ['hull and domain shaders of different domains', [hull, recorded('tessellation.quadDomain.ds_5_0')], 'DX4123', 1],
    ['shaders of different models', [vertex, assembled('ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n')], 'DX6086', 1],
  ] as const)('%s is refused', (_, shaders, code, shader) => {
    const { stages, diagnostics } = translate(shaders, { link: true, to: 'spirv' });
    expect(stages).toEqual([]);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toContainEqual(
      expect.objectContaining({ code, shader }),
    );
  });

  it('but a hull and a domain shader are', () => {
    const { stages, diagnostics } = translate([vertex, hull, domain], { link: true, to: 'spirv' });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(stages.map(({ stage }) => stage)).toEqual(['vs', 'hs', 'ds']);
  });
});

describe('class instances of a pipeline', () => {
  const pixel = readFileSync(join(RECORDED, 'interfaces.main.ps_5_0.bin'));
  const vertex = readFileSync(join(RECORDED, 'interfaces.table.vs_5_0.bin'));
  const first = (bytes: Uint8Array) => {
    const names = interfacePointers(bytes).map(({ name, instances }) => [name, instances[0]!]);
    return classInstances(bytes, Object.fromEntries(names)).instances;
  };

  it('are those of each stage', () => {
    const instances = [first(vertex), first(pixel)];
    const linked = translate([vertex, pixel], { instances, validate: false });
    const alone = [vertex, pixel].map((bytes, i) => translate(bytes, { instances: instances[i]!, validate: false }));
    expect(linked.stages.map(({ code }) => code)).toEqual(alone.map(({ stages }) => stages[0]!.code));
    const missing = translate([vertex, pixel], { instances: [first(vertex)], validate: false });
    expect(missing.diagnostics.find(({ code }) => code === 'DX6007')).toMatchObject({ shader: 1 });
  });
});
