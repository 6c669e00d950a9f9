/**
 * SPIR-V from a module: declarations, helper functions, and the functions of the module. The module has been through the passes; the plan says where
 * everything is.
 *
 * Not for: names and numbers (src/translate), what is written for an operation (rules-*.ts), blocks (flow.ts).
 */
import { type IrModule, NO_OP, Op, parametersOf } from '../../ir/index.ts';
import type { Emission, EmitPlan, EmitReport, EmitTarget } from '../common/plan.ts';
import { spirvBuiltin } from './builtins.ts';
import { capabilityRow } from './capabilities.ts';
import { SpirvContext } from './context.ts';
import { FlowWriter } from './flow.ts';
import { ExecutionMode, ExecutionModel, Spv } from './grammar.ts';
import { copyInputRanges, copyOutputRanges, declareArrays, declareInterface, declareOutputModes } from './interface.ts';
import { SpirvModule } from './module-writer.ts';
import { spirvResources } from './resources.ts';
import { SPIRV_RULES } from './rules.ts';
import { declareResources } from './variables.ts';

export const SPIRV: EmitTarget = {
  name: 'SPIR-V',
  stages: ['vs', 'ps', 'cs'],
  reserved: new Set(),
  resources: spirvResources,
  builtin: spirvBuiltin,
  // The code has rows; layouts are for the map.
  canLayOut: () => true,
  emit: emitSpirv,
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
  for (const [number, { kind }] of module.functions.entries()) if (kind === 'subroutine') writer.subroutine(number);
  writer.main(entry);
  writeModes(w, entry);
  const variables = m.version < LISTS_ALL_VARIABLES ? w.inputVariables : [...w.inputVariables, ...w.variables];
  const model = ExecutionModel[module.stage];
  const { words, mainStart } = m.assemble({ model, id: entry, name: plan.entryPoint, variables });
  const capabilities = [...m.capabilities].filter((name) => name !== 'Shader');
  const features = capabilities.map((name) => capabilityRow(name).feature).filter((name) => name !== undefined);
  return {
    code: words,
    sourceMap: writer.tokens.map(([at, token]) => [at + mainStart, token]),
    runtimeUniforms: w.hasRuntime
      ? [{ name: 'sample_count', offset: 0, type: 'u32', why: 'samples of a pixel of the targets' }]
      : [],
    features: [...new Set([...features, ...storeFeatures(w)])],
    languageFeatures: [...capabilities, ...m.extensionNames],
    assumptions: [...w.assumptions],
    approximations: [...w.approximations],
  };
}

/** What vertex and pixel shaders need that write memory. */
function storeFeatures({ module, plan }: SpirvContext): string[] {
  const writes = plan.resources.some(({ kind }) => /^storage/.test(kind));
  if (!writes || module.stage === 'cs') return [];
  return [module.stage === 'ps' ? 'fragmentStoresAndAtomics' : 'vertexPipelineStoresAndAtomics'];
}

function writeModes(w: SpirvContext, entry: number): void {
  const { m, module } = w;
  const { stage, facts } = module;
  const mode = (code: number, ...literals: readonly number[]) =>
    m.executionModes.instruction(Spv.ExecutionMode, entry, code, ...literals);
  if (stage === 'cs') mode(ExecutionMode.LocalSize, ...(facts.threadGroupSize ?? [1, 1, 1]));
  if (stage === 'ps') {
    mode(ExecutionMode.OriginUpperLeft);
    if (facts.forcesEarlyDepth) mode(ExecutionMode.EarlyFragmentTests);
    declareOutputModes(w, entry);
  }
  if (w.isExact) {
    m.need('SignedZeroInfNanPreserve');
    mode(ExecutionMode.SignedZeroInfNanPreserve, 32);
  }
}

/** Writes the functions of a module. */
class FunctionWriter {
  /** Pairs of a word of the functions and the token that it is from. */
  readonly tokens: [number, number][] = [];
  #token = -1;
  readonly #flow: FlowWriter;
  #number = 0;

  constructor(readonly w: SpirvContext) {
    this.#flow = new FlowWriter(this);
  }

  /** Arrays that all functions share, where there are several. */
  declareShared(): void {
    if (this.w.module.functions.length > 1) declareArrays(this.w);
  }

  operation(op: number): void {
    const { w } = this;
    const { ops } = w.module;
    const token = ops.at[op]!;
    if (token !== this.#token) {
      this.#token = token;
      this.tokens.push([w.m.main.length, token]);
    }
    const id = SPIRV_RULES[ops.code[op]!]!(w, op);
    if (id !== 0) w.values[op] = id;
  }

  leaveFunction(op: number): void {
    const { w } = this;
    const { ops, functions } = w.module;
    const { kind, results } = functions[this.#number]!;
    if (kind !== 'subroutine') {
      copyOutputRanges(w);
      w.code.effect(Spv.Return);
    } else if (results.length === 0) w.code.effect(Spv.Return);
    else {
      const type = w.m.struct(results.map((one) => w.m.type(one)));
      const isReturn = op !== NO_OP && ops.code[op] === Op.return;
      const value = isReturn
        ? w.code.construct(
            type,
            results.map((_, i) => w.operand(op, i)),
          )
        : w.m.zero(type);
      w.code.effect(Spv.ReturnValue, value);
    }
  }

  /** Whether a construct is in the function that is written. */
  readonly #isOwn = (construct: number): boolean => {
    const { ops, owner, functions } = this.w.module;
    let region = ops.region[construct]!;
    while (owner[region] !== NO_OP) region = ops.region[owner[region]!]!;
    return functions[this.#number]!.region === region;
  };

  #body(region: number): void {
    const flow = this.#flow;
    flow.region(region);
    if (flow.isOpen) {
      this.leaveFunction(NO_OP);
      flow.isOpen = false;
    }
    this.w.code.effect(Spv.FunctionEnd);
  }

  subroutine(number: number): void {
    const { w } = this;
    const { m, code } = w;
    this.#number = number;
    const { region, results } = w.module.functions[number]!;
    const parameters = parametersOf(w.module, region);
    const types = parameters.map((value) => m.type(w.module.ops.type[value]!));
    const result = results.length === 0 ? m.void : m.struct(results.map((type) => m.type(type)));
    code.effect(Spv.Function, result, w.functionId(number), 0, m.function(result, types));
    for (const [i, value] of parameters.entries()) {
      const id = m.id();
      code.effect(Spv.FunctionParameter, types[i]!, id);
      w.values[value] = id;
    }
    this.#flow.start(m.id());
    this.#flow.declareVariables(this.#isOwn);
    this.#body(region);
  }

  main(entry: number): void {
    const { w } = this;
    const { m, code, module } = w;
    this.#number = module.functions.findIndex(({ kind }) => kind === 'main');
    code.effect(Spv.Function, m.void, entry, 0, m.function(m.void, []));
    this.#flow.start(m.id());
    if (module.functions.length === 1) declareArrays(w);
    if (this.#number < 0) {
      code.effect(Spv.Return);
      code.effect(Spv.FunctionEnd);
      return;
    }
    this.#flow.declareVariables(this.#isOwn);
    copyInputRanges(w);
    this.#body(module.functions[this.#number]!.region);
  }
}
