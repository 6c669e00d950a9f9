/**
 * The DXBC container: a header with a digest, a table of offsets, and chunks that each have a four-character tag.
 * Reading keeps every chunk, known or not, as a view of the bytes of the file.
 *
 * Not for: the content of chunks (one file for each kind).
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostics, hex, type Message, type ParseResult, parse } from '../base/diagnostics.ts';
import { MAX_CHUNKS } from '../base/limits.ts';
import { fourCC, fourCCText, u16At, u32At, wordsOf } from '../base/words.ts';
import { CappedDiagnostics } from './capped-reports.ts';
import { type ChecksumKind, verifyChecksum } from './digest.ts';
import { DX1001, DX1002, DX1003, DX1004, DX1005, DX1006, DX1007, DX1009 } from './messages.ts';
import { CHUNK_NAMES } from './tags.ts';

export const DXBC_TAG = fourCC('DXBC');

/** Tag, 16 bytes of digest, version, total size, chunk count: in bytes. */
export const HEADER_SIZE = 32;
/** Byte offset of the version in the header: 1, as a DWORD of two words. */
export const VERSION_OFFSET = 20;
/** Byte offset of the total size in the header. */
const SIZE_OFFSET = 24;
/** Tag and payload size before every chunk, in bytes. */
export const CHUNK_HEADER_SIZE = 8;

/** Those of known tags are made once. */
const TAG_NAMES: ReadonlyMap<number, string> = new Map(CHUNK_NAMES.map((name) => [fourCC(name), name]));

export interface Chunk {
  /** The tag as its DWORD. */
  readonly tag: number;
  /** The tag's four characters. */
  readonly name: string;
  /** Where the chunk's header begins, in bytes from the start of the container. */
  readonly offset: number;
  /** The payload: a view of the container's bytes, cut short where the container ends. */
  readonly data: Uint8Array;
}

export class Container {
  #words: Uint32Array | undefined;

  constructor(
    /** The container's own bytes, as long as its header says or as far as the input goes. */
    readonly bytes: Uint8Array,
    /** In the order of the offset table. */
    readonly chunks: readonly Chunk[],
    /** Which digest the header has; undefined where it is neither, or was not verified. */
    readonly digest: ChecksumKind | undefined = undefined,
    words: Uint32Array | undefined = undefined,
  ) {
    this.#words = words;
  }

  /** Whether the input ends before the container does. Data missing because of that is not reported again. */
  get isCutOff(): boolean {
    return u32At(this.bytes, SIZE_OFFSET) > this.bytes.byteLength;
  }

  /** The container's DWORDs: a view where alignment allows, else a copy, made when first asked for. */
  get words(): Uint32Array {
    this.#words ??= wordsOf(this.bytes);
    return this.#words;
  }

  /** The first chunk with one of `tags`, in the order of the offset table. */
  find(...tags: number[]): Chunk | undefined {
    const { chunks } = this;
    for (let i = 0; i < chunks.length; i++) if (tags.includes(chunks[i]!.tag)) return chunks[i];
    return undefined;
  }
}

export function isContainer(bytes: Uint8Array): boolean {
  return bytes.byteLength >= 4 && u32At(bytes, 0) === DXBC_TAG;
}

/**
 * Reads the directory of a container. Wrong sizes, offsets, counts and digests are reported to `diagnostics`;
 * the chunks that can still be read are returned.
 *
 * @returns undefined only when there is no header to read
 */
export function readContainer(input: Uint8Array, diagnostics: Diagnostics): Container | undefined {
  const container = readChunkDirectory(input, diagnostics);
  if (container === undefined) return undefined;
  if (container.isCutOff) return container;
  const { bytes, chunks, words } = container;
  const digest = verifyChecksum(bytes, words);
  if (digest.kind === undefined) {
    diagnostics.report(DX1003, 4, 20, { found: digest.found, expected: digest.expected });
  }
  return new Container(bytes, chunks, digest.kind, words);
}

/** {@link readContainer} without verifying the digest, which costs more than all the rest. */
export function readChunkDirectory(input: Uint8Array, diagnostics: Diagnostics): Container | undefined {
  if (input.byteLength < HEADER_SIZE || u32At(input, 0) !== DXBC_TAG) {
    diagnostics.report(DX1001, 0, input.byteLength, { size: input.byteLength });
    return undefined;
  }
  const major = u16At(input, VERSION_OFFSET);
  const minor = u16At(input, VERSION_OFFSET + 2);
  if (major !== 1 || minor !== 0) diagnostics.report(DX1009, 20, 24, { version: `${major}.${minor}` });
  const declared = u32At(input, SIZE_OFFSET);
  const isComplete = !isCut(input, declared);
  const hinted = ({ code, severity, text }: Message): Message =>
    isComplete ? { code, severity, text, hint: REPAIR } : { code, severity, text };
  if (declared > input.byteLength || declared < HEADER_SIZE) {
    diagnostics.report(isComplete ? hinted(DX1002) : CUT, 24, 28, { declared, size: input.byteLength });
  }
  const size = declared < HEADER_SIZE ? input.byteLength : Math.min(declared, input.byteLength);
  const bytes = input.subarray(0, size);
  // In a container that is cut off, what lies between its end and the declared one is missing, not wrong.
  const end = Math.max(size, declared);

  let count = u32At(input, 28);
  const capacity = Math.min((size - HEADER_SIZE) >>> 2, MAX_CHUNKS);
  if (count > capacity) {
    if (HEADER_SIZE + 4 * count > end || count > MAX_CHUNKS)
      diagnostics.report(hinted(DX1004), 28, 32, { needed: HEADER_SIZE + 4 * count, size });
    count = capacity;
  }
  const chunks: Chunk[] = [];
  const reports = new CappedDiagnostics(diagnostics, 'the chunk table');
  for (let index = 0; index < count; index++) {
    const at = HEADER_SIZE + 4 * index;
    const offset = u32At(bytes, at);
    if (offset < HEADER_SIZE || offset + CHUNK_HEADER_SIZE > size) {
      if (offset < HEADER_SIZE || offset + CHUNK_HEADER_SIZE > end)
        reports.report(hinted(DX1005), at, at + 4, { index, offset: hex(offset), size });
      continue;
    }
    const tag = u32At(bytes, offset);
    const length = u32At(bytes, offset + 4);
    const start = offset + CHUNK_HEADER_SIZE;
    const available = size - start;
    if (length > end - start) {
      reports.report(hinted(DX1006), offset + 4, offset + 8, {
        index,
        tag: fourCCText(tag),
        declared: length,
        available,
      });
    }
    const data = bytes.subarray(start, start + Math.min(length, available));
    chunks.push({ tag, name: TAG_NAMES.get(tag) ?? fourCCText(tag), offset, data });
  }
  reportOverlaps(chunks, HEADER_SIZE + 4 * count, reports);
  return new Container(bytes, chunks);
}

/** The size in the header where the file is cut; what follows from that has no hint. */
const CUT: Message = { ...DX1002, hint: 'get the whole file' };
/** The hint of a wrong field in a complete file. */
const REPAIR =
  'the file is complete but a field is wrong; `dxlens container repair` writes the fields from where the chunks are';

/**
 * Whether the input ends before the container: it is shorter than its header says, and so is the last chunk of its
 * table.
 */
function isCut(input: Uint8Array, declared: number): boolean {
  if (declared <= input.byteLength) return false;
  const count = Math.min(u32At(input, 28), MAX_CHUNKS, (input.byteLength - HEADER_SIZE) >>> 2);
  let last = HEADER_SIZE;
  for (let index = 0; index < count; index++) {
    const offset = u32At(input, HEADER_SIZE + 4 * index);
    // An offset beyond the header's own size is wrong itself.
    if (offset < declared) last = Math.max(last, offset);
  }
  return (
    last + CHUNK_HEADER_SIZE > input.byteLength || last + CHUNK_HEADER_SIZE + u32At(input, last + 4) > input.byteLength
  );
}

/** One pass over the chunks in order of offset: linear after the sort for any table. */
function reportOverlaps(chunks: readonly Chunk[], tableEnd: number, reports: CappedDiagnostics): void {
  if (standInOrder(chunks, tableEnd)) return;
  const order = chunks.map((chunk, index) => ({ chunk, index })).sort((a, b) => a.chunk.offset - b.chunk.offset);
  let end = tableEnd;
  let other = 'the chunk table';
  for (const { chunk, index } of order) {
    const stop = chunk.offset + CHUNK_HEADER_SIZE + chunk.data.byteLength;
    if (chunk.offset < end) {
      reports.report(DX1007, chunk.offset, Math.min(end, stop), { index, tag: chunk.name, other });
    }
    if (stop > end) {
      end = stop;
      other = `chunk ${index} (${chunk.name})`;
    }
  }
}

/** Whether no chunk begins before the end of the previous one: compilers write chunks in order. */
function standInOrder(chunks: readonly Chunk[], tableEnd: number): boolean {
  let end = tableEnd;
  for (const chunk of chunks) {
    if (chunk.offset < end) return false;
    end = chunk.offset + CHUNK_HEADER_SIZE + chunk.data.byteLength;
  }
  return true;
}

/**
 * Reads the directory of a container and verifies its checksum. The value is undefined only where there is no header.
 */
export function parseContainer(bytes: ByteSource): ParseResult<Container> {
  const input = toBytes(bytes, 'parseContainer');
  return parse((diagnostics) => readContainer(input, diagnostics));
}

/** {@link parseContainer} without verifying the checksum, which takes longer than all the rest. */
export function parseChunkDirectory(bytes: ByteSource): ParseResult<Container> {
  const input = toBytes(bytes, 'parseChunkDirectory');
  return parse((diagnostics) => readChunkDirectory(input, diagnostics));
}
