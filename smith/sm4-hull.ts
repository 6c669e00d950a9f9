/** Hull shaders: the declarations, the control point phase, fork and join phases, each with a body of its own. */
import { SM4_TESSELLATOR_PARTITIONINGS } from '../src/isa/sm4/names.ts';
import { Sm4DeclarationControls } from '../src/isa/sm4/tokens.ts';
import { Body } from './sm4-body.ts';
import { type Code, writeCode } from './sm4-code.ts';
import {
  type InterfaceRegisters,
  inputElements,
  joinRegisters,
  OUTPUTS,
  outputElements,
  registersOf,
} from './sm4-ports.ts';
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
  MAX_CONTROL_POINTS,
  patchConstantElements,
  randomDomain,
} from './sm4-tessellation.ts';
import { happens, SIZES } from './sm4-weights.ts';
import { instructionWords } from './sm4-words.ts';

/** The control points of a patch before and after the control point phase. */
interface Patch {
  readonly inputs: readonly Element[];
  readonly outputs: readonly Element[];
  readonly inputPoints: number;
  readonly outputPoints: number;
}

/** A phase whose code is not written yet. */
interface PhasePlan {
  readonly kind: BodyKind & `hs_${string}`;
  readonly counts: readonly number[];
  readonly inputs: InterfaceRegisters;
  readonly outputs: InterfaceRegisters;
}

/** A phase, and the subroutines that it calls. */
type Phase = Pick<Code, 'words' | 'subroutines'>;

/** The patch constants that join phases can read. */
const FORKED: RegisterFile = { type: 'inputPatchConstant', direction: 'input', unnamed: true };
const MAX_PHASES = 3;
const MAX_INSTANCES = 8;
const LARGEST_FACTOR = 64;

export function hullProgram(shader: Shader): Program {
  const { random, target, features } = shader;
  const domain = randomDomain(random);
  const patch = randomPatch(shader);
  const constants = patchConstantElements(random, domain, { target, features, direction: 'output' }).map((element) => ({
    ...element,
    declared: true,
  }));
  const plans = [
    ...(isPassThrough(patch) ? [] : [controlPointPhase(shader, patch)]),
    ...patchPhases(shader, patch, constants),
  ];
  // The functions of interfaces belong to one phase only.
  const caller = random.pick(plans);
  const phases = plans.map((plan) => writePhase(shader, plan, plan === caller));
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
  const inputPoints = random.between(1, MAX_CONTROL_POINTS);
  if (happens(random, 'passThrough')) return { inputs, outputs: inputs, inputPoints, outputPoints: inputPoints };
  return { inputs, outputs: outputElements(shader), inputPoints, outputPoints: random.between(1, MAX_CONTROL_POINTS) };
}

function declareTessellator({ random }: Shader, domain: Domain): number[] {
  const partitioning = random.between(1, SM4_TESSELLATOR_PARTITIONINGS.length - 1);
  const primitive = random.pick(DOMAINS[domain].primitives);
  return [
    ...declareDomain(domain),
    ...instructionWords(
      'dcl_tessellator_partitioning',
      [],
      Sm4DeclarationControls.tessellatorPartitioning.set(0, partitioning),
    ),
    ...instructionWords(
      'dcl_tessellator_output_primitive',
      [],
      Sm4DeclarationControls.tessellatorOutputPrimitive.set(0, primitive),
    ),
    ...(random.oneIn(2)
      ? instructionWords('dcl_hs_max_tessfactor', [floatWord(random.between(1, LARGEST_FACTOR))])
      : []),
  ];
}

function controlPointPhase(shader: Shader, patch: Patch): PhasePlan {
  return {
    kind: 'hs_control_point_phase',
    counts: [],
    inputs: registersOf(shader, patch.inputs, controlPoints('input', patch.inputPoints)),
    outputs: registersOf(shader, patch.outputs, { ...OUTPUTS, unnamed: true }),
  };
}

/** Fork phases, then join phases; every patch constant comes out of one of them. */
function patchPhases(shader: Shader, patch: Patch, constants: readonly Element[]): PhasePlan[] {
  const { random } = shader;
  const forks = random.between(0, MAX_PHASES);
  const joins = random.between(forks === 0 ? 1 : 0, MAX_PHASES);
  const outputs = Array.from({ length: forks + joins }, () => [] as Element[]);
  for (const element of constants) random.pick(outputs).push(element);
  const forked = outputs.slice(0, forks).flat();
  // Index ranges of patch constants must not overlap in part, so one phase has one, on one side.
  const indexed = random.below(outputs.length);
  const indexesForked = indexed >= forks && random.oneIn(2);
  return outputs.map((elements, i) => {
    const join = i >= forks;
    const inputs = patchInputs(shader, patch);
    return {
      kind: join ? 'hs_join_phase' : 'hs_fork_phase',
      counts: instanceCount(shader, join ? 'hs_join_phase' : 'hs_fork_phase'),
      inputs: join
        ? joinRegisters(inputs, registersOf(shader, forked, FORKED, i === indexed && indexesForked))
        : inputs,
      outputs: registersOf(shader, elements, OUTPUTS, i === indexed && !indexesForked),
    };
  });
}

/** The control points that fork and join phases read. */
function patchInputs(shader: Shader, patch: Patch): InterfaceRegisters {
  const before = registersOf(shader, patch.inputs, controlPoints('inputControlPoint', patch.inputPoints));
  if (isPassThrough(patch)) return before;
  return joinRegisters(
    before,
    registersOf(shader, patch.outputs, controlPoints('outputControlPoint', patch.outputPoints)),
  );
}

function instanceCount({ random }: Shader, kind: 'hs_fork_phase' | 'hs_join_phase'): number[] {
  if (!random.oneIn(2)) return [];
  return instructionWords(`dcl_${kind}_instance_count`, [random.between(1, MAX_INSTANCES)]);
}

function writePhase(shader: Shader, { kind, counts, inputs, outputs }: PhasePlan, calls: boolean): Phase {
  const all = joinRegisters(inputs, specialInputs(shader, kind));
  const linkage = calls ? shader.linkage : undefined;
  const body = new Body(shader, { inputs: all.registers, outputs: outputs.registers, linkage });
  const code = writeCode(body, SIZES.phaseStatements);
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
