/**
 * Vertex shaders around random code on interfaces without stream output: each vertex is a point on a pixel of its own,
 * and a pixel shader puts its results to eight targets. All are passed on as integers, so that no bit changes.
 *
 * Not for: vertex shaders on Wine (../wine/stages.ts).
 */
import { Random } from '../../smith/random.ts';
import { TOPOLOGY } from '../../tools/executor/d3d11-request.ts';
import { assembled, type ComputeParts, INPUT_REGISTERS } from '../wine/compute.ts';
import { type SignatureElement, signature } from '../wine/signatures.ts';
import {
  CELLS,
  frame,
  HEIGHT,
  inputsAndBindings,
  NUMBER,
  rulesOf,
  runVertices,
  TO_OUTPUTS,
  WIDTH,
} from '../wine/stages.ts';
import type { Trial } from '../wine/trial.ts';

/** DXGI_FORMAT_R32G32B32A32_UINT */
const UINT4 = 3;
const COUNT = INPUT_REGISTERS.length;

const ID: SignatureElement = { name: 'SV_VertexID', mask: 'x', register: 0, systemValue: 'VERTID', format: 'uint' };
/** All registers as integers. */
export const RESULTS: readonly SignatureElement[] = INPUT_REGISTERS.map((_, i) => ({
  name: 'RESULT',
  index: i,
  register: i,
  format: 'uint',
}));
/** The register after them. */
export const POSITION: SignatureElement = { name: 'SV_Position', register: COUNT, systemValue: 'POS', format: 'float' };
const TARGETS: readonly SignatureElement[] = RESULTS.map(({ index }, i) => ({
  name: 'SV_Target',
  index: index ?? 0,
  register: i,
  systemValue: 'TARGET',
  format: 'uint',
}));

export const OUTPUTS: readonly string[] = [
  ...RESULTS.map((_, i) => `dcl_output o${i}.xyzw`),
  `dcl_output_siv o${COUNT}.xyzw, position`,
];

/** Puts the middle of the pixel whose number is in {@link NUMBER}.x out. @param height rows of the target */
export function toPosition(height = HEIGHT): readonly string[] {
  return [
    `and ${NUMBER}.y, ${NUMBER}.x, l(${WIDTH - 1})`,
    `ushr ${NUMBER}.z, ${NUMBER}.x, l(${Math.log2(WIDTH)})`,
    `utof ${NUMBER}.xy, ${NUMBER}.yzyy`,
    `mad o${COUNT}.xy, ${NUMBER}.xyxx, l(${2 / WIDTH}, ${-2 / height}, 0.0, 0.0), l(${1 / WIDTH - 1}, ${1 - 1 / height}, 0.0, 0.0)`,
    `mov o${COUNT}.zw, l(0.0, 0.0, 0.5, 1.0)`,
  ];
}

/** Puts all registers of a point to the targets. */
export const PIXELS = assembled(`${signature('Input', [...RESULTS, POSITION])}
${signature('Output', TARGETS)}
ps_5_0
dcl_globalFlags refactoringAllowed
${RESULTS.map((_, i) => `dcl_input_ps constant v${i}.xyzw`).join('\n')}
${RESULTS.map((_, i) => `dcl_output o${i}.xyzw`).join('\n')}
${RESULTS.map((_, i) => `mov o${i}.xyzw, v${i}.xyzw`).join('\n')}
ret
`);

/** The trial of a vertex shader. */
export function pointTrial(random: Random, parts: ComputeParts): Trial {
  return trialOf(random.word(), parts);
}

function trialOf(seed: number, parts: ComputeParts): Trial {
  const random = new Random(seed);
  const declarations = ['dcl_input_sgv v0.x, vertex_id', ...OUTPUTS];
  const text = `${signature('Input', [ID])}
${signature('Output', [...RESULTS, POSITION])}
vs_5_0
${frame(declarations, [`mov ${NUMBER}.x, v0.x`], parts, random, [...TO_OUTPUTS, ...toPosition()])}`;
  const bytes = assembled(text);
  const [request, bindings] = inputsAndBindings(random, 'vs', parts);
  request
    .shader('vs', bytes)
    .shader('ps', PIXELS)
    .targets(
      WIDTH,
      HEIGHT,
      RESULTS.map(() => UINT4),
    )
    .draw(TOPOLOGY.points, CELLS);
  for (let i = 0; i < COUNT; i++) request.readTarget(i, 16);
  const rules = rulesOf(parts);
  return {
    text,
    request,
    code: parts.code,
    rebuild: (code) => trialOf(seed, { ...parts, code }),
    ours: () => byRegister(runVertices(bytes, bindings)),
    rule: (result) => rules[result]!,
  };
}

/** The results of all vertices, a list for each register. */
function byRegister(all: Uint32Array): Uint32Array[] {
  return RESULTS.map((_, register) => {
    const words = new Uint32Array(4 * CELLS);
    for (let cell = 0; cell < CELLS; cell++) {
      const at = 4 * (COUNT * cell + register);
      words.set(all.subarray(at, at + 4), 4 * cell);
    }
    return words;
  });
}
