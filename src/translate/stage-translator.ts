/**
 * The translation of one shader in steps: lowering and what Direct3D 9 needs; then, after the stages of a pipeline were
 * linked, passes, names and locations, and the code.
 *
 * Not for: files and lists of them (translate.ts), what a language looks like (src/emit).
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import type { Writable } from '../base/writable.ts';
import { DX6001, DX6011 } from '../emit/common/messages.ts';
import type {
  ConstantLayout,
  ConstantMember,
  EmitPlan,
  EmitReport,
  EmitTarget,
  WasmInterface,
} from '../emit/common/plan.ts';
import { resourceUses } from '../emit/common/resource-uses.ts';
import type { ShaderFile, ShaderProgram } from '../file/shader-file.ts';
import type { IrModule, IrStage } from '../ir/index.ts';
import { runDefaultPasses } from '../ir/passes/run-passes.ts';
import { bindingRows, planBindings, reportRuntimeClash } from './bindings.ts';
import { constantLayouts, viewFormats } from './constant-layouts.ts';
import { preshaderRow } from './direct3d9/constants.ts';
import { type Raised9, raise9 } from './direct3d9/raise.ts';
import { stateUniforms } from './direct3d9/states.ts';
import { elementRows, planElements } from './interface.ts';
import { clampKnownRegisters, requiredLimits } from './limits.ts';
import { canLink, linkStages, unreadDistances } from './link.ts';
import type { TranslationMap } from './map-shape.ts';
import { DX6087 } from './messages.ts';
import { type CodeOf, MAP_VERSION, type StageOptions, type TargetLanguage, versionOf } from './options.ts';
import { nameElements, type Reflections, reflectSm1, reflectSm4 } from './reflected.ts';
import { prepareStage, STAGE_NAMES } from './stages.ts';
import { reportUnknownInstances } from './unknown-instances.ts';

/** A translated shader. */
export interface TranslatedStage<Language extends TargetLanguage = TargetLanguage> {
  readonly stage: IrStage;
  /** A text, the words of SPIR-V, or the bytes of a shader of Direct3D 10 to 12 or of a WebAssembly module. */
  readonly code: CodeOf<Language>;
  readonly map: TranslationMap;
}

const WORD = 4;

/** The input of the translation of a stage. */
export interface StageInput {
  readonly file: ShaderFile;
  readonly program: ShaderProgram;
  /** Just lowered. */
  readonly module: IrModule;
  readonly target: EmitTarget;
  readonly diagnostics: Diagnostics;
  /** The instructions as text for comments, by token. */
  readonly commentAt?: ((at: number) => string | undefined) | undefined;
  /** The listing of the preshader of a program of models 1 to 3. */
  readonly preshaderCode?: ((words: Uint32Array) => string | undefined) | undefined;
}

export class StageTranslator {
  readonly module: IrModule;
  readonly #input: StageInput;
  readonly #options: StageOptions;
  readonly #reflections: Reflections;
  readonly #raised: Raised9 | undefined;
  #reported: Set<string> | undefined;
  /** Inputs that are never read, if the stage was linked. */
  #unread: ReadonlySet<number> | undefined;
  /** Outputs that the next stage of a pipeline never reads, and that are left out. */
  #dropped: ReadonlySet<number> | undefined;
  /** The stages before and after it in its pipeline, if it is linked. */
  #previous: IrStage | undefined;
  #next: IrStage | undefined;

  constructor(input: StageInput, options: StageOptions) {
    const { file, program, module } = input;
    this.#input = input;
    this.#options = options;
    this.module = module;
    this.#reflections = program.isa === 'sm1' ? reflectSm1(program) : reflectSm4(file);
    prepareStage(module, this.#reflections.sm4, options);
    nameElements(module, this.#reflections.sm4);
    if (program.isa === 'sm1') this.#raised = raise9(module, options.state9 ?? {}, this.#reflections.sm1);
  }

  /** Its instruction set. */
  get isa(): ShaderProgram['isa'] {
    return this.#input.program.isa;
  }

  /** Reports what a target cannot do at a token; the same thing at one token once. */
  readonly #report: EmitReport = (message, at, values = {}) => {
    const { program, diagnostics } = this.#input;
    const { offset } = program;
    const key = `${message.code} ${at} ${JSON.stringify(values)}`;
    this.#reported ??= new Set();
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    const start = offset + WORD * at;
    diagnostics.report(message, start, start + WORD, values);
  };

  /** Makes the outputs the inputs that `next` reads; before the passes of this stage and after those of `next`. */
  linkWith(next: StageTranslator): void {
    const { target, diagnostics } = this.#input;
    this.#next = next.module.stage;
    next.#previous = this.module.stage;
    // Some languages say in the domain shader how patches are divided.
    const { partitioning, outputPrimitive } = this.module.facts;
    if (next.module.stage === 'ds' && partitioning !== undefined)
      next.module.facts = {
        ...next.module.facts,
        partitioning,
        ...(outputPrimitive !== undefined && { outputPrimitive }),
      };
    // Clip distances take effect only after the last pre-rasterization stage.
    if (next.module.stage !== 'ps') this.#dropped = unreadDistances(this.module, next.module);
    if (!canLink(this.module.stage, next.module.stage)) return;
    const shared = { module: this.module, reflections: this.#reflections };
    next.#unread = linkStages(shared, { module: next.module, reflections: next.#reflections }, target, diagnostics);
  }

  /** Runs the passes. Flushing the numbers of each operation needs the operations of Direct3D 9 to be expanded. */
  optimize(): void {
    const { instances, profile } = this.#options;
    const { expandsLegacy = false, beforePasses, isInMemory = false } = this.#input.target;
    beforePasses?.(this.module);
    const legacy = expandsLegacy && profile === 'fast' ? 'fast' : expandsLegacy || profile === 'exact';
    runDefaultPasses(this.module, { legacy, ...(instances !== undefined && { instances }) });
    // The application finds resources in memory, any register of a range among them.
    if (!isInMemory) clampKnownRegisters(this.module);
  }

  /** The code and its map, after the passes; undefined where the target cannot express the shader. */
  translate(): TranslatedStage | undefined {
    const { module } = this;
    const { target, diagnostics, commentAt } = this.#input;
    const options = this.#options;
    const reflections = this.#reflections;
    const { stage } = module;
    if (!target.stages.includes(stage)) {
      const versions = target.versionsWithStage?.(stage) ?? '';
      const name = STAGE_NAMES[stage];
      if (versions === '') this.#report(DX6001, 0, { target: target.name, stage: name });
      else this.#report(DX6011, 0, { target: target.name, what: `${name} shaders`, versions });
      return undefined;
    }
    const raised = this.#raised;
    const assumptions = [...(raised?.assumptions ?? [])];
    const formats = viewFormats(module, options.bindings ?? [], reflections.sm4, diagnostics);
    target.prepare?.(module);
    const uses = resourceUses(module);
    if (reportUnknownInstances(module, options.instances, uses, reflections.sm4, this.#report)) return undefined;
    const needed = target.resources(module, uses, formats, this.#report);
    const bindings = planBindings(module, needed, target, reflections.sm4, options, diagnostics);
    const inputs = planElements(module, true, target, diagnostics, this.#report, this.#unread, this.#previous);
    const outputs = planElements(module, false, target, diagnostics, this.#report, this.#dropped);
    for (const { name, format, kind, binding } of bindings.resources)
      if (format !== undefined && (kind === 'storageBuffer' || kind === 'readOnlyStorageBuffer'))
        assumptions.push(`Elements of ${name} have the format ${format}.`);
      else if (format !== undefined && kind === 'storageTexture' && !formats.isChosen(binding))
        assumptions.push(`Texels of ${name} have the format ${format}.`);
    const layoutInput = { module, target, reflections, raised, isNamed: options.constants === 'named', diagnostics };
    const version = versionOf(options);
    const plan: EmitPlan = {
      version,
      entryPoint: bindings.entryPoint,
      profile: options.profile ?? 'guarded',
      robustness: options.robustness ?? 'd3d',
      uses,
      resources: bindings.resources,
      inputs,
      outputs,
      ...(this.#next !== undefined && { nextStage: this.#next }),
      invariantPosition: (options.invariantPosition ?? true) && (stage !== 'hs' || target.marksControlPoints === true),
      runtime: bindings.runtime,
      constants: constantLayouts(layoutInput, needed, bindings.resources),
      ...(commentAt !== undefined && { commentAt }),
    };
    if (diagnostics.hasErrors) return undefined;
    const emitted = target.emit(module, plan, this.#report);
    if (emitted.runtimeUniforms.length > 0)
      reportRuntimeClash(bindings, options.bindings ?? [], module, target.numbers, diagnostics);
    const stateRows = this.isa === 'sm1' ? stateUniforms(module, bindings.resources, plan.constants) : [];
    const layouts = target.hasRowsOnly === true ? NO_LAYOUTS : plan.constants;
    const rows = bindingRows(module, bindings, layouts, WORD * emitted.runtimeUniforms.length);
    // Optional fields are assigned, not spread: spreads are slower than the rest of the map (measured).
    const map = { version: MAP_VERSION, target: options.to ?? 'wgsl' } as Writable<TranslationMap>;
    if (version !== '') map.targetVersion = version;
    map.stage = stage;
    map.profile = module.facts.profile;
    map.entryPoint = plan.entryPoint;
    addStageRows(map, module);
    map.bindings = rows;
    map.constants = constantRows(plan);
    const { wasm } = emitted;
    map.inputs = elementRows(module, inputs, true, false, wasm?.inputs);
    map.outputs = elementRows(module, outputs, false, plan.invariantPosition, wasm?.outputs);
    map.runtimeUniforms = stateRows.length === 0 ? emitted.runtimeUniforms : [...emitted.runtimeUniforms, ...stateRows];
    const preshader = this.#preshader();
    if (preshader !== undefined) map.preshader = preshader;
    map.requires = {
      features: emitted.features,
      languageFeatures: emitted.languageFeatures,
      limits: emitted.limits ?? requiredLimits(module, rows, target.guaranteed ?? {}, emitted.stageVariables),
    };
    map.assumptions = [...assumptions, ...emitted.assumptions];
    map.approximations = [...(raised?.approximations ?? []), ...emitted.approximations];
    map.sourceMap = emitted.sourceMap;
    if (wasm !== undefined) map.wasm = wasmRow(wasm);
    return { stage, code: emitted.code, map };
  }

  /** The description of a preshader in the map; also reports the preshader. */
  #preshader(): TranslationMap['preshader'] {
    const { program, diagnostics, preshaderCode } = this.#input;
    if (program.isa !== 'sm1') return undefined;
    const row = preshaderRow(program.words, this.#raised?.constants);
    if (row === undefined) return undefined;
    const names = row.outputs.map(({ register }) => register);
    const registers = `${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ', ...' : ''}`;
    diagnostics.report(DX6087, program.offset, program.offset + WORD, { registers });
    const code = preshaderCode?.(program.words);
    return code === undefined ? row : { ...row, code };
  }
}

const MAX_NAMED = 8;

const NO_LAYOUTS: ReadonlyMap<number, ConstantLayout> = /* @__PURE__ */ new Map();

/** Adds what the map says of groups of threads, primitives and patches. */
function addStageRows(map: Writable<TranslationMap>, { stage, facts }: IrModule): void {
  const { domain = 'undefined', inputPoints = 0, outputPoints, partitioning, outputPrimitive, maxTessFactor } = facts;
  if (stage === 'cs' && facts.threadGroupSize !== undefined) map.workgroupSize = facts.threadGroupSize;
  if (stage === 'gs') {
    const { inputPrimitive = 'undefined', outputTopologies = [], maxVertices = 0, instances = 1 } = facts;
    map.geometry = { inputPrimitive, outputTopologies: [...outputTopologies], maxVertices, instances };
  }
  if (stage !== 'hs' && stage !== 'ds') return;
  map.tessellation = {
    inputPoints,
    ...(outputPoints !== undefined && { outputPoints }),
    domain,
    ...(partitioning !== undefined && { partitioning }),
    ...(outputPrimitive !== undefined && { outputPrimitive }),
    ...(maxTessFactor !== undefined && { maxTessFactor }),
  };
}

/** The interface of a WebAssembly module; where elements are is in their rows. */
function wasmRow({ inputs: _, outputs: __, ...rest }: WasmInterface): TranslationMap['wasm'] {
  return rest;
}

/** Members of buffers of constants by the names of their variables. */
function constantRows({ constants, resources }: EmitPlan): TranslationMap['constants'] {
  const rows: Record<string, readonly ConstantMember[]> = {};
  for (const [number, { members }] of constants)
    rows[resources.find(({ binding }) => binding === number)!.name] = members;
  return rows;
}
