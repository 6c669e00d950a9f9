/**
 * Personal paths in debug information: lists them and replaces them with neutral paths. Directories of users, names of
 * machines and all other directories of absolute paths are replaced by names of the same length; names of files stay,
 * and with them every offset.
 *
 * A program database has paths in its tables of names and of files, in the arguments of the compiler, in the embedded
 * sources, and in the names of their streams; hash tables and checksums of sources are updated (the required
 * consistency was found with the oracle). Bytes that belong to no stream may have names of files, too: writers leave
 * there what was in their memory.
 *
 * Not for: the recognition of personal paths (personal-paths.ts).
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { crc32 } from '../base/hashes.ts';
import { bytesOf, u16At, u32At, wordsOf } from '../base/words.ts';
import { md5 } from '../container/digest.ts';
import type { Chunk } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { isEffect } from '../file/detect-format.ts';
import { diagnosticsIn, readShaderFile, reportNoPrograms } from '../file/shader-file.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';
import { DbugView } from './dbug/dbug.ts';
import { DBUG_HEADER, DBUG_HEADER_SIZE } from './dbug/layout.ts';
import { type DebugChange, mapContainerDebug, mapEffectShaders } from './map-debug.ts';
import { PathScrubber, type PersonalPath, scrubStrings, scrubText } from './personal-paths.ts';
import { SDBG_FILE, SDBG_FILE_SIZE, SDBG_HEADER, SDBG_HEADER_SIZE } from './sdbg/view.ts';
import { SUBSECTION, SYMBOL } from './spdb/codeview.ts';
import { HEADER_BLOCK, SOURCE_PREFIX, sourceChecksums } from './spdb/content.ts';
import { type DbiModule, dbiStrings, readDbi } from './spdb/dbi.ts';
import { isFreeMap, type Msf, msfStreams, readMsf, serializeMsf } from './spdb/msf.ts';
import { NAMES_HEADER, NAMES_OFFSET, readPdbInfo, rehashNamedStreams, rehashNames } from './spdb/pdb-info.ts';
import { STREAM } from './spdb/spdb.ts';

/** Bytes from `start` to `end` of a file. */
export interface Slack {
  readonly start: number;
  readonly end: number;
}

/** The bytes that belong to nothing. */
export function slackOf({ bytes, blockSize, directory, directoryMap, streams }: Msf): readonly Slack[] {
  const blockCount = Math.ceil(bytes.byteLength / blockSize);
  /** Bytes of each block that are in use. */
  const used = new Uint16Array(blockCount);
  for (let block = 0; block < blockCount; block++)
    if (block === 0 || isFreeMap(block, blockSize)) used[block] = blockSize;
  const use = (block: number, count: number) => {
    if (block < blockCount) used[block] = Math.max(used[block]!, Math.min(count, blockSize));
  };
  for (const block of directory) use(block, blockSize);
  for (let i = 0; 4 * directory.length > i * blockSize; i++) use(directoryMap + i, blockSize);
  for (const { blocks, size } of streams) for (const [i, block] of blocks.entries()) use(block, size - i * blockSize);
  const slack: Slack[] = [];
  for (const [block, count] of used.entries())
    if (count < blockSize)
      slack.push({ start: block * blockSize + count, end: Math.min((block + 1) * blockSize, bytes.byteLength) });
  return slack.filter(({ start, end }) => start < end);
}

/** Returns the program database with other paths; itself where it has none, or cannot be read. */
export function scrubPdb(pdb: Uint8Array, scrubber: PathScrubber): Uint8Array {
  const msf = readMsf(pdb, new Diagnostics());
  const infoBytes = msf?.stream(STREAM.info);
  const info = infoBytes && readPdbInfo(infoBytes);
  if (msf === undefined || info === undefined) return pdb;
  const file = msfStreams(msf);
  const streams = file.streams.map((stream) => stream?.slice() ?? null);
  const scrub = new PdbScrub(streams, scrubber);
  scrub.names(info.namedStreams.get('/names'));
  for (const [name, index] of info.namedStreams) if (name.startsWith(SOURCE_PREFIX)) scrub.source(index);
  scrub.sourceList(info.namedStreams.get(HEADER_BLOCK));
  scrub.modules();
  if (!scrub.streamNames()) return pdb;
  const made = scrub.isChanged ? serializeMsf({ ...file, streams }) : pdb;
  return withoutSlack(made, scrub.isChanged, scrubber);
}

/** The file without what is left of paths outside of its streams: such bytes become 0 where any path was found. */
function withoutSlack(pdb: Uint8Array, isChanged: boolean, scrubber: PathScrubber): Uint8Array {
  const msf = readMsf(pdb, new Diagnostics());
  const slack = msf === undefined ? [] : slackOf(msf);
  const cleared = pdb.slice();
  let isPersonal = isChanged;
  for (const { start, end } of slack) {
    if (scrubStrings(cleared, start, end, scrubber)) isPersonal = true;
    cleared.fill(0, start, end);
  }
  return isPersonal && slack.length > 0 ? cleared : pdb;
}

class PdbScrub {
  isChanged = false;
  /** Checksums of changed sources by those that they had: CRC-32, and MD5 in hexadecimal. */
  readonly #crcs = new Map<number, number>();
  readonly #md5s = new Map<string, Uint8Array>();

  constructor(
    private readonly streams: (Uint8Array | null)[],
    private readonly scrubber: PathScrubber,
  ) {}

  names(index: number | undefined): void {
    const names = this.streams[index ?? -1];
    if (!names) return;
    if (!scrubStrings(names, NAMES_HEADER, NAMES_HEADER + u32At(names, 8), this.scrubber)) return;
    rehashNames(names);
    this.isChanged = true;
  }

  source(index: number): void {
    const before = this.streams[index];
    if (!before) return;
    const after = before.slice();
    if (!scrubText(after, 0, after.byteLength, this.scrubber)) return;
    this.#crcs.set(rawCrc32(before), rawCrc32(after));
    this.#md5s.set(String(md5(before)), md5(after));
    this.streams[index] = after;
    this.isChanged = true;
  }

  /** The checksums of the sources in the stream that lists them. */
  sourceList(index: number | undefined): void {
    const list = this.streams[index ?? -1];
    if (!list) return;
    const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
    for (const at of sourceChecksums(list)) {
      const crc = this.#crcs.get(view.getUint32(at, true));
      if (crc !== undefined) view.setUint32(at, crc, true);
    }
  }

  modules(): void {
    const bytes = this.streams[STREAM.dbi];
    const dbi = bytes && readDbi(bytes);
    if (!bytes || !dbi) return;
    for (const { start, end } of dbiStrings(bytes))
      if (scrubStrings(bytes, start, end, this.scrubber)) this.isChanged = true;
    for (const module of dbi.modules) this.#module(module);
  }

  #module({ stream: index, symbolBytes, c11Bytes, c13Bytes }: DbiModule): void {
    const stream = this.streams[index];
    if (!stream) return;
    const symbolsEnd = Math.min(symbolBytes, stream.byteLength);
    for (let at = SIGNATURE; at + 4 <= symbolsEnd; ) {
      const end = at + 2 + u16At(stream, at);
      if (end < at + 4 || end > symbolsEnd) break;
      if (u16At(stream, at + 2) === SYMBOL.S_ENVBLOCK && scrubStrings(stream, at + ENVIRONMENT, end, this.scrubber))
        this.isChanged = true;
      at = end;
    }
    this.#fileChecksums(stream, symbolBytes + c11Bytes, symbolBytes + c11Bytes + c13Bytes);
  }

  /** The checksums of the sources in the table of files between `start` and `end`. */
  #fileChecksums(stream: Uint8Array, start: number, end: number): void {
    const limit = Math.min(end, stream.byteLength);
    for (let at = start; at + 8 <= limit; ) {
      const stop = at + 8 + u32At(stream, at + 4);
      if (stop > limit) return;
      if (u32At(stream, at) === SUBSECTION.files)
        for (let file = at + 8; file + 6 <= stop; ) {
          const next = file + 6 + stream[file + 4]!;
          const made = this.#md5s.get(String(stream.subarray(file + 6, next)));
          if (made !== undefined && next <= stop) stream.set(made, file + 6);
          file = at + 8 + ((next - at - 8 + 3) & ~3);
        }
      at = start + ((stop - start + 3) & ~3);
    }
  }

  /** The names of the streams with sources. Returns false where their table is damaged. */
  streamNames(): boolean {
    const info = this.streams[STREAM.info]!;
    const start = NAMES_OFFSET + 4;
    if (!scrubStrings(info, start, start + u32At(info, NAMES_OFFSET), this.scrubber, SOURCE_PREFIX)) return true;
    const rehashed = rehashNamedStreams(info);
    this.streams[STREAM.info] = rehashed ?? info;
    this.isChanged = true;
    return rehashed !== undefined;
  }
}

/** Bytes of the signature before the symbols of a module, and before the strings of an S_ENVBLOCK. */
const SIGNATURE = 4;
const ENVIRONMENT = 5;

/** CRC-32 begun with 0 and not inverted at the end. */
function rawCrc32(bytes: Uint8Array): number {
  return ~crc32(bytes, 0xffff_ffff) >>> 0;
}

/** Returns the payload of the chunk with other paths; itself where it has none. */
export function scrubSdbg(data: Uint8Array, scrubber: PathScrubber): Uint8Array {
  if (data.byteLength < SDBG_HEADER_SIZE) return data;
  const result = data.slice();
  const base = u32At(data, SDBG_HEADER.size);
  const stringsStart = base + u32At(data, SDBG_HEADER.texts);
  const files = base + u32At(data, SDBG_HEADER.files + 4);
  const available = Math.floor((data.byteLength - files) / SDBG_FILE_SIZE);
  const count = Math.max(0, Math.min(u32At(data, SDBG_HEADER.files), available));
  /** Files may share strings: each is changed once. */
  const done = new Set<number>();
  let isChanged = false;
  const scrub = (offset: number, length: number) => {
    const start = stringsStart + offset;
    if (start >= data.byteLength || done.has(start)) return;
    done.add(start);
    if (scrubText(result, start, Math.min(start + length, data.byteLength), scrubber)) isChanged = true;
  };
  for (let i = 0; i < count; i++) {
    const at = files + SDBG_FILE_SIZE * i;
    scrub(u32At(data, at + SDBG_FILE.name), u32At(data, at + SDBG_FILE.nameLength));
    scrub(u32At(data, at + SDBG_FILE.data), u32At(data, at + SDBG_FILE.dataLength));
  }
  return isChanged ? result : data;
}

/** The result of {@link scrubPaths}. */
export interface ScrubbedShader {
  /** The shader with neutral paths, of the same size; undefined where the file cannot be read. */
  readonly bytes: Uint8Array | undefined;
  /** The paths that were replaced, each once, in the order in which they occur. */
  readonly paths: readonly PersonalPath[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Replaces the personal paths in the debug information of a shader: names of files, arguments of the compiler, embedded
 * sources. Sizes and offsets stay; hash tables and checksums are right.
 *
 * @param source a compiled shader, library or effect; of C source, the first array that is one
 * @throws TypeError when `source` holds no bytes
 */
export function scrubPaths(source: ByteSource): ScrubbedShader {
  const diagnostics = new Diagnostics();
  const { bytes, paths } = scrubbed(toBytes(source, 'scrubPaths'), diagnostics);
  return { bytes, paths, diagnostics: diagnostics.list };
}

/** {@link scrubPaths} with a collector. */
export function scrubbed(
  source: Uint8Array,
  diagnostics: Diagnostics,
  scrubber = new PathScrubber(),
): Omit<ScrubbedShader, 'diagnostics'> {
  const file = readShaderFile(source, diagnostics);
  const { format, bytes, container } = file;
  if (isEffect(format)) {
    const located = diagnosticsIn(file, diagnostics);
    const change = (shader: Uint8Array, offset: number) => scrubbed(shader, located.at(offset), scrubber).bytes;
    return { bytes: mapEffectShaders(bytes, change, located), paths: [...scrubber.found.values()] };
  }
  const change: DebugChange = {
    stream: (stream) => scrubStream(stream, scrubber),
    chunk: (chunk) => scrubChunk(chunk, scrubber),
  };
  if (format !== 'sm1' && container === undefined) {
    reportNoPrograms(file, 'replace paths', 'a program', diagnosticsIn(file, diagnostics));
    return { bytes: undefined, paths: [] };
  }
  const made = format === 'sm1' ? change.stream(bytes) : mapContainerDebug(container!, change, bytes);
  return { bytes: made, paths: [...scrubber.found.values()] };
}

function scrubChunk({ tag, data }: Chunk, scrubber: PathScrubber): Uint8Array {
  if (tag === TAG.SPDB) return scrubPdb(data, scrubber);
  if (tag === TAG.SDBG) return scrubSdbg(data, scrubber);
  if (tag !== TAG.ILDN) return data;
  const name = data.slice();
  return scrubStrings(name, NAME_OFFSET, name.byteLength, scrubber) ? name : data;
}

/** Where the name is in the chunk ILDN. */
const NAME_OFFSET = 4;

/** The stream with other names of files in its debug information. */
function scrubStream(stream: Uint8Array, scrubber: PathScrubber): Uint8Array {
  const words = wordsOf(stream);
  const span = findSm1Comment(words, Sm1CommentTag.debug);
  if (span === undefined || 4 * (span.end - span.start) < DBUG_HEADER_SIZE) return stream;
  const view = new DbugView(words, span.start, span.end, new Diagnostics());
  const result = stream.slice();
  const comment = result.subarray(view.start, view.start + view.size);
  const original = bytesOf(words).subarray(view.start, view.start + view.size);
  const files = view.u32(DBUG_HEADER.files);
  const count = view.count(view.u32(DBUG_HEADER.fileCount), files, 4);
  const done = new Set<number>();
  let isChanged = false;
  for (let i = 0; i < count; i++) {
    const at = view.u32(files + 4 * i);
    const end = at < original.byteLength ? original.indexOf(0, at) : -1;
    // Names may share bytes; each is changed once.
    if (end < 0 || done.has(end)) continue;
    done.add(end);
    if (scrubText(comment, at, end, scrubber)) isChanged = true;
  }
  return isChanged ? result : stream;
}
