/** Jobs: dispatches, single stages, clears and copies. Expectations are computed here. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assembleUnvalidated } from '../../../src/assemble/index.ts';
import { parseJob } from '../../../src/vm/job/parse-job.ts';
import { type RunResult, run } from '../../../src/vm/job/run.ts';

const HOST = {
  assemble: (text: string) => assembleUnvalidated(text),
  readFile: (file: string) => new Uint8Array(readFileSync(file)),
};

/** Runs a job that must be valid. */
function runJob(job: object): RunResult {
  const parsed = parseJob(JSON.stringify(job));
  expect(parsed.diagnostics.map(({ code, path, message }) => `${code} ${path} ${message}`)).toEqual([]);
  return run(parsed.job!, HOST);
}

function outputOf(result: RunResult, name: string): unknown {
  expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const output = result.outputs[name]!;
  return output.as === 'numbers' ? output.value : output;
}

const DOUBLE = `cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ld_structured_indexable(structured_buffer, stride=4)(mixed,mixed,mixed,mixed) r0.x, vThreadID.x, l(0), t0.xxxx
iadd r0.x, r0.x, r0.x
store_structured u0.x, vThreadID.x, l(0), r0.x
ret`;

describe('dispatch', () => {
  const job = {
    version: 1,
    buffers: {
      input: { format: 'R32_UINT', data: [1, 2, 3, 4, 5, 6, 7, 8] },
      output: { size: 32, format: 'R32_UINT' },
    },
    shaders: { double: { text: DOUBLE } },
    commands: [{ command: 'dispatch', shader: 'double', bindings: { t0: 'input', u0: 'output' }, groups: [2] }],
    outputs: { result: { buffer: 'output' } },
  };

  it('writes what the threads compute', () => {
    expect(outputOf(runJob(job), 'result')).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
  });

  it('warns of what is not bound, and reads 0 from it', () => {
    const [command] = job.commands;
    const result = runJob({ ...job, commands: [{ ...command, bindings: { u0: 'output' } }] });
    expect(result.diagnostics.map(({ code, path }) => [code, path])).toEqual([['DX7025', '$.commands[0]']]);
    expect(outputOf(result, 'result')).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('ends at the limit of instructions', () => {
    const endless = DOUBLE.replace('iadd r0.x, r0.x, r0.x', 'loop\nendloop');
    const result = runJob({ ...job, shaders: { double: { text: endless } }, limits: { instructions: 1000 } });
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['DX7030']);
    expect(result.outputs).toEqual({});
  });

  it('ends at the limit of time', () => {
    const endless = DOUBLE.replace('iadd r0.x, r0.x, r0.x', 'loop\nendloop');
    const result = runJob({ ...job, shaders: { double: { text: endless } }, limits: { seconds: 0.05 } });
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['DX7031']);
  });

  it('reports a barrier that some threads do not reach, with its token', () => {
    const text = `cs_5_0
dcl_globalFlags refactoringAllowed
dcl_input vThreadIDInGroupFlattened
dcl_temps 1
dcl_thread_group 8, 1, 1
ult r0.x, vThreadIDInGroupFlattened.x, l(4)
if_nz r0.x
  sync_t
endif
ret`;
    const result = runJob({ version: 1, shaders: { s: { text } }, commands: [{ command: 'dispatch', shader: 's' }] });
    const [fault] = result.diagnostics;
    expect([fault!.code, fault!.path, fault!.shaderName]).toEqual(['DX7032', '$.commands[0]', 's']);
    // Declarations count: the barrier is the seventh instruction.
    expect(fault!.instruction).toBe(7);
  });

  it('gives the same result in other orders where a shader has no race', () => {
    const shader = { file: 'samples/prefix-sum.cso' };
    const values = Array.from({ length: 128 }, (_, i) => (i * 7919) % 1000);
    const results = [undefined, 1, 2, 12345].map((seed) =>
      outputOf(
        runJob({
          version: 1,
          buffers: { values: { format: 'R32_UINT', data: values }, sums: { format: 'R32_UINT', size: 512 } },
          shaders: { scan: shader },
          commands: [
            { command: 'dispatch', shader: 'scan', bindings: { values: 'values', sums: 'sums' }, groups: [2], seed },
          ],
          outputs: { sums: { buffer: 'sums' } },
        }),
        'sums',
      ),
    );
    const sums = values.map((_, i) => values.slice(64 * Math.floor(i / 64), i).reduce((sum, value) => sum + value, 0));
    for (const result of results) expect(result).toEqual(sums);
  });

  it('shows a race by another result in another order', () => {
    const text = `cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 4
dcl_input vThreadIDInGroupFlattened
dcl_thread_group 64, 1, 1
store_structured u0.x, l(0), l(0), vThreadIDInGroupFlattened.x
ret`;
    const last = (seed?: number) =>
      outputOf(
        runJob({
          version: 1,
          buffers: { b: { format: 'R32_UINT', size: 4 } },
          shaders: { s: { text } },
          commands: [{ command: 'dispatch', shader: 's', bindings: { u0: 'b' }, seed }],
          outputs: { b: { buffer: 'b' } },
        }),
        'b',
      ) as number[];
    expect(last()).toEqual([63]);
    const others = new Set([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => last(seed)[0]));
    expect(others.size).toBeGreaterThan(2);
    expect(last(5)).toEqual(last(5));
  });
});

describe('constants by name', () => {
  const job = (values: object) => ({
    version: 1,
    shaders: { lake: { file: 'samples/lake.cso' } },
    buffers: { constants: { cbuffer: { shader: 'lake', name: 'Lake' }, values, format: 'R32_FLOAT' } },
    commands: [],
    outputs: { constants: { buffer: 'constants' } },
  });

  it('reports names that the buffer does not have', () => {
    const { diagnostics } = runJob(job({ nothing: 1 }));
    expect(diagnostics.map(({ code, path }) => [code, path])).toMatchObject([
      [expect.stringMatching(/DX7021/), expect.any(String)],
    ]);
  });

  it('suggests a member for a name that a structure does not have', () => {
    const bindings = { $Globals: { values: { 'anonymous.pp': 1 } } };
    const { diagnostics } = runJob({
      version: 1,
      shaders: { s: { file: 'fixtures/recorded/constant-buffers.main.ps_5_0.0x1020.bin' } },
      commands: [{ command: 'invoke', name: 'r', shader: 's', bindings, inputs: [{}] }],
    });
    expect(diagnostics.map(({ message }) => message)).toContain(
      "the shader has no variable named 'anonymous.pp'; did you mean 'anonymous.p'?",
    );
  });
});

describe('constants of models 1 to 3', () => {
  const FILES = 'fixtures/constants';
  const invoke = (file: string, constants: object) =>
    runJob({
      version: 1,
      shaders: { s: { file: `${FILES}/${file}.ps.cso` } },
      commands: [{ command: 'invoke', name: 'r', shader: 's', constants, inputs: [{ COLOR0: [0.125, 0.25, 0.5, 1] }] }],
      outputs: { r: { invocation: 'r' } },
    });
  const color = (file: string, constants: object) => {
    const { outputs } = outputOf(invoke(file, constants), 'r') as { outputs: { COLOR0: number[] }[] };
    return outputs[0]!.COLOR0;
  };

  // float4(Choose > 0.5 ? Color2 + c.rgb : Color1, cos(Choose) + sin(Choose) * acos(Choose * 0.1))
  it.each([
    [1, [0.125, 1.25, 0.5], Math.cos(1) + Math.sin(1) * Math.acos(0.1)],
    [0.25, [1, 0, 0], Math.cos(0.25) + Math.sin(0.25) * Math.acos(0.025)],
  ])('runs a preshader before the shader (%d)', (Choose, rgb, alpha) => {
    const result = color('preshader', { Choose, Color1: [1, 0, 0], Color2: [0, 1, 0] });
    expect(result.slice(0, 3)).toEqual(rgb);
    expect(result[3]).toBeCloseTo(alpha, 4);
  });

  it('runs a preshader where none of its inputs has a value', () => {
    expect(color('preshader', { Color1: [1, 0, 0] })).toEqual([1, 0, 0, 1]);
  });

  it('keeps a register that is set by number where a preshader writes it, too', () => {
    expect(color('preshader', { Choose: 1, Color1: [1, 0, 0], b0: false, c2: [7, 0, 0, 0] })).toEqual([1, 0, 0, 7]);
  });

  it('reports the code of a preshader that cannot be evaluated', () => {
    const bytes = new Uint8Array(readFileSync(`${FILES}/preshader.ps.cso`));
    const words = new Uint32Array(bytes.buffer);
    const code = words.indexOf(0x434c_5846); // FXLC
    words[code + 2] = 0x0ff0_0001;
    const result = runJob({
      version: 1,
      shaders: { s: { base64: Buffer.from(bytes).toString('base64') } },
      commands: [{ command: 'invoke', name: 'r', shader: 's' }],
    });
    expect(result.diagnostics.map(({ code, path }) => `${code} ${path}`)).toContain('DX0163 $.shaders.s');
  });

  it('sets elements and members by name, and a variable in all registers that it has', () => {
    // N is a loop count (i0) and a summand (c12).
    const constants = {
      N: 2,
      'lights[1].pos': [10, 20, 30],
      'lights[1]': { on: true },
      'lights[2].ext': [100, 200],
      'lights[0].n': 2,
      flags: [false, true, true],
    };
    // c + 2 * c.yzwx + (1 + 10 + 200, 20 + 400, 30, 1)
    expect(color('structures', constants)).toEqual([211.625, 421.25, 32.5, 2.25]);
  });

  it('gives booleans and loop counts registers of their own', () => {
    const light = { last: true, x: [false, true], pos: [1, 2, 3] };
    // c * c.yzwx, then (r + c.yzwx * pos.xyzz) squared, then 2 * c.yzwx more
    const squared = [0.03125 + 0.25, 0.125 + 1, 0.5 + 3, 0.125 + 0.375].map((value) => value * value);
    const expected = [0.25, 0.5, 1, 0.125].map((value, i) => squared[i]! + 2 * value);
    expect(color('booleans', { N: [0, 2], light })).toEqual(expected);
    expect(color('booleans', { N: [0, 2], 'light.last': 1, 'light.x': [0, 1], 'light.pos': [1, 2, 3] })).toEqual(
      expected,
    );
  });

  it.each(['light.nothing', 'light[1].x', 'light.pos[1]', 'lights', 'light[0][0]'])('reports %s', (name) => {
    const { diagnostics } = invoke('booleans', { [name]: 1 });
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ['DX7021', `$.commands[0].constants${/^\w+$/.test(name) ? `.${name}` : `["${name}"]`}`],
    ]);
  });

  it.each([
    ['structures', 'lights[1].post', "; did you mean 'lights[1].pos'?"],
    ['structures', 'lihgts[1].pos', ''],
    ['structures', 'lights[9].pos', ''],
    ['structures', 'lights.pos', ''],
    ['booleans', 'light.lst', "; did you mean 'light.last'?"],
  ])('%s: suggests a member for %s', (file, name, suggestion) => {
    const [{ message } = { message: '' }] = invoke(file, { [name]: 1 }).diagnostics;
    expect(message).toBe(`the shader has no constant named '${name}'${suggestion}`);
  });

  it('reports members that a structure does not have, and values of other shapes', () => {
    expect(invoke('booleans', { light: { nothing: 1 } }).diagnostics.map(({ code }) => code)).toEqual(['DX7021']);
    expect(invoke('booleans', { 'light.pos': [1, 2] }).diagnostics.map(({ code }) => code)).toEqual(['DX7024']);
    expect(invoke('structures', { lights: [1] }).diagnostics.map(({ code }) => code)).toEqual(['DX7024']);
  });
});

describe('invoke', () => {
  it('runs a pixel shader of model 2 on quads, with constants and a texture by name', () => {
    const result = runJob({
      version: 1,
      textures: { image: { width: 2, height: 1, data: [1, 0, 0, 1, 0, 0.2, 1, 1] } },
      shaders: { ps: { text: 'ps_2_0\ndcl t0.xy\ndcl_2d s0\ntexld r0, t0, s0\nmul r0, r0, c0\nmov oC0, r0' } },
      commands: [
        {
          command: 'invoke',
          name: 'colors',
          shader: 'ps',
          bindings: { s0: 'image' },
          constants: { c0: [0.5, 1, 2, 1] },
          inputs: [{ TEXCOORD0: [0.25, 0.5] }, { t0: [0.75, 0.5] }],
        },
      ],
    });
    // 0.2 of 255 is 51.
    expect(outputOf(result, 'colors')).toEqual({
      kind: 'invocation',
      stage: 'ps',
      outputs: [{ COLOR0: [0.5, 0, 0, 1] }, { COLOR0: [0, Math.fround(51 / 255), 2, 1] }],
    });
  });

  it.each(['ps_2_0', 'ps_3_0'])('reads six layers as the cube that a %s declares', (profile) => {
    // Layers have their numbers; -y is the fourth.
    const data = [0, 1, 2, 3, 4, 5].map((layer) => [layer, layer, layer, layer]);
    const input = profile === 'ps_2_0' ? 't0' : 'v0';
    const declaration = profile === 'ps_2_0' ? 'dcl t0.xyz' : 'dcl_texcoord v0.xyz';
    const job = (dimension: string, binding: object | string) => ({
      version: 1,
      textures: { sky: { format: 'R32G32B32A32_FLOAT', width: 1, height: 1, layers: 6, data } },
      shaders: {
        ps: { text: `${profile}\n${declaration}\ndcl_${dimension} s0\ntexld r0, ${input}, s0\nmov oC0, r0` },
      },
      commands: [
        {
          command: 'invoke',
          name: 'c',
          shader: 'ps',
          bindings: { s0: binding },
          inputs: [{ TEXCOORD0: [0, -1, 0.25] }],
        },
      ],
    });
    const color = (dimension: string, binding: object | string) =>
      outputOf(runJob(job(dimension, binding)), 'c') as { outputs: { COLOR0: number[] }[] };
    expect(color('cube', 'sky').outputs[0]!.COLOR0).toEqual([3, 3, 3, 3]);
    expect(color('cube', { texture: 'sky' }).outputs[0]!.COLOR0).toEqual([3, 3, 3, 3]);
    // The job's value takes precedence.
    expect(color('cube', { texture: 'sky', dimension: '2d' }).outputs[0]!.COLOR0).toEqual([0, 0, 0, 0]);
    expect(color('2d', 'sky').outputs[0]!.COLOR0).toEqual([0, 0, 0, 0]);
    const { diagnostics } = runJob(job('volume', 'sky'));
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([['DX7056', '$.commands[0].bindings.s0']]);
  });

  it('reads six layers as a cube where a ps_1_4 declares nothing', () => {
    const result = runJob({
      version: 1,
      textures: {
        sky: {
          ...{ format: 'R32G32B32A32_FLOAT', width: 1, height: 1, layers: 6 },
          data: [0, 1, 2, 3, 4, 5].map((layer) => [layer / 8, layer / 8, layer / 8, layer / 8]),
        },
      },
      shaders: { ps: { text: 'ps_1_4\ntexld r0, t0' } },
      commands: [
        { command: 'invoke', name: 'c', shader: 'ps', bindings: { s0: 'sky' }, inputs: [{ TEXCOORD0: [0, 0, -1] }] },
      ],
    });
    expect(outputOf(result, 'c')).toMatchObject({ outputs: [{ COLOR0: [0.625, 0.625, 0.625, 0.625] }] });
  });

  it('reads a texture with one sample through Texture2DMS', () => {
    const text = `ps_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_texture2dms(0) (float,float,float,float) t0
dcl_output o0.xyzw
dcl_temps 1
mov r0.xyzw, l(1,0,0,0)
ldms_indexable(texture2dms)(float,float,float,float) o0.xyzw, r0.xyzw, t0.xyzw, l(0)
ret`;
    const result = runJob({
      version: 1,
      textures: { t: { format: 'R32G32B32A32_FLOAT', width: 2, height: 1, data: [1, 2, 3, 4, 5, 6, 7, 8] } },
      shaders: { ps: { text } },
      commands: [{ command: 'invoke', name: 'c', shader: 'ps', bindings: { t0: 't' } }],
    });
    expect(outputOf(result, 'c')).toMatchObject({ outputs: [{ SV_Target0: [5, 6, 7, 8] }] });
  });

  it('runs a vertex shader of model 3 and gives its outputs by usage', () => {
    const result = runJob({
      version: 1,
      shaders: {
        vs: {
          text: 'vs_3_0\ndcl_position v0\ndcl_texcoord1 v1\ndcl_position o0\ndcl_texcoord3 o1.xy\nmov o0, v0\nadd o1.xy, v1, v1',
        },
      },
      commands: [
        { command: 'invoke', name: 'v', shader: 'vs', inputs: [{ POSITION: [1, 2, 3], TEXCOORD1: [0.5, 0.25] }] },
      ],
    });
    expect(outputOf(result, 'v')).toMatchObject({ outputs: [{ POSITION0: [1, 2, 3, 1] }] });
    expect(outputOf(result, 'v')).toMatchObject({ outputs: [{ TEXCOORD3: [1, 0.5, 0, 0] }] });
  });

  it('assumes the inputs of a vertex shader of Direct3D 8, with a note', () => {
    const result = runJob({
      version: 1,
      shaders: { vs: { text: 'vs.1.1\nmov oPos, v0\nmov oD0, v5\nmov oT0, v7' } },
      commands: [
        {
          command: 'invoke',
          name: 'v',
          shader: 'vs',
          inputs: [{ POSITION0: [1, 2, 3, 1], COLOR0: [0.25, 0.5, 0.75, 1], TEXCOORD0: [5, 6] }],
        },
      ],
    });
    expect(result.diagnostics.map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ['DX2022', 'note', '$.shaders.vs'],
    ]);
    expect(outputOf(result, 'v')).toMatchObject({
      outputs: [{ POSITION0: [1, 2, 3, 1], COLOR0: [0.25, 0.5, 0.75, 1], TEXCOORD0: [5, 6, 0, 1] }],
    });
  });

  it('gives colors of pixel shaders before 2_0 between 0 and 1', () => {
    const result = runJob({
      version: 1,
      shaders: { ps: { text: 'ps_1_4\nadd_x2 r0, c0, c0' } },
      commands: [{ command: 'invoke', name: 'c', shader: 'ps', constants: { c0: [-0.8, 0.5, 1, 1] } }],
    });
    expect(outputOf(result, 'c')).toMatchObject({ outputs: [{ COLOR0: [0, 1, 1, 1] }] });
  });

  it('reports pixels that are discarded, and inputs that a shader does not have', () => {
    const text = `ps_4_0
dcl_input_ps linear v0.x
dcl_output o0.x
lt r0.x, v0.x, l(0.0)
discard_nz r0.x
mov o0.x, v0.x
ret`.replace('lt r0', 'dcl_temps 1\nlt r0');
    const job = (name: string) => ({
      version: 1,
      shaders: { ps: { text } },
      commands: [{ command: 'invoke', name: 'p', shader: 'ps', inputs: [1, -1, 2].map((x) => ({ [name]: [x] })) }],
    });
    expect(outputOf(runJob(job('v0')), 'p')).toMatchObject({ discarded: [1] });
    // Once for all lanes of a command.
    const { diagnostics } = runJob(job('v7'));
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([['DX7021', '$.commands[0].inputs[0].v7']]);
  });
});

describe('clears and copies', () => {
  it('clears, copies a part, makes mipmaps', () => {
    const result = runJob({
      version: 1,
      textures: {
        a: { format: 'R8_UINT', width: 4, height: 4, data: Array.from({ length: 16 }, (_, i) => i) },
        b: { format: 'R8_UINT', width: 4, height: 4 },
        c: { format: 'R32_FLOAT', width: 4, height: 2, mips: 3, data: [0, 2, 4, 6, 8, 10, 12, 14] },
      },
      buffers: { x: { format: 'R16_UINT', data: [1, 2, 3, 4] }, y: { size: 8, format: 'R16_UINT' } },
      commands: [
        { command: 'clear', texture: 'b', value: 9 },
        {
          command: 'copy',
          from: 'a',
          to: 'b',
          source: { x: 1, y: 1 },
          destination: { x: 0, y: 2 },
          width: 2,
          height: 2,
        },
        { command: 'generate-mips', texture: 'c' },
        { command: 'clear', buffer: 'y', value: 7 },
        { command: 'copy', from: 'x', to: 'y', source: { offset: 2 }, destination: { offset: 4 }, size: 4 },
      ],
      outputs: {
        b: { texture: 'b' },
        c1: { texture: 'c', mip: 1 },
        c2: { texture: 'c', mip: 2 },
        y: { buffer: 'y' },
      },
    });
    expect(outputOf(result, 'b')).toEqual([
      [9, 9, 9, 9],
      [9, 9, 9, 9],
      [5, 6, 9, 9],
      [9, 10, 9, 9],
    ]);
    expect(outputOf(result, 'c1')).toEqual([[(0 + 2 + 8 + 10) / 4, (4 + 6 + 12 + 14) / 4]]);
    expect(outputOf(result, 'c2')).toEqual([[7]]);
    expect(outputOf(result, 'y')).toEqual([7, 7, 2, 3]);
  });

  it('refuses copies outside of a resource', () => {
    const { diagnostics, outputs } = runJob({
      version: 1,
      buffers: { x: { data: [1] }, y: { data: [1] } },
      commands: [{ command: 'copy', from: 'x', to: 'y', size: 8 }],
      outputs: { y: { buffer: 'y' } },
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['DX7026']);
    expect(outputs).toEqual({});
  });
});

describe('draw', () => {
  const VS = `vs_4_0
dcl_input v0.xy
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
mov o0.xy, v0.xyxx
mov o0.zw, l(0,0,0.5,1.0)
mov o1.xyzw, l(1.0,0.5,0.25,1.0)
ret`;
  const PS = `ps_4_0
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
mov o0.xyzw, v1.xyzw
ret`;
  const job = (vertices: readonly number[], more: object = {}) => ({
    version: 1,
    buffers: { vertices: { format: 'R32G32_FLOAT', data: vertices } },
    textures: { target: { format: 'R32G32B32A32_FLOAT', width: 4, height: 4 } },
    shaders: { vs: { text: VS }, ps: { text: PS } },
    commands: [
      { command: 'clear', texture: 'target', value: [0, 0, 0, 0] },
      {
        command: 'draw',
        name: 'counts',
        vs: { shader: 'vs' },
        ps: { shader: 'ps' },
        vertexBuffers: [{ buffer: 'vertices', attributes: [{ semantic: 'ATTRIBUTE', format: 'R32G32_FLOAT' }] }],
        count: vertices.length / 2,
        targets: ['target'],
        rasterizer: { cullMode: 'none' },
        ...more,
      },
    ],
    outputs: { target: { texture: 'target' }, counts: { invocation: 'counts' } },
  });

  it('fills the pixels whose centers a triangle covers', () => {
    // The left half of the target.
    const result = runJob(job([-1, -1, -1, 1, 0, 1, -1, -1, 0, 1, 0, -1]));
    const rows = outputOf(result, 'target') as number[][][];
    const [on, off] = [
      [1, 0.5, 0.25, 1],
      [0, 0, 0, 0],
    ];
    for (const row of rows) expect(row).toEqual([on, on, off, off]);
    expect(outputOf(result, 'counts')).toMatchObject({ kind: 'draw', samplesPassed: 8, inputPrimitives: 2 });
  });

  it('blends', () => {
    const blend = {
      targets: [{ color: { srcFactor: 'constant', dstFactor: 'one', operation: 'add' } }],
      constant: [2, 2, 2, 2],
    };
    const result = runJob(job([-1, -3, -1, 1, 3, 1], { blend }));
    expect((outputOf(result, 'target') as number[][][])[0]![0]).toEqual([2, 1, 0.5, 2]);
  });

  it('refuses shaders of the wrong stage', () => {
    const { diagnostics } = runJob(job([0, 0], { vs: { shader: 'ps' } }));
    expect(diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual(['DX7020 $.commands[1].vs.shader']);
  });
});
