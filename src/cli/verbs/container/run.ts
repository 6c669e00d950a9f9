/** Runs the commands of `dxlens container`, whose inputs must be DXBC containers.  */

import { type Diagnostic, Diagnostics, diagnostic } from '../../../base/diagnostics.ts';
import { fourCCText } from '../../../base/words.ts';
import { type ChecksumKind, verifyChecksum } from '../../../container/digest.ts';
import {
  CHUNK_HEADER_SIZE,
  type Chunk,
  type Container,
  isContainer,
  readChunkDirectory,
  readContainer,
} from '../../../container/dxbc.ts';
import {
  findChunk,
  readEditableContainer,
  removeChunks,
  replaceChunk,
  setChunk,
  withChecksum,
  writeEditableContainer,
} from '../../../container/edit.ts';
import { DX0003, DX1038, DX1042 } from '../../../container/messages.ts';
import {
  BLOB_PARTS,
  type BlobPart,
  payloadTag,
  readBlobPart,
  settableTag,
  stripChunks,
} from '../../../container/parts.ts';
import { repairContainer } from '../../../container/repair.ts';
import { CHUNK_KINDS, CHUNK_NAMES, TAG } from '../../../container/tags.ts';
import { type ChunkBytes, serializeContainer } from '../../../container/write.ts';
import { detectContainerFormat, detectFormat, formatName } from '../../../file/detect-format.ts';
import { namingForeignFile, unrecognisedFile } from '../../foreign-files.ts';
import { readFoundInput, readInput } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb, type VerbFiles, type VerbFlags } from '../../jobs/run-jobs.ts';
import { DX1036, DX1039, DX1041, DX1044 } from '../../messages.ts';
import { suggestionFor } from '../../options.ts';
import { deliver } from '../../outputs/deliver.ts';
import type { Job } from '../../outputs/plan-outputs.ts';
import { UsageError } from '../../process.ts';
import { report } from '../../report.ts';

/** How a command line names a chunk; `inner` is the index of a chunk inside a function of a library. */
export type ChunkName =
  | { readonly by: 'index'; readonly index: number; readonly inner: number | undefined }
  | { readonly by: 'tag'; readonly tag: string }
  | { readonly by: 'part'; readonly part: BlobPart };

/** Normalises a part name: `D3D_BLOB_INPUT_SIGNATURE_BLOB`, `input-signature` and `inputSignature` are the same. */
function lowerName(word: string): string {
  return word
    .replace(/^D3D_BLOB_/i, '')
    .replace(/_BLOB$/i, '')
    .replace(/[-_]/g, '')
    .toLowerCase();
}

const PARTS_BY_NAME: ReadonlyMap<string, BlobPart> = new Map(
  (Object.keys(BLOB_PARTS) as BlobPart[]).map((part) => [lowerName(part), part]),
);

/** @throws UsageError if `word` does not name a chunk */
export function chunkNameOf(word: string): ChunkName {
  const [, index, inner] = /^(\d{1,3})(?:\.(\d{1,3}))?$/.exec(word) ?? [];
  if (index !== undefined)
    return { by: 'index', index: Number(index), inner: inner === undefined ? inner : Number(inner) };
  if (/^[\x20-\x7e]{4}$/.test(word)) return { by: 'tag', tag: word };
  const part = PARTS_BY_NAME.get(lowerName(word));
  if (part !== undefined) return { by: 'part', part };
  const parts = Object.keys(BLOB_PARTS);
  const suggestion = suggestionFor(word, [...parts, ...CHUNK_NAMES]);
  throw new UsageError(
    `'${word}' is not a tag of four characters, a number or one of the parts ${parts.join(', ')}${suggestion}`,
  );
}

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

interface ListedChunk {
  readonly index: number;
  readonly tag: string;
  /** Where the chunk's header begins, in bytes from the start of the file. */
  readonly offset: number;
  /** Bytes of the payload. */
  readonly size: number;
  /** The contents of chunks with this tag; null if unknown. */
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
    const details = inner === undefined ? (holds ?? '') : `${holds}, ${digestText(digest ?? undefined)}`;
    const row = [`${before}${index}`, tag, String(offset), String(size), details];
    return [row, ...rowsOf(inner ?? [], `${before}${index}.`)];
  });
}

function digestText(digest: ChecksumKind | undefined): string {
  return digest === undefined ? 'wrong digest' : `${digest} digest`;
}

/** An argument `NAME=FILE` of `container set`. */
export interface Setting {
  readonly named: ChunkName;
  readonly word: string;
  readonly source: string;
}

/** The work of a command on each container: plain data, which other threads get a copy of. */
export type ContainerAction =
  | { readonly command: 'list'; readonly json: boolean; readonly pretty: boolean }
  | { readonly command: 'get'; readonly named: ChunkName; readonly word: string; readonly wrap: boolean }
  | {
      readonly command: 'set';
      readonly settings: readonly Setting[];
      readonly removed: readonly { readonly word: string; readonly tag: string }[];
    }
  | { readonly command: 'strip'; readonly flags: number }
  | { readonly command: 'sign'; readonly wanted: 'debug' | 'retail' | undefined }
  | { readonly command: 'check' }
  | { readonly command: 'repair' };

/** Returns the bytes to write, or undefined on failure, after reporting it. */
export function outputFor(
  action: ContainerAction,
  bytes: Uint8Array,
  { file }: Job,
  quiet: boolean,
  diagnostics: Diagnostics,
): Uint8Array | undefined | Promise<Uint8Array | undefined> {
  switch (action.command) {
    case 'list':
      return listText(file, bytes, action, diagnostics);
    case 'get':
      return extracted(bytes, action, diagnostics);
    case 'set':
      return withSettings(bytes, action, quiet, diagnostics);
    case 'strip':
      return stripChunks(bytes, action.flags, diagnostics);
    case 'sign':
      return withChecksum(bytes, diagnostics, action.wanted);
    case 'repair':
      return repairContainer(bytes, diagnostics);
    case 'check':
      return checked(file, bytes, diagnostics);
  }
}

function extracted(
  bytes: Uint8Array,
  { named, word, wrap }: Extract<ContainerAction, { command: 'get' }>,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  return named.by === 'part'
    ? partOf(bytes, named.part, wrap, diagnostics)
    : chunkOf(bytes, named, word, wrap, diagnostics);
}

function partOf(bytes: Uint8Array, part: BlobPart, wrap: boolean, diagnostics: Diagnostics): Uint8Array | undefined {
  const data = readBlobPart(bytes, part, diagnostics);
  const tag = payloadTag(part);
  return wrap && data && tag ? serializeContainer([{ tag: TAG[tag], data }]) : data;
}

function chunkOf(
  bytes: Uint8Array,
  named: Exclude<ChunkName, { by: 'part' }>,
  word: string,
  wrap: boolean,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  const chunks = readContainer(bytes, diagnostics)?.chunks;
  if (chunks === undefined) return undefined;
  const chunk = named.by === 'index' ? chunkAt(chunks, named.index, named.inner) : findChunk(chunks, named.tag);
  if (chunk === undefined) {
    reportMissing(word, chunks, bytes.byteLength, diagnostics);
    return undefined;
  }
  if (named.by === 'tag') reportOthers(chunks, chunk, diagnostics);
  return wrap ? serializeContainer([chunk]) : chunk.data;
}

/** Reports that there is no chunk `word`, and the tag that may be meant. */
function reportMissing(word: string, chunks: readonly ChunkBytes[], size: number, diagnostics: Diagnostics): void {
  const suggestion = suggestionFor(
    word,
    chunks.map(({ tag }) => fourCCText(tag)),
  );
  diagnostics.report(DX1041, 0, size, { chunk: word, suggestion });
}

/** The chunk with this index, or the chunk `inner` of the library function in it. */
function chunkAt(chunks: readonly Chunk[], index: number, inner: number | undefined): Chunk | undefined {
  const chunk = chunks[index];
  if (inner === undefined || chunk === undefined) return chunk;
  return isContainer(chunk.data) ? readContainer(chunk.data, new Diagnostics())?.chunks[inner] : undefined;
}

/** Reports that the container has more chunks with the tag of `taken`. */
function reportOthers(chunks: readonly Chunk[], taken: Chunk, diagnostics: Diagnostics): void {
  const all = [...chunks.keys()].filter((index) => chunks[index]!.tag === taken.tag);
  if (all.length === 1) return;
  const values = { count: all.length, tag: taken.name, others: all.slice(1).join(', ') };
  diagnostics.report(DX1039, taken.offset, taken.offset + CHUNK_HEADER_SIZE, values);
}

async function withSettings(
  bytes: Uint8Array,
  { settings, removed }: Extract<ContainerAction, { command: 'set' }>,
  quiet: boolean,
  diagnostics: Diagnostics,
): Promise<Uint8Array | undefined> {
  const container = readEditableContainer(bytes, diagnostics);
  if (container === undefined) return undefined;
  let { chunks } = container;
  for (const { word, tag } of removed) {
    if (findChunk(chunks, tag) === undefined) {
      reportMissing(word, container.chunks, bytes.byteLength, diagnostics);
      return undefined;
    }
    chunks = removeChunks(chunks, tag);
  }
  for (const { named, word, source } of settings) {
    const data = await readInput(source);
    if (!(data instanceof Uint8Array)) {
      report(source, [data], quiet);
      return undefined;
    }
    const set = withSetting(chunks, container.chunks, named, word, data, diagnostics);
    if (set === undefined) return undefined;
    chunks = set;
  }
  return writeEditableContainer({ ...container, chunks }, diagnostics);
}

/**
 * Returns `chunks` with one of them set. Reports a diagnostic and returns undefined if that is not possible.
 *
 * @param original the chunks of the file, to which indices refer
 */
function withSetting(
  chunks: readonly ChunkBytes[],
  original: readonly ChunkBytes[],
  named: ChunkName,
  word: string,
  data: Uint8Array,
  diagnostics: Diagnostics,
): readonly ChunkBytes[] | undefined {
  if (named.by === 'tag') return setChunk(chunks, named.tag, data);
  if (named.by === 'index') {
    const index = chunks.indexOf(original[named.index]!);
    if (index >= 0) return replaceChunk(chunks, index, data);
    diagnostics.report(DX1041, 0, 0, { chunk: word, suggestion: '' });
    return undefined;
  }
  // As D3DSetBlobPart, except that it overwrites other chunks that share a tag with the first of them.
  const tag = settableTag(named.part)!;
  if (data.byteLength === 0) {
    diagnostics.report(DX1038, 0, 0, { part: word });
    return undefined;
  }
  const payload = named.part === 'rootSignature' ? rootSignatureOf(data, diagnostics) : data;
  return payload && [...removeChunks(chunks, tag), { tag: TAG[tag], data: payload }];
}

/** The payload of the chunk RTS0 in a container. */
function rootSignatureOf(data: Uint8Array, diagnostics: Diagnostics): Uint8Array | undefined {
  const inner = isContainer(data) ? readContainer(data, new Diagnostics()) : undefined;
  const chunk = inner?.find(TAG.RTS0);
  const reason = inner === undefined ? 'it is not a DXBC container' : 'its container has no chunk RTS0';
  if (chunk === undefined) diagnostics.report(DX1042, 0, 0, { reason });
  return chunk?.data;
}

function checked(file: string, bytes: Uint8Array, diagnostics: Diagnostics): Uint8Array | undefined {
  const container = readChunkDirectory(bytes, diagnostics);
  const { kind, found, expected } = verifyChecksum(container?.bytes ?? bytes);
  if (container && kind === undefined) diagnostics.report(DX1044, 4, 20, { found, expected });
  return kind === undefined ? undefined : Buffer.from(`${file}: ${kind} digest\n`);
}

/** Parameters of {@link containerInput} other than its input. */
interface Settings {
  readonly action: ContainerAction;
  readonly quiet: boolean;
}

/** Runs `action` for each container that `words` name. */
export async function runContainers(
  words: readonly string[],
  flags: VerbFlags,
  files: Omit<VerbFiles, 'readFound'>,
  action: ContainerAction,
): Promise<void> {
  const settings = { action, quiet: flags.quiet === true };
  await runVerb('container', words, flags, { ...files, readFound: readContainerFile }, containerInput, () => settings);
}

/** Reads one container, writes what the action makes of it and reports its diagnostics. */
export async function containerInput(job: Job, { action, quiet }: Settings): Promise<boolean | undefined> {
  const bytes = await readFoundInput(job, readContainerFile);
  if (bytes === undefined) return undefined;
  const other = notContainer(bytes);
  if (other !== undefined) return !report(job.file, [other], quiet);
  const diagnostics = new Diagnostics();
  const output = await outputFor(action, bytes as Uint8Array, job, quiet, diagnostics);
  const failed = report(job.file, namingForeignFile(diagnostics.list, bytes as Uint8Array), quiet);
  return output !== undefined && (await deliver(job, output)) && !failed;
}

/** The bytes of a file if it begins like a container, else undefined. Throws the error of the file system. */
function readContainerFile(path: string): Uint8Array | undefined {
  const bytes = readShaderFile(path);
  return bytes !== undefined && isContainer(bytes) ? bytes : undefined;
}

/** The diagnostic for an input that cannot be read or does not begin like a container. */
function notContainer(bytes: Uint8Array | Diagnostic): Diagnostic | undefined {
  if (!(bytes instanceof Uint8Array)) return bytes;
  if (isContainer(bytes)) return undefined;
  const size = bytes.byteLength;
  const span = { unit: 'byte', start: 0, end: size } as const;
  const detected = detectFormat(bytes);
  if (detected.format !== 'unknown') return diagnostic(DX1036, span, { kind: formatName(detected) });
  if (size === 0) return diagnostic(DX0003, span);
  return unrecognisedFile(bytes)[0];
}
