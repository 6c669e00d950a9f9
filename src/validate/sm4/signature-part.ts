/** A signature as the validator has it: its elements, and where they stand in the container. */
import { CHUNK_HEADER_SIZE, type Chunk } from '../../container/dxbc.ts';
import { type SignatureElement, signatureElementSize } from '../../container/signature.ts';

export interface SignaturePart {
  readonly elements: readonly SignatureElement[];
  readonly chunk: Chunk;
}

/** Where Microsoft's reader wants the elements of a signature, in bytes of its chunk (source: oracle). */
export const ELEMENTS_OFFSET = 8;

/** Where element `index` begins, in bytes of the container. */
export function elementStart({ chunk }: SignaturePart, index: number): number {
  return chunk.offset + CHUNK_HEADER_SIZE + ELEMENTS_OFFSET + index * signatureElementSize(chunk.tag);
}

/** Where element `index` ends. */
export function elementEnd(part: SignaturePart, index: number): number {
  return elementStart(part, index + 1);
}
