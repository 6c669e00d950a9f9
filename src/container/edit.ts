/**
 * Edits containers: a list of chunks and the other fields of the header. A container that was read and not changed
 * keeps its bytes in any layout; a changed one gets the layout of compilers, and the bytes that this layout leaves out
 * are reported.
 *
 *     const { value } = decodeContainer(bytes);
 *     const smaller = { ...value, chunks: removeChunks(value.chunks, 'PRIV') };
 *     const { bytes: file } = encodeContainer(smaller);
 *
 * Lists of chunks are never changed in place.
 *
 * Not for: the content of chunks, or Microsoft's functions for parts (parts.ts).
 */

import { type ByteSource, toBytes, typeText } from '../base/bytes.ts';
import { type BytesResult, Diagnostics, type ParseResult, parse, writeResult } from '../base/diagnostics.ts';
import { sm4Profile } from '../base/profile.ts';
import { fourCC, u32At } from '../base/words.ts';
import { CappedDiagnostics } from './capped-reports.ts';
import { type ChecksumKind, verifyChecksum } from './digest.ts';
import { type Container, isContainer, readChunkDirectory, readContainer, VERSION_OFFSET } from './dxbc.ts';
import { strayBytes } from './layout.ts';
import { DX1033, DX1034, DX1035, DX1040 } from './messages.ts';
import { programChunk } from './shader-chunks.ts';
import { type ChunkName, TAG } from './tags.ts';
import { type ChunkBytes, containerSize, serializeContainer, writeChecksum } from './write.ts';

/** A chunk's tag: its DWORD, or its four characters. */
export type ChunkTag = number | string;

export interface EditableContainer {
  readonly chunks: readonly ChunkBytes[];
  /** The digest that it gets. */
  readonly digest: ChecksumKind;
  /** The bytes that it was read from; absent in a new one. */
  readonly source?: ContainerSource;
}

/** The source of an {@link EditableContainer}. */
export interface ContainerSource {
  /** The complete input, with the bytes after the container. */
  readonly input: Uint8Array;
  readonly container: Container;
  /** Chunks are missing or cut short, or the header is damaged. */
  readonly damaged: boolean;
}

/** How much longer than its input a container may become because chunks share bytes. */
export const MAX_GROWTH = 4;

/**
 * Reads the container `bytes` for editing. Faults are reported as {@link readContainer} reports them.
 *
 * @returns undefined only when there is no header to read
 */
export function readEditableContainer(bytes: Uint8Array, diagnostics: Diagnostics): EditableContainer | undefined {
  const before = diagnostics.list.length;
  const container = readContainer(bytes, diagnostics);
  if (container === undefined) return undefined;
  const damaged = diagnostics.list.slice(before).some(({ severity }) => severity === 'error');
  const { chunks, digest = 'retail' } = container;
  return { chunks, digest, source: { input: bytes, container, damaged } };
}

/**
 * Returns the bytes of `edited`, with the digest that it requests.
 *
 * @returns undefined, with a diagnostic, when chunks of a damaged container were changed, or when chunks overlap so
 *   much that writing each one separately would take too many bytes
 */
export function writeEditableContainer(edited: EditableContainer, diagnostics: Diagnostics): Uint8Array | undefined {
  const { chunks, digest, source } = edited;
  if (source === undefined) return serializeContainer(chunks, digest);
  const { input, container, damaged } = source;
  const size = input.byteLength;
  const reportNewKind = () => {
    if (container.digest === undefined) diagnostics.report(DX1034, 4, 20, { kind: digest });
  };
  if (chunks === container.chunks || sameChunks(chunks, container.chunks)) {
    reportNewKind();
    const copy = input.slice();
    writeChecksum(copy.subarray(0, container.bytes.byteLength), digest);
    return copy;
  }
  if (damaged) {
    diagnostics.report(DX1040, 0, size);
    return undefined;
  }
  const grown = containerSize(container.chunks);
  if (grown > MAX_GROWTH * size) {
    diagnostics.report(DX1035, 0, size, { size: grown });
    return undefined;
  }
  reportNewKind();
  reportStrayBytes(input, container, diagnostics);
  return serializeContainer(chunks, digest, u32At(input, VERSION_OFFSET));
}

/**
 * Returns a copy of the container `bytes` with the right digest; nothing else changes. The functions of a library,
 * which are containers themselves, get theirs first. Bytes after the container are preserved.
 *
 * @param kind of digest; absent: a right one keeps its kind, and any other becomes the retail one
 * @returns undefined, with a diagnostic, when there is no header to read, or when functions share too many bytes
 */
export function withChecksum(bytes: Uint8Array, diagnostics: Diagnostics, kind?: ChecksumKind): Uint8Array | undefined {
  const copy = bytes.slice();
  const container = readChunkDirectory(copy, diagnostics);
  if (container === undefined) return undefined;
  const wanted = kind ?? verifyChecksum(container.bytes).kind ?? 'retail';
  let functions = 0;
  for (const { tag, data } of container.chunks) {
    if (tag !== TAG.LIBF || !isContainer(data)) continue;
    // Chunks may share their bytes, but the time must not grow with their count.
    functions += data.byteLength;
    if (functions > MAX_GROWTH * bytes.byteLength) {
      diagnostics.report(DX1035, 0, bytes.byteLength, { size: functions });
      return undefined;
    }
    const inner = readChunkDirectory(data, new Diagnostics());
    if (inner) writeChecksum(inner.bytes, verifyChecksum(inner.bytes).kind ?? wanted);
  }
  writeChecksum(container.bytes, wanted);
  return copy;
}

/** Reports the bytes that rewriting `container`, which was read from `input`, leaves out. */
export function reportStrayBytes(input: Uint8Array, container: Container, diagnostics: Diagnostics): void {
  const reports = new CappedDiagnostics(diagnostics, 'the container');
  for (const { start, end } of strayBytes(input, container)) reports.report(DX1033, start, end, { count: end - start });
}

function sameChunks(a: readonly ChunkBytes[], b: readonly ChunkBytes[]): boolean {
  return a.length === b.length && a.every(({ tag, data }, i) => tag === b[i]!.tag && data === b[i]!.data);
}

/** @throws TypeError when `chunks` is no array */
function checkChunkList(chunks: readonly ChunkBytes[], caller: string): void {
  if (Array.isArray(chunks)) return;
  throw new TypeError(`${caller}: chunks must be an array, such as the chunks of a container, not ${typeText(chunks)}`);
}

/** The first of `chunks` with this tag. */
export function findChunk<Kind extends ChunkBytes>(chunks: readonly Kind[], tag: ChunkTag): Kind | undefined {
  checkChunkList(chunks, 'findChunk');
  const word = tagWord(tag);
  return chunks.find((chunk) => chunk.tag === word);
}

/**
 * Returns `chunks` with this payload in the first chunk of the tag; if there is none, with a new chunk in the position
 * where Microsoft's compiler puts one.
 */
export function setChunk(chunks: readonly ChunkBytes[], tag: ChunkTag, data: ByteSource): ChunkBytes[] {
  checkChunkList(chunks, 'setChunk');
  const payload = toBytes(data, 'setChunk', 'data');
  const word = tagWord(tag);
  const index = chunks.findIndex((chunk) => chunk.tag === word);
  if (index >= 0) return replaceChunk(chunks, index, payload);
  return insertChunk(chunks, chunkPosition(chunks, word), word, payload);
}

/**
 * Returns `chunks` with another payload in chunk number `index`.
 *
 * @throws RangeError when there is no such chunk
 */
export function replaceChunk(chunks: readonly ChunkBytes[], index: number, data: ByteSource): ChunkBytes[] {
  checkChunkList(chunks, 'replaceChunk');
  const payload = toBytes(data, 'replaceChunk', 'data');
  if (!(index in chunks)) throw new RangeError(`there is no chunk ${index}; there are ${chunks.length}`);
  const copy = chunks.slice();
  copy[index] = { tag: chunks[index]!.tag, data: payload };
  return copy;
}

/**
 * Returns `chunks` with a new one before number `index`.
 *
 * @throws RangeError when `index` is not a number from 0 to the count of chunks
 */
export function insertChunk(
  chunks: readonly ChunkBytes[],
  index: number,
  tag: ChunkTag,
  data: ByteSource,
): ChunkBytes[] {
  checkChunkList(chunks, 'insertChunk');
  const payload = toBytes(data, 'insertChunk', 'data');
  if (!Number.isInteger(index) || index < 0 || index > chunks.length) {
    throw new RangeError(`a chunk is inserted at 0 to ${chunks.length}, not at ${index}`);
  }
  return [...chunks.slice(0, index), { tag: tagWord(tag), data: payload }, ...chunks.slice(index)];
}

/** Returns `chunks` without those of these tags. */
export function removeChunks<Kind extends ChunkBytes>(chunks: readonly Kind[], ...tags: ChunkTag[]): Kind[] {
  checkChunkList(chunks, 'removeChunks');
  const words = new Set(tags.map(tagWord));
  return chunks.filter(({ tag }) => !words.has(tag));
}

/**
 * Returns the DWORD of a tag.
 *
 * @throws RangeError when it is neither a DWORD nor four characters of a byte each
 */
export function tagWord(tag: ChunkTag): number {
  if (typeof tag === 'string' && /^[\0-\xff]{4}$/.test(tag)) return fourCC(tag);
  if (typeof tag === 'number' && Number.isInteger(tag) && tag >= 0 && tag <= 0xffff_ffff) return tag;
  throw new RangeError(`${JSON.stringify(tag)} is no tag: four characters, or a DWORD`);
}

/**
 * The order in which Microsoft's compiler writes chunks (source: oracle); kinds that exclude each other share a
 * position.
 */
const ORDER = [
  ...[['RDEF'], ['ISGN', 'ISG1'], ['OSGN', 'OSG5', 'OSG1'], ['PCSG', 'PSG1'], ['IFCE'], ['LFS0'], ['SHDR', 'SHEX']],
  ...[['SFI0'], ['STAT'], ['SPDB', 'SDBG'], ['RTS0'], ['ILDN'], ['PRIV']],
] as const satisfies readonly (readonly ChunkName[])[];

/** Programs of feature level 9 come first, and what describes the main program comes after it. */
const LEVEL9_ORDER = [
  ...[['XNAS'], ['XNAP'], ['Aon9'], ['SHDR', 'SHEX'], ['SPDB', 'SDBG'], ['STAT'], ['SFI0'], ['RDEF'], ['ISGN', 'ISG1']],
  ...[['OSGN', 'OSG5', 'OSG1'], ['LFS0'], ['RTS0'], ['ILDN'], ['PRIV']],
] as const satisfies readonly (readonly ChunkName[])[];

const LIBRARY_ORDER = [['LIBF'], ['LIBH'], ['PRIV']] as const satisfies readonly (readonly ChunkName[])[];

/**
 * The position where Microsoft's compiler would put a chunk `tag` among `chunks`: the end if it writes no such chunk.
 */
export function chunkPosition(chunks: readonly ChunkBytes[], tag: ChunkTag): number {
  const ranks = ranksOf(chunks);
  const rank = ranks.get(tagWord(tag));
  if (rank === undefined) return chunks.length;
  const next = chunks.findIndex((chunk) => (ranks.get(chunk.tag) ?? 0) > rank);
  return next < 0 ? chunks.length : next;
}

function ranksOf(chunks: readonly ChunkBytes[]): ReadonlyMap<number, number> {
  const has = (...names: ChunkName[]) => names.some((name) => chunks.some(({ tag }) => tag === TAG[name]));
  const order: readonly (readonly ChunkName[])[] = has('LIBF', 'LIBH')
    ? LIBRARY_ORDER
    : has('Aon9', 'XNAS', 'XNAP')
      ? LEVEL9_ORDER
      : ORDER;
  const ranks = new Map(order.flatMap((names, rank) => names.map((name) => [TAG[name], rank] as const)));
  const program = programChunk(chunks);
  // Domain shaders have the patch constants before the outputs.
  if (program && sm4Profile(u32At(program.data, 0))?.startsWith('ds')) {
    for (const name of ['PCSG', 'PSG1'] as const) ranks.set(TAG[name], ranks.get(TAG.ISGN)! + 0.5);
  }
  return ranks;
}

/** Reads a container for editing. The value is undefined only where there is no header. */
export function decodeContainer(bytes: ByteSource): ParseResult<EditableContainer> {
  const input = toBytes(bytes, 'decodeContainer');
  return parse((diagnostics) => readEditableContainer(input, diagnostics));
}

/**
 * Writes a container, with the checksum that it requests. There are no bytes when chunks of a damaged container were
 * changed, or when chunks overlap so much that writing each one separately would take too many bytes.
 */
export function encodeContainer(container: EditableContainer): BytesResult {
  return writeResult((diagnostics) => writeEditableContainer(container, diagnostics));
}

/**
 * Makes a copy of a container with the right checksum; nothing else changes. The functions of a library, which are
 * containers themselves, get theirs first. Bytes after the container are preserved.
 *
 * @param kind of checksum; absent: a right one keeps its kind, and any other becomes the retail one
 */
export function updateChecksum(bytes: ByteSource, kind?: ChecksumKind): BytesResult {
  const input = toBytes(bytes, 'updateChecksum');
  return writeResult((diagnostics) => withChecksum(input, diagnostics, kind));
}
