/**
 * Replaces personal paths in a program database: in its tables of names and of files, in the arguments of the compiler,
 * in the embedded sources, and in the names of their streams. Strings keep their lengths; hash tables and checksums of
 * sources are updated. The required consistency was found with the oracle.
 *
 * Not for: the recognition of personal paths (../paths/personal-paths.ts).
 */

import { Diagnostics } from '../../base/diagnostics.ts';
import { crc32 } from '../../base/hashes.ts';
import { u16At, u32At } from '../../base/words.ts';
import { md5 } from '../../container/digest.ts';
import type { PathScrubber } from '../paths/personal-paths.ts';
import { scrubStrings, scrubText } from '../paths/scrub-text.ts';
import { SUBSECTION, SYMBOL } from './codeview.ts';
import { type DbiModule, dbiStrings, readDbi } from './dbi.ts';
import { readMsf } from './msf.ts';
import { msfStreams, serializeMsf } from './msf-streams.ts';
import { rehashNamedStreams, rehashNames } from './name-tables.ts';
import { NAMES_HEADER, NAMES_OFFSET, readPdbInfo } from './pdb-info.ts';
import { slackOf } from './slack.ts';
import { HEADER_BLOCK, SOURCE_PREFIX, sourceChecksums } from './source-files.ts';
import { STREAM } from './spdb.ts';

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
