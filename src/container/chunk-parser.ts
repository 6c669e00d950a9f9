/**
 * Makes the public reader of a chunk (`parseRdef`) from the one inside dxlens (`readRdef`): it returns its diagnostics
 * instead of taking a collector.
 *
 * Not for: reading.
 */
import { type Diagnostics, type ParseResult, parse } from '../base/diagnostics.ts';
import type { Chunk, Container } from './dxbc.ts';

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
