/**
 * The program model of both instruction sets: a program is its words.
 *
 * The `Uint32Array` is the model (measured: the plan's table in ARCHITECTURE.md). One bounds-checked scan records where
 * each instruction starts; a reused cursor serves the passes, an immutable view serves callers that want objects.
 */
import { firstWhere } from '../base/collections.ts';
import type { Diagnostic } from '../base/diagnostics.ts';
import type { ExplainedField } from '../base/explained.ts';

/** A decoded token stream: every word of the input, and where its instructions begin. Nothing is lost or changed. */
export interface TokenProgram {
  /** All words of the stream, the version token first. Not to be changed. */
  readonly words: Uint32Array;
  /** DWORD index of each instruction token (declarations, comments and custom data included), in stream order. */
  readonly starts: Uint32Array;
  /** How many entries of {@link starts} are used. */
  readonly count: number;
  /** DWORD index just past the last instruction; words from there on belong to no instruction and are preserved. */
  readonly end: number;
  /** The diagnostics of the reader; the words are complete all the same. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the index in `starts` of the last instruction that begins at or before DWORD `at`; -1 if none does. */
export function positionAt({ starts, count }: TokenProgram, at: number): number {
  return firstWhere(count, (i) => starts[i]! > at) - 1;
}

/** One DWORD of a stream, explained. */
export interface ExplainedWord<Kind extends string = string, Rule extends string = string> {
  /** DWORD index. */
  readonly at: number;
  readonly value: number;
  readonly kind: Kind;
  /** Index in `program.starts` of the instruction that it belongs to; -1: none (version, end, after the end). */
  readonly instruction: number;
  /** From the lowest bit to the highest. */
  readonly fields: readonly ExplainedField<Rule>[];
}
