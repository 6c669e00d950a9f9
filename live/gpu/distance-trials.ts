/**
 * Points that vertex shaders, with or without a geometry shader after them, clip and cull by distances in one or two
 * registers; pixel shaders put what they get of them to targets. Clip and cull distances are arrays in the languages:
 * their order and number is what this tests.
 */
import type { Random } from '../../smith/random.ts';
import { assembled } from '../wine/compute.ts';
import { type SignatureElement, signature } from '../wine/signatures.ts';
import { CELLS, HEIGHT, WIDTH } from '../wine/stages.ts';
import type { Trial } from '../wine/trial.ts';
import { pipelineTrial } from './pipeline-trial.ts';

const ID: SignatureElement = { name: 'SV_VertexID', mask: 'x', register: 0, systemValue: 'VERTID', format: 'uint' };
const POSITION: SignatureElement = { name: 'SV_Position', register: 0, systemValue: 'POS', format: 'float' };

const KINDS = {
  clip: { name: 'SV_ClipDistance', systemValue: 'CLIPDST', declared: 'clip_distance' },
  cull: { name: 'SV_CullDistance', systemValue: 'CULLDST', declared: 'cull_distance' },
} as const;

/** The trial of random distances. Two registers are the most that may have them. */
export function distanceTrial(random: Random): Trial {
  const count = random.between(1, 2);
  const indices = { clip: 0, cull: 0 };
  const elements = Array.from({ length: count }, (_, i): SignatureElement & { readonly declared: string } => {
    const kind = random.pick(['clip', 'cull'] as const);
    const mask = random.pick(['x', 'xy', 'xyz', 'xyzw']);
    return { ...KINDS[kind], index: indices[kind]++, mask, register: i + 1, format: 'float' };
  });
  const all = [POSITION, ...elements];
  const targets = elements.map(
    ({ register }): SignatureElement => ({
      name: 'SV_Target',
      index: register - 1,
      register: register - 1,
      systemValue: 'TARGET',
      format: 'uint',
    }),
  );
  const declared = (direction: string, suffix = '') =>
    elements.map(({ register, mask, declared: name }) => `${direction}${register}.${mask}${suffix}, ${name}`);
  // Most distances are not negative, and none is zero.
  const distances = elements.flatMap(({ register, mask = '' }) =>
    [...mask].flatMap((component) => [
      `imad r0.x, v0.x, l(${random.between(1, 31)}), l(${random.between(0, 31)})`,
      'and r0.x, r0.x, l(31)',
      'utof r0.x, r0.x',
      `add o${register}.${component}, r0.x, l(${-random.between(0, 4)}.5)`,
    ]),
  );
  const vertex = `${signature('Input', [ID])}
${signature('Output', all)}
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input_sgv v0.x, vertex_id
dcl_output_siv o0.xyzw, position
${declared('dcl_output_siv o').join('\n')}
dcl_temps 1
and r0.x, v0.x, l(${WIDTH - 1})
ushr r0.y, v0.x, l(${Math.log2(WIDTH)})
utof r0.xy, r0.xyxx
mad o0.xy, r0.xyxx, l(${2 / WIDTH}, ${-2 / HEIGHT}, 0.0, 0.0), l(${1 / WIDTH - 1}, ${1 - 1 / HEIGHT}, 0.0, 0.0)
mov o0.zw, l(0.0, 0.0, 0.5, 1.0)
${distances.join('\n')}
ret
`;
  const geometry = `${signature('Input', all)}
${signature('Output', all)}
gs_5_0
dcl_globalFlags refactoringAllowed
dcl_input_siv v[1][0].xyzw, position
${elements.map(({ register, mask, declared: name }) => `dcl_input_siv v[1][${register}].${mask}, ${name}`).join('\n')}
dcl_inputprimitive point
dcl_stream m0
dcl_outputtopology pointlist
dcl_output_siv o0.xyzw, position
${declared('dcl_output_siv o').join('\n')}
dcl_maxout 1
mov o0.xyzw, v[0][0].xyzw
${elements.map(({ register, mask }) => `mov o${register}.${mask}, v[0][${register}].${mask?.padEnd(4, 'x')}`).join('\n')}
emit_stream m0
ret
`;
  const pixel = `${signature('Input', all)}
${signature('Output', targets)}
ps_5_0
dcl_globalFlags refactoringAllowed
${declared('dcl_input_ps_siv linear v').join('\n')}
${targets.map(({ register }) => `dcl_output o${register}.xyzw`).join('\n')}
${elements
  .flatMap(({ register, mask = '' }) =>
    [...'xyzw'].map(
      (component) =>
        `mov o${register - 1}.${component}, ${mask.includes(component) ? `v${register}.${component}` : 'l(7)'}`,
    ),
  )
  .join('\n')}
ret
`;
  const hasGeometry = random.oneIn(2);
  const pipeline = {
    shaders: new Map([
      ['vs', assembled(vertex)],
      ...(hasGeometry ? ([['gs', assembled(geometry)]] as const) : []),
      ['ps', assembled(pixel)],
    ] as const),
    topology: 'point-list',
    count: CELLS,
    width: WIDTH,
    height: HEIGHT,
    targets: targets.length,
  } as const;
  return pipelineTrial(pipeline, `${vertex}${hasGeometry ? geometry : ''}${pixel}`);
}
