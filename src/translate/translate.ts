/**
 * Translates shaders to other languages: lowers, runs the passes, gives everything a name and a place, and lets the target write. Bad input is a
 * diagnostic.
 *
 * Not for: validation (translate-validated.ts), what a language looks like (src/emit), or pipelines of WebGPU (webgpu-pipeline.ts).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { readShaderFile, type ShaderProgram } from '../container/shader-file.ts';
import type { EmitTarget } from '../emit/common/plan.ts';
import { WGSL } from '../emit/wgsl/emit-wgsl.ts';
import { type LowerOptions, lowerProgram } from '../lower/lower.ts';
import { LOWER_MESSAGES } from '../lower/messages.ts';
import { checkState9 } from './direct3d9/options.ts';
import { CORE_OPTIONS, type CoreOptions, type TargetLanguage } from './options.ts';
import { StageTranslator, type TranslatedStage } from './stage-translator.ts';

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
  if (options.state9 !== undefined) checkState9(options.state9, caller);
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
  const { module, diagnostics: found } = lowerProgram(program, undefined, samplersOf(options));
  for (const one of found) diagnostics.list.push(one);
  if (module === undefined) return { stage: undefined, diagnostics: diagnostics.list };
  const commentAt = additions.comments?.(program);
  const input = {
    file,
    program,
    module,
    target: TARGETS[options.to ?? 'wgsl'],
    diagnostics,
    ...(commentAt !== undefined && { commentAt }),
  };
  const stage = new StageTranslator(input, options).translate();
  module.release();
  return { stage: diagnostics.hasErrors ? undefined : stage, diagnostics: diagnostics.list };
}

/** What lowering has to know of samplers. */
function samplersOf({ state9 }: CoreOptions): LowerOptions {
  const samplers = state9?.samplers?.map((one) => one ?? undefined);
  return samplers === undefined ? {} : { samplers };
}
