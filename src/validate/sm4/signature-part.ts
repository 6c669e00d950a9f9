/** A signature as the validator reads it: its elements, and where they are in the container. */

import { type SignatureElement, signatureElementSize } from '../../chunks/signature.ts';
import type { Chunk } from '../../container/dxbc.ts';

export interface SignaturePart {
  readonly elements: readonly SignatureElement[];
  readonly chunk: Chunk;
  /** Where the first element begins, in bytes of the container. */
  readonly start: number;
}

/** Byte offset of element `index` in the container; the element ends where the next one begins. */
export function elementStart({ chunk, start }: SignaturePart, index: number): number {
  return start + index * signatureElementSize(chunk.tag);
}
