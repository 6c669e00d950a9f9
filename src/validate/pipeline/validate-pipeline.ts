/**
 * Whether shaders that go into one pipeline fit together, with the rules that the runtimes of Direct3D 9, 10, 11 and 12 apply when
 * they are put together or drawn with.
 *
 * Not for: whether each shader is valid by itself (../validate.ts), or what a root signature gives them (../bindings/).
 */
import { requireBytes } from '../../base/words.ts';
import { type PipelineDiagnostic, PipelineDiagnostics } from './diagnostics.ts';
import { type LinkedShader, readLinkedShader, type ShaderInput } from './shader.ts';
import { checkStages } from './stages.ts';

export type { PipelineDiagnostic } from './diagnostics.ts';
export type { ShaderInput } from './shader.ts';

export interface PipelineValidationOptions {
  /** The stream of the geometry shader that reaches the rasterizer, as the application says when it makes the shader; 0. */
  readonly rasterizedStream?: number;
}

export interface PipelineValidationResult {
  /** Whether the shaders fit together: there is no error among the findings. */
  readonly valid: boolean;
  /** In the order of the pipeline: what is about one shader, about which shaders there are, then each pair of neighbours. */
  readonly diagnostics: readonly PipelineDiagnostic[];
}

/**
 * Judges what the shaders of one pipeline say about each other. Which stage each is for is told from its program, so the order of
 * `inputs` does not matter. Never throws on any bytes.
 *
 * @param inputs token streams of shader models 1 to 3 or containers of 4.0 to 5.1, or C source with one of them as an array
 * @throws TypeError when the bytes of an input are no `Uint8Array`
 */
export function validatePipeline(
  inputs: readonly ShaderInput[],
  options: PipelineValidationOptions = {},
): PipelineValidationResult {
  const diagnostics = new PipelineDiagnostics();
  const shaders: LinkedShader[] = [];
  for (const [index, input] of inputs.entries()) {
    requireBytes(input.bytes, 'validatePipeline');
    const shader = readLinkedShader(input, index, diagnostics);
    if (shader !== undefined) shaders.push(shader);
  }
  checkStages(shaders, options.rasterizedStream ?? 0, diagnostics);
  return { valid: !diagnostics.hasErrors, diagnostics: diagnostics.list };
}
