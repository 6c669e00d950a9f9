/**
 * Hull and domain shaders of model 5.0 around random code. A patch has 32 control points, or is an isoline of 32
 * points; the number of either says which inputs the code has. A geometry shader writes all registers of a point to a
 * stream output buffer.
 */
import { Random } from '../../smith/random.ts';
import { TOPOLOGY } from '../../tools/executor/d3d11-request.ts';
import { assembled, type ComputeParts, INPUT_REGISTERS } from './compute.ts';
import { EMIT, POINT, STRIDE, shaderOf, streamed, VERTEX } from './geometry.ts';
import { type SignatureElement, signature } from './signatures.ts';
import { CELLS, frame, inputsAndBindings, NUMBER, RESULTS, rulesOf, TO_OUTPUTS } from './stages.ts';
import type { Trial } from './trial.ts';

const FACTORS: readonly SignatureElement[] = [
  { name: 'SV_TessFactor', index: 0, mask: 'x', register: 0, systemValue: 'LINEDEN', format: 'float' },
  { name: 'SV_TessFactor', index: 1, mask: 'x', register: 1, systemValue: 'LINEDET', format: 'float' },
];
export const CONSTANTS = signature('Input', FACTORS).replace('Input', 'Patch Constant');

const FORK = `hs_fork_phase
dcl_output_siv o0.x, finalLineDensityTessFactor
mov o0.x, l(1.000000)
ret
hs_fork_phase
dcl_output_siv o1.x, finalLineDetailTessFactor
mov o1.x, l(${CELLS - 1}.000000)
ret
`;

function tessellation(points: number): string {
  return `dcl_output_control_point_count ${points}
dcl_tessellator_domain domain_isoline
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_point
dcl_hs_max_tessfactor l(64.000000)`;
}

/** Gives its one control point on. */
export const PASS_HULL = assembled(`${signature('Input', [POINT])}
${CONSTANTS}
${signature('Output', [POINT])}
hs_5_0
hs_decls
dcl_input_control_point_count 1
${tessellation(1)}
dcl_globalFlags refactoringAllowed
${FORK}`);

/** The number of the point of the isoline: the two are sums of its position and a half. */
export const numberOf = (register: string) => [
  `mad ${register}.x, vDomain.x, l(${CELLS - 1}.000000), l(0.500000)`,
  `ftoi ${register}.x, ${register}.x`,
];

/** The registers of the control point with the number of the point. */
const PASS_DOMAIN = assembled(`${signature('Input', RESULTS)}
${CONSTANTS}
${signature('Output', RESULTS)}
ds_5_0
dcl_input_control_point_count ${CELLS}
dcl_tessellator_domain domain_isoline
dcl_globalFlags refactoringAllowed
${RESULTS.map((_, i) => `dcl_input vicp[${CELLS}][${i}].xyzw`).join('\n')}
dcl_input vDomain.x
${RESULTS.map((_, i) => `dcl_output o${i}.xyzw`).join('\n')}
dcl_temps 1
${numberOf('r0').join('\n')}
${RESULTS.map((_, i) => `mov o${i}.xyzw, vicp[r0.x + 0][${i}].xyzw`).join('\n')}
ret
`);

const PASS_GEOMETRY = assembled(`${signature('Input', RESULTS)}
${signature('Output', RESULTS)}
gs_5_0
dcl_globalFlags refactoringAllowed
${RESULTS.map((_, i) => `dcl_input v[1][${i}].xyzw`).join('\n')}
dcl_inputprimitive point
dcl_stream m0
dcl_outputtopology pointlist
${RESULTS.map((_, i) => `dcl_output o${i}.xyzw`).join('\n')}
dcl_maxout 1
${RESULTS.map((_, i) => `mov o${i}.xyzw, v[0][${i}].xyzw`).join('\n')}
${EMIT.at(-1)}
ret
`);

/** The trial of a hull or a domain shader. */
export function tessellationTrial(random: Random, stage: 'hs' | 'ds', parts: ComputeParts): Trial {
  return trialOf(random.word(), stage, parts);
}

function trialOf(seed: number, stage: 'hs' | 'ds', parts: ComputeParts): Trial {
  const random = new Random(seed);
  const text = stage === 'hs' ? hullText(parts, random) : domainText(parts, random);
  const bytes = assembled(text);
  const [request, bindings] = inputsAndBindings(random, stage, parts);
  const [hull, domain] = stage === 'hs' ? [bytes, PASS_DOMAIN] : [PASS_HULL, bytes];
  const size = STRIDE * CELLS;
  request
    .streamOutput(
      RESULTS.map(({ name, index = 0 }) => ({ name, index, components: 4 })),
      [{ stride: STRIDE, bytes: size }],
    )
    .shader('vs', VERTEX)
    .shader('hs', hull)
    .shader('ds', domain)
    .shader('gs', PASS_GEOMETRY)
    .draw(TOPOLOGY.patches + 1, 1)
    .readStream(0);
  const rules = rulesOf(parts);
  return {
    text,
    request,
    code: parts.code,
    rebuild: (code) => trialOf(seed, stage, { ...parts, code }),
    ours: () => {
      const stages = {
        vertex: shaderOf(VERTEX),
        hull: shaderOf(hull, stage === 'hs' ? bindings : undefined),
        domain: shaderOf(domain, stage === 'ds' ? bindings : undefined),
        geometry: shaderOf(PASS_GEOMETRY),
      };
      return [streamed(stages, 'patch-list', 1, size)];
    },
    rule: (_, word) => rules[(word >> 2) % INPUT_REGISTERS.length]!,
  };
}

export function hullText(parts: ComputeParts, random: Random): string {
  const phase = frame(
    ['hs_control_point_phase', 'dcl_input vOutputControlPointID', ...RESULTS.map((_, i) => `dcl_output o${i}.xyzw`)],
    [`mov ${NUMBER}.x, vOutputControlPointID`],
    parts,
    random,
  );
  return `${signature('Input', [POINT])}
${CONSTANTS}
${signature('Output', RESULTS)}
hs_5_0
hs_decls
dcl_input_control_point_count 1
${tessellation(CELLS)}
${phase}${FORK}`;
}

/** @param end writes the outputs */
export function domainText(
  parts: ComputeParts,
  random: Random,
  outputs = RESULTS,
  declarations: readonly string[] = RESULTS.map((_, i) => `dcl_output o${i}.xyzw`),
  end = TO_OUTPUTS,
): string {
  const code = frame(['dcl_input vDomain.x', ...declarations], numberOf(NUMBER), parts, random, end);
  return `${signature('Input', [POINT])}
${CONSTANTS}
${signature('Output', outputs)}
ds_5_0
dcl_input_control_point_count 1
dcl_tessellator_domain domain_isoline
${code}`;
}
