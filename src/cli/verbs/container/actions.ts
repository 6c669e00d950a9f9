/** What each command of `dxlens container` does with one container. */

import { Diagnostics } from '../../../base/diagnostics.ts';
import { fourCCText } from '../../../base/words.ts';
import { verifyChecksum } from '../../../container/digest.ts';
import {
  CHUNK_HEADER_SIZE,
  type Chunk,
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
import { DX1038, DX1042 } from '../../../container/messages.ts';
import { type BlobPart, payloadTag, readBlobPart, settableTag, stripChunks } from '../../../container/parts.ts';
import { repairContainer } from '../../../container/repair.ts';
import { TAG } from '../../../container/tags.ts';
import { type ChunkBytes, serializeContainer } from '../../../container/write.ts';
import { readInput } from '../../inputs/read-input.ts';
import { DX1039, DX1041, DX1044 } from '../../messages.ts';
import { suggestionFor } from '../../options.ts';
import type { Job } from '../../outputs/plan-outputs.ts';
import { report } from '../../report.ts';
import { listText } from './list-text.ts';
import type { ChunkName } from './names.ts';

/** An argument `NAME=FILE` of `container set`. */
export interface Setting {
  readonly named: ChunkName;
  readonly word: string;
  readonly source: string;
}

/** What a command does with each container: plain data, which other threads get a copy of. */
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
  const draft = readEditableContainer(bytes, diagnostics);
  if (draft === undefined) return undefined;
  let { chunks } = draft;
  for (const { word, tag } of removed) {
    if (findChunk(chunks, tag) === undefined) {
      reportMissing(word, draft.chunks, bytes.byteLength, diagnostics);
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
    const set = withSetting(chunks, draft.chunks, named, word, data, diagnostics);
    if (set === undefined) return undefined;
    chunks = set;
  }
  return writeEditableContainer({ ...draft, chunks }, diagnostics);
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
