/**
 * Archives of 7-Zip (.7z): stored, LZMA, LZMA2, bzip2, DEFLATE and Zstandard, also after the filter for x86 code
 * (source: "7z Format description" and "Methods" of the LZMA SDK, public domain). Files that were compressed together
 * are one stream, which is unpacked as it is read.
 *
 * Not for: the header (seven-zip-header.ts); PPMd, BCJ2 and filters for other processors, encrypted files.
 */

import { u32At } from '../../base/words.ts';
import { withoutX86Filter } from '../lzma/x86-filter.ts';
import { DX0309, DX0310, DX0311, DX0313 } from '../messages.ts';
import type { CodecName, FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, type RandomAccessSource, readFrom } from '../source.ts';
import { type Coder, type Folder, readHeader, type Streams } from './seven-zip-header.ts';

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

/** A 64-bit number; beyond 2^53 it is not exact, and larger than any file. */
function u64At(bytes: Uint8Array, offset: number): number {
  return u32At(bytes, offset) + 2 ** 32 * u32At(bytes, offset + 4);
}

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
    unpack === undefined ? stored(packed) : unpack(packed, { size, properties: propertiesOf(coder), limit: size });
  return filters.length === 0 ? open : () => withoutX86Filter(open());
}

function isEncrypted({ coders }: Folder): boolean {
  return coders.some(({ method }) => method === ENCRYPTED);
}

/** The name of a coder for messages. */
function nameOf({ method }: Coder): string {
  return OTHER_METHODS[method] ?? METHODS.get(method) ?? (method === X86 ? 'BCJ' : `0x${method}`);
}

function propertiesOf({ properties }: Coder): Uint8Array | undefined {
  return properties.byteLength === 0 ? undefined : properties;
}

const PIECE = 2 ** 18;

async function* stored(packed: RandomAccessSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < packed.size; at += PIECE) yield await readFrom(packed, at, PIECE);
}
