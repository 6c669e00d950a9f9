/**
 * Writers of tar, PAK and VPK archives: data move, and the sizes, offsets and checksums of the directory follow.
 *
 * Not for: ZIP (zip.ts).
 */
import { crc32 } from '../../base/hashes.ts';
import { stringAt, u32At } from '../../base/words.ts';
import { md5 } from '../../container/digest.ts';
import { PAK_ENTRY, PAK_HEADER, PAK_NAME } from '../readers/pak.ts';
import { TAR_BLOCK, tarChecksum } from '../readers/tar.ts';
import { entriesOf, headerSize, VPK_SAME_FILE } from '../readers/vpk.ts';
import { CannotWrite, movedBy, numberAt, type Splice, sizeOfMember, spliced, type Writer } from '../writer.ts';

/** The size and the checksum in a header of tar: eleven octal digits, and six with a zero and a blank. */
const TAR_SIZE = 124;
const TAR_DIGITS = 11;
const TAR_CHECKSUM = 148;

export const writeTar: Writer = ({ bytes, changes }) => {
  const padded = (size: number) => TAR_BLOCK * Math.ceil(size / TAR_BLOCK);
  return spliced(
    bytes,
    changes.map(({ member, bytes: data }) => {
      const start = member.offset - TAR_BLOCK;
      const size = sizeOfMember(member)!;
      const header = bytes.slice(start, member.offset);
      const stored = stringAt(header, TAR_SIZE, TAR_SIZE + TAR_DIGITS + 1).trim();
      if (!/^[0-7]+$/.test(stored) || Number.parseInt(stored, 8) !== size)
        throw new CannotWrite('the size of a member is not in its header');
      const digits = data.byteLength.toString(8).padStart(TAR_DIGITS, '0');
      if (digits.length > TAR_DIGITS) throw new CannotWrite('the new member is too large');
      header.set(asciiOf(digits), TAR_SIZE);
      header.set(asciiOf(`${tarChecksum(header).toString(8).padStart(6, '0')}\0 `), TAR_CHECKSUM);
      const block = new Uint8Array(TAR_BLOCK + padded(data.byteLength));
      block.set(header);
      block.set(data, TAR_BLOCK);
      return { start, end: Math.min(member.offset + padded(size), bytes.byteLength), bytes: block };
    }),
  );
};

export const writePak: Writer = ({ bytes, changes }) => {
  const data = changes.map(({ member, bytes: other }) => ({
    start: member.offset,
    end: member.offset + sizeOfMember(member)!,
    bytes: other,
  }));
  const directory = u32At(bytes, 4);
  const end = Math.min(directory + u32At(bytes, 8), bytes.byteLength);
  const moved = movedBy(data);
  const fields: Splice[] = [];
  if (moved(directory) !== directory) fields.push(numberAt(4, moved(directory), 4));
  for (let at = directory; at + PAK_ENTRY <= end; at += PAK_ENTRY) {
    const offset = u32At(bytes, at + PAK_NAME);
    const size = u32At(bytes, at + PAK_NAME + 4);
    const changed = data.find(({ start, end }) => offset < end && offset + size > start);
    if (changed === undefined) {
      if (moved(offset) !== offset) fields.push(numberAt(at + PAK_NAME, moved(offset), 4));
    } else if (changed.start !== offset || changed.end !== offset + size)
      throw new CannotWrite(`the entry at ${at} shares bytes with a changed one`);
    else
      fields.push(numberAt(at + PAK_NAME, moved(offset), 4), numberAt(at + PAK_NAME + 4, changed.bytes.byteLength, 4));
  }
  if (data.some(({ start }) => start < PAK_HEADER)) throw new CannotWrite('a member lies in the header');
  return spliced(bytes, [...data, ...fields]);
};

/** Offsets in the header of a VPK file of version 2: sizes of the data, of two lists of MD5, and of the signature. */
const VPK_DATA_SIZE = 12;
const VPK_LIST_SIZE = 16;
const VPK_SUMS_SIZE = 20;
const VPK_SIGNATURE_SIZE = 24;
/** MD5 of the tree, of the list of MD5, and of everything before the last one. */
const VPK_SUMS = 48;
const MD5_SIZE = 16;

export const writeVpk: Writer = ({ bytes, changes }) => {
  const start = headerSize(bytes);
  const treeSize = u32At(bytes, 8);
  const dataStart = start + treeSize;
  const isSecond = u32At(bytes, 4) === 2;
  if (isSecond && u32At(bytes, VPK_SIGNATURE_SIZE) > 0) throw new CannotWrite('the archive is signed');
  const entries = [...entriesOf(bytes.subarray(start, dataStart))];
  const data: Splice[] = [];
  const fields: Splice[] = [];
  for (const { member, bytes: other } of changes) {
    const entry = entries.find(({ name, at, file, size, offset, preload }) => {
      if (name !== member.name) return false;
      const begins = size === 0 ? start + preload : file === VPK_SAME_FILE ? dataStart + offset : start + at;
      return begins === member.offset;
    });
    if (entry === undefined) throw new CannotWrite(`there is no entry for ${member.name}`);
    const { at, file, size, offset, preload, preloadSize } = entry;
    if (file !== VPK_SAME_FILE && size > 0) throw new CannotWrite(`the bytes of ${member.name} are in another file`);
    // The first bytes of a member may be in the tree; as many of the new ones stay there.
    if (other.byteLength < preloadSize || (size === 0 && other.byteLength !== preloadSize))
      throw new CannotWrite(`${preloadSize} bytes of ${member.name} are in the tree, where their number cannot change`);
    fields.push(numberAt(start + at, crc32(other), 4));
    fields.push({ start: start + preload, end: start + preload + preloadSize, bytes: other.subarray(0, preloadSize) });
    if (size === 0) continue;
    fields.push(numberAt(start + at + 12, other.byteLength - preloadSize, 4));
    data.push({
      start: dataStart + offset,
      end: dataStart + offset + size,
      bytes: other.subarray(preloadSize),
    });
  }
  const moved = movedBy(data);
  for (const { at, file, offset, size } of entries) {
    const begins = dataStart + offset;
    if (file !== VPK_SAME_FILE || size === 0) continue;
    const shared = data.find((one) => begins < one.end && begins + size > one.start && one.start !== begins);
    if (shared !== undefined) throw new CannotWrite(`the entry at ${start + at} shares bytes with a changed one`);
    if (moved(begins) !== begins) fields.push(numberAt(start + at + 8, moved(begins) - dataStart, 4));
  }
  if (isSecond) {
    const size = u32At(bytes, VPK_DATA_SIZE);
    fields.push(numberAt(VPK_DATA_SIZE, moved(dataStart + size) - dataStart, 4));
  }
  const file = spliced(bytes, [...data, ...fields]);
  if (isSecond && u32At(file, VPK_SUMS_SIZE) === VPK_SUMS) {
    const sums = dataStart + u32At(file, VPK_DATA_SIZE) + u32At(file, VPK_LIST_SIZE);
    if (sums + VPK_SUMS > file.byteLength) throw new CannotWrite('its checksums lie outside');
    file.set(md5(file.subarray(start, dataStart)), sums);
    file.set(md5(file.subarray(0, sums + 2 * MD5_SIZE)), sums + 2 * MD5_SIZE);
  }
  return file;
};

function asciiOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
