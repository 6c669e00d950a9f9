/**
 * Hull and domain shaders in GLSL: phases, patches, and what linked stages report to each other. live/vm-gpu.ts runs
 * them on drivers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED } from '../../../fixtures/recorded.ts';
import { Random } from '../../../smith/random.ts';
import { runnableProgram } from '../../../smith/sm4-valid.ts';
import { assemble } from '../../../src/assemble/index.ts';
import { type TranslateOptions, translate } from '../../../src/translate/index.ts';
import { Glslang, glslangMissing, programError } from '../../../tools/gpu/opengl/glslang.ts';
import { skipFor } from '../../support/skip-for.ts';

type Options = TranslateOptions & { readonly to: 'essl' | 'glsl' };

const GLSL_450 = { to: 'glsl', version: '450' } as const;
const ES_320 = { to: 'essl', version: '320' } as const;
const VERSIONS = [GLSL_450, ES_320] as const;

const recorded = (name: string) => readFileSync(join(RECORDED, `tessellation.${name}.bin`));
const VERTEX = recorded('vertex.vs_5_0');

/** A pixel shader after the domain shaders. */
const PIXEL = assemble(
  ['ps_5_0', 'dcl_input_ps linear v1.xy', 'dcl_output o0.xyzw', 'mov o0.xyzw, v1.xyxy', 'ret'].join('\n'),
).bytes!;

/** The sources of shaders, by stage. */
function codesOf(input: Uint8Array | readonly Uint8Array[], options: Options) {
  const { stages, diagnostics } = translate(input, { validate: false, ...options });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return Object.fromEntries(stages.map(({ stage, code }) => [stage, code as string]));
}

describe('hull shaders', () => {
  it('give a control point with each invocation, and the constants of the patch with the first one', () => {
    for (const options of VERSIONS) {
      const { hs: text } = codesOf(recorded('tri.hs_5_0'), options);
      expect(text).toContain('layout(vertices = 3) out;');
      expect(text).toContain('in vec4 varying0[];');
      expect(text).toContain('out vec4 point0[];');
      expect(text).toMatch(/patch out vec4 point16;/);
      expect(text).toMatch(/void phase0\(\) \{[^}]*point0\[gl_InvocationID\] = /);
      // Three edges are instances of one phase, and the inside is the phase that joins them.
      const [, main] = text!.split('void main() {');
      expect(main).toMatch(
        /phase0\(\);\n {2}if \(gl_InvocationID == 0\) \{\n( {4}phase\d\(\du\);\n)+ {4}phase9\(0u\);\n {2}\}\n\}/,
      );
      for (const instance of [0, 1, 2]) expect(main).toContain(`phase8(${instance}u);`);
      for (const edge of [0, 1, 2]) expect(text).toContain(`gl_TessLevelOuter[${edge}] = `);
      expect(text).toContain('gl_TessLevelInner[0] = ');
    }
  });

  it('wait for the points of other invocations only where a phase reads them', () => {
    for (const options of VERSIONS) {
      const { hs: reads } = codesOf(recorded('quad.hs_5_0'), options);
      expect(reads).toMatch(/phase0\(\);\n {2}barrier\(\);\n {2}if \(gl_InvocationID == 0\)/);
      expect(reads).toMatch(/floatBitsToUint\(point1\[vertex\d+\]\.x\)/);
      expect(codesOf(recorded('tri.hs_5_0'), options).hs).not.toContain('barrier');
    }
  });

  it('hand points on where they have no phase for them', () => {
    const { hs: text } = codesOf(recorded('passThrough.hs_5_0'), GLSL_450);
    expect(text).toContain('layout(vertices = 3) out;');
    expect(text).toMatch(/point0\[gl_InvocationID\] = vec4\(varying0\[vertex\d*\]\.xyz, 0\.0\);/);
    expect(text).toMatch(/point1\[gl_InvocationID\] = vec4\(varying1\[vertex\d*\]\.xy, 0\.0, 0\.0\);/);
  });
});

/** The layout of a domain shader that is translated with a hull shader. */
function linkedLayout(hull: string, domain: string): string {
  const { ds } = codesOf([VERTEX, recorded(hull), recorded(domain)], { ...GLSL_450, link: true });
  return /layout\((.*)\) in;/.exec(ds!)![1]!;
}

describe('domain shaders', () => {
  it('read the place in the domain, control points and factors', () => {
    for (const options of VERSIONS) {
      const { ds: text } = codesOf(recorded('quadDomain.ds_5_0'), options);
      expect(text).toContain('in vec4 point1[];');
      expect(text).toContain('gl_TessCoord.x * (');
      expect(text).toMatch(/clip_position = vec4\(.*, gl_TessLevelInner\[0\]\);/);
      expect(text).toMatch(/gl_Position = vec4\(.*runtime\.y_sign/);
    }
  });

  it('say how patches are divided as the hull shader does', () => {
    expect(linkedLayout('tri.hs_5_0', 'triangleDomain.ds_5_0')).toBe('triangles, fractional_odd_spacing, ccw');
    expect(linkedLayout('quad.hs_5_0', 'quadDomain.ds_5_0')).toBe('quads, equal_spacing, cw');
    expect(linkedLayout('isoline.hs_5_0', 'isolineDomain.ds_5_0')).toBe('isolines, fractional_even_spacing, ccw');
    expect(linkedLayout('points.hs_5_0', 'isolineDomain.ds_5_0')).toBe('isolines, equal_spacing, ccw, point_mode');
  });

  it('assume it alone, and the map says so', () => {
    const assumed = (input: readonly Uint8Array[]) => {
      const { stages } = translate(input, { ...GLSL_450, validate: false, link: true });
      const { tessellation, assumptions } = stages.find(({ stage }) => stage === 'ds')!.map;
      return { ...tessellation, assumed: assumptions?.filter((text) => text.includes('Patches')).length ?? 0 };
    };
    const domain = recorded('triangleDomain.ds_5_0');
    expect(assumed([domain])).toEqual({ inputPoints: 3, domain: 'tri', assumed: 1 });
    expect(assumed([recorded('tri.hs_5_0'), domain])).toEqual({
      inputPoints: 3,
      domain: 'tri',
      partitioning: 'fractionalOdd',
      outputPrimitive: 'triangleCw',
      assumed: 0,
    });
  });
});

it('versions without these stages name those that have them', () => {
  for (const [name, stage] of [
    ['tri.hs_5_0', 'hull'],
    ['triangleDomain.ds_5_0', 'domain'],
  ] as const)
    for (const options of [
      { to: 'essl', version: '310' },
      { to: 'glsl', version: '330' },
    ] as const) {
      const { diagnostics } = translate(recorded(name), options);
      expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toContainEqual(
        expect.stringMatching(
          new RegExp(`^DX6011 .* ${stage} shaders; these versions can: GLSL ES 3\\.20, GLSL 4\\.50$`),
        ),
      );
    }
});

/** Random programs of each stage that glslang checks. */
const PROGRAMS = 4;

skipFor(describe, glslangMissing())('glslang accepts', () => {
  it('random hull and domain shaders', { tags: ['slow', 'ci'] }, async () => {
    const glslang = new Glslang();
    const pending: Promise<string | undefined>[] = [];
    for (const stage of ['hs', 'ds'] as const)
      for (let seed = 1, found = 0; found < PROGRAMS; seed++) {
        const { bytes } = runnableProgram(new Random(seed), { stage, version: '5.0' });
        const stages = VERSIONS.flatMap((options) => translate(bytes, { validate: false, ...options }).stages);
        // Some programs have what no GLSL has, such as counters of cycles.
        if (stages.length > 0) found++;
        for (const { code } of stages) pending.push(glslang.errorOf({ stage, code: code as string }));
      }
    await glslang.check();
    expect((await Promise.all(pending)).filter((error) => error !== undefined)).toEqual([]);
  });

  it.each([
    ['triangles', 'tri.hs_5_0', 'triangleDomain.ds_5_0'],
    ['triangles of model 5.1', 'tri.hs_5_1', 'triangleDomain.ds_5_1'],
    ['quads', 'quad.hs_5_0', 'quadDomain.ds_5_0'],
    ['lines', 'isoline.hs_5_0', 'isolineDomain.ds_5_0'],
    ['points', 'points.hs_5_0', 'isolineDomain.ds_5_0'],
  ])('whole pipelines with %s', { tags: 'slow' }, (_, hull, domain) => {
    for (const options of VERSIONS) {
      const codes = codesOf([VERTEX, recorded(hull), recorded(domain), PIXEL], { ...options, link: true });
      expect(programError((['vs', 'hs', 'ds', 'ps'] as const).map((stage) => ({ stage, code: codes[stage]! })))).toBe(
        undefined,
      );
    }
  });
});
