/** Registers that are alone of their type: ids, coverage, the location in the domain, depth. */
import type { Sm4Stage } from '../src/isa/sm4/opcodes.ts';
import type { Sm4OperandTypeName } from '../src/isa/sm4/operands.ts';
import type { FeatureName } from './sm4-features.ts';
import type { Shader } from './sm4-shader.ts';
import type { ComponentType, Element } from './sm4-signatures.ts';
import { reaches, type Version } from './sm4-target.ts';
import { happens } from './sm4-weights.ts';
import type { Register } from './sm4-words.ts';
import { instructionWords, operandWords } from './sm4-words.ts';

/** The bodies that see a register: a stage, or a phase of the hull shader. */
export type BodyKind = Sm4Stage | 'hs_control_point_phase' | 'hs_fork_phase' | 'hs_join_phase';

/** Those that compilers declare with one component that has no name, and not with none (source: oracle). */
const ONE_COMPONENT: readonly Sm4OperandTypeName[] = [
  ...(['outputDepth', 'outputDepthGreaterEqual', 'outputDepthLessEqual', 'outputStencilRef'] as const),
  ...(['inputCoverageMask', 'innerCoverage'] as const),
];

interface Special {
  readonly type: Sm4OperandTypeName;
  readonly bodies: readonly BodyKind[];
  /** Components; 0 for one nameless component. */
  readonly mask: number;
  /** Whether the declaration names components. */
  readonly declaresMask?: true;
  readonly since?: Version;
  readonly feature?: FeatureName;
  /** Its name in the signature. */
  readonly semantic?: string;
  readonly systemValue?: number;
  readonly componentType?: ComponentType;
  /** Of those with the same group a program has one. */
  readonly group?: string;
}

const HULL_PHASES = ['hs_control_point_phase', 'hs_fork_phase', 'hs_join_phase'] as const;

// biome-ignore format: one row, one line
const INPUTS: readonly Special[] = [
  { type: 'inputPrimitiveId', bodies: ['gs'], mask: 0, semantic: 'SV_PrimitiveID', systemValue: 7, componentType: 'uint' },
  { type: 'inputPrimitiveId', bodies: ['ds', ...HULL_PHASES], mask: 0 },
  { type: 'inputGsInstanceId', bodies: ['gs'], mask: 1, since: '5.0' },
  { type: 'inputCoverageMask', bodies: ['ps'], mask: 1, since: '5.0', group: 'coverage' },
  { type: 'innerCoverage', bodies: ['ps'], mask: 1, since: '5.0', feature: 'innerCoverage', group: 'coverage' },
  { type: 'inputDomainPoint', bodies: ['ds'], mask: 7, declaresMask: true },
  { type: 'outputControlPointId', bodies: ['hs_control_point_phase'], mask: 0 },
  { type: 'inputForkInstanceId', bodies: ['hs_fork_phase'], mask: 1 },
  { type: 'inputJoinInstanceId', bodies: ['hs_join_phase'], mask: 1 },
  { type: 'inputThreadId', bodies: ['cs'], mask: 7, declaresMask: true },
  { type: 'inputThreadGroupId', bodies: ['cs'], mask: 7, declaresMask: true },
  { type: 'inputThreadIdInGroup', bodies: ['cs'], mask: 7, declaresMask: true },
  { type: 'inputThreadIdInGroupFlattened', bodies: ['cs'], mask: 1 },
];

// biome-ignore format: one row, one line
const OUTPUTS: readonly Special[] = [
  { type: 'outputDepth', bodies: ['ps'], mask: 0, semantic: 'SV_Depth', componentType: 'float', group: 'depth' },
  { type: 'outputDepthGreaterEqual', bodies: ['ps'], mask: 0, since: '5.0', semantic: 'SV_DepthGreaterEqual', componentType: 'float', group: 'depth' },
  { type: 'outputDepthLessEqual', bodies: ['ps'], mask: 0, since: '5.0', semantic: 'SV_DepthLessEqual', componentType: 'float', group: 'depth' },
  { type: 'outputCoverageMask', bodies: ['ps'], mask: 0, since: '4.1', semantic: 'SV_Coverage', componentType: 'uint' },
  { type: 'outputStencilRef', bodies: ['ps'], mask: 0, since: '5.0', feature: 'stencilRef', semantic: 'SV_StencilRef', componentType: 'uint' },
];

export interface ChosenSpecials {
  readonly declarations: number[];
  readonly registers: Register[];
  readonly elements: Element[];
}

/**
 * Random special inputs of a body.
 *
 * @param location components of a location in the domain
 */
export function specialInputs(shader: Shader, body: BodyKind, location = 0): ChosenSpecials {
  const rows = INPUTS.map((row) => (row.type === 'inputDomainPoint' ? { ...row, mask: location } : row));
  return choose(shader, body, rows, 'dcl_input');
}

/** Random special outputs of a body. */
export function specialOutputs(shader: Shader, body: BodyKind): ChosenSpecials {
  return choose(shader, body, OUTPUTS, 'dcl_output');
}

function choose(
  shader: Shader,
  body: BodyKind,
  rows: readonly Special[],
  mnemonic: 'dcl_input' | 'dcl_output',
): ChosenSpecials {
  const { random, target, features } = shader;
  const groups = new Set<string>();
  const chosen: ChosenSpecials = { declarations: [], registers: [], elements: [] };
  for (const row of rows) {
    const possible =
      row.bodies.includes(body) &&
      reaches(target, row.since ?? '4.0') &&
      (row.feature === undefined || features.has(row.feature)) &&
      (row.group === undefined || !groups.has(row.group));
    if (!possible || !happens(random, 'systemValue')) continue;
    if (row.group !== undefined) groups.add(row.group);
    const mask = row.declaresMask ? random.pick([1, 3, 7].filter((part) => (part & row.mask) === part)) : row.mask;
    chosen.declarations.push(
      ...instructionWords(
        mnemonic,
        operandWords(
          row.type,
          row.declaresMask ? { mask } : { components: ONE_COMPONENT.includes(row.type) ? 'one' : 'none' },
        ),
      ),
    );
    chosen.registers.push({ type: row.type, mask, special: true });
    if (row.semantic !== undefined) chosen.elements.push(elementOf(row));
  }
  return chosen;
}

function elementOf(row: Special): Element {
  return {
    semantic: row.semantic!,
    semanticIndex: 0,
    systemValue: row.systemValue ?? 0,
    type: row.componentType!,
    mask: 1,
    stream: 0,
    interpolation: 0,
    declared: true,
  };
}
