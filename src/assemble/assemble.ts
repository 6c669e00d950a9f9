/**
 * Assembles texts: those of shader models 1 to 3 as `D3DAssemble` does, the same bytes and the same codes at the same places;
 * listings of shader models 4 to 5.1, which Microsoft has no assembler for, to containers.
 *
 * Not for: reading files. What `#include` names comes from the caller.
 */
import { bytesOf, latin1Text, requireBytes } from '../base/words.ts';
import { isSm4Listing } from '../container/text-format.ts';

import type { Assembled } from './assembled.ts';
import { AssemblyDiagnostics } from './diagnostics.ts';
import { Sm1Parser } from './sm1/parser.ts';
import { Preprocessor } from './sm1/preprocessor.ts';
import { assembleSm4, refuseInto } from './sm4/listing.ts';

export type { Assembled } from './assembled.ts';

/** A file that an include named. */
export interface IncludedText {
  /** Its name in messages, and what a further include is relative to. */
  readonly name: string;
  readonly text: string;
}

export interface AssembleOptions {
  /** Name of the text in messages. */
  readonly name?: string;
  /** Shader models 1 to 3: macros that are defined before the text begins, with their values. */
  readonly defines?: Readonly<Record<string, string>>;
  /**
   * Shader models 1 to 3: finds what `#include` names.
   *
   * @param path as it is written
   * @param from the name of the file that includes it
   * @param kind `"path"` or `<path>`
   */
  readonly include?: (path: string, from: string, kind: 'local' | 'system') => IncludedText | undefined;
  /**
   * `false`: any program that can be written, even where the runtime would refuse it. What goes into an original (`into`) may
   * always break the rules that the original itself breaks.
   */
  readonly validate?: boolean;
  /** Shader models 1 to 3: writes debug information, a comment with files and lines. */
  readonly debug?: boolean;
  /**
   * Shader models 4 to 5.1: a DXBC container whose program is replaced. Its other chunks stay byte for byte, but for what is
   * counted of the program and the digest; so do the literals of lines that stand in its listing, too.
   */
  readonly into?: Uint8Array;
}

const DEFAULT_NAME = 'input.asm';

/**
 * Assembles one text. Never throws on any text.
 *
 * @param text bytes are taken as one character each, so that columns count bytes as Microsoft's do
 * @throws TypeError when `text` is neither a string nor a `Uint8Array`, or `into` no `Uint8Array`
 */
export function assemble(text: string | Uint8Array, options: AssembleOptions = {}): Assembled {
  const source = textOf(text);
  const { name = DEFAULT_NAME, defines, include, validate = true, debug = false, into } = options;
  if (into !== undefined) requireBytes(into, 'assemble');
  if (isSm4Listing(source)) return assembleSm4(source, name, { into, defines, debug, validate });
  if (into !== undefined) return refuseInto(source, name);
  const diagnostics = new AssemblyDiagnostics(source, name);
  const tokens = new Preprocessor(source, name, diagnostics, { defines, include });
  tokens.next();
  const words = new Sm1Parser(tokens, diagnostics, { validate, debug }).parse();
  tokens.finish();
  return { bytes: diagnostics.errors > 0 ? undefined : words && bytesOf(words), diagnostics: diagnostics.list };
}

function textOf(text: string | Uint8Array): string {
  if (typeof text === 'string') return text;
  if (text instanceof Uint8Array)
    return isAscii(text) ? new TextDecoder().decode(text) : latin1Text(text, 0, text.byteLength);
  throw new TypeError(`assemble: text must be a string or a Uint8Array, not ${text === null ? 'null' : typeof text}`);
}

/** Whether every byte is the same character in all encodings, so that the fastest decoder will do. */
function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f) return false;
  return true;
}
