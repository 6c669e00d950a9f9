/**
 * The selection of the entire page: a range of bytes of the shader, and perhaps bits of its first DWORD. Everything
 * else that can be selected, such as a line, an instruction, a chunk or a binding, has bytes; each view shows its part
 * of them.
 *
 * Not for: holding the selection (store.ts).
 */

/** The views that can select. The one that did does not scroll. */
export type Origin =
  | 'open'
  | 'keys'
  | 'listing'
  | 'inspector'
  | 'bytes'
  | 'map'
  | 'reflection'
  | 'diagnostics'
  | 'translation'
  | 'source'
  | 'compare'
  | 'graph'
  | 'debug';

/** A range of bits of a DWORD. */
export interface BitRange {
  readonly low: number;
  readonly width: number;
}

export interface Selection {
  /** In bytes from the start of the shader; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Bits of the DWORD at {@link start}. */
  readonly bits?: BitRange;
  readonly origin: Origin;
}

/** Whether two ranges have a byte in common. */
export function overlaps(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Whether the bits of a field at `low` are part of the selection of the DWORD at `offset`. */
export function selectsField(selection: Selection | undefined, offset: number, low: number, width: number): boolean {
  const { start, bits } = selection ?? {};
  return bits !== undefined && start === offset && low < bits.low + bits.width && bits.low < low + width;
}

/** Whether the selection is inside of the DWORD at `offset`, and not of a longer range. */
export function selectsWord(selection: Selection | undefined, offset: number, size = 4): boolean {
  return selection !== undefined && selection.start >= offset && selection.end <= offset + size;
}
