/**
 * Shaders, as listings. Each breaks rules of hull shader phases, tessellation, geometry shaders or thread groups, or is
 * valid by a small margin. The diagnostics of Microsoft's validator are in fixtures/sm4-validate/stages.json.
 */

import { assemble } from '../../src/assemble/assemble.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import type { Field } from '../../src/base/field.ts';
import { wordsOf } from '../../src/base/words.ts';
import { readEditableContainer, writeEditableContainer } from '../../src/container/edit.ts';
import { TAG } from '../../src/container/tags.ts';
import { readSm4Words } from '../../src/isa/sm4/program.ts';
import { Sm4DeclarationControls as C } from '../../src/isa/sm4/tokens.ts';

/** The controls of an instruction, by its number from 0, that no listing can express. */
interface Change {
  readonly instruction: number;
  readonly field: Field;
  readonly value: number;
}

export interface StageCase {
  readonly title: string;
  readonly listing: string;
  readonly change?: Change;
}

const lines = (...parts: readonly string[]): string => `${parts.filter((part) => part !== '').join('\n')}\n`;

interface Declared {
  readonly input?: string;
  readonly output?: string;
  readonly domain?: string;
  readonly partitioning?: string;
  readonly primitive?: string;
  readonly factor?: string;
}

/** The declarations of a hull shader for triangles; what is given replaces them. */
function hull(declared: Declared, ...phases: readonly string[]): string {
  const d = {
    input: 'dcl_input_control_point_count 3',
    output: 'dcl_output_control_point_count 3',
    domain: 'dcl_tessellator_domain domain_tri',
    partitioning: 'dcl_tessellator_partitioning partitioning_integer',
    primitive: 'dcl_tessellator_output_primitive output_point',
    factor: 'dcl_hs_max_tessfactor l(64.000000)',
    ...declared,
  };
  return lines('hs_5_0', 'hs_decls', d.input, d.output, d.domain, d.partitioning, d.primitive, d.factor, ...phases);
}

function phase(kind: string, declarations: readonly string[], ...body: readonly string[]): string {
  return [`hs_${kind}_phase`, ...declarations, ...(body.length > 0 ? body : ['nop']), 'ret'].join('\n');
}

const EDGES = [
  'dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor',
  'dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor',
  'dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor',
];
const INSIDE = 'dcl_output_siv o3.x, finalTriInsideTessFactor';
const POINTS = phase('control_point', ['dcl_input v[3][0].xyzw', 'dcl_output o0.xyz']);
const FACTORS = phase('fork', [...EDGES, INSIDE]);
const outputs = (first: number, count: number, mask: string): string[] =>
  Array.from({ length: count }, (_, i) => `dcl_output o${first + i}.${mask}`);
const range = (first: number, count: number, mask: string): string[] => [
  ...outputs(first, count, mask),
  `dcl_indexrange o${first}.${mask} ${count}`,
];
const factorsAt = (names: Readonly<Record<string, string>>): string =>
  phase(
    'fork',
    Object.entries(names).map(([register, name]) => `dcl_output_siv ${register}, final${name}TessFactor`),
  );
const FULL = { input: 'dcl_input_control_point_count 32', output: 'dcl_output_control_point_count 32' };
const subroutine = (label: number, ...body: readonly string[]): string =>
  [`label label${label}`, ...body, 'ret'].join('\n');

const HULL: readonly StageCase[] = [
  { title: 'hull', listing: hull({}, POINTS, FACTORS) },
  { title: 'hs_decls is missing', listing: hull({}, POINTS, FACTORS).replace('hs_decls\n', '') },
  { title: 'hs_decls twice', listing: hull({}, 'hs_decls', POINTS, FACTORS) },
  { title: 'temporaries in the declarations', listing: hull({}, 'dcl_temps 1', POINTS, FACTORS) },
  { title: 'an output in the declarations', listing: hull({}, 'dcl_output o0.x', POINTS, FACTORS) },
  { title: 'control point phase twice', listing: hull({}, POINTS, POINTS, FACTORS) },
  { title: 'control points behind a fork phase', listing: hull({}, FACTORS, POINTS) },
  { title: 'fork behind join', listing: hull({}, POINTS, phase('join', [INSIDE]), phase('fork', EDGES)) },
  {
    title: 'global declaration in a phase',
    listing: hull({}, POINTS, phase('fork', ['dcl_sampler s0, mode_default'])),
  },
  { title: 'view in a phase', listing: hull({}, POINTS, phase('fork', ['dcl_uav_raw u1', ...EDGES, INSIDE])) },
  { title: 'fork instances in a join phase', listing: hull({}, phase('join', ['dcl_hs_fork_phase_instance_count 2'])) },
  {
    title: 'declarations behind instructions of a phase',
    listing: hull({}, POINTS, phase('fork', EDGES, 'nop', INSIDE)),
  },
  {
    title: 'a phase behind subroutines',
    listing: hull({}, POINTS, phase('fork', [...EDGES, INSIDE], 'call label0'), subroutine(0), FACTORS),
  },
  {
    title: 'a declaration in a subroutine',
    listing: hull({}, POINTS, phase('fork', [...EDGES, INSIDE], 'call label0'), subroutine(0, 'dcl_temps 2')),
  },
  {
    title: 'a subroutine has the registers of its caller',
    listing: hull(
      {},
      POINTS,
      phase('fork', EDGES, 'call label0'),
      phase('fork', [INSIDE]),
      subroutine(0, 'mov o0.x, l(1.000000)'),
    ),
  },
  {
    title: 'a subroutine has no other registers',
    listing: hull(
      {},
      POINTS,
      phase('fork', EDGES, 'call label0'),
      phase('fork', [INSIDE]),
      subroutine(0, 'mov o3.x, l(1.000000)'),
    ),
  },
  {
    title: 'a subroutine that a subroutine calls',
    listing: hull(
      {},
      POINTS,
      phase('fork', EDGES, 'call label0'),
      phase('fork', [INSIDE], 'call label2'),
      subroutine(0, 'call label1'),
      subroutine(2),
      subroutine(1, 'mov o0.x, l(1.000000)'),
    ),
  },
  {
    title: 'temporaries of the caller',
    listing: hull(
      {},
      POINTS,
      phase('fork', [...EDGES, 'dcl_temps 1'], 'call label0'),
      phase('fork', [INSIDE], 'call label1'),
      subroutine(0, 'mov r0.x, l(0)'),
      subroutine(1, 'mov r0.x, l(0)'),
    ),
  },
  {
    title: 'nothing is declared',
    listing: hull({ input: '', output: '', domain: '', partitioning: '', primitive: '', factor: '' }, POINTS),
  },
  { title: 'the domain is missing', listing: hull({ domain: '' }, POINTS, FACTORS) },
  {
    title: 'lines of triangles',
    listing: hull({ primitive: 'dcl_tessellator_output_primitive output_line' }, POINTS, FACTORS),
  },
  {
    title: 'triangles of isolines',
    listing: hull(
      {
        domain: 'dcl_tessellator_domain domain_isoline',
        primitive: 'dcl_tessellator_output_primitive output_triangle_cw',
      },
      POINTS,
    ),
  },
  {
    title: 'no input control point',
    listing: hull({}, POINTS, FACTORS),
    change: { instruction: 1, field: C.controlPointCount, value: 0 },
  },
  {
    title: '33 output control points',
    listing: hull({}, POINTS, FACTORS),
    change: { instruction: 2, field: C.controlPointCount, value: 33 },
  },
  {
    title: 'unknown domain',
    listing: hull({}, POINTS, FACTORS),
    change: { instruction: 3, field: C.tessellatorDomain, value: 0 },
  },
  {
    title: 'unknown partitioning',
    listing: hull({}, POINTS, FACTORS),
    change: { instruction: 4, field: C.tessellatorPartitioning, value: 5 },
  },
  {
    title: 'unknown output primitive',
    listing: hull({}, POINTS, FACTORS),
    change: { instruction: 5, field: C.tessellatorOutputPrimitive, value: 0 },
  },
  { title: 'control points twice', listing: hull({ factor: 'dcl_input_control_point_count 3' }, POINTS, FACTORS) },
  { title: 'domain twice', listing: hull({ factor: 'dcl_tessellator_domain domain_tri' }, POINTS, FACTORS) },
  {
    title: 'largest factor twice',
    listing: hull({ partitioning: 'dcl_hs_max_tessfactor l(64.000000)' }, POINTS, FACTORS),
  },
  { title: 'largest factor 0.5', listing: hull({ factor: 'dcl_hs_max_tessfactor l(0.500000)' }, POINTS, FACTORS) },
  { title: 'largest factor 65', listing: hull({ factor: 'dcl_hs_max_tessfactor l(65.000000)' }, POINTS, FACTORS) },
  {
    title: 'no instance',
    listing: hull({}, POINTS, phase('fork', ['dcl_hs_fork_phase_instance_count 0', ...EDGES, INSIDE])),
  },
  {
    title: 'instances twice',
    listing: hull(
      {},
      POINTS,
      phase('join', ['dcl_hs_join_phase_instance_count 2', 'dcl_hs_join_phase_instance_count 2']),
    ),
  },
  {
    title: 'too many control points in each phase',
    listing: hull(
      {},
      phase('control_point', ['dcl_input v[4][0].x']),
      phase('fork', [...EDGES, 'dcl_input vicp[4][0].x']),
      phase('join', [INSIDE, 'dcl_input vocp[2][0].x']),
    ),
  },
  { title: 'two fork phases put out the same', listing: hull({}, POINTS, FACTORS, phase('fork', ['dcl_output o0.x'])) },
  {
    title: 'a join phase puts out the same',
    listing: hull({}, POINTS, FACTORS, phase('join', ['dcl_output o4.x']), phase('join', ['dcl_output o4.xy'])),
  },
  {
    title: 'control points that are not written',
    listing: hull(
      {},
      POINTS,
      phase('fork', [...EDGES, 'dcl_input vocp[3][0].w']),
      phase('join', [INSIDE, 'dcl_input vocp[3][1].x']),
    ),
  },
  {
    title: 'patch constants that are not written',
    listing: hull({}, POINTS, FACTORS, phase('join', ['dcl_input vpc0.xy', 'dcl_input vpc9.x', 'dcl_output o9.x'])),
  },
  {
    title: 'index ranges of fork phases',
    listing: hull({}, POINTS, FACTORS, phase('fork', range(4, 3, 'x')), phase('fork', range(5, 2, 'y'))),
  },
  {
    title: 'the same index range twice',
    listing: hull({}, POINTS, FACTORS, phase('fork', range(4, 3, 'x')), phase('fork', range(4, 3, 'y'))),
  },
  {
    title: 'index ranges of phases with instances',
    listing: hull(
      {},
      POINTS,
      FACTORS,
      phase('fork', range(4, 3, 'x')),
      phase('fork', ['dcl_hs_fork_phase_instance_count 2', ...range(5, 2, 'y')]),
    ),
  },
  {
    title: 'index ranges of a join phase',
    listing: hull(
      {},
      POINTS,
      FACTORS,
      phase('fork', range(4, 3, 'x')),
      phase('join', ['dcl_input vpc4.x', 'dcl_input vpc5.x', 'dcl_indexrange vpc4.x 2', ...range(5, 2, 'y')]),
    ),
  },
  {
    title: 'scalars of the control point phase',
    listing: hull(FULL, phase('control_point', outputs(0, 32, 'xyzw')), phase('fork', EDGES)),
  },
  { title: 'as many scalars as fit', listing: hull(FULL, phase('control_point', outputs(0, 31, 'xyzw')), FACTORS) },
  {
    title: 'scalars that pass through',
    listing: hull(
      FULL,
      FACTORS,
      ...[0, 16].map((first) =>
        phase(
          'fork',
          Array.from({ length: 16 }, (_, i) => `dcl_input vicp[32][${first + i}].xyzw`),
        ),
      ),
    ),
  },
  { title: 'control points that pass through', listing: hull({}, FACTORS) },
  { title: 'more control points leave', listing: hull({ output: 'dcl_output_control_point_count 4' }, FACTORS) },
  {
    title: 'fewer control points leave',
    listing: hull({ output: 'dcl_output_control_point_count 2' }, FACTORS),
  },
  { title: 'no control points leave', listing: hull({ output: 'dcl_output_control_point_count 0' }, FACTORS) },
  { title: 'no factors', listing: hull({}, POINTS) },
  {
    title: 'a factor in the wrong register',
    listing: hull(
      {},
      POINTS,
      factorsAt({ 'o0.x': 'TriUeq0Edge', 'o2.x': 'TriVeq0Edge', 'o1.x': 'TriWeq0Edge', 'o3.x': 'TriInside' }),
    ),
  },
  {
    title: 'a factor in the wrong component',
    listing: hull(
      {},
      POINTS,
      factorsAt({ 'o0.x': 'TriUeq0Edge', 'o1.y': 'TriVeq0Edge', 'o2.x': 'TriWeq0Edge', 'o3.x': 'TriInside' }),
    ),
  },
  {
    title: 'no register for factors',
    listing: hull({}, POINTS, factorsAt({ 'o30.x': 'TriUeq0Edge', 'o31.x': 'TriVeq0Edge', 'o0.x': 'TriInside' })),
  },
  {
    title: 'factors of isolines',
    listing: hull(
      { domain: 'dcl_tessellator_domain domain_isoline' },
      POINTS,
      factorsAt({ 'o0.x': 'LineDensity', 'o1.x': 'LineDetail' }),
    ),
  },
  {
    title: 'factors of isolines exchanged',
    listing: hull(
      { domain: 'dcl_tessellator_domain domain_isoline' },
      POINTS,
      factorsAt({ 'o0.x': 'LineDetail', 'o1.x': 'LineDensity' }),
    ),
  },
  {
    title: 'factors of quads',
    listing: hull(
      { domain: 'dcl_tessellator_domain domain_quad' },
      POINTS,
      factorsAt({
        'o0.x': 'QuadUeq0Edge',
        'o1.x': 'QuadVeq0Edge',
        'o2.x': 'QuadUeq1Edge',
        'o3.x': 'QuadVeq1Edge',
        'o4.y': 'QuadVInside',
        'o5.y': 'QuadUInside',
      }),
    ),
  },
  { title: 'an index range across factors', listing: hull({}, POINTS, FACTORS, phase('fork', range(0, 4, 'y'))) },
  { title: 'an index range within factors', listing: hull({}, POINTS, FACTORS, phase('fork', range(1, 2, 'y'))) },
];

interface DomainParts {
  readonly count?: string;
  readonly domain?: string;
  readonly more?: readonly string[];
}

const domain = ({
  count = 'dcl_input_control_point_count 3',
  domain = 'dcl_tessellator_domain domain_tri',
  more = [],
}: DomainParts) =>
  lines('ds_5_0', count, domain, ...more, 'dcl_output_siv o0.xyzw, position', 'mov o0.xyzw, l(0,0,0,0)', 'ret');
const vpc = (register: string, name: string): string => `dcl_input_siv vpc${register}, final${name}TessFactor`;

const DOMAIN: readonly StageCase[] = [
  { title: 'domain shader', listing: domain({}) },
  { title: 'a domain shader declares nothing', listing: domain({ count: '', domain: '' }) },
  { title: 'control points of a domain shader twice', listing: domain({ more: ['dcl_input_control_point_count 3'] }) },
  {
    title: '33 control points of a domain shader',
    listing: domain({}),
    change: { instruction: 0, field: C.controlPointCount, value: 33 },
  },
  { title: 'other control points', listing: domain({ more: ['dcl_input vicp[4][0].x', 'dcl_input vDomain.xyzw'] }) },
  {
    title: 'some factors of a domain shader',
    listing: domain({ more: [vpc('1.x', 'TriVeq0Edge'), vpc('3.x', 'TriInside')] }),
  },
  {
    title: 'something else in the place of a factor',
    listing: domain({ more: [vpc('0.x', 'TriUeq0Edge'), 'dcl_input vpc1.x'] }),
  },
  { title: 'no register for factors of a domain shader', listing: domain({ more: [vpc('31.x', 'TriUeq0Edge')] }) },
  {
    title: 'an index range across factors of a domain shader',
    listing: domain({ more: ['dcl_input vpc0.x', vpc('1.x', 'TriUeq0Edge'), 'dcl_indexrange vpc0.x 2'] }),
  },
];

const geometry = (declarations: readonly string[], body: readonly string[] = ['nop'], model = 'gs_5_0'): string =>
  lines(model, ...declarations, ...body, 'ret');
const PRIMITIVE = 'dcl_inputprimitive point';
const TOPOLOGY = 'dcl_outputtopology pointlist';

const GEOMETRY: readonly StageCase[] = [
  { title: 'geometry shader', listing: geometry([PRIMITIVE, TOPOLOGY, 'dcl_maxout 1'], ['emit', 'cut']) },
  { title: 'no input primitive', listing: geometry([TOPOLOGY]) },
  { title: 'input primitive twice', listing: geometry([PRIMITIVE, PRIMITIVE]) },
  {
    title: 'unknown input primitive',
    listing: geometry([PRIMITIVE]),
    change: { instruction: 0, field: C.inputPrimitive, value: 40 },
  },
  {
    title: 'patch before 5.0',
    listing: geometry([PRIMITIVE], ['nop'], 'gs_4_1'),
    change: { instruction: 0, field: C.inputPrimitive, value: 39 },
  },
  { title: 'patch', listing: geometry([PRIMITIVE]), change: { instruction: 0, field: C.inputPrimitive, value: 39 } },
  { title: 'inputs with other vertices', listing: geometry([PRIMITIVE, 'dcl_input v[2][0].x']) },
  { title: 'output topology twice', listing: geometry([PRIMITIVE, TOPOLOGY, TOPOLOGY]) },
  {
    title: 'unknown output topology',
    listing: geometry([PRIMITIVE, TOPOLOGY]),
    change: { instruction: 1, field: C.outputTopology, value: 2 },
  },
  { title: 'too many vertices', listing: geometry([PRIMITIVE, 'dcl_maxout 1025']) },
  { title: 'too many scalars', listing: geometry([PRIMITIVE, 'dcl_output o0.xyzw', 'dcl_maxout 1', 'dcl_maxout 257']) },
  {
    title: 'fewer vertices as declared last',
    listing: geometry([PRIMITIVE, 'dcl_output o0.xyzw', 'dcl_maxout 257', 'dcl_maxout 1']),
  },
  { title: 'no instances', listing: geometry([PRIMITIVE, 'dcl_gsinstances 0']) },
  { title: 'too many instances, twice', listing: geometry([PRIMITIVE, 'dcl_gsinstances 33', 'dcl_gsinstances 33']) },
  {
    title: 'streams',
    listing: geometry(
      [PRIMITIVE, 'dcl_stream m0', TOPOLOGY, 'dcl_output o0.x', 'dcl_stream m3', TOPOLOGY],
      ['emit_stream m3', 'cut_stream m0'],
    ),
  },
  { title: 'stream behind a topology', listing: geometry([PRIMITIVE, TOPOLOGY, 'dcl_stream m0']) },
  { title: 'stream behind an output', listing: geometry([PRIMITIVE, 'dcl_output o0.x', 'dcl_stream m0']) },
  { title: 'stream twice', listing: geometry([PRIMITIVE, 'dcl_stream m0', TOPOLOGY, 'dcl_stream m0']) },
  {
    title: 'streams without topology',
    listing: geometry([PRIMITIVE, 'dcl_stream m0', 'dcl_stream m1', TOPOLOGY, 'dcl_stream m2']),
  },
  { title: 'emit beside streams', listing: geometry([PRIMITIVE, 'dcl_stream m0', TOPOLOGY], ['emit']) },
  { title: 'cut beside streams', listing: geometry([PRIMITIVE, 'dcl_stream m0', TOPOLOGY], ['cut']) },
  {
    title: 'emit_then_cut beside streams',
    listing: geometry([PRIMITIVE, 'dcl_stream m0', TOPOLOGY], ['emit_then_cut']),
  },
  { title: 'another stream', listing: geometry([PRIMITIVE, 'dcl_stream m0', TOPOLOGY], ['emit_then_cut_stream m1']) },
];

const compute = (group: string, model = 'cs_5_0'): StageCase => ({
  title: `${model} ${group}`,
  listing: lines(model, group, 'nop', 'ret'),
});

const COMPUTE: readonly StageCase[] = [
  compute(''),
  ...['1024, 1, 1', '0, 1, 1', '1025, 1, 1', '1, 1025, 1', '1, 1, 65', '1, 1, 64', '32, 33, 1', '4294967295, 1, 1'].map(
    (size) => compute(`dcl_thread_group ${size}`),
  ),
  ...['768, 1, 1', '769, 1, 1', '1, 769, 1', '16, 49, 1', '1, 1, 65'].map((size) =>
    compute(`dcl_thread_group ${size}`, 'cs_4_0'),
  ),
];

export const STAGE_CASES: readonly StageCase[] = [...HULL, ...DOMAIN, ...GEOMETRY, ...COMPUTE];

/** The container of a case, with signatures as the assembler derives them. */
export function stageCaseBytes({ title, listing, change }: StageCase): Uint8Array {
  const { bytes } = assemble(listing, { validate: false });
  if (bytes === undefined) throw new Error(`${title} cannot be assembled`);
  return change ? changed(bytes, change) : bytes;
}

function changed(bytes: Uint8Array, { instruction, field, value }: Change): Uint8Array {
  const editable = readEditableContainer(bytes, new Diagnostics())!;
  const chunks = editable.chunks.map((chunk) => {
    const words = Uint32Array.from(wordsOf(chunk.data));
    if (chunk.tag !== TAG.SHEX && chunk.tag !== TAG.SHDR) return chunk;
    const at = readSm4Words(words, new Diagnostics()).starts[instruction]!;
    words[at] = field.set(words[at]!, value);
    return { ...chunk, data: new Uint8Array(words.buffer) };
  });
  return writeEditableContainer({ ...editable, chunks }, new Diagnostics())!;
}
