/**
 * Translates shaders to other languages: lowers, runs the passes, gives everything a name and a place, and lets the target write. Bad input is a
 * diagnostic.
 *
 * Not for: which languages and what else a function carries (translate-validated.ts, translate-unvalidated.ts, one-language.ts), what a language looks like (src/emit), or pipelines of WebGPU (webgpu-pipeline.ts).
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import type { EmitTarget } from '../emit/common/plan.ts';
import type { ShaderFile, ShaderProgram } from '../file/shader-file.ts';
import type { IrStage } from '../ir/index.ts';
import { DX5091 } from '../lower/messages.ts';
import { checkBindings } from './binding-rows.ts';
import { checkState9 } from './direct3d9/options.ts';
import { PIPELINE_ORDER } from './link.ts';
import { DX6073, DX6077, DX6081, DX6085, DX6086 } from './messages.ts';
import type { Models } from './models.ts';
import { type CoreOptions, type StageOptions, TARGET_VERSIONS, type TargetLanguage, versionOf } from './options.ts';
import { STAGE_NAMES } from './stage-names.ts';
import { StageTranslator, type TranslatedStage } from './stage-translator.ts';
import type { PrepareStage } from './stages.ts';

export interface TranslationResult<Language extends TargetLanguage = TargetLanguage> {
  /** The shaders that were translated, in the order of the input. */
  readonly stages: readonly TranslatedStage<Language>[];
  /** Spans are bytes of the file; `shader` is the number of the input where there are several. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What the core gets from functions that carry more than it does. */
export interface Additions {
  /** The target for a version of the language. */
  readonly target: (version: string) => EmitTarget;
  /** The instruction sets that are translated. */
  readonly models: Models;
  /** What geometry and hull shaders need; undefined for languages without them. */
  readonly prepare?: PrepareStage;
  /** Opens a file. */
  readonly open: (bytes: Uint8Array, diagnostics: Diagnostics) => ShaderFile;
  /** What is wrong with a file; a file with errors is refused. */
  readonly validate?: (bytes: Uint8Array) => readonly Diagnostic[];
  /** What is wrong with the files as a pipeline, in a way that linking cannot repair; `shader` says with which one. */
  readonly validateLink?: (inputs: readonly Uint8Array[]) => readonly Diagnostic[];
  /** The texts of instructions for comments, by token. */
  readonly comments?: (program: ShaderProgram) => (at: number) => string | undefined;
  /** The listing of the preshader of a program of models 1 to 3. */
  readonly preshaderCode?: (words: Uint32Array) => string | undefined;
}

/** Translates the first program of each input. */
export function translateAll(
  input: ByteSource | readonly ByteSource[],
  options: CoreOptions,
  additions: Additions,
  caller: string,
): TranslationResult {
  if (options.state9 !== undefined) checkState9(options.state9, caller);
  if (options.bindings !== undefined) checkBindings(options.bindings, caller);
  checkVersion(options, caller);
  const isList = Array.isArray(input) && input.every((one) => typeof one === 'object');
  const inputs = (isList ? input : [input]) as readonly ByteSource[];
  const files = inputs.map((one) => toBytes(one, caller));
  const opened = files.map((one, i) => openStage(one, optionsOf(options, i), additions));
  const faults = (options.link === true && additions.validateLink?.(files)) || [];
  for (const one of faults) opened[one.shader ?? 0]!.diagnostics.list.push(one);
  let isComplete = true;
  if (options.link === true) {
    const isLinked = linkPipeline(opened);
    // A pipeline that lacks a stage is linked with nothing.
    isComplete = isLinked && faults.length === 0 && opened.every(({ stage }) => stage !== undefined);
  } else for (const { stage } of opened) stage?.optimize();
  const stages: TranslatedStage[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [i, { stage, diagnostics: own }] of opened.entries()) {
    const translated = isComplete && !own.hasErrors ? stage?.translate() : undefined;
    if (translated !== undefined && !own.hasErrors) stages.push(translated);
    stage?.module.release();
    for (const row of own.list) diagnostics.push(isList ? { ...row, shader: i } : row);
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
  const { instances, ...others } = options;
  const own = isReadonlyArray(instances) ? instances[i] : instances;
  return own === undefined ? others : { ...others, instances: own };
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
function openStage(bytes: Uint8Array, options: StageOptions, additions: Additions): OpenedStage {
  const diagnostics = new Diagnostics();
  const refused = { stage: undefined, diagnostics };
  for (const one of additions.validate?.(bytes) ?? []) if (one.severity === 'error') diagnostics.list.push(one);
  if (diagnostics.hasErrors) return refused;
  const file = additions.open(bytes, diagnostics);
  const [program] = file.programs;
  if (program === undefined) {
    if (!diagnostics.hasErrors) diagnostics.report(DX5091, 0, 0);
    return refused;
  }
  const steps = additions.models[program.isa];
  if (steps === undefined) {
    const models = program.isa === 'sm1' ? '1 to 3' : '4 to 5.1';
    diagnostics.report(DX6081, program.offset, program.offset + 4, { models });
    return refused;
  }
  if (options.state9 !== undefined && program.isa !== 'sm1')
    diagnostics.report(DX6085, program.offset, program.offset + 4);
  const { module, diagnostics: found } = steps.lower(program, options);
  for (const one of found) diagnostics.list.push(one);
  if (module === undefined) return refused;
  const commentAt = additions.comments?.(program);
  const target = additions.target(versionOf(options));
  const { prepare, preshaderCode } = additions;
  const input = { file, program, steps, module, target, diagnostics, prepare, commentAt, preshaderCode };
  return { stage: new StageTranslator(input, options), diagnostics };
}

/** Links stages from the last one to the first, because what a stage reads is known after its passes. Returns whether they belong together. */
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
    const own = byStage.get(stage)!.stage!;
    if (next !== undefined) own.linkWith(next);
    own.optimize();
    next = own;
  }
  for (const { stage } of opened) if (stage !== undefined && !order.includes(stage.module.stage)) stage.optimize();
  return true;
}
