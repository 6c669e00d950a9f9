/**
 * Patches of triangles whose pixels say which side they see: the order of vertices that the tessellator gives, for both
 * orders, domains and all ways of dividing. No pixel is at an edge of a patch.
 */
import type { Random } from '../../smith/random.ts';
import { assembled } from '../wine/compute.ts';
import { DOMAINS, factorElements } from '../wine/families-tessellation.ts';
import { type SignatureElement, signature } from '../wine/signatures.ts';
import type { Trial } from '../wine/trial.ts';
import { pipelineTrial } from './pipeline-trial.ts';
import { VERTEX } from './primitive-trials.ts';

/** Pixels of the target in each direction. */
const SIZE = 16;
const NUMBER: SignatureElement = { name: 'NUMBER', mask: 'x', register: 0, format: 'uint' };
const DATA: SignatureElement = { name: 'DATA', register: 1, format: 'uint' };
const POSITION: SignatureElement = { name: 'SV_Position', register: 0, systemValue: 'POS', format: 'float' };
const FACE: SignatureElement = {
  name: 'SV_IsFrontFace',
  mask: 'x',
  register: 1,
  systemValue: 'FFACE',
  format: 'uint',
};
const TARGET: SignatureElement = { name: 'SV_Target', register: 0, systemValue: 'TARGET', format: 'uint' };

const PIXELS = assembled(`${signature('Input', [POSITION, FACE])}
${signature('Output', [TARGET])}
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps_sgv constant v1.x, is_front_face
dcl_output o0.xyzw
dcl_temps 1
movc r0.x, v1.x, l(1), l(2)
mov o0.xyzw, r0.xxxx
ret
`);

const PARTITIONINGS = ['integer', 'pow2', 'fractional_odd', 'fractional_even'] as const;

/** Two components of a position in a domain, which are the columns and rows of the picture. */
const AXES = { quad: ['xy', 'yx'], tri: ['xy', 'yx', 'xz', 'zx', 'yz', 'zy'] } as const;

/** The trial of a random patch. */
export function frontTrial(random: Random): Trial {
  const domain = random.pick(DOMAINS.filter(({ name }) => name !== 'isoline'));
  const axes = random.pick(AXES[domain.name as keyof typeof AXES]);
  const constants = signature('Input', factorElements(domain)).replace('Input', 'Patch Constant');
  const factors = domain.factors.flatMap(([siv], i) => [
    'hs_fork_phase',
    `dcl_output_siv o${i}.x, ${siv}`,
    `mov o${i}.x, l(${random.between(1, 8)}.${random.pick([0, 5])})`,
    'ret',
  ]);
  const hull = `${constants}
${signature('Input', [NUMBER, DATA])}
${signature('Output', [NUMBER, DATA])}
hs_5_0
hs_decls
dcl_input_control_point_count 1
dcl_output_control_point_count 1
dcl_tessellator_domain domain_${domain.name}
dcl_tessellator_partitioning partitioning_${random.pick(PARTITIONINGS)}
dcl_tessellator_output_primitive output_${random.pick(['triangle_cw', 'triangle_ccw'])}
dcl_hs_max_tessfactor l(64.0)
dcl_globalFlags refactoringAllowed
hs_control_point_phase
dcl_input v[1][0].x
dcl_input v[1][1].xyzw
dcl_output o0.x
dcl_output o1.xyzw
mov o0.x, v[0][0].x
mov o1.xyzw, v[0][1].xyzw
ret
${factors.join('\n')}
`;
  // From a quarter of a pixel on, and 14 pixels large: sides and diagonals are between the middles of pixels.
  const domainShader = `${signature('Input', [NUMBER, DATA])}
${constants}
${signature('Output', [POSITION])}
ds_5_0
dcl_input_control_point_count 1
dcl_tessellator_domain domain_${domain.name}
dcl_globalFlags refactoringAllowed
dcl_input vDomain.${domain.location}
dcl_output_siv o0.xyzw, position
mad o0.xy, vDomain.${axes}${axes[1]}${axes[1]}, l(1.75, -1.75, 0.0, 0.0), l(-0.96875, 0.96875, 0.0, 0.0)
mov o0.zw, l(0.0, 0.0, 0.5, 1.0)
ret
`;
  const pipeline = {
    shaders: new Map([
      ['vs', VERTEX],
      ['hs', assembled(hull)],
      ['ds', assembled(domainShader)],
      ['ps', PIXELS],
    ] as const),
    topology: 'patch-list',
    controlPoints: 1,
    count: 1,
    width: SIZE,
    height: SIZE,
    targets: 1,
  } as const;
  return pipelineTrial(pipeline, `${hull}\n${domainShader}`);
}
