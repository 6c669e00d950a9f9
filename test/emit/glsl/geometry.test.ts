/**
 * Geometry shaders in GLSL: layouts, inputs of vertices, streams, and what versions lack. live/vm-gpu.ts runs them on a
 * driver.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../../../smith/random.ts';
import { runnableProgram } from '../../../smith/sm4-valid.ts';
import { assemble } from '../../../src/assemble/index.ts';
import { type TranslateOptions, translate } from '../../../src/translate/index.ts';
import { Glslang, glslangMissing } from '../../../tools/gpu/opengl/glslang.ts';
import { skipFor } from '../../support/skip-for.ts';

type Options = TranslateOptions & { readonly to: 'essl' | 'glsl' };

const GLSL_450 = { to: 'glsl', version: '450' } as const;
const GLSL_330 = { to: 'glsl', version: '330' } as const;
const ES_320 = { to: 'essl', version: '320' } as const;

function assembled(...lines: readonly string[]): Uint8Array {
  const { bytes, diagnostics } = assemble(lines.join('\n'));
  if (bytes === undefined) throw new Error(JSON.stringify(diagnostics));
  return bytes;
}

const DECLARED = [
  'dcl_globalFlags refactoringAllowed',
  'dcl_input_siv v[3][0].xyzw, position',
  'dcl_input v[3][1].xyzw',
  'dcl_temps 1',
  'dcl_inputprimitive triangle',
];
const STRIP = ['dcl_stream m0', 'dcl_outputtopology trianglestrip', 'dcl_output_siv o0.xyzw, position'];
const VERTEX = ['mov o0.xyzw, v[1][0].xyzw', 'add o1.xyzw, v[2][1].xyzw, v[0][1].xyzw', 'emit_stream m0'];
const PROGRAM = assembled(
  'gs_5_0',
  ...[...DECLARED, ...STRIP, 'dcl_output o1.xyzw', 'dcl_maxout 3', ...VERTEX, 'cut_stream m0', 'ret'],
);
const INSTANCES = assembled(
  'gs_5_0',
  ...[...DECLARED, 'dcl_input vGSInstanceID', 'dcl_gsinstances 4', ...STRIP, 'dcl_output o1.xyzw', 'dcl_maxout 3'],
  ...[
    'utof r0.x, vGSInstanceID.x',
    'mov o0.xyzw, r0.xxxx',
    'mov o1.xyzw, v[r0.x + 0][1].xyzw',
    'emit_stream m0',
    'ret',
  ],
);
const STREAMS = assembled(
  'gs_5_0',
  ...['dcl_input v[1][0].xyzw', 'dcl_inputprimitive point', 'dcl_stream m0', 'dcl_outputtopology pointlist'],
  ...['dcl_output o0.xyzw', 'dcl_stream m1', 'dcl_outputtopology pointlist', 'dcl_output o1.xyzw', 'dcl_maxout 2'],
  ...['mov o0.xyzw, v[0][0].xyzw', 'emit_stream m0', 'mov o1.xyzw, v[0][0].wzyx', 'emit_stream m1', 'ret'],
);
const PICKS = assembled(
  'gs_5_0',
  ...['dcl_input v[1][0].xyzw', 'dcl_temps 1', 'dcl_inputprimitive point', 'dcl_stream m0'],
  ...['dcl_outputtopology pointlist', 'dcl_output_siv o0.xyzw, position'],
  ...['dcl_output_siv o1.x, rendertarget_array_index', 'dcl_output_siv o2.x, viewport_array_index', 'dcl_maxout 1'],
  ...['mov o0.xyzw, v[0][0].xyzw', 'mov o1.x, l(2)', 'mov o2.x, l(3)', 'emit_stream m0', 'ret'],
);

function textOf(bytes: Uint8Array, options: Options): string {
  const { stages, diagnostics } = translate(bytes, { validate: false, ...options });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return stages[0]!.code as string;
}

const errorsOf = (bytes: Uint8Array, options: Options) =>
  translate(bytes, { validate: false, ...options }).diagnostics.map(({ code, message }) => `${code} ${message}`);

describe('geometry shaders', () => {
  it('say what they get and give, and read inputs by vertex', () => {
    for (const options of [GLSL_450, GLSL_330, ES_320]) {
      const text = textOf(PROGRAM, options);
      expect(text).toContain('layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;');
      expect(text).toMatch(/in vec4 varying1\[\];/);
      expect(text).toMatch(/out vec4 geometry1;/);
      expect(text).toContain('gl_in[1].gl_Position');
      expect(text).toContain('geometry1 = varying1[2] + varying1[0];');
      expect(text).toMatch(/gl_Position = .*\n {2}EmitVertex\(\);\n {2}EndPrimitive\(\);/);
    }
    expect(textOf(PROGRAM, GLSL_330)).not.toContain('location');
  });

  it('have instances and vertices by an index where the version has them', () => {
    const text = textOf(INSTANCES, GLSL_450);
    expect(text).toContain('layout(triangles, invocations = 4) in;');
    expect(text).toContain('uint(gl_InvocationID)');
    expect(text).toMatch(/uint vertex = min\(.*, 2u\);/);
    expect(text).toContain('varying1[vertex]');
    const versions = 'these versions can: GLSL ES 3.20, GLSL 4.50';
    expect(errorsOf(INSTANCES, GLSL_330)).toContain(
      `DX6011 GLSL 3.30 cannot express instances of geometry shaders; ${versions}`,
    );
  });

  it('have streams in GLSL 4.50 only', () => {
    const text = textOf(STREAMS, GLSL_450);
    expect(text).toMatch(/layout\(location = \d+, stream = 1\) out vec4/);
    expect(text).toContain('EmitStreamVertex(0);');
    expect(text).toContain('EmitStreamVertex(1);');
    for (const options of [GLSL_330, ES_320])
      expect(errorsOf(STREAMS, options)).toContainEqual(
        expect.stringMatching(/^DX6011 .*streams of vertices besides the first one; these versions can: GLSL 4\.50$/),
      );
  });

  it('choose layers, and viewports where the version has them', () => {
    expect(textOf(PICKS, GLSL_450)).toMatch(/gl_Layer = 2;\n {2}gl_ViewportIndex = 3;/);
    for (const options of [GLSL_330, ES_320])
      expect(errorsOf(PICKS, options)).toContainEqual(
        expect.stringMatching(/^DX6011 .*viewports that geometry shaders choose; these versions can: GLSL 4\.50$/),
      );
  });

  it('are an error that names the versions where OpenGL ES has none', () => {
    for (const version of ['300', '310'] as const)
      expect(errorsOf(PROGRAM, { to: 'essl', version })).toContainEqual(
        expect.stringMatching(
          /^DX6011 .* geometry shaders; these versions can: GLSL ES 3\.20, GLSL 3\.30, GLSL 4\.50$/,
        ),
      );
  });

  it('get positions of Direct3D, and pixel shaders after them have their names', () => {
    const vertex = assembled(
      'vs_5_0',
      ...['dcl_input v0.xyzw', 'dcl_output_siv o0.xyzw, position', 'dcl_output o1.xyzw'],
      ...['mov o0.xyzw, v0.xyzw', 'mov o1.xyzw, v0.wzyx', 'ret'],
    );
    const pixel = assembled(
      'ps_5_0',
      'dcl_input_ps linear v1.xyzw',
      'dcl_output o0.xyzw',
      'mov o0.xyzw, v1.xyzw',
      'ret',
    );
    const { stages } = translate([vertex, PROGRAM, pixel], { ...GLSL_330, link: true, validate: false });
    const [first, second, third] = stages.map(({ code }) => code as string);
    expect(first).toContain('gl_Position = clip_position;');
    expect(first).toContain('out vec4 varying1;');
    expect(second).toContain('in vec4 varying1[];');
    expect(second).toContain('runtime.y_sign');
    expect(second).toContain('out vec4 geometry1;');
    expect(third).toContain('in vec4 geometry1;');
    // Alone, a vertex shader is the last one before the rasterizer.
    expect(textOf(vertex, GLSL_330)).toContain('clip_position.y * runtime.y_sign');
  });
});

/** Random programs that glslang checks. */
const PROGRAMS = 8;
const missing = glslangMissing();

skipFor(it, missing)('random geometry shaders are accepted by glslang', { tags: ['slow', 'ci'] }, async () => {
  const glslang = new Glslang();
  const pending: Promise<string | undefined>[] = [];
  for (let seed = 1; pending.length < PROGRAMS; seed++) {
    const { bytes } = runnableProgram(new Random(seed), { stage: 'gs', version: '5.0' });
    for (const options of [GLSL_450, ES_320] as const) {
      const { stages } = translate(bytes, { validate: false, ...options });
      // More vertices than every device has are beyond glslang, too.
      for (const { stage, code, map } of stages)
        if (Object.keys(map.requires.limits).length === 0)
          pending.push(glslang.errorOf({ stage, code: code as string }));
    }
  }
  await glslang.check();
  expect((await Promise.all(pending)).filter((error) => error !== undefined)).toEqual([]);
});
