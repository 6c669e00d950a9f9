/**
 * Translations of any language, by parts that the caller has: opens, validates and lowers the first program of each
 * file, links pipelines, and reports. Bad input is a diagnostic.
 *
 * Not for: the public functions (translate.ts), or one shader in steps (stage-translator.ts).
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import type { EmitTarget } from '../emit/common/plan.ts';
import { detectFormat } from '../file/detect-format.ts';
import { readShaderFile, type ShaderProgram } from '../file/shader-file.ts';
import type { IrStage } from '../ir/index.ts';
import { lowerProgram } from '../lower/lower.ts';
import { DX5091 } from '../lower/messages.ts';
import {
  CONTROL_POINTS_RULE,
  DOMAIN_RULE,
  LEFT_OUT_RULE,
  NOT_IN_PIPELINE_RULE,
  POSITION_RULE,
  PRIMITIVE_RULE,
  TESSELLATION_RULE,
  validatePipeline,
} from '../validate/pipeline/validate-pipeline.ts';
import { checkBindings } from './bindings.ts';
import { checkState9 } from './direct3d9/options.ts';
import { PIPELINE_ORDER } from './link.ts';
import type { ListingParts } from './listings.ts';
import { DX6073, DX6077, DX6085, DX6086, DX6088 } from './messages.ts';
import {
  type CoreOptions,
  type StageOptions,
  TARGET_VERSIONS,
  type TargetLanguage,
  TRANSLATE_OPTIONS,
  type TranslateOptions,
  versionOf,
} from './options.ts';
import { StageTranslator, type TranslatedStage } from './stage-translator.ts';
import { STAGE_NAMES } from './stages.ts';

export interface TranslationResult<Language extends TargetLanguage = TargetLanguage> {
  /** The shaders that were translated, in the order of the input. */
  readonly stages: readonly TranslatedStage<Language>[];
  /** Spans are bytes of the file; `shader` is the number of the input where there are several. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The parts of {@link translateWith}. */
export interface LoadedParts {
  readonly target: (version: string) => EmitTarget;
  /** Without them code has no comments, and maps have no code of preshaders. */
  readonly listings: ListingParts | undefined;
  /** Validates a file. */
  readonly diagnosticsOf: (bytes: Uint8Array) => readonly Diagnostic[];
}

/** Translates as `translate` does, with parts that the caller has loaded. */
export function translateWith(
  input: ByteSource | readonly ByteSource[],
  options: TranslateOptions,
  { target, listings, diagnosticsOf: validateFile }: LoadedParts,
): TranslationResult {
  checkOptions(options, TRANSLATE_OPTIONS, 'translate');
  const { validate: validates = true, comments = false } = options;
  const parts: Parts = {
    target,
    open: readShaderFile,
    ...(validates && { validate: validateFile, validateLink: faultsOfLink }),
    ...(listings !== undefined && { preshaderCode: listings.preshaderCode }),
    ...(listings !== undefined && comments && { comments: listings.comments }),
  };
  return translateAll(input, options, parts, 'translate');
}

/**
 * The parts of a translation that differ between the functions of this file: bundlers leave out those that no called
 * function names.
 */
export interface Parts {
  /** The target for a version of the language. */
  readonly target: (version: string) => EmitTarget;
  /** Opens a file. */
  readonly open: typeof readShaderFile;
  /** Returns the diagnostics of a file; a file with errors is refused. */
  readonly validate?: (bytes: Uint8Array) => readonly Diagnostic[];
  /** Returns the faults of the files as a pipeline that linking cannot repair; `shader` is the number of the input. */
  readonly validateLink?: (inputs: readonly Uint8Array[]) => readonly Diagnostic[];
  /** Instructions as comments, by token. */
  readonly comments?: (program: ShaderProgram) => (at: number) => string | undefined;
  /** The listing of the preshader of a program of models 1 to 3. */
  readonly preshaderCode?: (words: Uint32Array) => string | undefined;
}

/** Translates the first program of each input. */
export function translateAll(
  input: ByteSource | readonly ByteSource[],
  options: CoreOptions,
  parts: Parts,
  caller: string,
): TranslationResult {
  if (options.state9 !== undefined) checkState9(options.state9, caller);
  if (options.bindings !== undefined) checkBindings(options.bindings, caller);
  checkVersion(options, caller);
  const isList = Array.isArray(input) && input.every((one) => typeof one === 'object');
  const inputs = (isList ? input : [input]) as readonly ByteSource[];
  const files = inputs.map((one) => toBytes(one, caller));
  const opened = files.map((one, i) => openStage(one, optionsOf(options, i), parts));
  const faults = (options.link === true && parts.validateLink?.(files)) || [];
  for (const one of faults) opened[one.shader ?? 0]!.diagnostics.list.push(one);
  let isComplete = true;
  if (options.link === true) {
    const isLinked = linkPipeline(opened);
    // A pipeline that lacks a stage is linked with nothing.
    isComplete = isLinked && faults.length === 0 && opened.every(({ stage }) => stage !== undefined);
  } else for (const { stage } of opened) stage?.optimize();
  const stages: TranslatedStage[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [i, { stage, diagnostics: reported }] of opened.entries()) {
    const translated = isComplete && !reported.hasErrors ? stage?.translate() : undefined;
    if (translated !== undefined && !reported.hasErrors) stages.push(translated);
    stage?.module.release();
    for (const row of reported.list) diagnostics.push(isList ? { ...row, shader: i } : row);
  }
  return { stages, diagnostics };
}

function checkVersion({ to = 'wgsl', version }: CoreOptions, caller: string): void {
  const versions = TARGET_VERSIONS[to];
  if (version !== undefined && !versions.includes(version))
    throw new RangeError(`${caller}: no version ${version} of ${to}; versions: ${versions.join(', ') || 'none'}`);
}

/** The options of one input. */
function optionsOf(options: CoreOptions, i: number): StageOptions {
  if (options.instances === undefined) return options as StageOptions;
  const { instances, ...others } = options;
  const choice = isReadonlyArray(instances) ? instances[i] : instances;
  return choice === undefined ? others : { ...others, instances: choice };
}

function isReadonlyArray<Item>(value: unknown | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}

interface OpenedStage {
  /** undefined where the diagnostics say why there is none. */
  readonly stage: StageTranslator | undefined;
  readonly diagnostics: Diagnostics;
}

/** Validates and lowers the first program of a shader. */
function openStage(bytes: Uint8Array, options: StageOptions, parts: Parts): OpenedStage {
  const diagnostics = new Diagnostics();
  const refused = { stage: undefined, diagnostics };
  for (const one of parts.validate?.(bytes) ?? []) if (one.severity === 'error') diagnostics.list.push(one);
  if (diagnostics.hasErrors) return refused;
  const file = parts.open(bytes, diagnostics);
  const [program] = file.programs;
  if (program === undefined) {
    if (!diagnostics.hasErrors) diagnostics.report(DX5091, 0, 0);
    return refused;
  }
  if (options.to === 'dxbc' && program.isa !== 'sm1') {
    diagnostics.report(DX6088, program.offset, program.offset + 4);
    return refused;
  }
  if (options.state9 !== undefined && program.isa !== 'sm1')
    diagnostics.report(DX6085, program.offset, program.offset + 4);
  const samplers = options.state9?.samplers?.map((one) => one ?? undefined);
  const { module, diagnostics: found } = lowerProgram(program, undefined, samplers && { samplers });
  for (const one of found) diagnostics.list.push(one);
  if (module === undefined) return refused;
  const commentAt = parts.comments?.(program);
  const target = parts.target(versionOf(options));
  const { preshaderCode } = parts;
  const input = { file, program, module, target, diagnostics, commentAt, preshaderCode };
  return { stage: new StageTranslator(input, options), diagnostics };
}

/**
 * Links stages from the last one to the first, because what a stage reads is known after its passes. Returns whether
 * they belong together.
 */
function linkPipeline(opened: readonly OpenedStage[]): boolean {
  const byStage = new Map<IrStage, OpenedStage>();
  for (const one of opened) {
    const stage = one.stage?.module.stage;
    if (stage === undefined) continue;
    if (byStage.has(stage)) one.diagnostics.report(DX6073, 0, 0, { stage: STAGE_NAMES[stage] });
    else byStage.set(stage, one);
  }
  const models = new Set(opened.flatMap(({ stage }) => stage?.isa ?? []));
  if (models.size > 1) {
    for (const { stage, diagnostics } of opened) if (stage?.isa === 'sm1') diagnostics.report(DX6086, 0, 0);
    return false;
  }
  const order = PIPELINE_ORDER.filter((stage) => byStage.has(stage));
  const isAlone = order.length === 1 && opened.every(({ stage }) => stage !== undefined);
  if (isAlone) byStage.get(order[0]!)!.diagnostics.report(DX6077, 0, 0);
  let next: StageTranslator | undefined;
  for (const stage of order.reverse()) {
    const translator = byStage.get(stage)!.stage!;
    if (next !== undefined) translator.linkWith(next);
    translator.optimize();
    next = translator;
  }
  for (const { stage } of opened) if (stage !== undefined && !order.includes(stage.module.stage)) stage.optimize();
  return true;
}

/** The rules of pipelines that linking cannot repair. */
const LINK_FAULTS = [
  NOT_IN_PIPELINE_RULE,
  TESSELLATION_RULE,
  CONTROL_POINTS_RULE,
  DOMAIN_RULE,
  LEFT_OUT_RULE,
  PRIMITIVE_RULE,
];

/**
 * Returns the errors of a pipeline that linking cannot repair: stages that do not belong together, and hull and domain
 * shaders that differ. Inputs that the stage before does not write are 0, and have warnings of their own (link.ts).
 */
function faultsOfLink(inputs: readonly Uint8Array[]): Diagnostic[] {
  if (inputs.length < 2) return [];
  const stages = inputs.map((bytes) => detectFormat(bytes).profile?.slice(0, 2));
  // A domain shader reads the outputs of a hull shader from the registers of both, so that each difference counts.
  const hasHull = stages.includes('hs');
  const codes = new Set<string>(LINK_FAULTS.map((rule) => rule.code));
  return validatePipeline(inputs).diagnostics.filter(
    ({ code, severity, shader }) =>
      severity === 'error' && (codes.has(code) || (hasHull && stages[shader] === 'ds' && code !== POSITION_RULE.code)),
  );
}
