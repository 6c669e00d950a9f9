/**
 * Parts that worst cases of archives are built of: compressed zeros of any size, LZ4 blocks that grow, and archives of
 * 7-Zip.
 *
 * Not for: archives with something in them (smith/archives).
 */
import { crc32, deflateRawSync, gzipSync, constants as zlib } from 'node:zlib';
import { joined, repeatedBytes } from './build.ts';

const PIECE = 2 ** 24;

/** DEFLATE data of `size` zeros, made without having them. */
export function deflatedZeros(size: number): Uint8Array {
  const piece = deflateRawSync(new Uint8Array(PIECE), { level: 9, finishFlush: zlib.Z_FULL_FLUSH });
  const pieces: Uint8Array[] = Array.from({ length: Math.max(1, Math.round(size / PIECE)) }, () => piece);
  // An empty last block.
  return joined(...pieces, Uint8Array.of(3, 0));
}

export const gzipOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(gzipSync(bytes));

/** A file of gzip with `size` zeros; its checksum is none. */
export function gzippedZeros(size: number): Uint8Array {
  return joined(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), deflatedZeros(size), new Uint8Array(8));
}

/** An LZ4 block of `packed` bytes that gives some 255 times as many: one byte, and it again. */
export function lz4Bomb(packed: number): { readonly bytes: Uint8Array; readonly size: number } {
  const bytes = new Uint8Array(packed).fill(0xff);
  bytes.set([0x1f, 0x61, 1, 0]);
  // The length ends with a byte that is not 255; then five literals.
  bytes.set([0, 0x50, 1, 2, 3, 4, 5], packed - 7);
  return { bytes, size: 1 + 4 + 15 + 255 * (packed - 11) + 5 };
}

export interface SevenZip {
  readonly folders: number;
  readonly filesOfFolder: number;
  readonly bytesOfFile: number;
  /** Instead of how many there are. */
  readonly claimedFiles?: number;
}

/** An archive of 7-Zip with files that are stored. */
export function sevenZipOf({ folders, filesOfFolder, bytesOfFile, claimedFiles }: SevenZip): Uint8Array {
  const files = folders * filesOfFolder;
  const size = bytesOfFile * filesOfFolder;
  const each = (count: number, ...bytes: readonly number[]) =>
    repeatedBytes(Uint8Array.from(bytes), count * bytes.length);
  const numbers = (count: number, value: number) => each(count, ...number(value));
  const bytes = (...values: readonly number[]) => Uint8Array.from(values);
  const names = new Uint8Array(4 * files);
  for (let at = 0; at < names.byteLength; at += 4) names[at] = 0x61;
  const header = joined(
    bytes(1, 4),
    joined(bytes(6), number(0), number(folders), bytes(9), numbers(folders, size), bytes(0)),
    joined(
      bytes(7, 11),
      number(folders),
      bytes(0),
      each(folders, 1, 1, 0),
      bytes(12),
      numbers(folders, size),
      bytes(0),
    ),
    joined(
      bytes(8, 13),
      numbers(folders, filesOfFolder),
      bytes(9),
      numbers(folders * (filesOfFolder - 1), bytesOfFile),
    ),
    bytes(0, 0),
    joined(
      bytes(5),
      number(claimedFiles ?? files),
      bytes(17),
      number(names.byteLength + 1),
      bytes(0),
      names,
      bytes(0, 0),
    ),
  );
  const start = Buffer.alloc(32);
  start.set([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]);
  start.writeUInt32LE(folders * size, 12);
  start.writeUInt32LE(header.byteLength, 20);
  start.writeUInt32LE(crcOf(header), 28);
  start.writeUInt32LE(crcOf(start.subarray(12)), 8);
  return joined(start, new Uint8Array(folders * size).fill(0x62), header);
}

/** A number of a header of 7-Zip: here of one byte, or of four after a byte that says so. */
function number(value: number): Uint8Array {
  const bytes = [0xf0, value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
  return Uint8Array.from(value < 0x80 ? [value] : bytes);
}

function crcOf(bytes: Uint8Array): number {
  // Node 20.19 may not have it; the reader does not check it.
  return typeof crc32 === 'function' ? crc32(bytes) : 0;
}
