/**
 * Random geometry shaders by what only they have: every input primitive, with adjacency; points and strips that are
 * cut; instances; the number of the primitive; vertices past the declared ones; a second stream. Vertices are on
 * corners of pixels, and colors are integers of the first vertex.
 */
import type { Random } from '../../smith/random.ts';
import { assembled } from '../wine/compute.ts';
import { type SignatureElement, signature } from '../wine/signatures.ts';
import type { Trial } from '../wine/trial.ts';
import { pipelineTrial } from './pipeline-trial.ts';

/** Pixels of the target in each direction. */
const SIZE = 32;
const ID: SignatureElement = { name: 'SV_VertexID', mask: 'x', register: 0, systemValue: 'VERTID', format: 'uint' };
const NUMBER: SignatureElement = { name: 'NUMBER', mask: 'x', register: 0, format: 'uint' };
const DATA: SignatureElement = { name: 'DATA', register: 1, format: 'uint' };
const POSITION: SignatureElement = { name: 'SV_Position', register: 0, systemValue: 'POS', format: 'float' };
const TAG: SignatureElement = { name: 'TAG', register: 1, format: 'uint' };
const PRIMITIVE: SignatureElement = {
  name: 'SV_PrimitiveID',
  mask: 'x',
  register: 2,
  systemValue: 'PRIMID',
  format: 'uint',
};
const TARGET: SignatureElement = { name: 'SV_Target', register: 0, systemValue: 'TARGET', format: 'uint' };

/** The number of each vertex, and more that depends on it. */
export const VERTEX = assembled(`${signature('Input', [ID])}
${signature('Output', [NUMBER, DATA])}
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input_sgv v0.x, vertex_id
dcl_output o0.x
dcl_output o1.xyzw
mov o0.x, v0.x
imad o1.xyzw, v0.xxxx, l(7, 13, 29, 101), l(1, 2, 3, 4)
ret
`);

function pixels(hasPrimitive: boolean): Uint8Array {
  return assembled(`${signature('Input', [POSITION, TAG, ...(hasPrimitive ? [PRIMITIVE] : [])])}
${signature('Output', [TARGET])}
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps constant v1.xyzw
${hasPrimitive ? 'dcl_input_ps_sgv constant v2.x, primitive_id' : ''}
dcl_output o0.xyzw
mov o0.xyz, v1.xyzx
${hasPrimitive ? 'iadd o0.w, v1.w, v2.x' : 'mov o0.w, v1.w'}
ret
`);
}

const PIXELS = { with: pixels(true), without: pixels(false) };

/** Vertices of an input primitive, and the topologies that give them. */
const PRIMITIVES = {
  point: [1, ['point-list']],
  line: [2, ['line-list', 'line-strip']],
  triangle: [3, ['triangle-list', 'triangle-strip']],
  lineadj: [4, ['line-list-adj', 'line-strip-adj']],
  triangleadj: [6, ['triangle-list-adj', 'triangle-strip-adj']],
} as const;

/** Most vertices that an instance gives: 12 components each, and 1024 are allowed. */
const MAX_VERTICES = 24;
const STRIPS = { pointlist: 1, trianglestrip: 3 } as const;

/** The trial of a random geometry shader. */
export function primitiveTrial(random: Random): Trial {
  const primitive = random.pick(Object.keys(PRIMITIVES) as (keyof typeof PRIMITIVES)[]);
  const [vertices, topologies] = PRIMITIVES[primitive];
  const topology = random.pick<(typeof topologies)[number]>(topologies);
  const output = random.pick(Object.keys(STRIPS) as (keyof typeof STRIPS)[]);
  const hasPrimitive = random.oneIn(2);
  const instances = random.oneIn(2) ? random.between(2, 5) : 1;
  const hasSecondStream = output === 'pointlist' && random.oneIn(4);
  const isShort = random.oneIn(3);
  const emit = emitter(random, hasPrimitive);
  // llvmpipe has no space for more strips than there are triangles with that many vertices (Mesa 22.3), so short lists
  // have one strip.
  const hasCuts = !(isShort && output === 'trianglestrip');
  const body = [
    ...hash(random, vertices, instances > 1),
    ...emissions(random, emit, STRIPS[output], hasCuts, hasSecondStream),
  ];
  const streamed = (stream: number, elements: readonly SignatureElement[]) =>
    elements.map((one) => ({ ...one, name: hasSecondStream ? `m${stream}:${one.name}` : one.name }));
  const outputs = streamed(0, [POSITION, TAG, ...(hasPrimitive ? [PRIMITIVE] : [])]);
  const text = `${signature('Input', [NUMBER, DATA])}
${signature('Output', [...outputs, ...(hasSecondStream ? streamed(1, [{ name: 'OTHER', register: 0, format: 'uint' }]) : [])])}
gs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v[${vertices}][0].x
dcl_input v[${vertices}][1].xyzw
dcl_input vPrim
${instances > 1 ? `dcl_input vGSInstanceID\ndcl_gsinstances ${instances}` : ''}
dcl_temps 4
dcl_inputprimitive ${primitive}
dcl_stream m0
dcl_outputtopology ${output}
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
${hasPrimitive ? 'dcl_output_sgv o2.x, primitive_id' : ''}
${hasSecondStream ? 'dcl_stream m1\ndcl_outputtopology pointlist\ndcl_output o0.xyzw' : ''}
dcl_maxout ${isShort ? random.between(STRIPS[output], 6) : MAX_VERTICES}
${body.join('\n')}
ret
`.replace(/\n\n+/g, '\n');
  const geometry = assembled(text);
  const pipeline = {
    shaders: new Map([
      ['vs', VERTEX],
      ['gs', geometry],
      ['ps', hasPrimitive ? PIXELS.with : PIXELS.without],
    ] as const),
    topology,
    count: random.between(vertices, 4 * vertices + 3),
    width: SIZE,
    height: SIZE,
    targets: 1,
  };
  return pipelineTrial(pipeline, `${topology}, ${pipeline.count} vertices\n${text}`);
}

/** Sets r0.x to a number of all vertices, the primitive and the instance. */
function hash(random: Random, vertices: number, hasInstances: boolean): string[] {
  const read = (vertex: string) => [
    `imad r0.x, r0.x, l(31), v[${vertex}][0].x`,
    `xor r0.x, r0.x, v[${vertex}][1].${random.pick(['x', 'y', 'z', 'w'])}`,
  ];
  const constant = () => Array.from({ length: vertices }, (_, i) => read(String(i))).flat();
  const loop = () => [
    'mov r1.x, l(0)',
    'loop',
    `uge r1.y, r1.x, l(${vertices})`,
    'breakc_nz r1.y',
    ...read('r1.x + 0'),
    'iadd r1.x, r1.x, l(1)',
    'endloop',
  ];
  return [
    'mov r0.xyzw, l(0, 0, 0, 0)',
    ...(random.oneIn(2) ? constant() : loop()),
    'imad r0.x, vPrim, l(77), r0.x',
    ...(hasInstances ? ['imad r0.x, vGSInstanceID.x, l(1009), r0.x'] : []),
  ];
}

/** The lines of a vertex at a position that depends on the number. r0.y counts vertices. */
function emitter(random: Random, hasPrimitive: boolean): () => string[] {
  return () => [
    `imad r2.xy, r0.xyxx, l(${random.below(64) * 2 + 1}, ${random.below(64) * 2 + 1}, 0, 0), r0.yxyy`,
    `imad r2.xy, r2.yxyy, l(${random.below(64) * 2 + 1}, ${random.below(64) * 2 + 1}, 0, 0), l(${random.below(SIZE)}, ${random.below(SIZE)}, 0, 0)`,
    'ushr r3.xy, r2.yxyy, l(7, 9, 0, 0)',
    'xor r2.xy, r2.xyxx, r3.xyxx',
    `and r2.xy, r2.xyxx, l(${SIZE - 1}, ${SIZE - 1}, 0, 0)`,
    'utof r2.xy, r2.xyxx',
    `mad o0.xy, r2.xyxx, l(${2 / SIZE}, ${-2 / SIZE}, 0.0, 0.0), l(-1.0, 1.0, 0.0, 0.0)`,
    'mov o0.zw, l(0.0, 0.0, 0.5, 1.0)',
    'imad o1.xyzw, r0.xyxy, l(1, 1, 3, 5), l(1, 2, 3, 4)',
    ...(hasPrimitive ? [`imad o2.x, vPrim, l(${random.between(1, 9)}), r0.y`] : []),
    'iadd r0.y, r0.y, l(1)',
    'emit_stream m0',
  ];
}

/** Vertices one after another, in loops and under conditions, and cuts. */
function emissions(
  random: Random,
  emit: () => string[],
  strip: number,
  hasCuts: boolean,
  hasSecondStream: boolean,
): string[] {
  const lines: string[] = [];
  for (let i = random.between(1, 3); i > 0; i--) {
    const group = Array.from({ length: strip + random.below(3) }, emit).flat();
    const cut = hasCuts && random.oneIn(2) ? ['cut_stream m0'] : [];
    const kind = random.below(3);
    if (kind === 0) lines.push(...group, ...cut);
    else if (kind === 1) {
      lines.push(`and r1.x, r0.x, l(${1 << random.below(5)})`, `if_${random.pick(['nz', 'z'])} r1.x`);
      lines.push(...group, ...cut, 'endif');
    } else {
      lines.push('and r1.z, r0.x, l(3)', 'loop', ...emit(), ...(random.oneIn(3) ? cut : []));
      lines.push('iadd r1.z, r1.z, l(-1)', 'ilt r1.w, r1.z, l(0)', 'breakc_nz r1.w', 'endloop', ...cut);
    }
    if (hasSecondStream) lines.push('mov o0.xyzw, r0.xxxx', 'emit_stream m1');
  }
  return lines;
}
