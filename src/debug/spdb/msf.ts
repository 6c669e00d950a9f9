/**
 * The multi-stream file (MSF 7.0) that a program database is: blocks, and streams that are lists of blocks. Source: the
 * public documentation of the format by LLVM, and the oracle for what is refused.
 *
 * Not for: what is in a stream.
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
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
  /** Numbers of its blocks, in order. */
  readonly blocks: Uint32Array;
}

/** A multi-stream file and its directory. */
export class Msf {
  readonly bytes: Uint8Array;
  readonly blockSize: number;
  /** Number of the block with the active map of free blocks: 1 or 2. */
  readonly freeMap: number;
  /** Blocks that the header declares. */
  readonly blockCount: number;
  /** Blocks of the directory, and the first block with their list. */
  readonly directory: Uint32Array;
  readonly directoryMap: number;
  readonly streams: readonly MsfStream[];
  readonly #read: (Uint8Array | undefined)[] = [];

  constructor(
    bytes: Uint8Array,
    header: { blockSize: number; freeMap: number; blockCount: number; directoryMap: number },
    directory: Uint32Array,
    streams: readonly MsfStream[],
  ) {
    this.bytes = bytes;
    this.blockSize = header.blockSize;
    this.freeMap = header.freeMap;
    this.blockCount = header.blockCount;
    this.directory = directory;
    this.directoryMap = header.directoryMap;
    this.streams = streams;
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
