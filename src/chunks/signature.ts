/**
 * The signature chunks: the inputs and outputs of a shader, element by element. ISGN, OSGN and PCSG have the basic
 * record; OSG5 has a stream before it; ISG1, OSG1 and PSG1 have the stream and, at the end, the minimum precision.
 *
 * Not for: signatures of library functions (`library.ts`).
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import { ChunkView, chunkParser } from '../container/chunk-view.ts';
import { type ChunkSource, ChunkWriter, unchangedBytes } from '../container/chunk-writer.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';

export interface SignatureElement {
  readonly semanticName: string;
  readonly semanticIndex: number;
  /** `D3D_NAME` as in the file: 0 for pixel shader outputs. */
  readonly systemValue: number;
  /** `D3D_REGISTER_COMPONENT_TYPE`. */
  readonly componentType: number;
  /** Register number; 0xffffffff for a value with a dedicated register, such as `oDepth`. */
  readonly register: number;
  /** Components in use by the signature, x to w from bit 0. */
  readonly mask: number;
  /** Inputs: components that the shader reads. Outputs: components that it never writes. */
  readonly readWriteMask: number;
  /** Geometry shader stream. */
  readonly stream: number;
  /** `D3D_MIN_PRECISION`. */
  readonly minPrecision: number;
}

export interface SignatureContent {
  /** The tag of the signature chunk. */
  readonly tag: number;
  readonly elements: readonly SignatureElement[];
}

export interface Signature extends SignatureContent {
  /** Whether everything lies inside the container, as Microsoft's reader requires. */
  readonly intact: boolean;
  /** The bytes that this was read from; undefined for a new one, and where the chunk refers to anything outside. */
  readonly source?: ChunkSource<SignatureContent> | undefined;
}

/** Register of an element that has none with a number. */
export const NO_REGISTER = 0xffff_ffff;

/** Bytes of an element: without a stream, with one, and with a minimum precision after it. */
const BASE_SIZE = 24;
const SIGNATURE_STREAM_SIZE = 28;
const SIGNATURE_PRECISION_SIZE = 32;

/** Bytes of an element of a signature chunk with `tag`. */
export function signatureElementSize(tag: number): number {
  if (tag === TAG.OSG5) return SIGNATURE_STREAM_SIZE;
  if (tag === TAG.ISG1 || tag === TAG.OSG1 || tag === TAG.PSG1) return SIGNATURE_PRECISION_SIZE;
  return BASE_SIZE;
}

/** Reads a signature of any of the seven kinds; undefined when not even the count is there. */
export function readSignature(container: Container, chunk: Chunk, diagnostics: Diagnostics): Signature | undefined {
  const view = new ChunkView(container, chunk, diagnostics);
  if (!view.has(0, 8, 'the count of elements')) return undefined;
  const size = signatureElementSize(chunk.tag);
  const streams = size !== BASE_SIZE;
  const precisions = size === SIGNATURE_PRECISION_SIZE;
  const elements = view.records(view.u32(4), view.u32(0), size, 'elements', (from): SignatureElement => {
    const at = streams ? from + 4 : from;
    const masks = view.u32(at + 20);
    return {
      semanticName: view.text(view.u32(at), 'the name of an element') ?? '',
      semanticIndex: view.u32(at + 4),
      systemValue: view.u32(at + 8),
      componentType: view.u32(at + 12),
      register: view.u32(at + 16),
      mask: masks & 0xff,
      readWriteMask: (masks >>> 8) & 0xff,
      stream: streams ? view.u32(from) : 0,
      minPrecision: precisions ? view.u32(at + 24) : 0,
    };
  });
  const { tag } = chunk;
  const { intact } = view;
  const source = view.contained && intact ? { bytes: view.payload, content: { tag, elements } } : undefined;
  return { tag, elements, intact, source };
}

/** Reads a signature: the chunk `ISGN`, `ISG1`, `OSGN`, `OSG5`, `OSG1`, `PCSG` or `PSG1`. */
export const parseSignature = /* @__PURE__ */ chunkParser(readSignature);

// Writes signature chunks as Microsoft's compiler does: count and offset, the records in the given order, the names,
// each once and in the order of their first use.

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
  writer.reserve(HEADER_SIZE + size * elements.length);
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
