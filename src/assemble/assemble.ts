/**
 * Assembles text, and validates what comes of it: shader model 1 to 3 assembly as `D3DAssemble` does, to the same bytes
 * with the same codes at the same positions; listings of shader models 4 to 5.1, which Microsoft has no assembler for,
 * to containers.
 *
 * Not for: reading files. The caller gives the text of an `#include`.
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { checkOptions, type OptionTypes } from '../base/check-options.ts';
import { bytesOf } from '../base/words.ts';
import { isSm4Listing } from '../file/text-format.ts';
import { Sm1Validator } from '../validate/sm1/validate-sm1.ts';
import { withoutRepeats } from '../validate/sm4/context.ts';
import { validateSm4 } from '../validate/sm4/validate-container.ts';
import { AssemblyDiagnostics } from './diagnostics.ts';
import type { Assembled, ProgramValidator } from './program-validator.ts';
import { type AssembleText, assembleIntoStream, withoutLineNumbers, withoutPreshader } from './sm1/into.ts';
import { Sm1Parser } from './sm1/parser.ts';
import { Preprocessor } from './sm1/preprocessor.ts';
import { assembleSm4 } from './sm4/listing.ts';
import { textOf } from './text-location.ts';

/** An included file. */
export interface IncludedText {
  /** Its name in messages, and what a further include is relative to. */
  readonly name: string;
  readonly text: string;
}

export interface UnvalidatedAssembleOptions {
  /** Name of the text in messages. */
  readonly name?: string;
  /** Shader models 1 to 3: macros that are defined before the text begins, with their values. */
  readonly defines?: Readonly<Record<string, string>>;
  /**
   * Shader models 1 to 3: returns the text of an `#include`, or undefined when there is no such file.
   *
   * @param path as written in the directive
   * @param from the name of the file with the directive
   * @param kind `"path"` or `<path>`
   */
  readonly include?: (path: string, from: string, kind: 'local' | 'system') => IncludedText | undefined;
  /** Shader models 1 to 3: writes debug information, a comment with files and lines. */
  readonly debug?: boolean;
  /**
   * A shader whose program is replaced. Of a DXBC container, the other chunks stay byte for byte, except the statistics
   * of the program and the checksum; of a token stream of shader models 1 to 3, the constant table, the preshader and
   * other comments. Lines that are also in its listing keep every bit of the original.
   */
  readonly into?: ByteSource;
}

const DEFAULT_NAME = 'input.asm';

/** The options of all assemblers of shaders. */
export const ASSEMBLE_OPTIONS: OptionTypes<UnvalidatedAssembleOptions> = {
  name: 'string',
  defines: 'object',
  include: 'function',
  debug: 'boolean',
  into: 'any',
};

/** Assembles one text as `assemble` does; `validator` checks the program when it is given. */
export function assembleWith(
  text: string | ByteSource,
  options: UnvalidatedAssembleOptions,
  validator: ProgramValidator | undefined,
  caller = 'assemble',
): Assembled {
  const source = textOf(text, caller);
  const { name = DEFAULT_NAME, defines, include, debug = false } = options;
  const into = options.into === undefined ? undefined : toBytes(options.into, caller, 'into');
  if (isSm4Listing(source)) return assembleSm4(source, name, { into, defines, debug, validator });
  const diagnostics = new AssemblyDiagnostics(source, name);
  const assembleText: AssembleText = (text, diagnostics, validated) => {
    const tokens = new Preprocessor(withoutLineNumbers(withoutPreshader(text)), name, diagnostics, {
      defines,
      include,
    });
    tokens.next();
    const options = { validator: validated ? validator : undefined, debug: debug && into === undefined };
    const words = new Sm1Parser(tokens, diagnostics, options).parse();
    tokens.finish();
    return diagnostics.errors > 0 ? undefined : words;
  };
  if (into !== undefined) {
    const bytes = assembleIntoStream(source, name, into, diagnostics, assembleText);
    return { bytes: diagnostics.errors > 0 ? undefined : bytes, diagnostics: diagnostics.list };
  }
  const words = assembleText(source, diagnostics, true);
  return { bytes: words && bytesOf(words), diagnostics: diagnostics.list };
}

/**
 * Assembles one text without validating the program: any program that can be written, even one that the runtime would
 * refuse. Unlike `assemble` with `validate: false`, it does not pull the validators into a bundle. Never throws on any
 * text.
 *
 * @param text bytes are taken as one character each, so that columns count bytes as Microsoft's do
 * @throws TypeError when `text` is neither a string nor bytes, or an option is unknown or of the wrong type
 */
export function assembleUnvalidated(text: string | ByteSource, options: UnvalidatedAssembleOptions = {}): Assembled {
  checkOptions(options, ASSEMBLE_OPTIONS, 'assembleUnvalidated');
  return assembleWith(text, options, undefined, 'assembleUnvalidated');
}

const STANDARD_VALIDATOR: ProgramValidator = {
  sm1: () => new Sm1Validator(),
  sm4: (container) => withoutRepeats(validateSm4(container).list),
};

export type { Assembled } from './program-validator.ts';

export interface AssembleOptions extends UnvalidatedAssembleOptions {
  /**
   * `false`: any program that can be written, even one that the runtime would refuse. A program that is put into an
   * original (`into`) may always break the rules that the original itself breaks.
   */
  readonly validate?: boolean;
}

const OPTIONS: OptionTypes<AssembleOptions> = { ...ASSEMBLE_OPTIONS, validate: 'boolean' };

/**
 * Assembles and validates one text. Never throws on any text.
 *
 * @param text bytes are taken as one character each, so that columns count bytes as Microsoft's do
 * @throws TypeError when `text` is neither a string nor bytes, or an option is unknown or of the wrong type
 */
export function assemble(text: string | ByteSource, options: AssembleOptions = {}): Assembled {
  checkOptions(options, OPTIONS, 'assemble');
  const { validate = true } = options;
  return assembleWith(text, options, validate ? STANDARD_VALIDATOR : undefined);
}
