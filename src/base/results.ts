/**
 * The results of public functions that read or write: the value or the bytes together with the diagnostics. The internal functions of
 * the same purpose (`readRdef`, `readContainer`, ...) take a collector instead.
 */
import { type Diagnostic, Diagnostics } from './diagnostics.ts';

/** The result of a public reader. */
export interface ParseResult<Value> {
  /** The value, as far as it is readable; undefined if nothing is. */
  readonly value: Value | undefined;
  /** Problems of the input. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Calls a reader with a collector of its own. */
export function parse<Value>(read: (diagnostics: Diagnostics) => Value | undefined): ParseResult<Value> {
  const diagnostics = new Diagnostics();
  return { value: read(diagnostics), diagnostics: diagnostics.list };
}

/** The result of a public function that writes bytes. */
export interface BytesResult {
  /** Undefined where there are errors. */
  readonly bytes: Uint8Array | undefined;
  /** Problems of the input. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Calls a writer with a collector. */
export function writeResult(write: (diagnostics: Diagnostics) => Uint8Array | undefined): BytesResult {
  const diagnostics = new Diagnostics();
  return { bytes: write(diagnostics), diagnostics: diagnostics.list };
}
