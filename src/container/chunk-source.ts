/**
 * The bytes that the content of a chunk was read from: while it is not changed, a writer returns these bytes,
 * independent of their layout.
 *
 * Not for: layouts (the writers).
 */

export interface ChunkSource<Content> {
  /** The payload; nothing in it refers to anything outside. */
  readonly bytes: Uint8Array;
  readonly content: Content;
}

/** A copy of the bytes that `content` was read from, if there are any and nothing in it was changed. */
export function unchangedBytes<Content extends object>(
  content: Content & { readonly source?: ChunkSource<Content> | undefined },
): Uint8Array | undefined {
  const { source } = content;
  if (source === undefined) return undefined;
  const keys = Object.keys(source.content) as (keyof Content)[];
  return keys.every((key) => content[key] === source.content[key]) ? source.bytes.slice() : undefined;
}
