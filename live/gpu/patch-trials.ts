/**
 * Random hull and domain shaders by what only they have: control points that the hull shader computes from all of its
 * input, patch constants of fork phases with instances and of join phases, the number of the patch, and domain shaders
 * that read all of it, some with a geometry shader after them. Points of an integer number of parts lie within pixels.
 */
import type { Random } from '../../smith/random.ts';
import { assembled } from '../wine/compute.ts';
import { DOMAINS, factorElements } from '../wine/families-tessellation.ts';
import { type SignatureElement, signature } from '../wine/signatures.ts';
import type { Trial } from '../wine/trial.ts';
import { pipelineTrial } from './pipeline-trial.ts';
import { VERTEX } from './primitive-trials.ts';

/** Pixels of a patch in each direction; four of them are on the target. */
const PATCH = 64;
const SIZE = 2 * PATCH;
const NUMBER: SignatureElement = { name: 'NUMBER', mask: 'x', register: 0, format: 'uint' };
const DATA: SignatureElement = { name: 'DATA', register: 1, format: 'uint' };
const POSITION: SignatureElement = { name: 'SV_Position', register: 0, systemValue: 'POS', format: 'float' };
const TAG: SignatureElement = { name: 'TAG', register: 1, format: 'uint' };
const SUM: SignatureElement = { name: 'SUM', register: 2, format: 'uint' };
const targets: readonly SignatureElement[] = [0, 1].map((register) => ({
  name: 'SV_Target',
  index: register,
  register,
  systemValue: 'TARGET',
  format: 'uint',
}));

const PIXELS = assembled(`${signature('Input', [POSITION, TAG, SUM])}
${signature('Output', targets)}
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps constant v1.xyzw
dcl_input_ps constant v2.xyzw
dcl_output o0.xyzw
dcl_output o1.xyzw
mov o0.xyzw, v1.xyzw
mov o1.xyzw, v2.xyzw
ret
`);

/** Gives points on, with the number of the primitive. */
const GEOMETRY = assembled(`${signature('Input', [POSITION, TAG, SUM])}
${signature('Output', [POSITION, TAG, SUM])}
gs_5_0
dcl_globalFlags refactoringAllowed
dcl_input_siv v[1][0].xyzw, position
dcl_input v[1][1].xyzw
dcl_input v[1][2].xyzw
dcl_temps 1
dcl_inputprimitive point
dcl_stream m0
dcl_outputtopology pointlist
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_output o2.xyzw
dcl_maxout 1
mov o0.xyzw, v[0][0].xyzw
mov o1.xyzw, v[0][1].xyzw
not o2.xyzw, v[0][2].xyzw
emit_stream m0
ret
`);

type Domain = (typeof DOMAINS)[number];

interface Patch {
  readonly domain: Domain;
  readonly inputPoints: number;
  readonly outputPoints: number;
  readonly constants: string;
  /**
   * The first register after the factors; so many are written by instances of a fork phase, and one by a join phase.
   */
  readonly first: number;
  readonly instances: number;
}

/** The trial of a random patch. */
export function patchTrial(random: Random): Trial {
  const domain = random.pick(DOMAINS);
  const inputPoints = random.between(1, 6);
  const outputPoints = random.between(1, 6);
  const first = domain.factors.length;
  const instances = random.between(2, 4);
  const constants = [
    ...factorElements(domain),
    ...Array.from(
      { length: instances + 1 },
      (_, index): SignatureElement => ({ name: 'EXTRA', index, register: first + index, format: 'uint' }),
    ),
  ];
  const patch: Patch = {
    domain,
    inputPoints,
    outputPoints,
    constants: signature('Input', constants).replace('Input', 'Patch Constant'),
    first,
    instances,
  };
  const hull = hullText(random, patch);
  const domainShader = domainText(random, patch);
  const hasGeometry = random.oneIn(3);
  const pipeline = {
    shaders: new Map([
      ['vs', VERTEX],
      ['hs', assembled(hull)],
      ['ds', assembled(domainShader)],
      ...(hasGeometry ? ([['gs', GEOMETRY]] as const) : []),
      ['ps', PIXELS],
    ] as const),
    topology: 'patch-list',
    controlPoints: inputPoints,
    count: inputPoints * random.between(1, 4),
    width: SIZE,
    height: SIZE,
    targets: 2,
  } as const;
  return pipelineTrial(pipeline, `${pipeline.count} vertices\n${hull}\n${domainShader}`);
}

const component = (random: Random) => random.pick(['x', 'y', 'z', 'w']);

/** A number of all points of an array. @param to the register whose x gets it; y and z are used */
function sumOf(random: Random, to: string, array: string, points: number): string[] {
  const read = (point: string) => [
    `imad ${to}.x, ${to}.x, l(31), ${array}[${point}][0].x`,
    `xor ${to}.x, ${to}.x, ${array}[${point}][1].${component(random)}`,
  ];
  if (random.oneIn(2))
    return [
      `mov ${to}.x, l(${random.below(100)})`,
      ...Array.from({ length: points }, (_, i) => read(String(i))).flat(),
    ];
  return [
    `mov ${to}.xy, l(${random.below(100)}, 0, 0, 0)`,
    'loop',
    `uge ${to}.z, ${to}.y, l(${points})`,
    `breakc_nz ${to}.z`,
    ...read(`${to}.y + 0`),
    `iadd ${to}.y, ${to}.y, l(1)`,
    'endloop',
  ];
}

const arrayOf = (name: string, points: number) => [
  `dcl_input ${name}[${points}][0].x`,
  `dcl_input ${name}[${points}][1].xyzw`,
];

function hullText(random: Random, patch: Patch): string {
  const { domain, inputPoints, outputPoints, constants, first, instances } = patch;
  const controlPoints = [
    'hs_control_point_phase',
    'dcl_input vOutputControlPointID',
    'dcl_input vPrim',
    ...arrayOf('v', inputPoints),
    'dcl_output o0.x',
    'dcl_output o1.xyzw',
    'dcl_temps 2',
    ...sumOf(random, 'r0', 'v', inputPoints),
    'imad r0.x, vPrim, l(77), r0.x',
    'imad o0.x, vOutputControlPointID, l(1009), r0.x',
    `udiv null, r1.x, vOutputControlPointID, l(${inputPoints})`,
    `mov o1.xyzw, v[r1.x + 0][1].${random.pick(['xyzw', 'wzyx', 'yyxz'])}`,
    'ret',
  ];
  const factors = domain.factors.flatMap(([siv], i) => {
    const parts = random.between(1, domain.name === 'isoline' ? 30 : 12);
    const isComputed = random.oneIn(2);
    return [
      'hs_fork_phase',
      ...(isComputed ? ['dcl_input vPrim'] : []),
      `dcl_output_siv o${i}.x, ${siv}`,
      ...(isComputed
        ? ['dcl_temps 1', 'and r0.x, vPrim, l(3)', `iadd r0.x, r0.x, l(${parts})`, `utof o${i}.x, r0.x`]
        : []),
      ...(isComputed ? [] : [`mov o${i}.x, l(${parts}.0)`]),
      'ret',
    ];
  });
  const fork = [
    'hs_fork_phase',
    `dcl_hs_fork_phase_instance_count ${instances}`,
    'dcl_input vForkInstanceID',
    ...arrayOf('vicp', inputPoints),
    ...arrayOf('vocp', outputPoints),
    ...Array.from({ length: instances }, (_, i) => `dcl_output o${first + i}.xyzw`),
    'dcl_temps 3',
    `dcl_indexrange o${first}.xyzw ${instances}`,
    ...sumOf(random, 'r0', 'vicp', inputPoints),
    ...sumOf(random, 'r1', 'vocp', outputPoints),
    'mov r2.x, vForkInstanceID.x',
    `imad o[r2.x + ${first}].xyzw, r2.xxxx, l(${random.below(1000)}, 5, 7, 9), r0.xxxx`,
    ...(random.oneIn(2) ? [`mov o[r2.x + ${first}].${component(random)}, r1.x`] : []),
    'ret',
  ];
  const at = first + instances;
  const join = [
    'hs_join_phase',
    'dcl_input vPrim',
    `dcl_input vpc${first}.xyzw`,
    `dcl_input vpc${at - 1}.xyzw`,
    `dcl_output o${at}.xyzw`,
    'dcl_temps 1',
    `imad r0.xyzw, vpc${first}.xyzw, l(3, 5, 7, 11), vpc${at - 1}.${random.pick(['xyzw', 'wzyx'])}`,
    `iadd o${at}.xyzw, r0.xyzw, vPrim`,
    'ret',
  ];
  return `${constants}
${signature('Input', [NUMBER, DATA])}
${signature('Output', [NUMBER, DATA])}
hs_5_0
hs_decls
dcl_input_control_point_count ${inputPoints}
dcl_output_control_point_count ${outputPoints}
dcl_tessellator_domain domain_${domain.name}
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_point
dcl_hs_max_tessfactor l(64.0)
dcl_globalFlags refactoringAllowed
${[...controlPoints, ...factors, ...fork, ...join].join('\n')}
`;
}

function domainText(random: Random, { domain, outputPoints, constants, first, instances }: Patch): string {
  const read = Array.from({ length: instances + 1 }, (_, i) => first + i);
  return `${signature('Input', [NUMBER, DATA])}
${constants}
${signature('Output', [POSITION, TAG, SUM])}
ds_5_0
dcl_input_control_point_count ${outputPoints}
dcl_tessellator_domain domain_${domain.name}
dcl_globalFlags refactoringAllowed
${[...arrayOf('vicp', outputPoints), ...read.map((register) => `dcl_input vpc${register}.xyzw`)].join('\n')}
dcl_input vDomain.xy
dcl_input vPrim
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_output o2.xyzw
dcl_temps 4
${sumOf(random, 'r0', 'vicp', outputPoints).join('\n')}
${read.map((register) => `imad r0.x, r0.x, l(17), vpc${register}.${component(random)}`).join('\n')}
imad o1.xyzw, r0.xxxx, l(1, 3, 5, 7), vpc${first + instances}.xyzw
mov r1.x, vPrim
udiv null, r2.x, r1.x, l(${outputPoints})
mov r3.xyzw, vicp[r2.x + 0][1].xyzw
imad o2.xyzw, r1.xxxx, l(1, 3, 5, 7), r3.xyzw
and r1.y, r1.x, l(1)
ushr r1.x, r1.x, l(1)
utof r1.xy, r1.yxyy
mad r1.xy, vDomain.xyxx, l(0.9375, 0.9375, 0.0, 0.0), r1.xyxx
add r1.xy, r1.xyxx, l(${0.3125 / PATCH}, ${0.3125 / PATCH}, 0.0, 0.0)
mad o0.xy, r1.xyxx, l(1.0, -1.0, 0.0, 0.0), l(-1.0, 1.0, 0.0, 0.0)
mov o0.zw, l(0.0, 0.0, 0.5, 1.0)
ret
`;
}
