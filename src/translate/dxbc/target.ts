/**
 * Bytecode of shader models 4.0 to 5.1 as a target of translations, for shaders of models 1 to 3: textures and
 * samplers have the number of their sampler of Direct3D 9, constants are b0, states b1. Registers between stages are
 * the same for all shaders, so that a vertex and a pixel shader match without being translated together.
 *
 * Not for: the program (src/generate), the chunks around it (container.ts).
 */
import { DX6005 } from '../../emit/common/messages.ts';
import {
  type Emission,
  type EmitPlan,
  type EmitReport,
  type EmitTarget,
  type NeededResource,
  type PlannedElement,
  type ResourceKind,
  type ResourceUses,
  variableOfRegister,
} from '../../emit/common/plan.ts';
import { constantsVariable } from '../../emit/common/resource-uses.ts';
import { systemValueOf } from '../../emit/common/stage-elements.ts';
import { VIEW_SHAPES } from '../../emit/common/view-shapes.ts';
import { generateSm4 } from '../../generate/sm4/generate.ts';
import { newElement } from '../../ir/declarations.ts';
import { type IrElement, type IrModule, Op } from '../../ir/index.ts';
import { walkModule } from '../../ir/passes/walk.ts';
import { DX6072 } from '../messages.ts';
import { shaderOf } from './container.ts';

const NAME = 'Direct3D bytecode';
/** Most rows of a constant buffer. */
const MAX_ROWS = 4096;

const NO_WORDS: ReadonlySet<string> = /* @__PURE__ */ new Set();

/**
 * Registers between the stages that are no locations of usages. The first distances have the register of the usage that
 * has them where no system value does.
 */
const POSITION = 15;
const FACE = 16;
const PAST_POSITION = 17;
const CLIP_DISTANCES = [14, PAST_POSITION] as const;

/** Requirements of a version: feature levels, and registers that vertex shaders have for their outputs. */
const VERSIONS: Readonly<Record<string, readonly [level: string, outputs: number]>> = {
  '4.0': ['10_0', 16],
  '4.1': ['10_1', 32],
  '5.0': ['11_0', 32],
  '5.1': ['11_0', 32],
};

/** The system values of shaders of models 1 to 3 by their names in declarations. */
const SEMANTICS: Readonly<Record<string, string>> = {
  position: 'SV_Position',
  is_front_face: 'SV_IsFrontFace',
  clip_distance: 'SV_ClipDistance',
  depth: 'SV_Depth',
};

/** The target of a version, such as `5.0`. */
export function dxbcTarget(version: string): EmitTarget {
  return {
    name: NAME,
    stages: ['vs', 'ps'],
    reserved: NO_WORDS,
    reservedForVariables: { words: NO_WORDS },
    expandsLegacy: true,
    resources: neededResources,
    builtin: (module, element, isInput) => SEMANTICS[systemValueOf(module, element, isInput) ?? ''],
    canLayOut: () => true,
    numbers: {
      isShared: false,
      classOf,
      rule: () => ({ numbersOf: ({ register }, { element }) => [0, register + element], runtime: () => [0, 0] }),
    },
    emit: (module, plan, report) => emitDxbc(version, module, plan, report),
  };
}

/** The kind of register that a variable has. */
function classOf(kind: ResourceKind): string {
  return kind === 'uniformBuffer' || kind === 'readOnlyStorageBuffer' ? 'b' : kind.endsWith('ampler') ? 's' : 't';
}

function neededResources(module: IrModule, uses: ResourceUses): NeededResource[] {
  const needed: NeededResource[] = [];
  for (const [number, binding] of module.bindings.entries()) {
    const isSampler = binding.kind === 'sampler';
    if ((isSampler ? uses.samplers : uses.bindings)[number] === 0) continue;
    if (binding.kind === 'constants')
      needed.push(variableOfRegister({ ...constantsVariable(binding), kind: 'uniformBuffer' }, number, 0));
    else if (isSampler) {
      const kind = binding.isComparison === true ? 'comparisonSampler' : 'sampler';
      needed.push(variableOfRegister({ role: 'main', kind }, number, 0));
    } else {
      const viewDimension = VIEW_SHAPES[binding.dimension ?? 'texture2D']!.view;
      needed.push(variableOfRegister({ role: 'main', kind: 'texture', viewDimension, sampleType: 'float' }, number, 0));
    }
  }
  return needed;
}

function emitDxbc(
  version: string,
  module: IrModule,
  plan: EmitPlan,
  report: EmitReport,
): Omit<Emission, 'diagnostics'> {
  const { bindings, inputs, outputs, stage } = module;
  const [level, limit] = VERSIONS[version]!;
  removeUnplanned(module, plan);
  // The map has the registers of Direct3D 9.
  const before = { bindings: [...bindings], inputs: [...inputs], outputs: [...outputs] };
  for (const { binding, number } of plan.resources) bindings[binding] = { ...bindings[binding]!, register: number };
  assignRegisters(inputs, plan.inputs, stage === 'ps');
  assignRegisters(outputs, plan.outputs, stage === 'vs');
  // Registers of a range would have to be consecutive, and those of usages are not.
  const ranges = stage === 'ps' ? module.inputRanges : module.outputRanges;
  if (ranges.length > 0) report(DX6005, 0, { target: NAME, what: 'registers between stages that are indexed' });
  const large = bindings.find(({ size = 0 }) => size > MAX_ROWS);
  if (large !== undefined) report(DX6005, 0, { target: NAME, what: `a constant buffer with ${large.size} rows` });
  const past = outputs.find(({ register }) => register >= limit);
  if (past !== undefined)
    report(DX6072, 0, { direction: 'outputs', location: past.register, target: `${NAME} ${version}`, limit });
  const { words, diagnostics } = generateSm4(module, { profile: `${module.stage}_${version.replace('.', '_')}` });
  for (const { code, severity, message } of diagnostics) report({ code, severity, text: message }, 0);
  const code = words === undefined ? new Uint8Array() : shaderOf(words, module, plan);
  Object.assign(bindings, before.bindings);
  Object.assign(inputs, before.inputs);
  Object.assign(outputs, before.outputs);
  return {
    code,
    sourceMap: [],
    runtimeUniforms: [],
    features: [`feature level ${level}`],
    languageFeatures: [],
    limits: {},
    assumptions: [],
    approximations: [],
  };
}

/** Removes writes of outputs that are not in the plan: Direct3D 11 has no sizes of points. */
function removeUnplanned(module: IrModule, { outputs }: EmitPlan): void {
  const { ops } = module;
  const isNone = outputs.map(({ slot }) => slot.kind === 'none');
  if (!isNone.includes(true)) return;
  walkModule(module, (op) => {
    if (ops.code[op] === Op.out && isNone[ops.extra[op]! >> 2]) module.remove(op);
  });
}

/** Gives inputs or outputs the registers of their locations. */
function assignRegisters(list: IrElement[], planned: readonly PlannedElement[], areVaryings: boolean): void {
  for (const { element, slot } of planned) {
    const one = list[element]!;
    if (slot.kind === 'location') {
      const register = areVaryings && slot.location === POSITION ? PAST_POSITION : slot.location;
      list[element] = { ...one, register };
    } else if (slot.kind === 'none') list[element] = newElement('vertex', 0, 0);
    else if (one.special === undefined) list[element] = { ...one, ...bySystemValue(one) };
  }
}

/** The register of a system value, and how inputs of pixel shaders are interpolated. */
function bySystemValue({ systemValue, semanticIndex = 0 }: IrElement): Pick<IrElement, 'register' | 'interpolation'> {
  if (systemValue === 'position') return { register: POSITION, interpolation: 'linearNoperspective' };
  if (systemValue === 'is_front_face') return { register: FACE, interpolation: 'constant' };
  return { register: CLIP_DISTANCES[semanticIndex]! };
}
