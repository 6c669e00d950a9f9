/**
 * Whether shaders that go into one pipeline fit together, with the rules that the runtimes of Direct3D 9, 10, 11 and 12
 * apply when they are put together or drawn with.
 *
 * Not for: whether each shader is valid by itself (../validate.ts), or its bindings against a root signature
 * (../bindings/).
 */
import { type ByteSource, toBytes, typeText } from '../../base/bytes.ts';
import { checkOptions } from '../../base/check-options.ts';
import type { Diagnostic } from '../../base/diagnostics.ts';
import type { CheckResult } from '../result.ts';
import { PipelineDiagnostics } from './diagnostics.ts';
import { type NamedShader, type PipelineShader, readPipelineShader } from './shader.ts';
import { checkStages } from './stages.ts';

export interface PipelineValidationOptions {
  /**
   * The stream of the geometry shader that reaches the rasterizer, as the application sets it when it creates the
   * shader; 0.
   */
  readonly rasterizedStream?: number;
}

/** The result of {@link validatePipeline}: there is always something to check. */
export interface PipelineValidationResult extends CheckResult {
  readonly valid: boolean;
  /** Each with the index of the input that it is about. */
  readonly diagnostics: readonly (Diagnostic & Required<Pick<Diagnostic, 'shader'>>)[];
}

/** One shader of a pipeline: its bytes, and its name in messages. */
export interface ShaderInput {
  /** The name in messages; `shader 0` for the first shader where there is none. */
  readonly name?: string;
  readonly bytes: ByteSource;
}

/**
 * Validates what the shaders of one pipeline declare about each other. The program determines the stage of each, so the
 * order of `inputs` has no effect. Never throws on any bytes.
 *
 * The diagnostics are in the order of the pipeline: those about one shader, about which shaders there are, then about
 * each pair of neighbors. `shader` is the index in `inputs`, and spans count in the bytes of that input.
 *
 * @param inputs token streams of shader models 1 to 3, containers of 4.0 to 5.1, or C source with one of them as an
 *   array
 * @throws TypeError when an input holds no bytes, or an option is unknown or of the wrong type
 */
export function validatePipeline(
  inputs: readonly (ShaderInput | ByteSource)[],
  options: PipelineValidationOptions = {},
): PipelineValidationResult {
  if (!Array.isArray(inputs)) throw new TypeError(`validatePipeline: inputs must be an array, not ${typeText(inputs)}`);
  checkOptions(options, { rasterizedStream: 'number' }, 'validatePipeline');
  const diagnostics = new PipelineDiagnostics();
  const shaders: PipelineShader[] = [];
  for (const [index, input] of inputs.entries()) {
    const shader = readPipelineShader(namedInput(input, index), index, diagnostics);
    if (shader !== undefined) shaders.push(shader);
  }
  checkStages(shaders, options.rasterizedStream ?? 0, diagnostics);
  return { valid: !diagnostics.hasErrors, diagnostics: diagnostics.list };
}

function namedInput(input: ShaderInput | ByteSource, index: number): NamedShader {
  const isNamed = typeof input === 'object' && input !== null && 'bytes' in input;
  const { name = `shader ${index}`, bytes } = isNamed ? input : { bytes: input };
  return { name, bytes: toBytes(bytes, 'validatePipeline', `inputs[${index}]${isNamed ? '.bytes' : ''}`) };
}
