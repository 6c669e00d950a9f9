/** `dxlens container get`, `set`, `strip` and `sign`: extract and change the chunks of containers. */

import { Diagnostics } from '../base/diagnostics.ts';
import { fourCCText } from '../base/words.ts';
import { verifyChecksum } from '../container/digest.ts';
import { CHUNK_HEADER_SIZE, type Chunk, isContainer, readChunkDirectory, readContainer } from '../container/dxbc.ts';
import {
  findChunk,
  readEditableContainer,
  removeChunks,
  replaceChunk,
  setChunk,
  withChecksum,
  writeEditableContainer,
} from '../container/edit.ts';
import { EDIT_MESSAGES } from '../container/messages.ts';
import {
  BLOB_PARTS,
  type BlobPart,
  payloadTag,
  readBlobPart,
  STRIP_FLAGS,
  type StripFlag,
  settableTag,
  stripChunks,
} from '../container/parts.ts';
import { CHUNK_NAMES, TAG } from '../container/tags.ts';
import { type ChunkBytes, serializeContainer } from '../container/write.ts';
import { type ContainerWork, forEachContainer, planContainers } from './container-input.ts';
import { UsageError } from './exit-status.ts';
import { readInput } from './inputs/read-input.ts';
import { CLI_MESSAGES } from './messages.ts';
import { suggestionFor } from './options.ts';
import { appending, refuseOverwriting, refuseSecondStandardInput } from './outputs/plan-outputs.ts';
import { report } from './report.ts';
import { isTerminal, STANDARD, STDOUT } from './streams.ts';

interface CommonFlags {
  readonly output?: string;
  readonly force?: true;
  readonly quiet?: true;
}

export interface GetFlags extends CommonFlags {
  readonly container?: true;
}

export interface SetFlags extends CommonFlags {
  readonly remove?: readonly string[];
}

export interface StripOptions extends CommonFlags {
  readonly reflection?: true;
  readonly debug?: true;
  readonly test?: true;
  readonly private?: true;
  readonly rootSignature?: true;
}

export interface SignFlags extends CommonFlags {
  readonly debug?: true;
  readonly retail?: true;
  readonly check?: true;
}

/** How a command line names a chunk; `inner` is the index of a chunk inside a function of a library. */
type ChunkName =
  | { readonly by: 'index'; readonly index: number; readonly inner: number | undefined }
  | { readonly by: 'tag'; readonly tag: string }
  | { readonly by: 'part'; readonly part: BlobPart };

/** @param words the files, then the part */
export async function getPart(words: readonly string[], flags: GetFlags): Promise<void> {
  const files = words.slice(0, -1);
  const word = words[words.length - 1]!;
  if (files.length === 0) throw new UsageError(`missing chunk to extract from ${word}; give a tag, a number or a part`);
  const named = nameOf(word);
  await eachContainer(files, flags, `.${word}`, (bytes, diagnostics) =>
    named.by === 'part'
      ? partOf(bytes, named.part, flags.container ?? false, diagnostics)
      : chunkOf(bytes, named, word, flags.container ?? false, diagnostics),
  );
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
  diagnostics.report(CLI_MESSAGES.DX1041, 0, size, { chunk: word, suggestion });
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
  diagnostics.report(CLI_MESSAGES.DX1039, taken.offset, taken.offset + CHUNK_HEADER_SIZE, values);
}

/** @param words each is `NAME=FILE` */
export async function setParts(file: string, words: readonly string[], flags: SetFlags): Promise<void> {
  const settings = words.map(settingOf);
  const removed = (flags.remove ?? []).map(removedTag);
  if (settings.length + removed.length === 0)
    throw new UsageError('nothing to set or remove; use TAG=FILE or --remove TAG');
  const twice = settings.find(({ word }, i) => settings.findIndex((other) => other.word === word) < i);
  if (twice) throw new UsageError(`${twice.word} is set twice`);
  const payloads = settings.map(({ source }) => source);
  refuseSecondStandardInput([file, ...payloads]);
  const quiet = flags.quiet ?? false;
  await eachContainer([file], flags, '', async (bytes, diagnostics, job) => {
    if (!flags.force && job.output !== STANDARD) refuseOverwriting(payloads, job.output, true);
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
  });
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
    diagnostics.report(CLI_MESSAGES.DX1041, 0, 0, { chunk: word, suggestion: '' });
    return undefined;
  }
  // As D3DSetBlobPart, except that it overwrites other chunks that share a tag with the first of them.
  const tag = settableTag(named.part)!;
  if (data.byteLength === 0) {
    diagnostics.report(EDIT_MESSAGES.DX1038, 0, 0, { part: word });
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
  if (chunk === undefined) diagnostics.report(EDIT_MESSAGES.DX1042, 0, 0, { reason });
  return chunk?.data;
}

const FLAG_OF_OPTION = {
  reflection: 'reflection',
  debug: 'debug',
  test: 'testBlobs',
  private: 'privateData',
  rootSignature: 'rootSignature',
} as const satisfies Record<string, StripFlag>;

/** Removed when no option is given: everything that is not needed at run time. */
const DEFAULT_FLAGS = STRIP_FLAGS.reflection | STRIP_FLAGS.debug | STRIP_FLAGS.testBlobs | STRIP_FLAGS.privateData;

export async function strip(files: readonly string[], flags: StripOptions): Promise<void> {
  const options = Object.keys(FLAG_OF_OPTION) as (keyof typeof FLAG_OF_OPTION)[];
  const selected = options.reduce(
    (bits, option) => bits | (flags[option] ? STRIP_FLAGS[FLAG_OF_OPTION[option]] : 0),
    0,
  );
  await eachContainer(files, flags, '', (bytes, diagnostics) =>
    stripChunks(bytes, selected === 0 ? DEFAULT_FLAGS : selected, diagnostics),
  );
}

export async function sign(files: readonly string[], flags: SignFlags): Promise<void> {
  if (flags.check) return check(files, flags.quiet ?? false);
  const wanted = flags.debug ? 'debug' : flags.retail ? 'retail' : undefined;
  await eachContainer(files, flags, '', (bytes, diagnostics) => withChecksum(bytes, diagnostics, wanted));
}

async function check(files: readonly string[], quiet: boolean): Promise<void> {
  const plan = await planContainers(files, undefined, appending(''));
  await forEachContainer(plan, quiet, (bytes, diagnostics, { file }) => {
    const container = readChunkDirectory(bytes, diagnostics);
    const { kind, found, expected } = verifyChecksum(container?.bytes ?? bytes);
    if (container && kind === undefined) diagnostics.report(CLI_MESSAGES.DX1044, 4, 20, { found, expected });
    return kind === undefined ? undefined : Buffer.from(`${file}: ${kind} digest\n`);
  });
}

/**
 * Runs `work` for each container and writes the bytes it returns to the output that the flags name.
 *
 * @param suffix appended to the name of an input when the output is a directory
 */
async function eachContainer(
  files: readonly string[],
  flags: CommonFlags,
  suffix: string,
  work: ContainerWork,
): Promise<void> {
  const plan = await planContainers(files, flags.output, appending(suffix), flags.force === true);
  if ((flags.output ?? STANDARD) === STANDARD) {
    const { length } = plan.jobs;
    if (length > 1) throw new UsageError(`refusing to write ${length} files to standard output; use -o DIR/`);
    if (isTerminal(STDOUT)) throw new UsageError('refusing to write binary output to a terminal; use -o FILE');
  }
  await forEachContainer(plan, flags.quiet ?? false, work);
}

/** Normalises a part name: `D3D_BLOB_INPUT_SIGNATURE_BLOB`, `input-signature` and `inputSignature` are the same. */
function plainName(word: string): string {
  return word
    .replace(/^D3D_BLOB_/i, '')
    .replace(/_BLOB$/i, '')
    .replace(/[-_]/g, '')
    .toLowerCase();
}

const PARTS_BY_NAME: ReadonlyMap<string, BlobPart> = new Map(
  (Object.keys(BLOB_PARTS) as BlobPart[]).map((part) => [plainName(part), part]),
);

/** @throws UsageError if `word` does not name a chunk */
function nameOf(word: string): ChunkName {
  const [, index, inner] = /^(\d{1,3})(?:\.(\d{1,3}))?$/.exec(word) ?? [];
  if (index !== undefined)
    return { by: 'index', index: Number(index), inner: inner === undefined ? inner : Number(inner) };
  if (/^[\x20-\x7e]{4}$/.test(word)) return { by: 'tag', tag: word };
  const part = PARTS_BY_NAME.get(plainName(word));
  if (part !== undefined) return { by: 'part', part };
  const parts = Object.keys(BLOB_PARTS);
  const suggestion = suggestionFor(word, [...parts, ...CHUNK_NAMES]);
  throw new UsageError(
    `'${word}' is not a tag of four characters, a number or one of the parts ${parts.join(', ')}${suggestion}`,
  );
}

/** An argument `NAME=FILE` of `container set`. */
interface Setting {
  readonly named: ChunkName;
  readonly word: string;
  readonly source: string;
}

function settingOf(text: string): Setting {
  const at = text.indexOf('=');
  const [word, source] = [text.slice(0, at), text.slice(at + 1)];
  if (at <= 0 || source === '') throw new UsageError(`expected TAG=FILE, found '${text}'`);
  const named = nameOf(word);
  if (named.by === 'index' && named.inner !== undefined) {
    throw new UsageError(`${word}: a chunk of a library function can only be set in the container of that function`);
  }
  if (named.by === 'part' && settableTag(named.part) === undefined) {
    throw new UsageError(`${word} cannot be set; use privateData, rootSignature, debugName or a tag`);
  }
  return { named, word, source };
}

function removedTag(word: string): { word: string; tag: string } {
  const named = nameOf(word);
  if (named.by === 'tag') return { word, tag: named.tag };
  const tag = named.by === 'part' ? (settableTag(named.part) ?? payloadTag(named.part)) : undefined;
  if (tag === undefined) throw new UsageError(`--remove ${word}: only tags and parts can be removed`);
  return { word, tag };
}
