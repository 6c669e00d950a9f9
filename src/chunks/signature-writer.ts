/**
 * Writes signature chunks as Microsoft's compiler does: count and offset, the records in the given order, the names,
 * each once and in the order of their first use.
 *
 * Not for: which elements a program has.
 */
import { unchangedBytes } from '../container/chunk-source.ts';
import { ChunkWriter } from '../container/chunk-writer.ts';
import {
  SIGNATURE_PRECISION_SIZE,
  SIGNATURE_STREAM_SIZE,
  type Signature,
  type SignatureElement,
  signatureElementSize,
} from './signature.ts';

const HEADER_SIZE = 8;

/**
 * Returns the payload of a signature chunk. An unchanged signature keeps its bytes; any other has the layout
 * of the compiler. A stream or precision is left out when the record has no field for it.
 *
 * @param tag one of the seven tags, as a DWORD; a signature knows its own
 * @throws RangeError where a number is too large for its field, or a name has a character of more than one byte
 */
export function serializeSignature(elements: readonly SignatureElement[], tag: number): Uint8Array;
export function serializeSignature(signature: Signature): Uint8Array;
export function serializeSignature(from: readonly SignatureElement[] | Signature, tag = 0): Uint8Array {
  if ('elements' in from) return unchangedBytes(from) ?? elementBytes(from.elements, from.tag);
  return elementBytes(from, tag);
}

function elementBytes(elements: readonly SignatureElement[], tag: number): Uint8Array {
  const size = signatureElementSize(tag);
  const writer = new ChunkWriter();
  writer.room(HEADER_SIZE + size * elements.length);
  writer.put32(0, elements.length);
  writer.put32(4, HEADER_SIZE);
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i]!;
    let at = HEADER_SIZE + size * i;
    if (size >= SIGNATURE_STREAM_SIZE) {
      writer.put32(at, element.stream);
      at += 4;
    }
    writer.put32(at, writer.string(element.semanticName));
    writer.put32(at + 4, element.semanticIndex);
    writer.put32(at + 8, element.systemValue);
    writer.put32(at + 12, element.componentType);
    writer.put32(at + 16, element.register);
    writer.put8(at + 20, element.mask);
    writer.put8(at + 21, element.readWriteMask);
    if (size >= SIGNATURE_PRECISION_SIZE) writer.put32(at + 24, element.minPrecision);
  }
  writer.align();
  return writer.bytes();
}
