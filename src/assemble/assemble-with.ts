/**
 * Assembles texts: those of shader models 1 to 3 as `D3DAssemble` does, to the same bytes with the same codes at the same
 * positions; listings of shader models 4 to 5.1, which Microsoft has no assembler for, to containers.
 *
 * Not for: reading files. The caller gives the text of an `#include`.
 */
import { bytesOf, latin1Text, requireBytes } from '../base/words.ts';
import { isSm4Listing } from '../container/text-format.ts';

import type { Assembled } from './assembled.ts';
import { AssemblyDiagnostics } from './diagnostics.ts';
import type { ProgramValidator } from './program-validator.ts';
import { Sm1Parser } from './sm1/parser.ts';
import { Preprocessor } from './sm1/preprocessor.ts';
import { assembleSm4, refuseInto } from './sm4/listing.ts';

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
   * Shader models 4 to 5.1: a DXBC container whose program is replaced. Its other chunks stay byte for byte, except the
   * statistics of the program and the checksum. The literals of lines that are in its listing keep their bits, too.
   */
  readonly into?: Uint8Array;
}

const DEFAULT_NAME = 'input.asm';

/** Assembles one text as `assemble` does; `validator` checks the program when it is given. */
export function assembleWith(
  text: string | Uint8Array,
  options: UnvalidatedAssembleOptions,
  validator: ProgramValidator | undefined,
  caller = 'assemble',
): Assembled {
  const source = textOf(text, caller);
  const { name = DEFAULT_NAME, defines, include, debug = false, into } = options;
  if (into !== undefined) requireBytes(into, caller);
  if (isSm4Listing(source)) return assembleSm4(source, name, { into, defines, debug, validator });
  if (into !== undefined) return refuseInto(source, name);
  const diagnostics = new AssemblyDiagnostics(source, name);
  const tokens = new Preprocessor(source, name, diagnostics, { defines, include });
  tokens.next();
  const words = new Sm1Parser(tokens, diagnostics, { validator, debug }).parse();
  tokens.finish();
  return { bytes: diagnostics.errors > 0 ? undefined : words && bytesOf(words), diagnostics: diagnostics.list };
}

/**
 * Assembles one text without validating the program: any program that can be written, even one that the runtime would refuse.
 * Unlike `assemble` with `validate: false`, it does not pull the validators into a bundle. Never throws on any text.
 *
 * @param text bytes are taken as one character each, so that columns count bytes as Microsoft's do
 * @throws TypeError when `text` is neither a string nor a `Uint8Array`, or `into` no `Uint8Array`
 */
export function assembleUnvalidated(text: string | Uint8Array, options: UnvalidatedAssembleOptions = {}): Assembled {
  return assembleWith(text, options, undefined, 'assembleUnvalidated');
}

function textOf(text: string | Uint8Array, caller: string): string {
  if (typeof text === 'string') return text;
  if (text instanceof Uint8Array)
    return isAscii(text) ? new TextDecoder().decode(text) : latin1Text(text, 0, text.byteLength);
  throw new TypeError(`${caller}: text must be a string or a Uint8Array, not ${text === null ? 'null' : typeof text}`);
}

/** Whether every byte is the same character in all encodings, so that the fastest decoder is usable. */
function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f) return false;
  return true;
}
