/**
 * Validates the shaders inside an effect, each by itself.
 *
 * Not for: the effect around them: Microsoft has no validator for it. What its reader cannot read is reported.
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import {
  chooseShaders,
  embeddedShaderName,
  readEmbeddedShaders,
  type ShaderChoice,
} from '../effects/choose-shaders.ts';
import { detectFormat } from '../file/detect-format.ts';
import { type ValidatedProgram, type ValidateOptions, type ValidationResult, validate } from './validate.ts';

/**
 * Validates all shaders inside an effect of fx_2_0, fx_4_0, fx_4_1 or fx_5_0 as {@link validate} validates one. Offsets
 * count in the effect, and each diagnostic has a note that names its shader. An effect without shaders is valid. Never
 * throws on any bytes.
 *
 * @param source the complete effect
 * @param choice validates some of the shaders only
 * @throws TypeError when `source` holds no bytes, or an option is unknown or of the wrong type
 */
export function validateEffect(
  source: ByteSource,
  options: ValidateOptions = {},
  choice: ShaderChoice = {},
): ValidationResult {
  const bytes = toBytes(source, 'validateEffect');
  const reader = new Diagnostics();
  const shaders = readEmbeddedShaders(bytes, reader);
  const list: Diagnostic[] = [...reader.list];
  const programs: ValidatedProgram[] = [];
  const chosen = chooseShaders(shaders ?? [], choice);
  let valid = !list.some(({ severity }) => severity === 'error');
  for (const shader of Array.isArray(chosen) ? chosen : []) {
    const { offset, length } = shader;
    const result = validate(bytes.subarray(offset, offset + length), options);
    const note = `in ${embeddedShaderName(shader)}`;
    const first = programs.length;
    for (const one of result.diagnostics)
      list.push({
        ...one,
        span: { ...one.span, start: one.span.start + offset, end: one.span.end + offset },
        notes: [...one.notes, note],
        ...(one.program === undefined ? {} : { program: one.program + first }),
      });
    for (const program of result.programs) programs.push({ ...program, offset: program.offset + offset });
    valid &&= result.valid !== false;
  }
  return { ...detectFormat(bytes), valid: shaders === undefined ? undefined : valid, diagnostics: list, programs };
}
