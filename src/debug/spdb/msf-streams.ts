/**
 * A multi-stream file as its streams: read, changed and written back. While streams keep their number of blocks,
 * everything else keeps its bytes; otherwise all is laid out anew. Source: the public documentation of the format by
 * LLVM; that Microsoft's reader takes the result: oracle.
 *
 * Not for: checking a directory (msf.ts), or what is in a stream.
 */
import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { type ParseResult, parse } from '../../base/diagnostics.ts';
import { MSF_BLOCK_SIZES, MSF_MAGIC, MSF_NO_STREAM, type Msf, readMsf } from './msf.ts';

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
  return a !== null && b !== null && a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i]);
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
