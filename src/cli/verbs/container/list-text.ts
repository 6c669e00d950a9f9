/** `dxlens container list`: the chunks of containers as a table, or as JSON. */
import { Diagnostics } from '../../../base/diagnostics.ts';
import type { ChecksumKind } from '../../../container/digest.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container, isContainer, readContainer } from '../../../container/dxbc.ts';
import { CHUNK_KINDS, TAG } from '../../../container/tags.ts';
import { detectContainerFormat, formatName } from '../../../file/detect-format.ts';

/** The text for one container, or undefined, after a report, if it cannot be read. */
export function listText(
  file: string,
  bytes: Uint8Array,
  { json, pretty }: { readonly json: boolean; readonly pretty: boolean },
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  const container = readContainer(bytes, diagnostics);
  if (container === undefined) return undefined;
  const size = bytes.byteLength;
  return Buffer.from(json ? jsonText(file, container, size, pretty) : tableText(file, container, size));
}

/** A chunk as it is listed. */
interface ListedChunk {
  readonly index: number;
  readonly tag: string;
  /** Where the chunk's header begins, in bytes from the start of the file. */
  readonly offset: number;
  /** Bytes of the payload. */
  readonly size: number;
  /** What chunks with this tag hold; null if unknown. */
  readonly holds: string | null;
  /** Only for a function of a library: the digest of its container. */
  readonly digest?: ChecksumKind | null;
  /** Only for a function of a library: its chunks. */
  readonly chunks?: readonly ListedChunk[];
}

/** @param base where the container begins in the file, in bytes */
function listed({ chunks }: Container, base: number): ListedChunk[] {
  return chunks.map((chunk, index) => {
    const { name, offset, data } = chunk;
    const holds = Object.hasOwn(CHUNK_KINDS, name) ? CHUNK_KINDS[name as keyof typeof CHUNK_KINDS] : null;
    const one = { index, tag: name, offset: base + offset, size: data.byteLength, holds };
    const inner = functionIn(chunk);
    if (inner === undefined) return one;
    const start = base + offset + CHUNK_HEADER_SIZE;
    return { ...one, digest: inner.digest ?? null, chunks: listed(inner, start) };
  });
}

/** The container of a library function; undefined for other chunks. Functions do not nest. */
function functionIn({ tag, data }: Chunk): Container | undefined {
  if (tag !== TAG.LIBF || !isContainer(data)) return undefined;
  const inner = readContainer(data, new Diagnostics());
  return inner?.find(TAG.LIBF) ? undefined : inner;
}

/** @param length size of the file in bytes; the container may end before it */
function jsonText(file: string, container: Container, length: number, pretty: boolean): string {
  const { format, profile } = detectContainerFormat(container);
  const { bytes, digest } = container;
  const document = {
    file,
    format,
    profile,
    size: bytes.byteLength,
    trailing: length - bytes.byteLength,
    digest: digest ?? null,
    chunks: listed(container, 0),
  };
  return `${pretty ? JSON.stringify(document, undefined, 2) : JSON.stringify(document)}\n`;
}

function tableText(file: string, container: Container, length: number): string {
  const detected = detectContainerFormat(container);
  const rows = rowsOf(listed(container, 0), '');
  const widths = [0, 1, 2, 3].map((column) => Math.max(...[HEADING, ...rows].map((row) => row[column]!.length)));
  const lines = [HEADING, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 2 || column === 3 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const size = container.bytes.byteLength;
  const trailing = length > size ? ` and ${length - size} trailing bytes` : '';
  return `${file}: ${detected.profile ?? formatName(detected)}, ${size} bytes${trailing}, ${digestText(container.digest)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

const HEADING = ['#', 'tag', 'offset', 'size', 'holds'] as const;

/** @param before the number of the enclosing chunk and a period */
function rowsOf(chunks: readonly ListedChunk[], before: string): string[][] {
  return chunks.flatMap(({ index, tag, offset, size, holds, digest, chunks: inner }) => {
    const own = inner === undefined ? (holds ?? '') : `${holds}, ${digestText(digest ?? undefined)}`;
    const row = [`${before}${index}`, tag, String(offset), String(size), own];
    return [row, ...rowsOf(inner ?? [], `${before}${index}.`)];
  });
}

function digestText(digest: ChecksumKind | undefined): string {
  return digest === undefined ? 'wrong digest' : `${digest} digest`;
}
