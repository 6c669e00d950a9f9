/**
 * Translates shaders to other languages: lowers, runs the passes, gives everything a name and a place, and lets the target write. Bad input is a
 * diagnostic.
 *
 * Not for: validation (translate-validated.ts), what a language looks like (src/emit), or pipelines of WebGPU (webgpu-pipeline.ts).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { type Diagnostic, Diagnostics, hex } from '../base/diagnostics.ts';
import { readShaderFile, type ShaderFile, type ShaderProgram } from '../container/shader-file.ts';
import { inMember } from '../emit/common/constant-members.ts';
import { EMIT_MESSAGES } from '../emit/common/messages.ts';
import { NameScope } from '../emit/common/names.ts';
import type { ConstantLayout, EmitPlan, EmitReport, EmitTarget, NeededResource } from '../emit/common/plan.ts';
import { forEachOp } from '../emit/common/resource-uses.ts';
import { WGSL } from '../emit/wgsl/emit-wgsl.ts';
import { type IrModule, type IrStage, Op, runPasses, widthOf } from '../ir/index.ts';
import { lowerProgram } from '../lower/lower.ts';
import { LOWER_MESSAGES } from '../lower/messages.ts';
import type { Sm4Reflection } from '../reflect/sm4.ts';
import { bindingRows, planBindings } from './bindings.ts';
import { elementRows, planElements } from './interface.ts';
import { requiredLimits } from './limits.ts';
import { MAP_VERSION, type TranslationMap } from './map-shape.ts';
import { TRANSLATE_MESSAGES } from './messages.ts';
import { CORE_OPTIONS, type CoreOptions, type TargetLanguage } from './options.ts';
import { constantLayout, nameElements, sm4ReflectionOf, suggestedFormat } from './reflected.ts';

/** A translated shader. */
export interface TranslatedStage {
  readonly stage: IrStage;
  readonly code: string;
  readonly map: TranslationMap;
}

export interface TranslationResult {
  /** The shaders that were translated, in the order of the input. */
  readonly stages: readonly TranslatedStage[];
  /** Spans are bytes of the file; `shader` is the number of the input where there are several. */
  readonly diagnostics: readonly Diagnostic[];
}

const TARGETS: Readonly<Record<TargetLanguage, EmitTarget>> = { wgsl: WGSL };

/** What the core gets from functions that carry more than it does. */
export interface Additions {
  /** What is wrong with a file; a file with errors is refused. */
  readonly validate?: (bytes: Uint8Array) => readonly Diagnostic[];
  /** The texts of instructions for comments, by token. */
  readonly comments?: (program: ShaderProgram) => (at: number) => string | undefined;
}

/**
 * Translates as `translate` does, but does not validate its input and writes no comments, for bundles that have to be small. A program that
 * breaks a rule is refused where it has no meaning; the code of others is not specified.
 *
 * @param input a compiled shader, or several
 * @throws TypeError when an input holds no bytes, or an option is wrong
 */
export function translateUnvalidated(
  input: ByteSource | readonly ByteSource[],
  options: CoreOptions = {},
): TranslationResult {
  checkOptions(options, CORE_OPTIONS, 'translateUnvalidated');
  return translateAll(input, options, {}, 'translateUnvalidated');
}

/** Translates the first program of each input. */
export function translateAll(
  input: ByteSource | readonly ByteSource[],
  options: CoreOptions,
  additions: Additions,
  caller: string,
): TranslationResult {
  const isList = Array.isArray(input) && input.every((one) => typeof one === 'object');
  const inputs = (isList ? input : [input]) as readonly ByteSource[];
  const stages: TranslatedStage[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [i, one] of inputs.entries()) {
    const { stage, diagnostics: own } = translateShader(toBytes(one, caller), options, additions);
    if (stage !== undefined) stages.push(stage);
    for (const row of own) diagnostics.push(isList ? { ...row, shader: i } : row);
  }
  return { stages, diagnostics };
}

interface TranslatedShader {
  readonly stage: TranslatedStage | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function translateShader(bytes: Uint8Array, options: CoreOptions, additions: Additions): TranslatedShader {
  const errors = additions.validate?.(bytes).filter(({ severity }) => severity === 'error') ?? [];
  if (errors.length > 0) return { stage: undefined, diagnostics: errors };
  const diagnostics = new Diagnostics();
  const file = readShaderFile(bytes, diagnostics);
  const [program] = file.programs;
  if (program === undefined) {
    if (!diagnostics.hasErrors) diagnostics.report(LOWER_MESSAGES.DX5091, 0, 0);
    return { stage: undefined, diagnostics: diagnostics.list };
  }
  if (program.isa === 'sm1') {
    // Such a program has a module, but the targets have no rules for samplers and constants of Direct3D 9.
    const { offset, words } = program;
    diagnostics.report(LOWER_MESSAGES.DX5090, offset, offset + WORD, { version: hex(words[0] ?? 0, 8) });
    return { stage: undefined, diagnostics: diagnostics.list };
  }
  const { module, diagnostics: found } = lowerProgram(program);
  for (const one of found) diagnostics.list.push(one);
  if (module === undefined) return { stage: undefined, diagnostics: diagnostics.list };
  const stage = new StageTranslator(file, program, module, options, additions, diagnostics).translate();
  return { stage: diagnostics.hasErrors ? undefined : stage, diagnostics: diagnostics.list };
}

const WORD = 4;

class StageTranslator {
  readonly #target: EmitTarget;
  readonly #reflection: Sm4Reflection | undefined;
  readonly #reported = new Set<string>();

  constructor(
    file: ShaderFile,
    private readonly program: ShaderProgram,
    private readonly module: IrModule,
    private readonly options: CoreOptions,
    private readonly additions: Additions,
    private readonly diagnostics: Diagnostics,
  ) {
    this.#target = TARGETS[options.to ?? 'wgsl'];
    this.#reflection = sm4ReflectionOf(file);
  }

  /** Reports what a target cannot do at a token; the same thing at one token once. */
  readonly #report: EmitReport = (code, at, values = {}) => {
    const { offset } = this.program;
    const key = `${code} ${at} ${JSON.stringify(values)}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    const start = offset + WORD * at;
    this.diagnostics.report(EMIT_MESSAGES[code], start, start + WORD, values);
  };

  translate(): TranslatedStage | undefined {
    const { module, options, diagnostics } = this;
    const target = this.#target;
    const { stage } = module;
    if (!target.stages.includes(stage)) {
      this.#report('DX6001', 0, { target: target.name, stage: STAGE_NAMES[stage] });
      return undefined;
    }
    nameElements(module, this.#reflection);
    runPasses(module, options.instances === undefined ? {} : { instances: options.instances });
    const assumptions: string[] = [];
    const formats = this.#formats();
    const needed = target.resources(module, formats, this.#report);
    const bindings = planBindings(module, needed, target, this.#reflection, options, diagnostics);
    const inputs = planElements(module, true, target, diagnostics, this.#report);
    const outputs = planElements(module, false, target, diagnostics, this.#report);
    for (const { name, format, kind } of bindings.resources)
      if (format !== undefined && kind !== 'storageTexture')
        assumptions.push(`Elements of ${name} have the format ${format}.`);
    const plan: EmitPlan = {
      entryPoint: bindings.entryPoint,
      profile: options.profile ?? 'guarded',
      robustness: options.robustness ?? 'd3d',
      resources: bindings.resources,
      inputs,
      outputs,
      runtime: bindings.runtime,
      constants: options.constants === 'named' ? this.#layouts(needed, bindings.resources) : new Map(),
      ...(this.additions.comments !== undefined && { commentAt: this.additions.comments(this.program) }),
    };
    if (diagnostics.hasErrors) return undefined;
    const emitted = target.emit(module, plan, this.#report);
    const rows = bindingRows(module, bindings, WORD * emitted.runtimeUniforms.length);
    const { threadGroupSize } = module.facts;
    const map: TranslationMap = {
      version: MAP_VERSION,
      target: options.to ?? 'wgsl',
      stage,
      profile: module.facts.profile,
      entryPoint: plan.entryPoint,
      ...(stage === 'cs' && threadGroupSize !== undefined && { workgroupSize: threadGroupSize }),
      bindings: rows,
      constants: Object.fromEntries(
        [...plan.constants].map(([number, { members }]) => [nameOf(bindings.resources, number), members]),
      ),
      inputs: elementRows(module.inputs, inputs),
      outputs: elementRows(module.outputs, outputs),
      runtimeUniforms: emitted.runtimeUniforms,
      requires: {
        features: emitted.features,
        languageFeatures: emitted.languageFeatures,
        limits: requiredLimits(module, rows),
      },
      assumptions: [...assumptions, ...emitted.assumptions],
      approximations: emitted.approximations,
      sourceMap: sourceMapOf(emitted.lineTokens),
    };
    return { stage, code: emitted.code, map };
  }

  /** Formats of typed views: those of the user, else what the declaration in HLSL suggests. */
  #formats(): Map<number, string> {
    const formats = new Map<number, string>();
    for (const [number, binding] of this.module.bindings.entries()) {
      if (binding.returnTypes === undefined) continue;
      if (binding.kind !== 'uav' && binding.dimension !== 'buffer') continue;
      const type = binding.kind === 'uav' ? 'uav' : 'srv';
      const chosen = this.options.bindings?.find(
        (row) => row.type === type && row.register === binding.register && (row.space ?? 0) === binding.space,
      );
      const format = chosen?.format ?? suggestedFormat(binding, this.#reflection);
      if (format !== undefined) formats.set(number, format);
    }
    return formats;
  }

  /** Structures of the buffers of constants that are read where their members are. */
  #layouts(needed: readonly NeededResource[], resources: EmitPlan['resources']): Map<number, ConstantLayout> {
    const layouts = new Map<number, ConstantLayout>();
    const types = new NameScope(this.#target.reserved);
    for (const { name } of resources) types.unique(name);
    for (const { binding: number } of needed) {
      const binding = this.module.bindings[number]!;
      if (binding.kind !== 'constants' || binding.count !== 1 || layouts.has(number)) continue;
      const layout = constantLayout(binding, this.#reflection, this.#target.reserved);
      const reason =
        layout === undefined
          ? 'reflection does not name its members, or has arrays of structures'
          : !this.#target.canLayOut(layout)
            ? `a member is where ${this.#target.name} cannot have it`
            : this.#hasOtherReads(number, layout)
              ? 'some reads are no members'
              : undefined;
      if (reason === undefined)
        layouts.set(number, { ...layout!, typeName: types.unique(`${layout!.typeName}Constants`) });
      else this.diagnostics.report(TRANSLATE_MESSAGES.DX6074, 0, 0, { name: `cb${binding.register}`, reason });
    }
    return layouts;
  }

  /** Whether an operation reads rows of a binding by a value, or parts of several members at once. */
  #hasOtherReads(number: number, { members }: ConstantLayout): boolean {
    const { module } = this;
    const { ops } = module;
    let found = false;
    forEachOp(module, (op) => {
      if (ops.code[op] !== Op['cb.load'] || ops.extra[op]! >> 2 !== number) return;
      const row = ops.operand(op, 0);
      if (ops.code[row] !== Op.const || ops.arity[op]! > 1) found = true;
      else {
        const offset = 16 * ops.operand(row, 0) + 4 * (ops.extra[op]! & 3);
        const bytes = 4 * widthOf(ops.type[op]!);
        found ||= !members.some((member) => inMember(member, offset, bytes) !== undefined);
      }
    });
    return found;
  }
}

const STAGE_NAMES: Readonly<Record<IrStage, string>> = {
  vs: 'vertex',
  ps: 'pixel',
  gs: 'geometry',
  hs: 'hull',
  ds: 'domain',
  cs: 'compute',
};

function nameOf(resources: EmitPlan['resources'], number: number): string {
  return resources.find(({ binding }) => binding === number)!.name;
}

/** Pairs of a line and its token, where the token changes. */
function sourceMapOf(lineTokens: readonly number[]): [number, number][] {
  const pairs: [number, number][] = [];
  let last = -1;
  for (const [i, token] of lineTokens.entries()) {
    if (token === last) continue;
    last = token;
    pairs.push([i + 1, token]);
  }
  return pairs;
}
