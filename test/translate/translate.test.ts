/** Complete translations: maps, options, refusals. live/translate-valid.ts lets Tint check the sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { assemble, assembleUnvalidated } from '../../src/assemble/index.ts';
import { disassemble } from '../../src/text/index.ts';
import {
  spirvText,
  type TranslatedStage,
  translate,
  translateToGlsl,
  translateToSpirv,
  translateToWgsl,
  webgpuPipeline,
} from '../../src/translate/index.ts';
import { decodePreshader, evaluatePreshader } from '../../src/vm/internals.ts';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../samples', name));
const recorded = (id: string) => readFileSync(join(RECORDED, `${id}.bin`));
const { stages } = translate(sample('lake.cso'));
const [lake] = stages;

describe('a pixel shader', () => {
  it('has its resources where the rule says', () => {
    const locations = lake!.map.bindings.map(({ type, register, name, group, binding }) => [
      type,
      register,
      name,
      group,
      binding,
    ]);
    // Pixel shaders have group 1; constants are from 0 on, samplers from 16, textures from 32.
    expect(locations).toEqual([
      ['cbv', 0, 'Frame', 1, 0],
      ['sampler', 0, 'smooth1', 1, 16],
      ['srv', 0, 'waves', 1, 32],
      ['srv', 1, 'sky', 1, 33],
    ]);
    expect(lake!.map.bindings[3]).toMatchObject({ kind: 'texture', viewDimension: 'cube', sampleType: 'float' });
  });

  it('has inputs and outputs by semantic', () => {
    expect(lake!.map.inputs.map(({ semantic, location }) => [semantic, location])).toEqual([
      ['WORLD', 1],
      ['TEXCOORD', 2],
    ]);
    expect(lake!.map.outputs).toMatchObject([{ semantic: 'SV_Target', location: 0, type: 'f32' }]);
  });

  it('gives the descriptors of a pipeline', () => {
    const { bindGroupLayouts, fragment } = webgpuPipeline(lake!.map);
    expect(bindGroupLayouts).toHaveLength(2);
    expect(bindGroupLayouts[0]!.entries).toEqual([]);
    expect(bindGroupLayouts[1]!.entries).toContainEqual({
      binding: 0,
      visibility: 2,
      buffer: { type: 'uniform', minBindingSize: 48 },
    });
    expect(fragment).toEqual({ entryPoint: 'main', targets: [{ location: 0, type: 'f32' }] });
  });

  it('leads from each line to a token', () => {
    const lines = lake!.code.split('\n').length;
    let last = 0;
    for (const [line, token] of lake!.map.sourceMap) {
      expect(line).toBeGreaterThan(last);
      expect(line).toBeLessThan(lines);
      expect(token).toBeLessThan(220);
      last = line;
    }
    const sampled = lake!.code.split('\n').findIndex((line) => line.includes('textureSample(waves'));
    expect(lake!.map.sourceMap).toContainEqual([sampled + 1, 42]);
  });
});

describe('operations whose value nothing uses', () => {
  it('are written where they change memory', () => {
    const { bytes } = assemble(`cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_raw u0
dcl_uav_structured_opc u1, 4
dcl_temps 1
dcl_thread_group 1, 1, 1
atomic_iadd u0, l(4), l(7)
imm_atomic_alloc r0.x, u1
imm_atomic_iadd r0.x, u0, l(8), l(9)
ret
`);
    const [{ code }] = translate(bytes!).stages as [TranslatedStage];
    expect(code).toMatch(/^ {2}u0_atomic_add\(4u.*\);$/m);
    expect(code).toMatch(/_ = .*u0_atomic_add\(8u/);
    expect(code).toContain('_ = atomicAdd(&u1_counter');
  });
});

describe('options', () => {
  it('take bindings, names and the entry point from the user', () => {
    const bindings = [
      { type: 'srv' as const, register: 1, group: 3, binding: 7, name: 'sky_box' },
      { type: 'cbv' as const, register: 5 },
    ];
    const { stages: result, diagnostics } = translate(sample('lake.cso'), { bindings, entryPoint: 'pixel' });
    expect(result[0]!.map.bindings).toContainEqual(expect.objectContaining({ name: 'sky_box', group: 3, binding: 7 }));
    expect(result[0]!.code).toContain('@group(3) @binding(7) var sky_box: texture_cube<f32>;');
    expect(result[0]!.code).toContain('fn pixel(');
    expect(diagnostics.map(({ code }) => code)).toEqual(['DX6071']);
  });

  it('know the class instances of elements of arrays of interfaces, with the variable of a register that is declared', () => {
    // Function tables of the second class of each interface.
    const first = new Map([[0, 1]]);
    for (let pointer = 1; pointer < 4; pointer++) first.set(pointer, 3);
    for (let pointer = 4; pointer < 16; pointer++) first.set(pointer, 7);
    first.set(16, 11);
    const instances = new Map(Array.from(first, ([pointer, table]) => [pointer, [table, 0, 0, 0, 0] as const]));
    const { stages: result, diagnostics } = translate(recorded('headers-classes.main.vs_5_0'), {
      to: 'spirv',
      instances,
    });
    expect(diagnostics).toEqual([]);
    const textures = result[0]!.map.bindings.filter(({ type }) => type === 'srv');
    expect(textures.map(({ register, binding, count }) => [register, binding, count])).toEqual([[0, 32, undefined]]);
  });

  it('report two resources at one place', () => {
    const bindings = [{ type: 'srv' as const, register: 1, binding: 0 }];
    const result = translate(sample('lake.cso'), { bindings });
    expect(result.stages).toEqual([]);
    expect(result.diagnostics.map(({ code, binding }) => [code, binding])).toEqual([['DX6070', 0]]);
  });

  it('report rows that have no use', () => {
    const row = { type: 'cbv' as const, register: 0 };
    const { stages: none, diagnostics } = translate(sample('lake.cso'), {
      bindings: [row, row, { type: 'srv', register: 1, role: 'color' }, { type: 'runtime', register: 0 }],
    });
    expect(none).toEqual([]);
    expect(diagnostics.map(({ code, binding }) => [code, binding])).toEqual([
      ['DX6075', 1],
      ['DX6071', 2],
    ]);
  });

  it('give the entry point a name of its own', () => {
    const named = (entryPoint: string) => {
      const [{ code, map }] = translate(sample('lake.cso'), { entryPoint }).stages as [TranslatedStage];
      expect(code).toContain(`fn ${map.entryPoint}(`);
      return map.entryPoint;
    };
    expect(named('waves')).toBe('waves');
    expect(named('fn')).toBe('fn1');
    expect(named('a b(')).toBe('a_b');
    expect(named('Inputs')).toBe('Inputs1');
    const variables = translate(sample('lake.cso'), { entryPoint: 'waves' }).stages[0]!.map.bindings;
    expect(variables.map(({ name }) => name)).toContain('waves1');
  });

  it('name constants', () => {
    const [named] = translate(recorded('arithmetic-float.main.ps_5_0'), { constants: 'named' }).stages;
    expect(named!.code).toContain('struct GlobalsConstants {');
    const [first] = named!.map.constants.Globals!;
    expect(first).toMatchObject({ offset: 0, type: 'f32' });
    expect(named!.code).toContain(`Globals.${first!.name}`);
    // A vector of three at offset 4 is nothing that WGSL has.
    const { stages: rows, diagnostics } = translate(sample('lake.cso'), { constants: 'named' });
    expect(rows[0]!.code).toContain('Frame: array<vec4f, 3>');
    expect(diagnostics.map(({ code }) => code)).toEqual(['DX6074']);
  });

  it('write instructions of shader models 1 to 3 as comments', () => {
    const [commented] = translate(sample('torch.cso'), { comments: true }).stages;
    const comments = commented!.code.split('\n').flatMap((line) => /^ *\/\/ (.*)$/.exec(line)?.slice(1) ?? []);
    expect(
      disassemble(sample('torch.cso'))
        .text.split('\n')
        .map((line) => line.trim()),
    ).toEqual(expect.arrayContaining(comments));
    expect(comments.length).toBeGreaterThan(2);
  });

  it('write instructions as comments', () => {
    const [commented] = translate(sample('lake.cso'), { comments: true }).stages;
    expect(commented!.code).toMatch(/\n {2}\/\/ sample_indexable\S* r0\.xy, r0\.xyxx, t0\.xyzw, s0\n {2}let waves/);
  });

  it('change what operations become', () => {
    const [fast] = translate(sample('lake.cso'), { profile: 'fast' }).stages;
    expect(lake!.code).toContain('clamp01(');
    expect(fast!.code).toContain('saturate(');
    const [off] = translate(sample('prefix-sum.cso'), { robustness: 'off' }).stages;
    expect(off!.code).not.toContain('if (i <');
  });

  it.each([{ to: 'hlsl' }, { profil: 'fast' }, { profile: 'quick' }])('are refused: %j', (options) => {
    expect(() => translate(sample('lake.cso'), options as never)).toThrow(TypeError);
  });
});

it('gives threads of a group', () => {
  const [cs] = translate(sample('prefix-sum.cso')).stages;
  expect(cs!.map.workgroupSize).toEqual([64, 1, 1]);
  expect(cs!.code).toContain('@workgroup_size(64, 1, 1)');
  expect(cs!.code).toContain('var<workgroup> g0: array<u32, 64>;');
});

it.each([
  ['doubles.main.cs_5_0', 'DX6000'],
  ['atomics.main.cs_5_0', 'DX6002'],
  ['interfaces.compute.cs_5_0', 'DX6007'],
])('refuses %s with its reason at a token', (id, code) => {
  const { stages: none, diagnostics } = translate(recorded(id));
  expect(none).toEqual([]);
  const error = diagnostics.find((one) => one.code === code);
  expect(error?.span.start).toBeGreaterThan(0);
  expect(error?.span.end).toBe(error!.span.start + 4);
});

it('refuses what is not valid, and what holds no shader', () => {
  const damaged = new Uint8Array(sample('lake.cso'));
  damaged[damaged.length - 4]! ^= 0xff;
  expect(translate(damaged).stages).toEqual([]);
  expect(translate(new Uint8Array(0)).diagnostics[0]?.severity).toBe('error');
  expect(() => translate(5 as never)).toThrow(TypeError);
});

it('numbers the shaders of a pipeline in diagnostics', () => {
  const { stages: both, diagnostics } = translate([sample('prefix-sum.cso'), recorded('doubles.main.cs_5_0')]);
  expect(both).toHaveLength(1);
  expect(new Set(diagnostics.map(({ shader }) => shader))).toEqual(new Set([1]));
});

it('translates or refuses every recorded shader', { tags: 'slow' }, () => {
  let translated = 0;
  for (const { id } of readProvenance()) {
    const { stages: list, diagnostics } = translate(recorded(id), { validate: false });
    if (list.length === 0)
      expect(
        diagnostics.some(({ severity }) => severity === 'error'),
        id,
      ).toBe(true);
    for (const { code, map } of list) {
      translated++;
      expect(code.split('{').length, id).toBe(code.split('}').length);
      expect(code, id).not.toMatch(/undefined|refused|NaN|\(\)\./);
      const locations = map.bindings.map(({ group, binding }) => `${group} ${binding}`);
      expect(new Set(locations).size, id).toBe(locations.length);
    }
  }
  expect(translated).toBeGreaterThan(190);
});

describe('constants of patches', () => {
  const domain = (points: readonly number[], patch: readonly number[]) => {
    const read = [...points.map((one) => `vicp[0][${one}]`), ...patch.map((one) => `vpc${one}`)];
    const { bytes } = assemble(`ds_5_0
      dcl_input_control_point_count 1
      dcl_tessellator_domain domain_quad
      ${points.map((one) => `dcl_input vicp[1][${one}].xyzw`).join('\n')}
      ${patch.map((one) => `dcl_input vpc${one}.xyzw`).join('\n')}
      dcl_output_siv o0.xyzw, position
      dcl_temps 1
      mov r0.xyzw, l(0,0,0,0)
      ${read.map((one) => `add r0.xyzw, r0.xyzw, ${one}.xyzw`).join('\n')}
      mov o0.xyzw, r0.xyzw
      ret`);
    const { stages: list, diagnostics } = translate(bytes!, { to: 'spirv' });
    const inputs = list[0]?.map.inputs ?? [];
    const locations = [true, false].map((isPatch) =>
      inputs.flatMap((one) => ((one.isPatch ?? false) === isPatch ? [one.location] : [])),
    );
    return { patch: locations[0]!, points: locations[1]!, codes: diagnostics.map(({ code }) => code) };
  };

  it('have locations after those of points, and then what points leave', () => {
    expect(domain([0, 1], [0, 13, 14, 22, 27])).toEqual({ patch: [16, 29, 15, 7, 2], points: [0, 1], codes: [] });
    expect(domain([0, 7], [6, 22])).toEqual({ patch: [22, 1], points: [0, 7], codes: [] });
  });

  it('are refused where there are too many', () => {
    // With six factors there are no more.
    const all = Array.from({ length: 26 }, (_, i) => i);
    expect(domain([0, 1, 2, 3], all).codes).toEqual([]);
    expect(domain([0, 1, 2, 3, 4], all).codes).toEqual(['DX6072']);
  });
});

describe('functions for one language', () => {
  const options = { link: true, constants: 'named' } as const;

  it.each(['lake.cso', 'torch.cso'])('give what translate gives: %s', (name) => {
    const bytes = sample(name);
    expect(translateToWgsl(bytes, options)).toEqual(translate(bytes, { ...options, validate: false }));
    expect(translateToSpirv(bytes, { ...options, version: '1.6' })).toEqual(
      translate(bytes, { validate: false, ...options, to: 'spirv', version: '1.6' }),
    );
    expect(translateToGlsl(bytes, options)).toEqual(translate(bytes, { validate: false, ...options, to: 'essl' }));
    const desktop = { ...options, to: 'glsl', version: '330' } as const;
    expect(translateToGlsl(bytes, desktop)).toEqual(translate(bytes, { ...desktop, validate: false }));
  });

  it('read no C source', () => {
    const source = new TextEncoder().encode(`const BYTE g_main[] = { ${[...sample('torch.cso')].join(', ')} };`);
    expect(translate(source, { validate: false }).stages).toHaveLength(1);
    const { stages: none, diagnostics } = translateToWgsl(source);
    expect(none).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['DX5091']);
  });

  it('refuse other languages and versions', () => {
    expect(() => translateToWgsl(sample('lake.cso'), { to: 'spirv' } as object)).toThrow(TypeError);
    expect(() => translateToGlsl(sample('lake.cso'), { to: 'wgsl' } as object)).toThrow(TypeError);
    expect(() => translateToSpirv(sample('lake.cso'), { version: '1.0' })).toThrow(RangeError);
  });
});

describe('pipelines of WebGPU', () => {
  const layoutOf = (inputs: number) => {
    const numbers = Array.from({ length: inputs }, (_, i) => i);
    const text = `vs_3_0\n${numbers.map((i) => `dcl_texcoord${i} v${i}\n`).join('')}dcl_position o0\nmov r0, v0\n${numbers
      .slice(1)
      .map((i) => `add r0, r0, v${i}\n`)
      .join('')}mov o0, r0`;
    const [vertex] = translateToWgsl(assemble(text).bytes!).stages;
    return webgpuPipeline(vertex!.map).vertex!.buffers;
  };

  it('have a buffer for each of 8 inputs', () => {
    const buffers = layoutOf(8);
    expect(buffers.map(({ arrayStride }) => arrayStride)).toEqual(Array(8).fill(16));
    expect(buffers.map(({ attributes }) => attributes.map(({ offset, index }) => [offset, index]))).toEqual(
      Array.from({ length: 8 }, (_, i) => [[0, i]]),
    );
  });

  it('have one buffer for more than 8 inputs', () => {
    const buffers = layoutOf(12);
    expect(buffers.map(({ arrayStride }) => arrayStride)).toEqual([192]);
    expect(buffers[0]!.attributes.map(({ offset, index }) => [offset, index])).toEqual(
      Array.from({ length: 12 }, (_, i) => [16 * i, i]),
    );
  });

  it('have the components up to the last one that the shader reads', () => {
    const formats = (text: string, validate = true) => {
      const [vertex] = translate(assembleUnvalidated(text).bytes!, { validate }).stages;
      return webgpuPipeline(vertex!.map).vertex!.buffers.map(({ arrayStride, attributes: [one] }) => [
        one!.format,
        arrayStride,
      ]);
    };
    const old = 'vs_2_0\ndcl_position v0\ndcl_normal v1\ndcl_color v2\ndcl_texcoord v3\ndcl_texcoord1 v4\n';
    expect(
      formats(`${old}mov r0, v0.xyzz\nadd r0, r0, v1.x\nmov oPos, r0\nmov oD0, v2\nmov oT0.xy, v3\nmov oT1, v4.w\n`),
    ).toEqual([
      ['float32x3', 12],
      ['float32', 4],
      ['float32x4', 16],
      ['float32x2', 8],
      ['float32x4', 16],
    ]);
    const later =
      'vs_4_0\ndcl_input v0.xyz\ndcl_input v1.y\ndcl_output_siv o0.xyzw, position\nmov o0.xyz, v0.xyzx\nmov o0.w, v1.y\nret';
    expect(formats(later)).toEqual([
      ['float32x3', 12],
      ['float32x2', 8],
    ]);
  });

  it('read all components of inputs at an index', () => {
    const text =
      'vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndefi i0, 2, 0, 1, 0\nloop aL, i0\nmov r0, v0[aL]\nendloop\nmov o0, r0\n';
    const { stages } = translate(assembleUnvalidated(text).bytes!);
    expect(stages[0]!.map.inputs.map(({ read }) => read)).toEqual([15, 15]);
  });

  it('refuse maps of other languages', () => {
    const [spirv] = translateToSpirv(sample('lake.cso')).stages;
    expect(() => webgpuPipeline(spirv!.map)).toThrow(RangeError);
  });
});

it('says what the rows of matrices hold', () => {
  const matricesOf = (id: string, name: string) => {
    const [stage] = translate(recorded(id), { validate: false, to: 'spirv', constants: 'named' }).stages;
    return stage!.map.constants[name]!.filter(({ matrix }) => matrix !== undefined).map(({ name, matrix }) => [
      name,
      matrix,
    ]);
  };
  expect(matricesOf('d3d9-vertex.main.vs_2_0', 'c')).toEqual([
    ['worldViewProjection', 'columns'],
    ['world', 'rows'],
  ]);
  expect(matricesOf('debug-stages.pixel.ps_5_0.0x1', 'Constants')).toEqual([
    ['world', 'columns'],
    ['uvs', 'rows'],
  ]);
});

describe('a shader with a preshader', () => {
  const bytes = readFileSync(join(import.meta.dirname, '../../fixtures/constants/preshader.ps.cso'));

  it.each(['wgsl', 'essl', 'glsl', 'spirv'] as const)('has what the application computes in the map (%s)', (to) => {
    const { stages, diagnostics } = translate(bytes, { to });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toContainEqual(['DX6087', 'note']);
    const { inputs, outputs, code } = stages[0]!.map.preshader!;
    expect(inputs).toEqual([{ name: 'Choose', type: 'float', elements: 0, register: 'c0', registerCount: 1 }]);
    // Booleans begin after 256 floats and 16 integers.
    expect(outputs).toEqual([
      { register: 'c2', components: 'x', offset: 32 },
      { register: 'b0', components: 'x', offset: 4352 },
    ]);
    // The listing is that of the disassembler, which is compared with Microsoft's.
    expect(disassemble(bytes).text).toContain(code);
  });

  it('has what the evaluator computes', () => {
    const { outputs } = translate(bytes, { validate: false }).stages[0]!.map.preshader!;
    const computed = evaluatePreshader(decodePreshader(bytes).value!, { constants: { Choose: 1 } }).outputs;
    const names = computed.map(({ register, index }) => `${{ float: 'c', int: 'i', bool: 'b' }[register]}${index}`);
    expect(outputs.map(({ register }) => register).sort()).toEqual(names.sort());
  });

  it('has none where there is none', () => {
    expect(lake!.map.preshader).toBeUndefined();
  });
});

describe('positions', () => {
  const vertex = assemble('vs_2_0\ndcl_position v0\nm4x4 oPos, v0, c0').bytes!;
  const stageBytes = {
    vs: vertex,
    hs: recorded('debug-stages.hull.hs_5_0.0x1'),
    ds: recorded('debug-stages.domain.ds_5_0.0x800005'),
    gs: recorded('geometry-expansion.cells.gs_5_0'),
  };
  const SIGNS = {
    wgsl: /@invariant @builtin\(position\)/,
    glsl: /^invariant gl_Position;$/m,
    essl: /^invariant gl_Position;$/m,
    spirv: /OpDecorate %\w+ Invariant/,
  };
  const textOf = (code: string | Uint32Array) => (typeof code === 'string' ? code : spirvText(code).text);

  it.each([
    ['wgsl', 'vs', undefined],
    ...(['vs', 'ds', 'gs'] as const).flatMap((stage) => [
      ['glsl', stage, '450'] as const,
      ['essl', stage, '320'] as const,
    ]),
    ...(['vs', 'hs', 'ds', 'gs'] as const).map((stage) => ['spirv', stage, undefined] as const),
    ['glsl', 'vs', '330'],
    ['essl', 'vs', '300'],
  ] as const)('are invariant in %s of a %s', (to, stage, version) => {
    const options = { to, ...(version && { version }) };
    const [marked] = translate(stageBytes[stage], options).stages;
    expect(textOf(marked!.code)).toMatch(SIGNS[to]);
    const positions = ({ map }: TranslatedStage) =>
      map.outputs.filter(({ builtin }) => /position/i.test(builtin ?? ''));
    expect(positions(marked!).map(({ isInvariant }) => isInvariant)).toEqual([true]);
    const [free] = translate(stageBytes[stage], { ...options, invariantPosition: false }).stages;
    expect(textOf(free!.code)).not.toMatch(/invariant/i);
    expect(positions(free!).map(({ isInvariant }) => isInvariant)).toEqual([undefined]);
  });

  it.each(['glsl', 'essl'] as const)('are not marked in hull shaders in %s, whose blocks would not link', (to) => {
    const [stage] = translate(stageBytes.hs, { to, version: to === 'glsl' ? '450' : '320' }).stages;
    expect(stage!.code).not.toMatch(/invariant|out gl_PerVertex/);
    expect(stage!.map.outputs.filter(({ isInvariant }) => isInvariant)).toEqual([]);
  });

  it('are not marked where a pixel shader reads them', () => {
    const bytes = assemble(
      'ps_5_0\ndcl_input_ps_siv linear noperspective v0.xy, position\ndcl_output o0.xyzw\nmov o0.xyzw, v0.xyxy\nret',
    ).bytes!;
    for (const to of ['wgsl', 'glsl', 'essl', 'spirv'] as const) {
      const { stages, diagnostics } = translate(bytes, { to });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(textOf(stages[0]!.code)).not.toMatch(/invariant/i);
    }
  });
});

describe('a vertex shader of Direct3D 8', () => {
  const { bytes } = assembleUnvalidated('vs.1.1\nm4x4 oPos, v0, c0\nmov oD0, v5\nmov oT0, v7\n');

  it('has the inputs that Direct3D 8 gives to its registers, with a note', () => {
    for (const to of ['wgsl', 'essl', 'glsl', 'spirv'] as const) {
      const { stages, diagnostics } = translate(bytes!, { to, validate: false });
      expect(diagnostics.map(({ code, severity, span }) => [code, severity, span.start])).toEqual([
        ['DX2022', 'note', 12],
      ]);
      expect(stages[0]!.map.inputs.map(({ semantic, index, location }) => [semantic, index, location])).toEqual([
        ['position', 0, 0],
        ['color', 0, 5],
        ['texcoord', 0, 7],
      ]);
    }
  });

  it('is not valid, and the hint says why', () => {
    const { diagnostics } = translate(bytes!);
    expect(diagnostics.map(({ code }) => code)).toEqual(['X5326', 'X5326', 'X5326']);
    expect(diagnostics[0]!.hint).toContain('Direct3D 8');
  });
});
