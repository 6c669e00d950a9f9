/**
 * Buffers as shaders see them: words that raw and structured views address by bytes, with the counter of structured
 * views.
 *
 * Addresses outside of a view read as 0 and are not written (Direct3D 11.3 functional specification, 5.3.10 and 22.17).
 * An address that is no multiple of four, which is undefined, loses its two lowest bits.
 *
 * Not for: textures and typed views, whose elements have formats.
 */

/** A raw or structured view of a buffer, or group-shared memory. */
export class BufferMemory {
  readonly words: Uint32Array;
  /** The hidden counter of a structured view. */
  counter = 0;

  /**
   * @param bytes of the buffer, as little-endian words; a rest of up to three bytes is not part of the view
   * @param stride bytes of an element of a structured view; 0 for a raw one
   */
  constructor(
    words: Uint32Array,
    readonly stride = 0,
  ) {
    this.words = words;
  }

  /** Elements of a structured view, or bytes of a raw one. */
  get size(): number {
    return this.stride === 0 ? 4 * this.words.length : Math.floor((4 * this.words.length) / this.stride);
  }

  /** Index of the word at byte `offset`, which does not wrap where it has more than 32 bits; -1 outside. */
  rawIndex(offset: number): number {
    return offset < 4 * this.words.length ? offset >>> 2 : -1;
  }

  /** Index of the word at byte `offset` of element `element`; -1 outside of the view or of the element. */
  structuredIndex(element: number, offset: number): number {
    if (element >= this.size || offset >= this.stride) return -1;
    return (element * this.stride + offset) >>> 2;
  }
}
