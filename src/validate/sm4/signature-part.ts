/** A signature as the validator has it: its elements, and where they stand in the container. */
import type { Chunk } from '../../container/dxbc.ts';
import { type SignatureElement, signatureElementSize } from '../../container/signature.ts';

export interface SignaturePart {
  readonly elements: readonly SignatureElement[];
  readonly chunk: Chunk;
  /** Where the first element begins, in bytes of the container. */
  readonly start: number;
}

/** Where element `index` begins, in bytes of the container; that of the one after is where it ends. */
export function elementStart({ chunk, start }: SignaturePart, index: number): number {
  return start + index * signatureElementSize(chunk.tag);
}
