/** Whether shaders of a command line that go into one pipeline fit together (`dxlens validate --link`). */

import type { Diagnostic } from '../base/diagnostics.ts';
import { type PipelineDiagnostic, validatePipeline } from '../validate/pipeline/validate-pipeline.ts';

/** An input as the command line names it. */
export interface PipelineInput {
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface PipelineValidationResult {
  /** Whether the shaders fit together; each of them may still be invalid by itself. */
  readonly valid: boolean;
  /** Each with the input that it points at: offsets count in that. */
  readonly diagnostics: readonly (Diagnostic & { readonly file: string })[];
}

/** Judges what the shaders say about each other; the order of the inputs does not matter. */
export async function validatePipelineInputs(inputs: readonly PipelineInput[]): Promise<PipelineValidationResult> {
  const { valid, diagnostics } = validatePipeline(inputs.map(({ file, bytes }) => ({ name: file, bytes })));
  // What readers say is told with the file itself.
  const own = diagnostics.filter(({ rule }) => rule !== undefined);
  return { valid, diagnostics: own.map((diagnostic) => reported(diagnostic, inputs)) };
}

function reported(
  { shader, ...diagnostic }: PipelineDiagnostic,
  inputs: readonly PipelineInput[],
): Diagnostic & { file: string } {
  return { ...diagnostic, file: inputs[shader]!.file };
}
