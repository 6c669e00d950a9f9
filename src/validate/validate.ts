/**
 * Validates a file: detects its format, validates every program in it and puts the diagnostics in one list.
 *
 * Not for: rules (sm1/, sm4/, validate-root-signature.ts), or shaders of one pipeline (pipeline/).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { checkOptions, type OptionTypes } from '../base/check-options.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import {
  chooseShaders,
  embeddedShaderName,
  readEmbeddedShaders,
  type ShaderChoice,
} from '../effects/choose-shaders.ts';
import { detectFormat } from '../file/detect-format.ts';
import { programBytes } from '../isa/program-bytes.ts';
import {
  FileValidator,
  type RuleSets,
  type ValidatedProgram,
  type ValidateOptions,
  type ValidationResult,
} from './file-validator.ts';
import { pedanticNotes } from './sm1/pedantic.ts';
import { checkSm1 } from './sm1/validate-sm1.ts';
import { withoutRepeats } from './sm4/context.ts';
import { validateSm4 } from './sm4/validate-container.ts';

export type { ValidatedProgram, ValidateOptions, ValidationResult };

const RULES: RuleSets = { sm1: { checkSm1, pedanticNotes }, sm4: { validateSm4, withoutRepeats } };

/**
 * Validates a compiled shader as Microsoft does: a token stream as the D3D9 runtime before it passes it to a driver, a
 * container as the compiler validates its own output. Never throws on any bytes.
 *
 * @param bytes a complete file: a token stream of shader model 1-3, a container with a program of shader model 4-5.1
 * (and programs for feature level 9), a library, a container with a root signature alone, or C source with one of them
 * as an array
 * @throws TypeError when `bytes` holds no bytes, or an option is unknown or of the wrong type
 */
export function validate(bytes: ByteSource, options: ValidateOptions = {}): ValidationResult {
  const file = toBytes(bytes, 'validate');
  checkOptions(options, VALIDATE_OPTIONS, 'validate');
  return new FileValidator(RULES, options).check(file);
}

const VALIDATE_OPTIONS: OptionTypes<ValidateOptions> = { as: ['runtime', 'compiler'], pedantic: 'boolean' };

export interface Sm1ValidateOptions {
  /** 0: as the assembler validates; 1 to 3: as the compiler does (source: oracle). */
  readonly flags?: number;
  /** As {@link ValidateOptions.pedantic}. */
  readonly pedantic?: boolean;
}

/**
 * Validates one token stream of shader models 1 to 3. {@link validate} gives the same answer for the bytes of a file;
 * this function takes the flags of Microsoft's validator, and words.
 *
 * @param program the stream as bytes or words, its version token first
 * @throws TypeError when `program` holds no bytes, a container, or a program of shader model 4-5.1
 */
export function validateSm1(program: ByteSource, options: Sm1ValidateOptions = {}): ValidationResult {
  const bytes = programBytes(program, 'sm1', 'validateSm1');
  checkOptions(options, SM1_VALIDATE_OPTIONS, 'validateSm1');
  return new FileValidator(RULES, options, options.flags ?? 0).checkSm1(bytes);
}

const SM1_VALIDATE_OPTIONS: OptionTypes<Sm1ValidateOptions> = { flags: 'number', pedantic: 'boolean' };

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
