/**
 * The page of what each target of translations expresses: one program for each feature, translated to every language
 * and version. What the cells say is what the translation says of it.
 */
import { assemble } from '../../src/assemble/index.ts';
import { TARGET_VERSIONS, type TargetLanguage, type TranslateOptions, translate } from '../../src/translate/index.ts';
import { SIZE_LIMITS } from '../size-limits.ts';
import { code, GENERATED, table } from './markdown.ts';

/** A program whose translation shows whether a target has a feature. */
interface Feature {
  readonly name: string;
  readonly profile: string;
  /** Its declarations, besides the flags and registers of the stage, and its instructions. */
  readonly lines: readonly string[];
  readonly flags?: string;
}

/** The declarations that give programs of a stage a result. */
const STAGE_LINES: Readonly<Record<string, readonly string[]>> = {
  ps: ['dcl_input_ps linear v0.xyzw', 'dcl_output o0.xyzw', 'dcl_temps 4'],
  vs: ['dcl_input v0.xyzw', 'dcl_output_siv o0.xyzw, position', 'dcl_temps 4'],
  cs: ['dcl_input vThreadID.xyz', 'dcl_uav_raw u7', 'dcl_temps 4', 'dcl_thread_group 4, 1, 1'],
};
/** The instructions that write the result, which is in r0. */
const STAGE_ENDS: Readonly<Record<string, readonly string[]>> = {
  ps: ['mov o0.xyzw, r0.xyzw', 'ret'],
  vs: ['mov o0.xyzw, r0.xyzw', 'ret'],
  cs: ['store_raw u7.x, l(0), r0.x', 'ret'],
};

const feature = (name: string, profile: string, lines: readonly string[], flags?: string): Feature => ({
  name,
  profile,
  lines,
  ...(flags !== undefined && { flags }),
});
const FLOATS = '(float,float,float,float)';
const TEXTURE = `dcl_resource_texture2d ${FLOATS} t0`;
const SAMPLER = 'dcl_sampler s0, mode_default';
const COMPARISON = 'dcl_sampler s0, mode_comparison';

const FEATURES: readonly Feature[] = [
  feature('textures with samplers', 'ps_5_0', [
    ...[TEXTURE, SAMPLER],
    'sample_indexable(texture2d)(float,float,float,float) r0.xyzw, v0.xyxx, t0.xyzw, s0',
  ]),
  feature('textures with one dimension', 'ps_5_0', [
    ...[`dcl_resource_texture1d ${FLOATS} t0`, SAMPLER],
    'sample_indexable(texture1d)(float,float,float,float) r0.xyzw, v0.x, t0.xyzw, s0',
  ]),
  feature('arrays of cubes', 'ps_5_0', [
    ...[`dcl_resource_texturecubearray ${FLOATS} t0`, SAMPLER],
    'sample_indexable(texturecubearray)(float,float,float,float) r0.xyzw, v0.xyzw, t0.xyzw, s0',
  ]),
  feature('reads that compare (`sample_c`)', 'ps_5_0', [
    ...[TEXTURE, COMPARISON],
    'sample_c_indexable(texture2d)(float,float,float,float) r0.xyzw, v0.xyxx, t0.xxxx, s0, v0.z',
  ]),
  feature('`gather4`', 'ps_5_0', [
    ...[TEXTURE, SAMPLER],
    'gather4_indexable(texture2d)(float,float,float,float) r0.xyzw, v0.xyxx, t0.xyzw, s0.x',
  ]),
  feature('`gather4_po`', 'ps_5_0', [
    ...[TEXTURE, SAMPLER],
    'gather4_po_indexable(texture2d)(float,float,float,float) r0.xyzw, v0.xyxx, v0.zwzz, t0.xyzw, s0.x',
  ]),
  feature('level of detail (`lod`)', 'ps_5_0', [...[TEXTURE, SAMPLER], 'lod r0.xyzw, v0.xyxx, t0.xyzw, s0']),
  feature('size and levels (`resinfo`)', 'ps_5_0', [
    TEXTURE,
    'resinfo_indexable(texture2d)(float,float,float,float) r0.xyzw, l(0), t0.xyzw',
  ]),
  feature('multisampled textures', 'ps_5_0', [
    ...[`dcl_resource_texture2dms(4) ${FLOATS} t0`, 'ftoi r1.xyzw, v0.xyzw'],
    'ldms_indexable(texture2dms)(float,float,float,float) r0.xyzw, r1.xyzw, t0.xyzw, l(0)',
  ]),
  feature('arrays of multisampled textures', 'ps_5_0', [
    ...[`dcl_resource_texture2dmsarray(4) ${FLOATS} t0`, 'ftoi r1.xyzw, v0.xyzw'],
    'ldms_indexable(texture2dmsarray)(float,float,float,float) r0.xyzw, r1.xyzw, t0.xyzw, l(0)',
  ]),
  feature('positions of samples (`samplepos`)', 'ps_5_0', [
    `dcl_resource_texture2dms(4) ${FLOATS} t0`,
    'samplepos r0.xyzw, t0.xyzw, l(0)',
  ]),
  feature('typed buffers', 'ps_5_0', [
    ...[`dcl_resource_buffer ${FLOATS} t0`, 'ftoi r1.x, v0.x'],
    'ld_indexable(buffer)(float,float,float,float) r0.xyzw, r1.xxxx, t0.xyzw',
  ]),
  feature('raw and structured buffers that are read', 'ps_5_0', [
    ...['dcl_resource_raw t0', 'dcl_resource_structured t1, 16', 'ftoi r1.x, v0.x'],
    ...['ld_raw r0.xyzw, r1.x, t0.xyzw', 'ld_structured r2.xyzw, r1.x, l(0), t1.xyzw', 'add r0.xyzw, r0.xyzw, r2.xyzw'],
  ]),
  feature('buffers written by pixel shaders', 'ps_5_0', [
    ...['dcl_uav_raw u1', 'store_raw u1.x, l(0), v0.x', 'mov r0.xyzw, v0.xyzw'],
  ]),
  feature(
    'buffers written by vertex shaders',
    'vs_5_0',
    [...['dcl_uav_raw u1', 'store_raw u1.x, l(0), v0.x', 'mov r0.xyzw, v0.xyzw']],
    'refactoringAllowed',
  ),
  feature('compute shaders', 'cs_5_0', ['mov r0.x, vThreadID.x']),
  feature('memory of a group, barriers', 'cs_5_0', [
    ...['dcl_tgsm_raw g0, 64', 'store_raw g0.x, l(0), vThreadID.x', 'sync_g_t', 'ld_raw r0.x, l(4), g0.xxxx'],
  ]),
  feature('fences without a barrier (`sync_uglobal`)', 'cs_5_0', ['sync_uglobal', 'mov r0.x, vThreadID.x']),
  feature('barriers under a condition', 'cs_5_0', [
    ...['dcl_tgsm_raw g0, 64', 'if_nz vThreadID.x', 'sync_g_t', 'endif', 'mov r0.x, vThreadID.x'],
  ]),
  feature('atomic operations on buffers', 'cs_5_0', ['dcl_uav_raw u0', 'imm_atomic_iadd r0.x, u0, l(0), l(1)']),
  feature('atomic operations on textures', 'cs_5_0', [
    ...['dcl_uav_typed_texture2d (uint,uint,uint,uint) u0', 'imm_atomic_iadd r0.x, u0, vThreadID.xyxx, l(1)'],
  ]),
  feature('hidden counters (append, consume)', 'cs_5_0', [
    ...['dcl_uav_structured_opc u0, 4', 'imm_atomic_alloc r0.x, u0'],
  ]),
  feature('textures that are written', 'cs_5_0', [
    ...[`dcl_uav_typed_texture2d ${FLOATS} u0`, 'store_uav_typed u0.xyzw, vThreadID.xyxx, l(1, 1, 1, 1)'],
    'mov r0.x, vThreadID.x',
  ]),
  feature('typed views that are read and written', 'cs_5_0', [
    ...['dcl_uav_typed_texture2d (uint,uint,uint,uint) u0'],
    ...['ld_uav_typed_indexable(texture2d)(uint,uint,uint,uint) r0.xyzw, vThreadID.xyxx, u0.xyzw'],
    'store_uav_typed u0.xyzw, vThreadID.yxyy, r0.xyzw',
  ]),
  feature(
    'doubles',
    'cs_5_0',
    ['dadd r0.xy, vThreadID.xyxy, vThreadID.xyxy'],
    'refactoringAllowed | enableDoublePrecisionFloatOps',
  ),
  feature('sums that must not be reordered (`precise`)', 'ps_5_0', ['add [precise] r0.xyzw, v0.xyzw, v0.wzyx']),
  feature('coarse and fine derivatives', 'ps_5_0', [
    'deriv_rtx_coarse r0.xyzw, v0.xyzw',
    'deriv_rty_fine r0.xy, v0.xyxx',
  ]),
  feature('inputs at a sample or an offset', 'ps_5_0', [
    ...['eval_sample_index r0.xyzw, v0.xyzw, l(1)', 'eval_snapped r0.xy, v0.xyxx, l(1, 2, 0, 0)'],
  ]),
  feature('`SV_SampleIndex`', 'ps_5_0', ['dcl_input_ps_siv constant v1.x, sampleIndex', 'utof r0.xyzw, v1.xxxx']),
  feature('`SV_Coverage` as an output', 'ps_5_0', ['dcl_output oMask', 'mov oMask, l(1)', 'mov r0.xyzw, v0.xyzw']),
  feature('`SV_StencilRef`', 'ps_5_0', ['dcl_output oStencilRef', 'mov oStencilRef, l(1)', 'mov r0.xyzw, v0.xyzw']),
  feature('`SV_PrimitiveID` in pixel shaders', 'ps_5_0', [
    'dcl_input_ps_sgv constant v1.x, primitive_id',
    'utof r0.xyzw, v1.xxxx',
  ]),
  feature('`SV_ClipDistance`', 'vs_5_0', [
    'dcl_output_siv o1.x, clip_distance',
    'mov o1.x, v0.x',
    'mov r0.xyzw, v0.xyzw',
  ]),
  feature('`SV_CullDistance`', 'vs_5_0', [
    'dcl_output_siv o1.x, cull_distance',
    'mov o1.x, v0.x',
    'mov r0.xyzw, v0.xyzw',
  ]),
  feature('`SV_RenderTargetArrayIndex` in vertex shaders', 'vs_5_0', [
    ...['dcl_output_siv o1.x, rendertarget_array_index', 'mov o1.x, l(1)', 'mov r0.xyzw, v0.xyzw'],
  ]),
  feature('raster order (`RasterizerOrdered`)', 'ps_5_0', [
    ...['dcl_uav_raw_rov u1', 'store_raw u1.x, l(0), v0.x', 'mov r0.xyzw, v0.xyzw'],
  ]),
  feature('ranges of registers with an index (5.1)', 'ps_5_1', [
    ...[
      'dcl_resource_texture2d (float,float,float,float) T0[0:3], space=0',
      'dcl_sampler S0[0:0], mode_default, space=0',
    ],
    ...['ftou r1.x, v0.z', 'sample r0.xyzw, v0.xyxx, T0[r1.x + 0].xyzw, S0[0]'],
  ]),
  feature('ranges without an upper bound (5.1)', 'ps_5_1', [
    ...[
      'dcl_resource_texture2d (float,float,float,float) T0[0:*], space=0',
      'dcl_sampler S0[0:0], mode_default, space=0',
    ],
    ...['ftou r1.x, v0.z', 'sample r0.xyzw, v0.xyxx, T0[r1.x + 0].xyzw, S0[0]'],
  ]),
];

/** Stages by what a program of them needs at least. */
const STAGES: readonly (readonly [name: string, text: string])[] = [
  [
    'geometry shaders',
    'gs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_inputprimitive point\ndcl_input v[1][0].xyzw\ndcl_stream m0\ndcl_outputtopology pointlist\n' +
      'dcl_output o0.xyzw\ndcl_maxout 1\nmov o0.xyzw, v[0][0].xyzw\nemit_stream m0\nret',
  ],
  [
    'hull shaders',
    'hs_5_0\nhs_decls\ndcl_input_control_point_count 3\ndcl_output_control_point_count 3\ndcl_tessellator_domain domain_tri\n' +
      'dcl_tessellator_partitioning partitioning_integer\ndcl_tessellator_output_primitive output_triangle_cw\n' +
      'dcl_globalFlags refactoringAllowed\nhs_fork_phase\ndcl_output_siv o0.x, finalTriUeq0EdgeTessFactor\nmov o0.x, l(1.0)\nret',
  ],
  [
    'domain shaders',
    'ds_5_0\ndcl_input_control_point_count 3\ndcl_tessellator_domain domain_tri\ndcl_globalFlags refactoringAllowed\n' +
      'dcl_input vDomain.xyz\ndcl_output_siv o0.xyzw, position\nmov o0.xyzw, vDomain.xyzx\nret',
  ],
];

interface Target {
  readonly title: string;
  readonly options: TranslateOptions & { readonly to: TargetLanguage };
}

const TITLES: Readonly<Record<Exclude<TargetLanguage, 'dxbc'>, string>> = {
  wgsl: 'WGSL',
  essl: 'ES',
  glsl: 'GLSL',
  spirv: 'SPIR-V',
  wasm: 'WebAssembly',
};

function targets(): Target[] {
  return (Object.keys(TITLES) as (keyof typeof TITLES)[]).flatMap((to): Target[] => {
    const versions = TARGET_VERSIONS[to];
    if (versions.length === 0) return [{ title: TITLES[to], options: { to } }];
    return versions.map((version) => ({ title: `${TITLES[to]} ${version}`, options: { to, version } }));
  });
}

function textOf({ profile, lines, flags = 'refactoringAllowed' }: Feature): string {
  const stage = profile.slice(0, 2);
  const isDeclaration = (line: string) => line.startsWith('dcl_');
  return [
    ...[profile, `dcl_globalFlags ${flags}`, ...lines.filter(isDeclaration), ...STAGE_LINES[stage]!],
    ...[...lines.filter((line) => !isDeclaration(line)), ...STAGE_ENDS[stage]!],
  ].join('\n');
}

/** The result of translating a program: whether it has code, what differs, and what the device must have. */
function cellOf(bytes: Uint8Array, { options }: Target): string {
  const { stages, diagnostics } = translate(bytes, { ...options, validate: false });
  const codes = (severity: string) =>
    [...new Set(diagnostics.filter((one) => one.severity === severity).map((one) => code(one.code)))].join(', ');
  const [stage] = stages;
  if (stage === undefined) return `no: ${codes('error')}`;
  const { approximations, requires } = stage.map;
  const differs = codes('warning');
  const answer = differs !== '' || approximations.length > 0 ? 'about' : 'yes';
  const features = requires.features.map(code).join(', ');
  return `${answer}${differs === '' ? '' : `: ${differs}`}${features === '' ? '' : `, with ${features}`}`;
}

/** The page. */
export function translationLimitsPage(): string {
  const all = targets();
  const programs = [...FEATURES.map((one) => [one.name, textOf(one)] as const), ...STAGES];
  const rows = programs.map(([name, text]) => {
    const { bytes, diagnostics } = assemble(text, { validate: false });
    if (bytes === undefined) throw new Error(`${name}: ${JSON.stringify(diagnostics)}\n${text}`);
    return [name, ...all.map((target) => cellOf(bytes, target))];
  });
  const sizes = Object.entries(SIZE_LIMITS).filter(([name]) => name.startsWith('translate'));
  return [
    GENERATED,
    '# Limits of translation\n\n',
    'What each target of [translations](translating.md) expresses. Each row is a small program, and each cell what `translate` says of it with default\n',
    'options: `yes`; `about` where the result may differ from that of Direct3D, with the code of the warning (otherwise `approximations` of the map says how);\n',
    '`no` with the code of the error. `with` names features that the device must have. [diagnostics.md](diagnostics.md) has the codes.\n\n',
    table(['', ...all.map(({ title }) => title)], rows),
    '## Sizes of bundles\n\n',
    'At most this many KB (of 1,000 bytes) after gzip, for an application that imports one function; `npm run sizes` measures them.\n\n',
    table(
      ['import', 'KB'],
      sizes.map(([name, limit]) => [code(name), limit]),
    ),
  ]
    .join('')
    .replace(/\n+$/, '\n');
}
