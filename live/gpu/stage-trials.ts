/**
 * Geometry, hull and domain shaders around random code on interfaces without stream output: each point that comes out
 * is a pixel of its own, and a pixel shader puts its registers to eight targets, as vertex-trial.ts does for vertices.
 * The interpreter draws the same pipeline.
 *
 * Not for: such shaders on Wine (../wine/geometry.ts, ../wine/tessellation-stages.ts).
 */
import { Random } from '../../smith/random.ts';
import { INTEGER_REGISTERS } from '../../smith/runnable/sm4-operands.ts';
import { assembled, type ComputeParts } from '../wine/compute.ts';
import { POINT, VERTEX } from '../wine/geometry.ts';
import { signature } from '../wine/signatures.ts';
import {
  CELLS,
  RESULTS as CONTROL_POINT,
  frame,
  HEIGHT,
  inputsAndBindings,
  NUMBER,
  rulesOf,
  TO_OUTPUTS,
  WIDTH,
} from '../wine/stages.ts';
import { CONSTANTS, domainText, hullText, numberOf, PASS_HULL } from '../wine/tessellation-stages.ts';
import type { Trial } from '../wine/trial.ts';
import { addPipeline, drawn, type Pipeline } from './pipeline-trial.ts';
import { OUTPUTS, PIXELS, POSITION, RESULTS, toPosition } from './vertex-trial.ts';

/** Points that a geometry shader makes of one, at most. */
const MAX_POINTS = 3;
const POINT_ROWS = MAX_POINTS * HEIGHT;

/** Gives on the control point that has the number of the point. */
const PASS_DOMAIN = assembled(`${signature('Input', CONTROL_POINT)}
${CONSTANTS}
${signature('Output', [...RESULTS, POSITION])}
ds_5_0
dcl_input_control_point_count ${CELLS}
dcl_tessellator_domain domain_isoline
dcl_globalFlags refactoringAllowed
${RESULTS.map((_, i) => `dcl_input vicp[${CELLS}][${i}].xyzw`).join('\n')}
dcl_input vDomain.x
${OUTPUTS.join('\n')}
dcl_temps ${Number(NUMBER.slice(1)) + 1}
${numberOf(NUMBER).join('\n')}
${RESULTS.map((_, i) => `mov o${i}.xyzw, vicp[${NUMBER}.x + 0][${i}].xyzw`).join('\n')}
${toPosition().join('\n')}
ret
`);

/** The trial of a geometry, hull or domain shader. */
export function stageTrial(random: Random, stage: 'gs' | 'hs' | 'ds', parts: ComputeParts): Trial {
  return trialOf(random.word(), stage, parts);
}

function trialOf(seed: number, stage: 'gs' | 'hs' | 'ds', parts: ComputeParts): Trial {
  const random = new Random(seed);
  const text = { gs: geometryText, hs: hullText, ds: pointDomainText }[stage](parts, random);
  const bytes = assembled(text);
  const [request, bindings] = inputsAndBindings(random, stage, parts);
  const shaders = {
    gs: [['gs', bytes]],
    hs: [
      ['hs', bytes],
      ['ds', PASS_DOMAIN],
    ],
    ds: [
      ['hs', PASS_HULL],
      ['ds', bytes],
    ],
  } as const;
  const pipeline: Pipeline = {
    shaders: new Map([['vs', VERTEX], ...shaders[stage], ['ps', PIXELS]]),
    bindings: new Map([[stage, bindings]]),
    ...(stage === 'gs'
      ? { topology: 'point-list', count: CELLS }
      : { topology: 'patch-list', controlPoints: 1, count: 1 }),
    width: WIDTH,
    height: stage === 'gs' ? POINT_ROWS : HEIGHT,
    targets: RESULTS.length,
  };
  addPipeline(request, pipeline);
  const rules = rulesOf(parts);
  return {
    text,
    request,
    code: parts.code,
    rebuild: (code) => trialOf(seed, stage, { ...parts, code }),
    ours: () => drawn(pipeline),
    rule: (result) => rules[result]!,
  };
}

/** Points with all registers: one always, others where a register says. */
function geometryText(parts: ComputeParts, random: Random): string {
  const point = (i: number) => [
    ...TO_OUTPUTS,
    `iadd ${NUMBER}.x, v[0][0].x, l(${i * CELLS})`,
    ...toPosition(POINT_ROWS),
    'emit_stream m0',
  ];
  const again = (i: number) => {
    // Not those of floats: executors may differ in the sign of a zero.
    const register = random.pick(INTEGER_REGISTERS);
    return [`if_${random.pick(['nz', 'z'])} ${register}.${random.pick(['x', 'y', 'z', 'w'])}`, ...point(i), 'endif'];
  };
  const end = [...point(0), ...again(1), ...(random.oneIn(2) ? again(2) : [])];
  const code = frame(
    [
      'dcl_input v[1][0].x',
      'dcl_inputprimitive point',
      'dcl_stream m0',
      'dcl_outputtopology pointlist',
      ...OUTPUTS,
      `dcl_maxout ${MAX_POINTS}`,
    ],
    [`mov ${NUMBER}.x, v[0][0].x`],
    parts,
    random,
    end,
  );
  return `${signature('Input', [POINT])}\n${signature('Output', [...RESULTS, POSITION])}\ngs_5_0\n${code}`;
}

function pointDomainText(parts: ComputeParts, random: Random): string {
  return domainText(parts, random, [...RESULTS, POSITION], OUTPUTS, [...TO_OUTPUTS, ...toPosition()]);
}
