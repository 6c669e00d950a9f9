/**
 * Makes the public reader of a chunk (`parseRdef`) from the one inside dxlens (`readRdef`): it returns its diagnostics instead of
 * taking a collector.
 *
 * Not for: reading.
 */
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import type { Chunk, Container } from './dxbc.ts';

/** The result of a public reader. */
export interface ParseResult<Value> {
  /** The value, as far as it is readable; undefined if nothing is. */
  readonly value: Value | undefined;
  /** What is wrong with the input. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Calls a reader with a collector of its own. */
export function parse<Value>(read: (diagnostics: Diagnostics) => Value | undefined): ParseResult<Value> {
  const diagnostics = new Diagnostics();
  return { value: read(diagnostics), diagnostics: diagnostics.list };
}

/**
 * A public reader of a kind of chunk. Spans of its diagnostics count from the start of the container.
 *
 * @param container the container that has the chunk
 * @param chunk one of its chunks
 */
export type ChunkParser<Value> = (container: Container, chunk: Chunk) => ParseResult<Value>;

/** The public reader that does what `read` does. */
export function chunkParser<Value>(
  read: (container: Container, chunk: Chunk, diagnostics: Diagnostics) => Value | undefined,
): ChunkParser<Value> {
  return (container, chunk) => parse((diagnostics) => read(container, chunk, diagnostics));
}
