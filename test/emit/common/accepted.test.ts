/**
 * Sources that compilers refused, or that named what they do not declare. live/translate-valid.ts found the programs.
 */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { type TargetLanguage, type TranslateOptions, translate } from '../../../src/translate/index.ts';

const TEXT_LANGUAGES = ['wgsl', 'glsl', 'essl'] as const satisfies readonly TargetLanguage[];

function stageOf(
  profile: string,
  declarations: readonly string[],
  lines: readonly string[],
  options: TranslateOptions,
) {
  const text = [profile, 'dcl_globalFlags refactoringAllowed', ...declarations, ...lines, 'ret'].join('\n');
  const { bytes, diagnostics: errors } = assemble(text);
  if (bytes === undefined) throw new Error(JSON.stringify(errors));
  const { stages, diagnostics } = translate(bytes, options);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return stages[0]!;
}

const codeOf = (...args: Parameters<typeof stageOf>) => String(stageOf(...args).code);

describe('known registers after the end of a range are the last one', () => {
  const declarations = [
    'dcl_sampler S0[3:4], mode_default, space=0',
    'dcl_resource_texture2d (float,float,float,float) T0[2:3], space=0',
    'dcl_uav_raw U0[5:6], space=0',
    'dcl_constantbuffer CB0[1:2][4], immediateIndexed, space=0',
    'dcl_output o0.xyzw',
    'dcl_temps 2',
  ];
  const lines = [
    'mov r1.x, CB0[9][1].x',
    'sample_l r0.xyzw, r1.xxxx, T0[9].xyzw, S0[9], l(0.0)',
    'store_raw U0[9].x, l(0), r0.x',
    'mov o0.xyzw, r0.xyzw',
  ];

  it.each([
    ['wgsl', 'textureSampleLevel(t2_1, s3_1, ', 'u5_1_store1('],
    ['glsl', 'textureLod(ps_t2_1_s3_1, ', 'ps_u5_1_store1('],
    ['essl', 'textureLod(ps_t2_1_s3_1, ', 'ps_u5_1_store1('],
  ] as const)('in %s', (to, read, write) => {
    const code = codeOf('ps_5_1', declarations, lines, { to });
    expect(code).toContain(read);
    expect(code).toContain(write);
  });

  it('in SPIR-V', () => {
    const { code } = stageOf('ps_5_1', declarations, lines, { to: 'spirv' });
    const constants = new Set<number>();
    // OpConstant with one word.
    const words = code as Uint32Array;
    for (let at = 5; at < words.length; at += words[at]! >>> 16)
      if ((words[at]! & 0xffff) === 43) constants.add(words[at + 3]!);
    expect(constants).not.toContain(9);
    expect(constants).not.toContain(7);
  });
});

describe.each(TEXT_LANGUAGES)('%s', (to) => {
  it('names a value in a block for that block only', () => {
    const code = codeOf(
      'cs_5_0',
      [
        'dcl_sampler s0, mode_default',
        'dcl_resource_texture2darray (float,float,float,float) t0',
        'dcl_uav_raw u0',
        'dcl_input vThreadIDInGroupFlattened',
        'dcl_input vThreadGroupID.x',
        'dcl_temps 3',
        'dcl_thread_group 4, 1, 1',
      ],
      [
        'exp r1.xyz, vThreadIDInGroupFlattened.xxxx',
        'mov r1.w, l(0)',
        'if_nz vThreadGroupID.x',
        '  sample_l r1.xyzw, vThreadIDInGroupFlattened.xxxx, t0.xyzw, s0, l(1.0)',
        'endif',
        'sample_l r2.xyzw, vThreadIDInGroupFlattened.xxxx, t0.xyzw, s0, l(0.0)',
        'add r0.xyzw, r1.xyzw, r2.xyzw',
        'store_raw u0.xyzw, l(0), r0.xyzw',
      ],
      { to },
    );
    expectDeclared(code);
  });

  it('ends the selection of a register with a statement', () => {
    const code = codeOf(
      'ps_5_1',
      ['dcl_resource_raw T0[0:1], space=0', 'dcl_input_ps constant v0.x', 'dcl_output o0.xyzw', 'dcl_temps 1'],
      ['mov r0.x, v0.x', 'ld_raw o0.xyzw, l(0), T0[r0.x + 0].xyzw'],
      { to },
    );
    expect(code).toMatch(/switch \(view_index\) \{[\s\S]*default: \{ break; \}/);
  });

  it('knows rows of immediate constants', () => {
    const code = codeOf(
      'ps_5_0',
      [
        'dcl_immediateConstantBuffer { { 1, 2, 3, 4}, { 5.5, 6.5, 7.5, 8.5} }',
        'dcl_constantbuffer CB0[3], dynamicIndexed',
        'dcl_output o0.xyzw',
        'dcl_temps 1',
      ],
      ['mov r0.x, icb[0].z', 'add o0.xyz, icb[1].xyzx, cb0[0].xyzx', 'mov o0.w, cb0[r0.x + 3].y'],
      { to, robustness: 'off' },
    );
    expect(code).toContain('5.5, 6.5, 7.5');
    // Row 6 of three is 0, not what an implementation reads there.
    expect(code).not.toMatch(/immediate_constants|\[6u?\]/);
  });
});

it('changes texels without a result in pixels that are not discarded', () => {
  const code = codeOf(
    'ps_5_0',
    [
      'dcl_uav_typed_texture2d (sint,sint,sint,sint) u1',
      'dcl_input_ps constant v0.xy',
      'dcl_output o0.xyzw',
      'dcl_temps 1',
    ],
    ['discard_nz v0.x', 'atomic_xor u1, v0.xyxx, v0.y', 'mov o0.xyzw, l(0, 0, 0, 0)'],
    { to: 'glsl' },
  );
  expect(code).toMatch(/if \(!discarded\) \{ ps_u1_atomic_xor\(.*\); \}/);
  expect(code).not.toContain('discarded ?');
});

describe('compilers evaluate expressions of constants', () => {
  const declarations = [
    'dcl_resource_texture2d (float,float,float,float) t0',
    'dcl_sampler s0, mode_default',
    'dcl_input_ps linear v0.xy',
    'dcl_output o0.xyzw',
    'dcl_temps 2',
  ];

  it('so WGSL hides the bits of an access status, which are a NaN', () => {
    const code = codeOf(
      'ps_5_0',
      declarations,
      ['sample_cl_s r0.xyzw, r1.x, v0.xyxx, t0.xyzw, s0, l(0.0)', 'mov o0.xyzw, r1.xxxx'],
      { to: 'wgsl' },
    );
    expect(code).toContain('let status = 0xffffffffu;');
    expect(code).toMatch(/bitcast<\w+>\([^)]*\bstatus\b/);
  });

  it('so GLSL hides an access status that is an index, which is below zero', () => {
    const code = codeOf(
      'ps_5_0',
      ['dcl_immediateConstantBuffer {{ 1.0, 2.0, 3.0, 4.0}}', ...declarations],
      ['sample_cl_s r0.xyzw, r1.x, v0.xyxx, t0.xyzw, s0, l(0.0)', 'mov o0.xyzw, icb[r1.x + 0].xyzw'],
      { to: 'glsl', robustness: 'off' },
    );
    expect(code).toContain('uint status = 0xffffffffu;');
    expect(code).toContain('immediate_constants[status]');
  });
});

describe('pixel shaders in GLSL', () => {
  it('write no depth after early tests where the language refuses it', () => {
    const declarations = [
      'dcl_globalFlags refactoringAllowed | forceEarlyDepthStencil',
      'dcl_input_ps linear v0.x',
      'dcl_output oDepth',
    ];
    const { bytes } = assemble(['ps_5_0', ...declarations, 'mov oDepth, v0.x', 'ret'].join('\n'));
    const codes = (['essl', 'glsl'] as const).map((to) => translate(bytes!, { to }).stages[0]!.code);
    expect(codes[0]).toContain('early_fragment_tests');
    expect(codes[0]).not.toContain('gl_FragDepth');
    expect(codes[1]).toContain('gl_FragDepth = ');
  });

  it('compare with arrays of depths at offsets by derivatives where there is nothing else', () => {
    const read = (options: TranslateOptions) =>
      codeOf(
        'ps_5_0',
        [
          'dcl_sampler s0, mode_comparison',
          'dcl_resource_texture2darray (float,float,float,float) t0',
          'dcl_input_ps linear v0.xyzw',
          'dcl_output o0.xyzw',
        ],
        ['sample_c_aoffimmi(1,2,0) o0.xyzw, v0.xyzx, t0.xxxx, s0, v0.w'],
        options,
      );
    for (const options of [{ to: 'essl' }, { to: 'glsl', version: '330' }] as const)
      expect(read(options)).toContain('textureGradOffset(view, at, dFdx(at.xy), dFdy(at.xy), ivec2(1, 2))');
    expect(read({ to: 'glsl', version: '450' })).toContain('textureOffset(');
  });
});

/** Expects each numbered value to be declared in a block around each use. */
function expectDeclared(code: string): void {
  const scopes: Set<string>[] = [new Set()];
  for (const line of code.split('\n')) {
    const text = line.trim();
    if (text.startsWith('}')) scopes.pop();
    const declared = /^(?:let|var|vec\d|float|uint|int|[iu]vec\d) (v\d*|\w+_texel\d*)\b/.exec(text)?.[1];
    for (const [name] of text.replace(/^.*? = /, '').matchAll(/\bv\d*\b|\w+_texel\d*\b/g))
      if (name !== declared)
        expect(
          scopes.some((scope) => scope.has(name)),
          `${name} in ${text}`,
        ).toBe(true);
    if (declared !== undefined) scopes.at(-1)!.add(declared);
    if (text.endsWith('{')) scopes.push(new Set());
  }
}
