/** Hull shaders: the declarations, the control point phase, fork and join phases, each with a body of its own. */
import { TESSELLATOR_PARTITIONINGS } from '../../src/isa/sm4/names.ts';
import { DeclarationControls } from '../../src/isa/sm4/tokens.ts';
import { Body } from './sm4-body.ts';
import { type Code, writeCode } from './sm4-code.ts';
import { inputElements, joinPorts, NO_PORTS, OUTPUTS, outputElements, type Ports, portsOf } from './sm4-ports.ts';
import type { Shader } from './sm4-shader.ts';
import type { Element, RegisterFile } from './sm4-signatures.ts';
import { type BodyKind, specialInputs } from './sm4-specials.ts';
import type { Program } from './sm4-stages.ts';
import {
  controlPoints,
  DOMAINS,
  type Domain,
  declareControlPoints,
  declareDomain,
  MOST_CONTROL_POINTS,
  patchConstantElements,
  randomDomain,
} from './sm4-tessellation.ts';
import { happens, SIZES } from './sm4-weights.ts';
import { instructionWords } from './sm4-words.ts';

/** The control points of a patch before and behind the control point phase. */
interface Patch {
  readonly inputs: readonly Element[];
  readonly outputs: readonly Element[];
  readonly inputPoints: number;
  readonly outputPoints: number;
}

type PatchPhase = 'hs_fork_phase' | 'hs_join_phase';

/** A phase, and the subroutines that it calls. */
type Phase = Pick<Code, 'words' | 'subroutines'>;

/** What join phases see of the patch constants. */
const FORKED: RegisterFile = { type: 'inputPatchConstant', direction: 'input', unnamed: true };
const MOST_PHASES = 3;
const MOST_INSTANCES = 8;
const LARGEST_FACTOR = 64;

export function hullProgram(shader: Shader): Program {
  const { random, target, features } = shader;
  const domain = randomDomain(random);
  const patch = randomPatch(shader);
  const constants = patchConstantElements(random, domain, { target, features, direction: 'output' }).map((element) => ({
    ...element,
    declared: true,
  }));
  const phases = [
    ...(isPassThrough(patch) ? [] : [controlPointPhase(shader, patch)]),
    ...patchPhases(shader, patch, constants),
  ];
  return {
    words: [
      ...instructionWords('hs_decls'),
      ...declareControlPoints('input', patch.inputPoints),
      ...declareControlPoints('output', patch.outputPoints),
      ...declareTessellator(shader, domain),
      ...shader.declarations(),
      ...phases.flatMap(({ words }) => words),
      ...phases.flatMap(({ subroutines }) => subroutines),
    ],
    inputs: patch.inputs,
    outputs: patch.outputs,
    patchConstants: constants,
  };
}

const isPassThrough = ({ inputs, outputs }: Patch) => inputs === outputs;

/** Without a control point phase the points leave as they came. */
function randomPatch(shader: Shader): Patch {
  const { random } = shader;
  const inputs = inputElements(shader);
  const inputPoints = random.between(1, MOST_CONTROL_POINTS);
  if (happens(random, 'passThrough')) return { inputs, outputs: inputs, inputPoints, outputPoints: inputPoints };
  return { inputs, outputs: outputElements(shader), inputPoints, outputPoints: random.between(1, MOST_CONTROL_POINTS) };
}

function declareTessellator({ random }: Shader, domain: Domain): number[] {
  const partitioning = random.between(1, TESSELLATOR_PARTITIONINGS.length - 1);
  const primitive = random.pick(DOMAINS[domain].primitives);
  return [
    ...declareDomain(domain),
    ...instructionWords(
      'dcl_tessellator_partitioning',
      [],
      DeclarationControls.tessellatorPartitioning.set(0, partitioning),
    ),
    ...instructionWords(
      'dcl_tessellator_output_primitive',
      [],
      DeclarationControls.tessellatorOutputPrimitive.set(0, primitive),
    ),
    ...(random.oneIn(2)
      ? instructionWords('dcl_hs_max_tessfactor', [floatWord(random.between(1, LARGEST_FACTOR))])
      : []),
  ];
}

function controlPointPhase(shader: Shader, patch: Patch): Phase {
  const file = controlPoints('input', patch.inputPoints);
  const points = portsOf(shader, patch.inputs, file);
  return writePhase(
    shader,
    'hs_control_point_phase',
    points,
    portsOf(shader, patch.outputs, { ...OUTPUTS, unnamed: true }),
    [],
  );
}

/** Fork phases, then join phases; every patch constant comes out of one of them. */
function patchPhases(shader: Shader, patch: Patch, constants: readonly Element[]): Phase[] {
  const { random } = shader;
  const forks = random.between(0, MOST_PHASES);
  const joins = random.between(forks === 0 ? 1 : 0, MOST_PHASES);
  const phases = Array.from({ length: forks + joins }, () => [] as Element[]);
  for (const element of constants) random.pick(phases).push(element);
  const forked = phases.slice(0, forks).flat();
  return phases.map((outputs, i) =>
    patchPhase(shader, i < forks ? 'hs_fork_phase' : 'hs_join_phase', patch, outputs, forked),
  );
}

function patchPhase(
  shader: Shader,
  kind: PatchPhase,
  patch: Patch,
  outputs: readonly Element[],
  forked: readonly Element[],
): Phase {
  const inputs = joinPorts(
    portsOf(shader, patch.inputs, controlPoints('inputControlPoint', patch.inputPoints)),
    isPassThrough(patch)
      ? NO_PORTS
      : portsOf(shader, patch.outputs, controlPoints('outputControlPoint', patch.outputPoints)),
    kind === 'hs_join_phase' ? portsOf(shader, forked, FORKED) : NO_PORTS,
  );
  return writePhase(shader, kind, inputs, portsOf(shader, outputs, OUTPUTS), instanceCount(shader, kind));
}

function instanceCount({ random }: Shader, kind: PatchPhase): number[] {
  if (!random.oneIn(2)) return [];
  return instructionWords(`dcl_${kind}_instance_count`, [random.between(1, MOST_INSTANCES)]);
}

function writePhase(
  shader: Shader,
  kind: BodyKind & `hs_${string}`,
  inputs: Ports,
  outputs: Ports,
  counts: readonly number[],
): Phase {
  const all = joinPorts(inputs, specialInputs(shader, kind));
  const code = writeCode(new Body(shader, all.registers, outputs.registers), SIZES.phaseStatements);
  const words = [
    ...instructionWords(kind),
    ...counts,
    ...all.declarations,
    ...outputs.declarations,
    ...code.declarations,
    ...code.words,
  ];
  return { words, subroutines: code.subroutines };
}

function floatWord(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0]!;
}
