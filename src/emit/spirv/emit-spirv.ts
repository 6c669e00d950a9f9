/**
 * SPIR-V from a module: declarations, helper functions, and the functions of the module. The module has been through
 * the passes; the plan says where everything is.
 *
 * Not for: names and numbers (src/translate), what is written for an operation (rules-*.ts), blocks (flow.ts).
 */

import type { IrModule, IrStage } from '../../ir/index.ts';
import { IR_STAGES } from '../../ir/stages.ts';
import { DX6008 } from '../common/messages.ts';
import type { Emission, EmitPlan, EmitReport, EmitTarget } from '../common/plan.ts';
import { spirvBuiltin } from './builtins.ts';
import { capabilityRow } from './capabilities.ts';
import { SpirvContext } from './context.ts';
import { FunctionWriter } from './functions.ts';
import { ExecutionModel } from './grammar.ts';
import { declareInterface } from './interface.ts';
import { VULKAN_LIMITS } from './limits.ts';
import { writeModes } from './modes.ts';
import { SpirvModule } from './module-writer.ts';
import { spirvResources } from './resources.ts';
import { declareResources } from './variables.ts';
import { MAX_INSTRUCTION_WORDS } from './words.ts';

export const SPIRV: EmitTarget = {
  name: 'SPIR-V',
  stages: IR_STAGES,
  reserved: new Set(),
  reservedForVariables: { words: new Set() },
  resources: spirvResources,
  builtin: spirvBuiltin,
  canLayOut: () => true,
  hasRowsOnly: true,
  marksControlPoints: true,
  guaranteed: VULKAN_LIMITS,
  emit: emitSpirv,
};

const MODELS: Readonly<Record<IrStage, number>> = {
  vs: ExecutionModel.Vertex,
  hs: ExecutionModel.TessellationControl,
  ds: ExecutionModel.TessellationEvaluation,
  gs: ExecutionModel.Geometry,
  ps: ExecutionModel.Fragment,
  cs: ExecutionModel.GLCompute,
};

/** Since this version entry points list all global variables, not inputs and outputs only. */
const LISTS_ALL_VARIABLES = 14;

/** Writes a module. */
function emitSpirv(module: IrModule, plan: EmitPlan, report: EmitReport): Omit<Emission, 'diagnostics'> {
  const m = new SpirvModule(Math.round(10 * Number(plan.version)));
  const w = new SpirvContext(module, plan, report, m);
  const writer = new FunctionWriter(w);
  declareInterface(w);
  declareResources(w);
  const entry = m.id();
  m.name(entry, plan.entryPoint);
  writer.declareShared();
  for (const [number, { kind }] of module.functions.entries())
    if (kind === 'subroutine') writer.subroutine(number);
    else if (kind !== 'main') writer.phase(number);
  if (module.stage === 'hs') writer.hull(entry);
  else writer.main(entry);
  writeModes(w, entry);
  reportTooLong(writer, report);
  const variables = m.version < LISTS_ALL_VARIABLES ? w.inputVariables : [...w.inputVariables, ...w.variables];
  const model = MODELS[module.stage];
  const { words, mainStart } = m.assemble({ model, id: entry, name: plan.entryPoint, variables });
  writer.release();
  const capabilities = [...m.capabilities].filter((name) => name !== 'Shader');
  const features = capabilities.map((name) => capabilityRow(name).feature).filter((name) => name !== undefined);
  return {
    code: words,
    sourceMap: moved(writer.tokens, mainStart),
    runtimeUniforms: w.hasRuntime
      ? [{ name: 'sample_count', offset: 0, type: 'u32', why: 'samples of a pixel of the targets' }]
      : [],
    features: [...new Set([...features, ...storeFeatures(w)])],
    languageFeatures: [...capabilities, ...m.extensionNames],
    assumptions: [...w.assumptions],
    approximations: [...w.approximations],
  };
}

/** Reports an instruction of a function that is too long, at the token that it comes from. */
function reportTooLong({ w, tokens }: FunctionWriter, report: EmitReport): void {
  const at = w.m.main.tooLongAt;
  if (at < 0) return;
  const token = tokens.findLast(([position]) => position <= at)?.[1] ?? 0;
  report(DX6008, token, { target: 'SPIR-V', limit: MAX_INSTRUCTION_WORDS });
}

/** Moves the words of pairs by the words before the functions. */
function moved(pairs: [number, number][], by: number): [number, number][] {
  for (const pair of pairs) pair[0] += by;
  return pairs;
}

/** Features that vertex and pixel shaders need for memory writes. */
function storeFeatures({ module, plan }: SpirvContext): string[] {
  const writes = plan.resources.some(({ kind }) => kind.startsWith('storage'));
  if (!writes || module.stage === 'cs') return [];
  return [module.stage === 'ps' ? 'fragmentStoresAndAtomics' : 'vertexPipelineStoresAndAtomics'];
}
