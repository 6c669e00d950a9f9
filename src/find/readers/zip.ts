/**
 * ZIP archives, by their central directory, with the extensions for more than 4 GB (source: PKWARE's APPNOTE.TXT 6.3).
 * An archive that is cut off is read by the headers of its members.
 *
 * Not for: decompressing; encrypted members, which are reported.
 */

import { latin1Text, u16At, u32At } from '../../base/words.ts';
import { DX0309, DX0310, DX0311, DX0312, DX0313, DX0315 } from '../messages.ts';
import type { CodecName, FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, type RandomAccessSource, readFrom, u64At } from '../source.ts';

const LOCAL_HEADER = 0x0403_4b50;
const CENTRAL_HEADER = 0x0201_4b50;
const END = 0x0605_4b50;
const END_64 = 0x0606_4b50;
const END_64_LOCATOR = 0x0706_4b50;
const EMPTY_ARCHIVE = END;

/** Bytes of a local header and of an entry of the directory, without names. */
export const ZIP_LOCAL_SIZE = 30;
export const ZIP_CENTRAL_SIZE = 46;
const END_SIZE = 22;
const LOCATOR_SIZE = 20;
const END_64_SIZE = 56;
/** The longest comment after the end record. */
const MAX_COMMENT = 0xffff;
/** Central directories larger than this are not read: they are in memory completely. */
const MAX_DIRECTORY = 2 ** 28;
/** A size or offset that is in the extra field instead. */
const IN_EXTRA = 0xffff_ffff;
const ZIP64_EXTRA = 1;

const ENCRYPTED = 1;
/** The sizes follow the data. */
const SIZES_AFTER_DATA = 8;
const UTF8_NAME = 0x800;

const STORED = 0;
const LZMA = 14;
/** Methods of compression that a codec unpacks. */
const METHODS: ReadonlyMap<number, CodecName> = new Map([
  [8, 'deflate'],
  [12, 'bzip2'],
  [LZMA, 'lzma'],
  [93, 'zstd'],
  [95, 'xz'],
]);
/** Before the data of LZMA: version, size of the properties, the properties. */
const LZMA_PREFIX = 4;

export const ZIP: FormatReader = {
  name: 'ZIP',
  matches: (head) => u32At(head, 0) === LOCAL_HEADER || u32At(head, 0) === EMPTY_ARCHIVE,
  members: readZip,
  carveIf: 'no members',
};

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  /** Of the local header. */
  readonly offset: number;
}

async function* readZip(input: ReaderInput): AsyncGenerator<Member> {
  const { source, diagnostics } = input;
  const directory = await readDirectory(input);
  if (directory === undefined) {
    diagnostics.report(DX0310, 0, source.size, {
      format: 'ZIP',
      what: 'the central directory is missing',
    });
    yield* readLocal(input);
    return;
  }
  const entries = readEntries(directory);
  const shared = sharedEntries(entries);
  for (const entry of entries) {
    const { name, offset } = entry;
    if (name.endsWith('/') && entry.size === 0) continue;
    if (shared.has(entry)) {
      diagnostics.report(DX0312, offset, offset, { format: 'ZIP', name });
      continue;
    }
    const header = await readFrom(source, offset, ZIP_LOCAL_SIZE);
    if (u32At(header, 0) !== LOCAL_HEADER) {
      diagnostics.report(DX0309, offset, offset, {
        format: 'ZIP',
        what: `the member ${name}`,
        offset,
        size: source.size,
      });
      continue;
    }
    const data = offset + ZIP_LOCAL_SIZE + u16At(header, 26) + u16At(header, 28);
    yield* memberOf(entry, data, input);
  }
}

async function* memberOf(entry: Entry, data: number, { source, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  const { name, flags, method, packedSize, size } = entry;
  const end = data + packedSize;
  if (end > source.size)
    diagnostics.report(DX0309, data, source.size, {
      format: 'ZIP',
      what: `the end of ${name}`,
      offset: end,
      size: source.size,
    });
  const packed = partOfSource(source, data, packedSize);
  if (flags & ENCRYPTED) {
    diagnostics.report(DX0311, data, end, { name });
    return;
  }
  const codec = METHODS.get(method);
  if (method === STORED) yield { name, offset: data, source: packed };
  else if (codec === undefined) {
    diagnostics.report(DX0313, data, end, { name, method, format: 'ZIP' });
    yield { name, offset: data, source: packed };
  } else if (method === LZMA) {
    const prefix = await readFrom(packed, 0, LZMA_PREFIX + 5);
    const begin = LZMA_PREFIX + u16At(prefix, 2);
    const properties = prefix.slice(LZMA_PREFIX);
    yield { name, offset: data, packed: partOfSource(packed, begin, packedSize - begin), codec, size, properties };
  } else yield { name, offset: data, packed, codec, size };
}

/** The bytes of the central directory; undefined when there is none. */
async function readDirectory({ source, diagnostics }: ReaderInput): Promise<Uint8Array | undefined> {
  const tailOffset = Math.max(0, source.size - END_SIZE - MAX_COMMENT);
  const tail = await readFrom(source, tailOffset, END_SIZE + MAX_COMMENT);
  for (let at = tail.byteLength - END_SIZE; at >= 0; at--) {
    if (tail[at] !== 0x50 || u32At(tail, at) !== END) continue;
    const { size, offset } = (await readEnd64(source, tailOffset + at)) ?? {
      size: u32At(tail, at + 12),
      offset: u32At(tail, at + 16),
    };
    if (offset + size > source.size) continue;
    if (size > MAX_DIRECTORY) {
      diagnostics.report(DX0315, offset, offset + size, {
        format: 'ZIP',
        limit: MAX_DIRECTORY,
        what: 'bytes of the central directory',
      });
    }
    return readFrom(source, offset, Math.min(size, MAX_DIRECTORY));
  }
  return undefined;
}

/**
 * The central directory of an archive in memory, and its end record; undefined where there is none, or one for large
 * archives.
 */
export function endOfDirectory(
  bytes: Uint8Array,
): { readonly directory: number; readonly size: number; readonly at: number } | undefined {
  const first = Math.max(0, bytes.byteLength - END_SIZE - MAX_COMMENT);
  for (let at = bytes.byteLength - END_SIZE; at >= first; at--) {
    if (bytes[at] !== 0x50 || u32At(bytes, at) !== END) continue;
    if (at >= LOCATOR_SIZE && u32At(bytes, at - LOCATOR_SIZE) === END_64_LOCATOR) return undefined;
    const size = u32At(bytes, at + 12);
    const directory = u32At(bytes, at + 16);
    if (directory + size <= bytes.byteLength) return { directory, size, at };
  }
  return undefined;
}

/**
 * Size and offset of the central directory in the end record for large archives, if there is one before the end record.
 */
async function readEnd64(
  source: RandomAccessSource,
  end: number,
): Promise<{ size: number; offset: number } | undefined> {
  const locator = await readFrom(source, end - LOCATOR_SIZE, LOCATOR_SIZE);
  if (locator.byteLength < LOCATOR_SIZE || u32At(locator, 0) !== END_64_LOCATOR) return undefined;
  const record = await readFrom(source, u64At(locator, 8), END_64_SIZE);
  if (u32At(record, 0) !== END_64) return undefined;
  return { size: u64At(record, 40), offset: u64At(record, 48) };
}

function readEntries(directory: Uint8Array): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ZIP_CENTRAL_SIZE <= directory.byteLength && u32At(directory, at) === CENTRAL_HEADER; ) {
    const nameEnd = at + ZIP_CENTRAL_SIZE + u16At(directory, at + 28);
    const extraEnd = nameEnd + u16At(directory, at + 30);
    const flags = u16At(directory, at + 8);
    const sizes = {
      size: u32At(directory, at + 24),
      packedSize: u32At(directory, at + 20),
      offset: u32At(directory, at + 42),
    };
    entries.push({
      name: nameAt(directory, at + ZIP_CENTRAL_SIZE, nameEnd, flags),
      flags,
      method: u16At(directory, at + 10),
      ...largeSizes(sizes, directory, nameEnd, extraEnd),
    });
    at = extraEnd + u16At(directory, at + 32);
  }
  return entries;
}

interface Sizes {
  size: number;
  packedSize: number;
  offset: number;
}

/** The sizes with those from the extra field, which has only what does not fit, in this order. */
function largeSizes(sizes: Sizes, bytes: Uint8Array, start: number, end: number): Sizes {
  for (let at = start; at + 4 <= end; at += 4 + u16At(bytes, at + 2)) {
    if (u16At(bytes, at) !== ZIP64_EXTRA) continue;
    let next = at + 4;
    for (const key of ['size', 'packedSize', 'offset'] as const) {
      if (sizes[key] !== IN_EXTRA) continue;
      sizes[key] = u64At(bytes, next);
      next += 8;
    }
    break;
  }
  return sizes;
}

function nameAt(bytes: Uint8Array, start: number, end: number, flags: number): string {
  const name = bytes.subarray(start, end);
  return flags & UTF8_NAME ? new TextDecoder().decode(name) : latin1Text(name, 0, name.byteLength);
}

/** The entries whose bytes begin inside those of another entry: a small archive could unpack to any size otherwise. */
function sharedEntries(entries: readonly Entry[]): ReadonlySet<Entry> {
  const shared = new Set<Entry>();
  let end = 0;
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (entry.offset < end) shared.add(entry);
    else end = entry.offset + ZIP_LOCAL_SIZE + entry.packedSize;
  }
  return shared;
}

/** The members by their local headers, up to the first whose sizes are after its data. */
async function* readLocal(input: ReaderInput): AsyncGenerator<Member> {
  const { source } = input;
  for (let at = 0; at < source.size; ) {
    const header = await readFrom(source, at, ZIP_LOCAL_SIZE);
    if (u32At(header, 0) !== LOCAL_HEADER || u16At(header, 6) & SIZES_AFTER_DATA) return;
    const nameLength = u16At(header, 26);
    const name = await readFrom(source, at + ZIP_LOCAL_SIZE, nameLength);
    const flags = u16At(header, 6);
    const data = at + ZIP_LOCAL_SIZE + nameLength + u16At(header, 28);
    const entry: Entry = {
      name: nameAt(name, 0, name.byteLength, flags),
      flags,
      method: u16At(header, 8),
      packedSize: u32At(header, 18),
      size: u32At(header, 22),
      offset: at,
    };
    yield* memberOf(entry, data, input);
    at = data + entry.packedSize;
  }
}
