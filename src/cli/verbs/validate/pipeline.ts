/** Validates the shaders of one pipeline: each by itself, and the interfaces between them.  */
import type { Diagnostic } from '../../../base/diagnostics.ts';
import { looksLikeText } from '../../../file/text-format.ts';
import { validatePipeline } from '../../../validate/pipeline/validate-pipeline.ts';
import type { ValidationResult } from '../../../validate/validate.ts';
import { type Input, readInput } from '../../inputs/read-input.ts';
import {
  type Batch,
  type FileValidationOptions,
  notValidated,
  type Outcome,
  type RuleText,
  reportOf,
  validateBytes,
  withDiagnostics,
} from './validate-file.ts';

/** An input as the command line names it. */
export interface PipelineInput {
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface PipelineValidationResult {
  /** Whether the shaders are compatible; each of them may still be invalid by itself. */
  readonly valid: boolean;
  /** Each with the input that it points at and to which its offsets refer. */
  readonly diagnostics: readonly (Diagnostic & { readonly file: string })[];
}

/** Validates the interfaces between the shaders; the order of the inputs does not matter. */
export async function validatePipelineInputs(inputs: readonly PipelineInput[]): Promise<PipelineValidationResult> {
  const { valid, diagnostics } = validatePipeline(inputs.map(({ file, bytes }) => ({ name: file, bytes })));
  // Diagnostics of the readers are reported with the file itself.
  const violations = diagnostics.filter(({ rule }) => rule !== undefined);
  return { valid, diagnostics: violations.map((diagnostic) => reported(diagnostic, inputs)) };
}

function reported(
  { shader, ...diagnostic }: Diagnostic & { readonly shader: number },
  inputs: readonly PipelineInput[],
): Diagnostic & { file: string } {
  return { ...diagnostic, file: inputs[shader]!.file };
}

interface Read {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly result: ValidationResult;
}

/** Returns the results for the inputs in their order. A mismatch between two shaders is reported at one of them. */
export async function validatePipelineFiles(
  sources: readonly Input[],
  options: FileValidationOptions,
): Promise<Batch & { readonly compatible: boolean }> {
  const list: Read[] = [];
  for (const { file } of sources) {
    const bytes = await readInput(file);
    if (bytes instanceof Uint8Array) list.push({ file, bytes, result: await validateBytes(bytes, options) });
    else list.push({ file, bytes: new Uint8Array(0), result: notValidated(bytes) });
  }
  const readable = list.filter(({ bytes }) => bytes.byteLength > 0);
  const { valid, diagnostics } = await validatePipelineInputs(readable);
  const rules = new Map<string, RuleText>();
  const outcomes: Outcome[] = [];
  const reported = new Set<string>();
  for (const { file, bytes, result } of list) {
    // A file may be named twice.
    const violations: readonly Diagnostic[] = reported.has(file)
      ? []
      : diagnostics.filter((diagnostic) => diagnostic.file === file);
    reported.add(file);
    const combined = withDiagnostics(result, violations);
    outcomes.push({ report: await reportOf(file, bytes.byteLength, looksLikeText(bytes), combined, options, rules) });
  }
  return { outcomes, rules: [...rules.values()], compatible: valid && readable.length === list.length };
}
