/**
 * The definition of a fuzzing target: an entry point, the inputs that it gets, and the checks that all targets have in
 * common.
 *
 * Not for: the targets themselves (targets/).
 */

import type { Random } from '../../smith/random.ts';
import type { Diagnostic } from '../../src/base/diagnostics.ts';

/** How much came out: characters, bytes or the like, and diagnostics. */
export interface Outcome {
  readonly size: number;
  readonly diagnostics: number;
}

/** An entry point of the library or of the program. */
export interface FuzzTarget {
  /**
   * Calls the entry point with the bytes of a file and eight random bits; throws where a result is not what it must be.
   */
  readonly run: (bytes: Uint8Array, flags: number) => Outcome | Promise<Outcome>;
  /** An input: mostly a damaged one. */
  readonly input: (random: Random) => Uint8Array;
}

/** A list of targets; the compiler checks that each is one, and keeps the names. */
export function targets<Name extends string>(list: Readonly<Record<Name, FuzzTarget>>): typeof list {
  return list;
}

/** Bytes after the end of a file that a span may have: what is missing is reported where it had to be. */
const BEYOND = 8;

/** Throws where a diagnostic is not in an input of `length` bytes or characters; returns their number. */
export function checkSpans(diagnostics: readonly Diagnostic[], length: number): number {
  for (const { code, span } of diagnostics) {
    const { start, end } = span;
    if (!(start >= 0 && start <= end && end <= length + BEYOND))
      throw new Error(`${code} at ${start} to ${end}, in ${length}`);
  }
  return diagnostics.length;
}

/** Throws unless `made` has the bytes of `expected`. */
export function expectSame(made: Uint8Array, expected: Uint8Array, what: string): void {
  if (Buffer.compare(made, expected) !== 0) throw new Error(`${what} gives other bytes`);
}
