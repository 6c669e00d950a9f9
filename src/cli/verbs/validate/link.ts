/** Validates the shaders of one pipeline together (`dxlens validate --link`). */

import type { Diagnostic } from '../../../base/diagnostics.ts';
import { validatePipeline } from '../../../validate/pipeline/validate-pipeline.ts';

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
  const own = diagnostics.filter(({ rule }) => rule !== undefined);
  return { valid, diagnostics: own.map((diagnostic) => reported(diagnostic, inputs)) };
}

function reported(
  { shader, ...diagnostic }: Diagnostic & { readonly shader: number },
  inputs: readonly PipelineInput[],
): Diagnostic & { file: string } {
  return { ...diagnostic, file: inputs[shader]!.file };
}
