/**
 * Worst cases of archives: bombs, archives in archives, many members, members that share bytes, tables that claim more
 * than there is.
 *
 * Not for: formats of engines (engines.ts), and what is in a shader that was found (programs.ts).
 */

import { pakOf, tarOf, type ZipMethod, zipDeflated, zipOf, zipStored } from '../../../smith/archives/stored.ts';
import { latin1Bytes } from '../../../src/base/words.ts';
import { deflatedZeros, gzipOf, gzippedZeros, sevenZipOf } from './archive-parts.ts';
import { joined, repeatedBytes, type Trap } from './build.ts';
import { hasMembers } from './checks.ts';

const MB = 2 ** 20;
const TARGETS = ['findShaders'] as const;
/** Members in members: more than are searched. */
const NESTED = 40;

/** A file of the format of a reader, which gives at least `members` members. */
const trap = (reader: string, members: number, build: (size: number) => Uint8Array): Trap<'findShaders'> => ({
  targets: TARGETS,
  check: hasMembers(reader, members),
  build,
});
const many = <Item>(count: number, item: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => item(n));
const filled = (size: number) => new Uint8Array(size).fill(0x61);

/** `size` bytes inside of `wrap`, NESTED times. */
function nested(size: number, wrap: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  let bytes: Uint8Array = filled(size);
  for (let n = 0; n < NESTED; n++) bytes = wrap(bytes);
  return bytes;
}

/** A ZIP archive whose directory names the first member again and again. */
function zipOfOneMember(size: number): Uint8Array {
  const half = size >> 1;
  const archive = Buffer.from(zipOf([{ name: 'a', bytes: filled(half) }], zipStored));
  const start = archive.readUInt32LE(archive.length - 6);
  const entry = archive.subarray(start, archive.length - 22);
  const count = Math.floor(half / entry.length);
  const end = Buffer.from(archive.subarray(-22));
  end.writeUInt32LE(count * entry.length, 12);
  return joined(archive.subarray(0, start), repeatedBytes(entry, count * entry.length), end);
}

/** A PAK archive whose directory names the first member again and again. */
function pakOfOneMember(size: number): Uint8Array {
  const half = size >> 1;
  const archive = Buffer.from(pakOf([{ name: 'a', bytes: filled(half) }]));
  const entry = archive.subarray(-64);
  const count = Math.floor(half / 64);
  archive.writeUInt32LE(64 * count, 8);
  return joined(archive, repeatedBytes(entry, 64 * (count - 1)));
}

/** A PAK file whose members have half of it each and begin a byte after one another. */
function pakOfOverlappingMembers(size: number): Uint8Array {
  const half = size >> 1;
  const archive = Buffer.from(pakOf([{ name: 'a', bytes: filled(size) }]));
  const entry = archive.subarray(-64);
  const entries = Buffer.from(repeatedBytes(entry, 64 * Math.floor(half / 64)));
  for (let at = 0, n = 0; at < entries.byteLength; at += 64, n++) {
    entries.writeUInt32LE(12 + n, at + 56);
    entries.writeUInt32LE(half, at + 60);
  }
  archive.writeUInt32LE(entries.byteLength, 8);
  return joined(archive.subarray(0, -64), entries);
}

/** Packs what is packed already. */
const deflateIsGiven: ZipMethod = (packed) => ({ method: 8, packed });
/** gzip in gzip: a bomb of 16 MB in some 60 bytes. */
const smallBomb = () => gzipOf(gzippedZeros(16 * MB));

export const ARCHIVE_TRAPS: Readonly<Record<string, Trap<'findShaders'>>> = {
  'zip with many members': trap('ZIP', 100, (size) =>
    zipOf(
      many(size / 90, (n) => ({ name: `${n}`, bytes: Uint8Array.of(1) })),
      zipStored,
    ),
  ),
  'zip with many members and no directory': trap('ZIP', 1000, (size) =>
    zipOf(
      many(size / 40, (n) => ({ name: `${n}`, bytes: Uint8Array.of(1) })),
      zipStored,
      false,
    ),
  ),
  'zip with long names': trap('ZIP', 1, (size) =>
    zipOf(
      many(size / 60_000, (n) => ({ name: `${n}/${'../a'.repeat(7000)}`, bytes: Uint8Array.of(1) })),
      zipStored,
    ),
  ),
  'zip with one member many times': trap('ZIP', 1, zipOfOneMember),
  'zip in zip, stored': trap('ZIP', 1, (size) => nested(size, (bytes) => zipOf([{ name: 'a', bytes }], zipStored))),
  'zip in zip, packed': trap('ZIP', 1, (size) => nested(size, (bytes) => zipOf([{ name: 'a', bytes }], zipDeflated))),
  'zip of zeros': trap('ZIP', 1, (size) => zipOf([{ name: 'a', bytes: deflatedZeros(1000 * size) }], deflateIsGiven)),
  'zip of many bombs': trap('ZIP', 1, (size) => {
    const bomb = deflatedZeros(16 * MB);
    return zipOf(
      many(size / bomb.byteLength, (n) => ({ name: `${n}`, bytes: bomb })),
      deflateIsGiven,
    );
  }),
  'zip of bombs in bombs': trap('ZIP', 100, (size) => {
    const bomb = smallBomb();
    return zipOf(
      many(size / (bomb.byteLength + 100), (n) => ({ name: `${n}.gz`, bytes: bomb })),
      zipStored,
    );
  }),
  'gzip of zeros': trap('gzip', 1, (size) => gzippedZeros(1000 * size)),
  'gzip of many empty members': trap('gzip', 1, (size) => repeatedBytes(gzipOf(new Uint8Array(0)), size)),
  'gzip in gzip': trap('gzip', 1, (size) => nested(size, gzipOf)),
  'tar with many empty members': trap('tar', 100, (size) =>
    tarOf(many(size / 512, (n) => ({ name: `${n}`, bytes: new Uint8Array(0) }))),
  ),
  'tar with many links': trap('tar', 0, (size) =>
    tarOf(
      many(size / 512, (n) => ({ name: `${n}`, bytes: new Uint8Array(0) })),
      '2',
    ),
  ),
  'tar with long names': trap('tar', 0, (size) =>
    tarOf(
      many(size / 3072, () => ({ name: '././@LongLink', bytes: latin1Bytes('a/'.repeat(1200)) })),
      'L',
    ),
  ),
  'tar.gz of zeros': trap('gzip', 1, (size) => {
    const zeros = new Uint8Array(MB);
    return gzipOf(tarOf(many(size / 1050, (n) => ({ name: `${n}`, bytes: zeros }))));
  }),
  'tar in tar': trap('tar', 1, (size) => nested(size, (bytes) => tarOf([{ name: 'a', bytes }]))),
  '7z with many files of one stream': trap('7z', 1, (size) =>
    sevenZipOf({ folders: 1, filesOfFolder: Math.floor(size / 8), bytesOfFile: 1 }),
  ),
  '7z with many streams': trap('7z', 1000, (size) =>
    sevenZipOf({ folders: Math.floor(size / 20), filesOfFolder: 1, bytesOfFile: 1 }),
  ),
  '7z with many empty files': trap('7z', 1, (size) =>
    sevenZipOf({ folders: 1, filesOfFolder: Math.floor(size / 7), bytesOfFile: 0 }),
  ),
  '7z with more files than names': trap('7z', 0, (size) =>
    sevenZipOf({ folders: 1, filesOfFolder: 1, bytesOfFile: size, claimedFiles: 0xffff_ffff }),
  ),
  'PAK with members that overlap': trap('PAK', 100, pakOfOverlappingMembers),
  'PAK with one member many times': trap('PAK', 1, pakOfOneMember),
};
