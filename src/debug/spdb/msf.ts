/**
 * The multi-stream file of a program database: its directory, checked, and its streams, which can be changed and
 * written back. While streams keep their number of blocks, everything else keeps its bytes; otherwise all is laid out
 * anew. Source: the public documentation of the format by LLVM; that Microsoft's reader takes the result: oracle.
 *
 * Not for: what is in a stream.
 */

import { type ByteSource, isSameBytes, toBytes } from '../../base/bytes.ts';
import { type Diagnostics, type ParseResult, parse } from '../../base/diagnostics.ts';
import { latin1Bytes, u32At } from '../../base/words.ts';
import { DX0220, DX0221, DX0245 } from '../messages.ts';

/** The first 32 bytes. */
export const MSF_MAGIC = /* @__PURE__ */ latin1Bytes('Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0');
export const MSF_HEADER_SIZE = 56;
/** The size of a stream that does not exist. */
export const MSF_NO_STREAM = 0xffff_ffff;
export const MSF_BLOCK_SIZES: readonly number[] = [512, 1024, 2048, 4096];
/** How many times larger than the file all streams together may be: streams of sound files share no blocks. */
const MAX_SHARING = 8;

export interface MsfStream {
  /** Bytes; 0 for a stream that does not exist. */
  readonly size: number;
  /** False where the directory marks it as deleted. */
  readonly exists: boolean;
  /** False for a stream that does not exist, or has blocks outside the file. */
  readonly readable: boolean;
  readonly blocks: Uint32Array;
}

/** A multi-stream file and its directory. */
export class Msf {
  readonly blockSize: number;
  /** Number of the block with the active map of free blocks: 1 or 2. */
  readonly freeMap: number;
  /** Blocks that the header declares. */
  readonly blockCount: number;
  readonly directoryMap: number;
  readonly #read: (Uint8Array | undefined)[] = [];

  constructor(
    readonly bytes: Uint8Array,
    header: { blockSize: number; freeMap: number; blockCount: number; directoryMap: number },

    /** Blocks of the directory, and the first block with their list. */
    readonly directory: Uint32Array,
    readonly streams: readonly MsfStream[],
  ) {
    this.blockSize = header.blockSize;
    this.freeMap = header.freeMap;
    this.blockCount = header.blockCount;
    this.directoryMap = header.directoryMap;
  }

  /** The bytes of stream `index`; undefined where there is none. Streams are put together when first requested. */
  stream(index: number): Uint8Array | undefined {
    const stream = this.streams[index];
    if (stream === undefined || !stream.readable) return undefined;
    this.#read[index] ??= gather(this.bytes, this.blockSize, stream.blocks, stream.size);
    return this.#read[index];
  }

  /** Where byte `at` of stream `index` is in the file. The byte must exist. */
  offsetOf(index: number, at: number): number {
    const { blockSize } = this;
    return this.streams[index]!.blocks[Math.floor(at / blockSize)]! * blockSize + (at % blockSize);
  }
}

/** `size` bytes out of `blocks`; bytes past the end of the file are 0. */
function gather(file: Uint8Array, blockSize: number, blocks: Uint32Array, size: number): Uint8Array {
  const [first] = blocks;
  // Blocks in a row need no copy.
  const start = (first ?? 0) * blockSize;
  if (blocks.every((block, i) => block === first! + i) && start + size <= file.byteLength)
    return file.subarray(start, start + size);
  const bytes = new Uint8Array(size);
  for (let i = 0; i < blocks.length; i++) {
    const from = blocks[i]! * blockSize;
    const length = Math.min(blockSize, size - i * blockSize);
    if (length > 0) bytes.set(file.subarray(from, from + length), i * blockSize);
  }
  return bytes;
}

/**
 * Reads header and directory of a multi-stream file.
 *
 * @param bytes the complete file
 * @param diagnostics spans are bytes of the file
 * @returns undefined, with a report, when the file is no such file or its directory is wrong
 */
export function readMsf(bytes: Uint8Array, diagnostics: Diagnostics): Msf | undefined {
  const size = bytes.byteLength;
  if (size < MSF_HEADER_SIZE || MSF_MAGIC.some((byte, i) => bytes[i] !== byte)) {
    diagnostics.report(DX0220, 0, Math.min(size, MSF_MAGIC.length));
    return undefined;
  }
  const header = { blockSize: u32At(bytes, 32), freeMap: u32At(bytes, 36), blockCount: u32At(bytes, 40) };
  const { blockSize } = header;
  // More blocks may be declared than there are; those are outside.
  const blockCount = Math.min(header.blockCount, Math.floor(size / blockSize));
  const fail = (at: number, length: number, what: string): undefined => {
    diagnostics.report(DX0221, at, at + length, { what });
    return undefined;
  };
  if (!MSF_BLOCK_SIZES.includes(blockSize)) return fail(32, 4, `blocks of ${blockSize} bytes`);
  if (header.freeMap !== 1 && header.freeMap !== 2)
    return fail(36, 4, `a map of free blocks in block ${header.freeMap}`);
  const directorySize = u32At(bytes, 44);
  const map = u32At(bytes, 52);
  if (directorySize > size || directorySize < 4) return fail(44, 4, `a directory of ${directorySize} bytes`);
  const directoryBlocks = Math.ceil(directorySize / blockSize);
  if (map >= blockCount || directoryBlocks * 4 > blockSize * (blockCount - map))
    return fail(52, 4, `a list of blocks in block ${map}`);
  const directory = Uint32Array.from({ length: directoryBlocks }, (_, i) => u32At(bytes, map * blockSize + 4 * i));
  const outside = directory.findIndex((block) => block >= blockCount);
  if (outside >= 0) return fail(map * blockSize + 4 * outside, 4, `block ${directory[outside]} of the directory`);
  const inFile = (at: number) => directory[Math.floor(at / blockSize)]! * blockSize + (at % blockSize);
  const outsideBlock = (at: number, stream: number, block: number) =>
    diagnostics.report(DX0245, inFile(at), inFile(at) + 4, { stream, block });
  const limits = { blockSize, blockCount, fileSize: size };
  const streams = readDirectory(gather(bytes, blockSize, directory, directorySize), limits, outsideBlock);
  if (typeof streams === 'number') return fail(inFile(streams), 4, 'a wrong directory of streams');
  const total = streams.reduce((sum, stream) => sum + stream.size, 0);
  if (total > MAX_SHARING * size) return fail(44, 4, `streams of ${total} bytes together, which share blocks`);
  return new Msf(bytes, { ...header, directoryMap: map }, directory, streams);
}

/**
 * The streams of a directory, which fill it; the offset in the directory of what is wrong, where anything is. A stream
 * with a block outside the file is reported, and is not readable.
 */
function readDirectory(
  bytes: Uint8Array,
  { blockSize, blockCount, fileSize }: { blockSize: number; blockCount: number; fileSize: number },
  outsideBlock: (at: number, stream: number, block: number) => void,
): MsfStream[] | number {
  const count = u32At(bytes, 0);
  if (count > bytes.byteLength / 4 - 1) return 0;
  const streams: MsfStream[] = [];
  let at = 4 + 4 * count;
  for (let i = 0; i < count; i++) {
    const declared = u32At(bytes, 4 + 4 * i);
    const exists = declared !== MSF_NO_STREAM;
    const size = exists ? declared : 0;
    const blocks = Math.ceil(size / blockSize);
    if (size > fileSize || at + 4 * blocks > bytes.byteLength) return 4 + 4 * i;
    const list = Uint32Array.from({ length: blocks }, (_, k) => u32At(bytes, at + 4 * k));
    const outside = list.findIndex((block) => block >= blockCount);
    if (outside >= 0) outsideBlock(at + 4 * outside, i, list[outside]!);
    at += 4 * blocks;
    streams.push({ size, exists, readable: exists && outside < 0, blocks: list });
  }
  return at === bytes.byteLength ? streams : 0;
}

/** The streams of a multi-stream file. */
export interface MsfStreams {
  /** 512, 1024, 2048 or 4096. */
  readonly blockSize: number;
  /** By number; null for a stream that is deleted. */
  readonly streams: readonly (Uint8Array | null)[];
  /** The file that they were read from. */
  readonly source?: Msf;
}

/**
 * Reads a multi-stream file, such as a program database: the payload of a chunk SPDB, or a file `*.pdb`. The value is
 * undefined where it is no such file or its directory is damaged.
 */
export function parseMsf(bytes: ByteSource): ParseResult<MsfStreams> {
  const input = toBytes(bytes, 'parseMsf');
  return parse((diagnostics) => {
    const msf = readMsf(input, diagnostics);
    return msf && msfStreams(msf);
  });
}

/** The streams of `msf`, for changes. */
export function msfStreams(msf: Msf): MsfStreams {
  return { blockSize: msf.blockSize, streams: msf.streams.map((_, i) => msf.stream(i) ?? null), source: msf };
}

/**
 * Returns the bytes of a multi-stream file. Unchanged streams give the bytes they were read from.
 *
 * @throws RangeError when the block size is not permitted by the format, or the streams are more than a file can hold
 */
export function serializeMsf(file: MsfStreams): Uint8Array {
  if (!MSF_BLOCK_SIZES.includes(file.blockSize)) throw new RangeError(`no file has blocks of ${file.blockSize} bytes`);
  return writtenInPlace(file) ?? writtenAnew(file);
}

/** The source with changed streams in their blocks; undefined where they need others. */
function writtenInPlace({ blockSize, streams, source }: MsfStreams): Uint8Array | undefined {
  if (source === undefined || blockSize !== source.blockSize || streams.length !== source.streams.length)
    return undefined;
  const changed = [...streams.keys()].filter((i) => !equal(streams[i] ?? null, source.stream(i) ?? null));
  // Bytes of a last block that is not all there belong to nothing; and what a header declares decides neither time nor
  // memory.
  if (changed.length > 0 && source.blockCount * blockSize > source.bytes.byteLength) return undefined;
  const owners = changed.length === 0 ? undefined : blockOwners(source);
  for (const i of changed) {
    const [stream, before] = [streams[i], source.streams[i]!];
    if (!stream || !before.exists || Math.ceil(stream.byteLength / blockSize) !== before.blocks.length)
      return undefined;
    if (before.blocks.some((block) => owners![block] !== 1)) return undefined;
  }
  const bytes = source.bytes.slice();
  const view = new DataView(bytes.buffer);
  for (const i of changed) {
    const stream = streams[i]!;
    for (const [k, block] of source.streams[i]!.blocks.entries()) {
      const part = stream.subarray(k * blockSize, (k + 1) * blockSize);
      bytes.set(part, block * blockSize);
    }
    const at = 4 + 4 * i;
    const block = source.directory[Math.floor(at / blockSize)]!;
    view.setUint32(block * blockSize + (at % blockSize), stream.byteLength, true);
  }
  return bytes;
}

/** How many things use each block: damaged files may use one for several. */
function blockOwners({ blockCount, blockSize, directory, directoryMap, streams }: Msf): Uint8Array {
  const owners = new Uint8Array(blockCount);
  const use = (block: number) => {
    owners[block] = Math.min(2, owners[block]! + 1);
  };
  for (let block = 0; block < blockCount; block++) if (block === 0 || isFreeMap(block, blockSize)) use(block);
  for (const block of directory) use(block);
  const mapBlocks = Math.ceil((4 * directory.length) / blockSize);
  for (let i = 0; i < mapBlocks; i++) use(directoryMap + i);
  for (const { blocks } of streams) for (const block of blocks) use(block);
  return owners;
}

/** Whether `block` is one of the two maps of free blocks, which return once every `blockSize` blocks. */
export function isFreeMap(block: number, blockSize: number): boolean {
  return block % blockSize === 1 || block % blockSize === 2;
}

function equal(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === b) return true;
  return a !== null && b !== null && isSameBytes(a, b);
}

/** Hands out the numbers of blocks, in order, without those of the maps of free blocks. */
class BlockNumbers {
  /** The next one; the first block is the header. */
  next = 1;

  constructor(readonly blockSize: number) {}

  take(bytes: number): number[] {
    return Array.from({ length: Math.ceil(bytes / this.blockSize) }, () => {
      while (isFreeMap(this.next, this.blockSize)) this.next++;
      return this.next++;
    });
  }
}

/** Header, maps of free blocks, streams, directory, and the list of its blocks. */
function writtenAnew({ blockSize: wanted, streams }: MsfStreams): Uint8Array {
  const blockSize = blockSizeFor(streams, wanted);
  const numbers = new BlockNumbers(blockSize);
  const lists = streams.map((stream) => numbers.take(stream?.byteLength ?? 0));
  const directory = directoryOf(streams, lists);
  const directoryBlocks = numbers.take(4 * directory.length);
  const [map] = numbers.take(blockSize) as [number];
  // The maps of free blocks of the last interval are part of the file.
  const blockCount = Math.max(numbers.next, 3);
  const bytes = new Uint8Array(blockCount * blockSize);
  bytes.set(MSF_MAGIC);
  const view = new DataView(bytes.buffer);
  const header = [blockSize, 1, blockCount, 4 * directory.length, 0, map];
  for (const [i, word] of header.entries()) view.setUint32(MSF_MAGIC.length + 4 * i, word, true);
  for (const [i, list] of lists.entries())
    for (const [k, block] of list.entries())
      bytes.set(streams[i]!.subarray(k * blockSize, (k + 1) * blockSize), block * blockSize);
  for (const [i, word] of directory.entries()) {
    const block = directoryBlocks[Math.floor((4 * i) / blockSize)]!;
    view.setUint32(block * blockSize + ((4 * i) % blockSize), word, true);
  }
  for (const [i, block] of directoryBlocks.entries()) view.setUint32(map * blockSize + 4 * i, block, true);
  markFree(bytes, blockSize, blockCount);
  return bytes;
}

/** A bit for each block in the first map, set where the block is free; all are in use. The second map is not active. */
function markFree(bytes: Uint8Array, blockSize: number, blockCount: number): void {
  for (let first = 1; first < blockCount; first += blockSize) {
    bytes.fill(0xff, first * blockSize, Math.min(first + 2, blockCount) * blockSize);
  }
  for (let block = 0; block < blockCount; block++) {
    const at = block >>> 3;
    const mapBlock = 1 + Math.floor(at / blockSize) * blockSize;
    const position = mapBlock * blockSize + (at % blockSize);
    bytes[position] = bytes[position]! & ~(1 << (block & 7));
  }
}

/** The number of streams, their sizes, and their blocks. */
function directoryOf(streams: MsfStreams['streams'], lists: readonly (readonly number[])[]): number[] {
  const words = [streams.length, ...streams.map((stream) => stream?.byteLength ?? MSF_NO_STREAM)];
  for (const list of lists) for (const block of list) words.push(block);
  return words;
}

/** The least size of blocks from `wanted` on with which one block holds the list of the blocks of the directory. */
function blockSizeFor(streams: MsfStreams['streams'], wanted: number): number {
  for (const blockSize of MSF_BLOCK_SIZES) {
    if (blockSize < wanted) continue;
    let words = 1 + streams.length;
    for (const stream of streams) words += Math.ceil((stream?.byteLength ?? 0) / blockSize);
    if (4 * Math.ceil((4 * words) / blockSize) <= blockSize) return blockSize;
  }
  throw new RangeError('a multi-stream file cannot hold so much');
}
