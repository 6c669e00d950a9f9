/**
 * Archives of 7-Zip (.7z): stored, LZMA, LZMA2, bzip2, DEFLATE and Zstandard, also after the filter for x86 code
 * (source: "7z Format description" and "Methods" of the LZMA SDK, public domain). Files that were compressed together
 * are one stream, which is unpacked as it is read.
 *
 * Not for: PPMd, BCJ2 and filters for other processors, encrypted files.
 */

import { ByteCursor } from '../../base/byte-cursor.ts';
import { u32At } from '../../base/words.ts';
import { withoutX86Filter } from '../lzma/xz.ts';
import { DX0309, DX0310, DX0311, DX0313 } from '../messages.ts';
import type { CodecName, FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, type RandomAccessSource, readFrom, storedPieces, u64At } from '../source.ts';

// The header of a .7z archive: how many streams there are, how each was packed, how many files are in each, and their
// names (source: "7z Format description" of the LZMA SDK, public domain).

const END = 0;
const HEADER = 1;
const ARCHIVE_PROPERTIES = 2;
const ADDITIONAL_STREAMS = 3;
const MAIN_STREAMS = 4;
const FILES = 5;
const PACK_INFO = 6;
const UNPACK_INFO = 7;
const SUBSTREAMS = 8;
const SIZE = 9;
const CHECKSUMS = 10;
const FOLDER = 11;
const UNPACK_SIZES = 12;
const UNPACK_STREAMS = 13;
const EMPTY_STREAM = 14;
const NAMES = 17;
const PACKED_HEADER = 23;

const MAX_CODERS = 32;
const MAX_STREAMS = 32;

/** A step of packing. */
interface Coder {
  /** Its number in hexadecimal digits. */
  readonly method: string;
  readonly properties: Uint8Array;
  /** Bytes that it gives. */
  readonly size: number;
}

/** Files that were packed as one stream. */
interface Folder {
  readonly coders: readonly Coder[];
  /** Whether each coder has one input and one output. */
  readonly isChain: boolean;
  /** Packed streams that it takes. */
  readonly packedStreams: number;
  readonly size: number;
  readonly fileSizes: readonly number[];
}

interface Streams {
  /** Where the packed streams begin after the start of the archive. */
  readonly packOffset: number;
  readonly packSizes: readonly number[];
  readonly folders: readonly Folder[];
}

/** A header with its files, in the order of their data, or where the packed header is. */
export type Header = { readonly streams: Streams; readonly files: readonly string[] } | { readonly packed: Streams };

/** Returns what `bytes` describe; undefined where they are damaged. */
function readHeader(bytes: Uint8Array): Header | undefined {
  const cursor = new Cursor(bytes);
  const id = cursor.u8();
  if (id === PACKED_HEADER) {
    const packed = readStreams(cursor);
    return cursor.failed ? undefined : { packed };
  }
  if (id !== HEADER) return undefined;
  let streams: Streams = { packOffset: 0, packSizes: [], folders: [] };
  let files: string[] = [];
  for (let part = cursor.u8(); part !== END && !cursor.failed; part = cursor.u8()) {
    if (part === ARCHIVE_PROPERTIES) skipProperties(cursor);
    else if (part === ADDITIONAL_STREAMS) readStreams(cursor);
    else if (part === MAIN_STREAMS) streams = readStreams(cursor);
    else if (part === FILES) files = readFiles(cursor);
    else return undefined;
  }
  return cursor.failed ? undefined : { streams, files };
}

/** Reads numbers whose first byte says how many bytes follow. */
class Cursor extends ByteCursor {
  number(): number {
    const first = this.u8();
    let value = 0;
    for (let i = 0; i < 8; i++) {
      const mark = 0x80 >> i;
      if ((first & mark) === 0) return value + (first & (mark - 1)) * 2 ** (8 * i);
      value += this.u8() * 2 ** (8 * i);
    }
    return value;
  }

  /** A number of things that have at least `bits` bits each in the rest of the header. */
  count(bits = 8): number {
    const value = this.number();
    if (value * bits <= 8 * (this.bytes.byteLength - this.at)) return value;
    this.failed = true;
    return 0;
  }

  /** A bit for each of `count` things, the highest first. */
  bits(count: number): boolean[] {
    const start = this.skip(Math.ceil(count / 8));
    return this.failed
      ? []
      : Array.from({ length: count }, (_, i) => ((this.bytes[start + (i >> 3)]! << (i & 7)) & 0x80) !== 0);
  }

  /** Reads bits after a byte that says whether all of them are set. */
  bitsOrAll(count: number): boolean[] {
    return this.u8() !== 0 ? Array.from({ length: count }, () => true) : this.bits(count);
  }
}

function skipProperties(cursor: Cursor): void {
  while (!cursor.failed && cursor.u8() !== END) cursor.skip(cursor.number());
}

function skipChecksums(cursor: Cursor, count: number): void {
  const defined = cursor.bitsOrAll(count).filter(Boolean).length;
  cursor.skip(4 * defined);
}

/** Properties of a folder that precede its files. */
interface FolderStart {
  readonly coders: Omit<Coder, 'size'>[];
  readonly isChain: boolean;
  readonly packedStreams: number;
  /** Outputs in all, and the one that is no other coder's input. */
  readonly outputs: number;
  readonly lastOutput: number;
  sizes: number[];
  hasChecksum: boolean;
}

function readStreams(cursor: Cursor): Streams {
  let packOffset = 0;
  let packSizes: number[] = [];
  let folders: FolderStart[] = [];
  let fileSizes: (readonly number[])[] | undefined;
  for (let part = cursor.u8(); part !== END && !cursor.failed; part = cursor.u8()) {
    if (part === PACK_INFO) {
      packOffset = cursor.number();
      const count = cursor.count();
      for (let id = cursor.u8(); id !== END && !cursor.failed; id = cursor.u8()) {
        if (id === SIZE) packSizes = numbers(cursor, count);
        else if (id === CHECKSUMS) skipChecksums(cursor, count);
        else cursor.failed = true;
      }
    } else if (part === UNPACK_INFO) folders = readFolders(cursor);
    else if (part === SUBSTREAMS) fileSizes = readSubstreams(cursor, folders);
    else cursor.failed = true;
  }
  return {
    packOffset,
    packSizes,
    folders: folders.map((folder, i) => {
      const { coders, isChain, packedStreams, sizes } = folder;
      const size = sizeOf(folder);
      const sized = coders.map((coder, j) => ({ ...coder, size: sizes[j] ?? 0 }));
      return { coders: sized, isChain, packedStreams, size, fileSizes: fileSizes?.[i] ?? [size] };
    }),
  };
}

function numbers(cursor: Cursor, count: number): number[] {
  const values: number[] = [];
  for (let i = 0; i < count && !cursor.failed; i++) values.push(cursor.number());
  return values;
}

function sizeOf({ sizes, lastOutput }: FolderStart): number {
  return sizes[lastOutput] ?? 0;
}

function readFolders(cursor: Cursor): FolderStart[] {
  const folders: FolderStart[] = [];
  if (cursor.u8() !== FOLDER) cursor.failed = true;
  const count = cursor.count();
  // Definitions elsewhere are not written by any program.
  if (cursor.u8() !== 0) cursor.failed = true;
  for (let i = 0; i < count && !cursor.failed; i++) folders.push(readFolder(cursor));
  for (let id = cursor.u8(); id !== END && !cursor.failed; id = cursor.u8()) {
    if (id === UNPACK_SIZES) for (const folder of folders) folder.sizes = numbers(cursor, folder.outputs);
    else if (id === CHECKSUMS) {
      const defined = cursor.bitsOrAll(folders.length);
      folders.forEach((folder, i) => {
        folder.hasChecksum = defined[i] ?? false;
      });
      cursor.skip(4 * defined.filter(Boolean).length);
    } else cursor.failed = true;
  }
  return folders;
}

const ID_SIZE = 15;
const IS_COMPLEX = 0x10;
const HAS_PROPERTIES = 0x20;

function readFolder(cursor: Cursor): FolderStart {
  const coders: Omit<Coder, 'size'>[] = [];
  const count = cursor.count();
  if (count === 0 || count > MAX_CODERS) cursor.failed = true;
  let [inputs, outputs] = [0, 0];
  let isChain = true;
  for (let i = 0; i < count && !cursor.failed; i++) {
    const flags = cursor.u8();
    const start = cursor.skip(flags & ID_SIZE);
    const method = [...cursor.bytes.subarray(start, cursor.at)]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    const [ins, outs] = flags & IS_COMPLEX ? [cursor.number(), cursor.number()] : [1, 1];
    if (ins !== 1 || outs !== 1) isChain = false;
    inputs += ins;
    outputs += outs;
    const length = flags & HAS_PROPERTIES ? cursor.number() : 0;
    const properties = cursor.skip(length);
    coders.push({ method, properties: cursor.bytes.slice(properties, properties + length) });
  }
  if (inputs > MAX_STREAMS || outputs > MAX_STREAMS || outputs === 0) cursor.failed = true;
  const bound = new Set<number>();
  for (let i = 0; i < outputs - 1 && !cursor.failed; i++) {
    cursor.number();
    bound.add(cursor.number());
  }
  const packedStreams = Math.max(0, inputs - (outputs - 1));
  if (packedStreams > 1) numbers(cursor, packedStreams);
  let lastOutput = 0;
  while (bound.has(lastOutput)) lastOutput++;
  return { coders, isChain, packedStreams, outputs, lastOutput, sizes: [], hasChecksum: false };
}

/** The sizes of the files of each folder. The last one of a folder is what is left. */
function readSubstreams(cursor: Cursor, folders: readonly FolderStart[]): (readonly number[])[] {
  let counts = folders.map(() => 1);
  let id = cursor.u8();
  if (id === UNPACK_STREAMS) {
    counts = folders.map(() => cursor.number());
    id = cursor.u8();
  }
  const files = counts.reduce((sum, count) => sum + count, 0);
  // Each file but one of a folder has at least a byte of its size.
  if (files > cursor.bytes.byteLength + folders.length) cursor.failed = true;
  const sizes: number[][] = [];
  for (let i = 0; i < folders.length && !cursor.failed; i++) {
    const streamSizes = id === SIZE ? numbers(cursor, Math.max(0, counts[i]! - 1)) : [];
    const rest = sizeOf(folders[i]!) - streamSizes.reduce((sum, size) => sum + size, 0);
    if (counts[i]! > 0) streamSizes.push(Math.max(0, rest));
    sizes.push(streamSizes);
  }
  if (id === SIZE) id = cursor.u8();
  if (id === CHECKSUMS) {
    // Folders of one file have their check sum already.
    const without = counts.reduce((sum, count, i) => sum + (count === 1 && folders[i]!.hasChecksum ? 0 : count), 0);
    skipChecksums(cursor, without);
    id = cursor.u8();
  }
  if (id !== END) cursor.failed = true;
  return sizes;
}

/** The names of the files that have data, in order. */
function readFiles(cursor: Cursor): string[] {
  const count = cursor.count();
  let names: string[] = [];
  let isEmpty: readonly boolean[] = [];
  for (let id = cursor.u8(); id !== END && !cursor.failed; id = cursor.u8()) {
    const size = cursor.number();
    const start = cursor.skip(size);
    if (cursor.failed) break;
    const part = new Cursor(cursor.bytes.subarray(start, start + size));
    if (id === EMPTY_STREAM) isEmpty = part.bits(count);
    else if (id === NAMES && part.u8() === 0) names = namesIn(part, count);
  }
  return names.filter((_, i) => !isEmpty[i]);
}

/** Names in UTF-16, each with a zero at its end. */
function namesIn(cursor: Cursor, count: number): string[] {
  const names: string[] = [];
  const decoder = new TextDecoder('utf-16le');
  const { bytes } = cursor;
  for (let i = 0; i < count && cursor.at + 2 <= bytes.byteLength; i++) {
    const start = cursor.at;
    let end = start;
    while (end + 2 <= bytes.byteLength && (bytes[end] !== 0 || bytes[end + 1] !== 0)) end += 2;
    names.push(decoder.decode(bytes.subarray(start, end)));
    cursor.at = end + 2;
  }
  return names;
}

/** `7z BC AF 27 1C` */
const MAGIC = 0xafbc_7a37;
const MAGIC_END = 0x1c27;
/** Before the streams: magic, version, check sum, where the header is. */
const START = 32;
/** Headers larger than this are not read: they are in memory completely. */
const MAX_HEADER = 2 ** 28;

/** Methods that are not read, by the names that 7-Zip prints. */
const OTHER_METHODS: Readonly<Record<string, string>> = {
  '03': 'Delta',
  '030401': 'PPMD',
  '0303011b': 'BCJ2',
  '03030205': 'PPC',
  '03030401': 'IA64',
  '03030501': 'ARM',
  '03030701': 'ARMT',
  '03030805': 'SPARC',
  '0a': 'ARM64',
};

const STORED = '00';
const X86 = '03030103';
const ENCRYPTED = '06f10701';
/** The methods that a codec unpacks. */
const METHODS: ReadonlyMap<string, CodecName> = new Map([
  ['030101', 'lzma'],
  ['21', 'lzma2'],
  ['040108', 'deflate'],
  ['040202', 'bzip2'],
  ['04f71101', 'zstd'],
]);

export const SEVEN_ZIP: FormatReader = {
  name: '7z',
  matches: (head) => u32At(head, 0) === MAGIC && (u32At(head, 4) & 0xffff) === MAGIC_END,
  members: readSevenZip,
  carveIf: 'no members',
};

async function* readSevenZip(input: ReaderInput): AsyncGenerator<Member> {
  const { source, head, diagnostics } = input;
  const report = (what: string) => diagnostics.report(DX0310, 0, Math.min(START, source.size), { format: '7z', what });
  const offset = START + u64At(head, 12);
  const size = u64At(head, 20);
  if (size === 0 && source.size >= START) return;
  if (offset + size > source.size)
    return void report('the header is missing; what is stored as it is will be searched');
  if (size > MAX_HEADER) return void report(`the header has ${size} bytes, more than are read`);
  let bytes = await readFrom(source, offset, size);
  // A header may be packed several times; one time is what programs do.
  for (let level = 0; ; level++) {
    const header = readHeader(bytes);
    if (header === undefined) return void report('the header is damaged');
    if ('files' in header) {
      yield* foldersOf(header.streams, header.files, input);
      return;
    }
    if (header.packed.folders.some(isEncrypted)) {
      diagnostics.report(DX0311, offset, offset + size, { name: 'the list of files' });
      return;
    }
    const unpacked = level < 2 ? await unpackHeader(header.packed, input) : undefined;
    if (unpacked === undefined) return void report('the packed header is damaged');
    bytes = unpacked;
  }
}

/** The bytes of a packed header; undefined where it is damaged. */
async function unpackHeader(
  { folders, packOffset, packSizes }: Streams,
  input: ReaderInput,
): Promise<Uint8Array | undefined> {
  const [folder] = folders;
  const size = folder?.size ?? 0;
  if (folder === undefined || size > Math.min(MAX_HEADER, input.limit)) return undefined;
  const open = opener(folder, partOfSource(input.source, START + packOffset, packSizes[0] ?? 0), input);
  if (typeof open !== 'function') return undefined;
  const pieces: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const piece of open()) {
      total += piece.byteLength;
      pieces.push(piece);
      if (total >= size) break;
    }
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes.subarray(0, size);
}

/** The folders, which 7-Zip calls what is one stream: each is a member with files in it. */
function* foldersOf(streams: Streams, names: readonly string[], input: ReaderInput): Generator<Member> {
  const { source, diagnostics } = input;
  let offset = START + streams.packOffset;
  let stream = 0;
  let next = 0;
  for (const folder of streams.folders) {
    const size = streams.packSizes[stream] ?? 0;
    const packed = partOfSource(source, offset, size);
    const files = folder.fileSizes.map((fileSize, i) => ({
      name: names[next + i] ?? `file${next + i}`,
      size: fileSize,
    }));
    next += files.length;
    stream += folder.packedStreams;
    if (offset + size > source.size)
      diagnostics.report(DX0309, offset, source.size, {
        format: '7z',
        what: `the end of the data of ${files[0]?.name ?? 'a folder'}`,
        offset: offset + size,
        size: source.size,
      });
    const as: FormatReader = { name: '7z', matches: () => true, members: (inner) => filesOf(files, inner) };
    const open = opener(folder, packed, input);
    const name = files[0]?.name ?? '';
    if (files.length === 0) {
      // Nothing is in it.
    } else if (open === 'stored') yield { name: '', offset, source: packed, as };
    else if (open === 'encrypted') diagnostics.report(DX0311, offset, offset + size, { name });
    else if (typeof open === 'string') {
      diagnostics.report(DX0313, offset, offset + size, { name, method: open, format: '7z' });
      yield { name, offset, source: packed };
    } else yield { name: '', offset, open, codec: '7z', packedSize: size, size: folder.size, as };
    for (let i = stream - folder.packedStreams; i < stream; i++) offset += streams.packSizes[i] ?? 0;
  }
}

interface File {
  readonly name: string;
  readonly size: number;
}

/** The files of an unpacked folder, one after the other. */
function* filesOf(files: readonly File[], { source }: ReaderInput): Generator<Member> {
  let offset = 0;
  for (const { name, size } of files) {
    if (size > 0 && offset < source.size) yield { name, offset, source: partOfSource(source, offset, size) };
    offset += size;
  }
}

/**
 * Returns the codec that unpacks `packed`, or `stored`, `encrypted`, or the unsupported method. The last coder of the
 * list is the one that was applied last where each has the next as its input, as 7-Zip writes them.
 */
function opener(
  folder: Folder,
  packed: RandomAccessSource,
  { codecs }: ReaderInput,
): (() => AsyncIterable<Uint8Array> | Iterable<Uint8Array>) | string {
  const { coders } = folder;
  if (isEncrypted(folder)) return 'encrypted';
  const filters = coders.filter(({ method }) => method === X86);
  const others = coders.filter(({ method }) => method !== X86);
  const [coder, ...more] = others;
  if (coder === undefined || more.length > 0 || filters.length > 1 || !folder.isChain)
    return coders.map(nameOf).join(' + ');
  if (coder.method === STORED && filters.length === 0) return 'stored';
  const codec = METHODS.get(coder.method);
  const unpack = codec === undefined ? undefined : codecs[codec];
  if (unpack === undefined && coder.method !== STORED) return nameOf(coder);
  const size = coder.size;
  const open = () =>
    unpack === undefined
      ? storedPieces(packed)
      : unpack(packed, { size, properties: propertiesOf(coder), limit: size });
  return filters.length === 0 ? open : () => withoutX86Filter(open());
}

function isEncrypted({ coders }: Folder): boolean {
  return coders.some(({ method }) => method === ENCRYPTED);
}

function nameOf({ method }: Coder): string {
  return OTHER_METHODS[method] ?? METHODS.get(method) ?? (method === X86 ? 'BCJ' : `0x${method}`);
}

function propertiesOf({ properties }: Coder): Uint8Array | undefined {
  return properties.byteLength === 0 ? undefined : properties;
}
