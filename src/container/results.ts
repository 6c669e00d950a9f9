/**
 * The public functions that read and write containers and chunks. Each returns its result together with the diagnostics; the
 * internal functions of the same purpose (`readRdef`, `readContainer`, ...) take a collector instead.
 *
 * Not for: any reading or writing of its own, or the readers of single chunks (`parseRdef` is in rdef.ts, beside `readRdef`).
 */
import type { ByteSource } from '../base/bytes.ts';
import { toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { type CArray, readCArrays } from './c-array.ts';
import { type ParseResult, parse } from './chunk-parser.ts';
import { type ConstantTable, readConstantTable } from './ctab.ts';
import type { ChecksumKind } from './digest.ts';
import { type Chunk, type Container, readChunkDirectory, readContainer } from './dxbc.ts';
import { type EditableContainer, readEditableContainer, withChecksum, writeEditableContainer } from './edit.ts';
import { type BlobPart, readBlobPart, stripChunks, writeBlobPart } from './parts.ts';
import { type PipelineStateValidation, readPsv0 } from './psv0.ts';

/** The result of a public function that writes bytes. */
export interface BytesResult {
  /** Undefined where there are errors. */
  readonly bytes: Uint8Array | undefined;
  /** What is wrong with the input. */
  readonly diagnostics: readonly Diagnostic[];
}

function make(write: (diagnostics: Diagnostics) => Uint8Array | undefined): BytesResult {
  const diagnostics = new Diagnostics();
  return { bytes: write(diagnostics), diagnostics: diagnostics.list };
}

/**
 * Reads pipeline state validation data of shader model 6: the chunk `PSV0`.
 *
 * @param stage index in `DXIL_SHADER_KINDS`, for the versions of the chunk that do not store it
 */
export function parsePsv0(container: Container, chunk: Chunk, stage?: number): ParseResult<PipelineStateValidation> {
  return parse((diagnostics) => readPsv0(container, chunk, diagnostics, stage));
}

/**
 * Reads a constant table: the bytes of the comment CTAB without its tag.
 *
 * @param size bytes of the table; the bytes after them belong to something else
 */
export function parseConstantTable(bytes: ByteSource, size?: number): ParseResult<ConstantTable> {
  const whole = toBytes(bytes, 'parseConstantTable');
  const length = Math.min(size ?? whole.byteLength, whole.byteLength);
  return parse((diagnostics) => readConstantTable(whole, length, diagnostics));
}

/**
 * Reads the arrays of numbers in a C source, in their order. Takes linear time and memory.
 *
 * @param text in any encoding that keeps ASCII
 */
export function parseCArrays(text: ByteSource): ParseResult<CArray[]> {
  const bytes = toBytes(text, 'parseCArrays', 'text');
  return parse((diagnostics) => readCArrays(bytes, diagnostics));
}

/** Reads the directory of a container and verifies its checksum. The value is undefined only where there is no header. */
export function parseContainer(bytes: ByteSource): ParseResult<Container> {
  const input = toBytes(bytes, 'parseContainer');
  return parse((diagnostics) => readContainer(input, diagnostics));
}

/** {@link parseContainer} without verifying the checksum, which takes longer than all the rest. */
export function parseChunkDirectory(bytes: ByteSource): ParseResult<Container> {
  const input = toBytes(bytes, 'parseChunkDirectory');
  return parse((diagnostics) => readChunkDirectory(input, diagnostics));
}

/** Reads a container for editing. The value is undefined only where there is no header. */
export function decodeContainer(bytes: ByteSource): ParseResult<EditableContainer> {
  const input = toBytes(bytes, 'decodeContainer');
  return parse((diagnostics) => readEditableContainer(input, diagnostics));
}

/**
 * Writes a container, with the checksum that it requests. There are no bytes when chunks of a damaged container were changed, or
 * when chunks overlap so much that writing each one separately would take too many bytes.
 */
export function encodeContainer(container: EditableContainer): BytesResult {
  return make((diagnostics) => writeEditableContainer(container, diagnostics));
}

/**
 * Makes a copy of a container with the right checksum; nothing else changes. The functions of a library, which are containers
 * themselves, get theirs first. Bytes after the container are kept.
 *
 * @param kind of checksum; absent: a right one keeps its kind, and any other becomes the retail one
 */
export function updateChecksum(bytes: ByteSource, kind?: ChecksumKind): BytesResult {
  const input = toBytes(bytes, 'updateChecksum');
  return make((diagnostics) => withChecksum(input, diagnostics, kind));
}

/**
 * Removes chunks as `D3DStripShader` does. The others keep their order, and the checksum keeps its kind. Library functions are
 * not changed, and the header of a library keeps its reflection.
 *
 * @param flags of `STRIP_FLAGS`; other bits have no effect
 * @throws TypeError when `flags` is not a number
 */
export function stripShader(bytes: ByteSource, flags: number): BytesResult {
  const input = toBytes(bytes, 'stripShader');
  return make((diagnostics) => stripChunks(input, flags, diagnostics));
}

/**
 * Returns a part of a container as `D3DGetBlobPart` does. Signatures and root signatures are containers with a retail checksum,
 * all others the payload of a chunk.
 *
 * @param part a name, or a number of `D3D_BLOB_PART`
 * @throws TypeError when `part` is neither a number nor a name
 */
export function blobPart(bytes: ByteSource, part: BlobPart | number): BytesResult {
  const input = toBytes(bytes, 'blobPart');
  return make((diagnostics) => readBlobPart(input, part, diagnostics));
}

/**
 * Sets a part of a container as `D3DSetBlobPart` does. All chunks of its kind are removed, and the new one is the last; the
 * checksum keeps its kind. Where another tag occurs more than once, each of its chunks becomes a copy of the first, with a
 * warning: this breaks libraries. `setChunk()` does not have this defect.
 *
 * @param part private data, the debug name or the root signature; others cannot be set
 * @param data the payload; for the root signature a container that has one
 * @throws TypeError when `part` is neither a number nor a name
 */
export function setBlobPart(bytes: ByteSource, part: BlobPart | number, data: ByteSource): BytesResult {
  const input = toBytes(bytes, 'setBlobPart');
  const payload = toBytes(data, 'setBlobPart', 'data');
  return make((diagnostics) => writeBlobPart(input, part, payload, diagnostics));
}
