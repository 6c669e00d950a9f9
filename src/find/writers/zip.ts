/**
 * The writers of ZIP archives and gzip files: a changed member is compressed with DEFLATE, or stored.
 *
 * Not for: archives for more than 4 GB.
 */
import { crc32 } from '../../base/hashes.ts';
import { u16At, u32At } from '../../base/words.ts';
import { gzipHeaderEnd } from '../readers/compressed.ts';
import { endOfDirectory, ZIP_CENTRAL_SIZE, ZIP_LOCAL_SIZE } from '../readers/zip.ts';
import {
  CannotWrite,
  type Encoders,
  littleEndian,
  movedBy,
  numberAt,
  type Splice,
  spliced,
  type Writer,
} from '../writer.ts';

const CENTRAL_HEADER = 0x0201_4b50;
const DESCRIPTOR = 0x0807_4b50;
const STORED = 0;
const DEFLATED = 8;
/** The sizes follow the data. */
const SIZES_AFTER_DATA = 8;
/** A size or offset that is in the extra field instead. */
const IN_EXTRA = 0xffff_ffff;

/** Offsets in a local header, and in an entry of the directory two bytes more: method, CRC, packed size, size. */
const METHOD = 8;
const CRC = 14;
const PACKED_SIZE = 18;
const SIZE = 22;
const CENTRAL = 2;
const CENTRAL_OFFSET = 42;

export const writeZip: Writer = async ({ bytes, changes, encoders, note }) => {
  const end = endOfDirectory(bytes);
  if (end === undefined) throw new CannotWrite('the central directory is missing, or for more than 4 GB');
  const { directory, size: directorySize, at: endAt } = end;
  const data: Splice[] = [];
  const fields: Splice[] = [];
  const entries: { at: number; offset: number }[] = [];
  for (
    let at = directory;
    at + ZIP_CENTRAL_SIZE <= directory + directorySize && u32At(bytes, at) === CENTRAL_HEADER;
  ) {
    const offset = u32At(bytes, at + CENTRAL_OFFSET);
    if ([offset, u32At(bytes, at + CENTRAL + SIZE), u32At(bytes, at + CENTRAL + PACKED_SIZE)].includes(IN_EXTRA))
      throw new CannotWrite('it is an archive for more than 4 GB');
    entries.push({ at, offset });
    at += ZIP_CENTRAL_SIZE + u16At(bytes, at + 28) + u16At(bytes, at + 30) + u16At(bytes, at + 32);
  }
  const dataOf = ({ offset }: { offset: number }) =>
    offset + ZIP_LOCAL_SIZE + u16At(bytes, offset + 26) + u16At(bytes, offset + 28);
  for (const { member, bytes: content } of changes) {
    const found = entries.filter((entry) => dataOf(entry) === member.offset);
    if (found.length !== 1) throw new CannotWrite(`${found.length} entries of the directory lead to ${member.name}`);
    const [{ at, offset }] = found as [{ at: number; offset: number }];
    const method = u16At(bytes, at + CENTRAL + METHOD);
    const packedSize = u32At(bytes, at + CENTRAL + PACKED_SIZE);
    const flags = u16At(bytes, offset + 6);
    const deflate = method === STORED ? undefined : encoders.deflate;
    const packed = (await deflate?.(content)) ?? content;
    const newMethod = deflate === undefined ? STORED : DEFLATED;
    if (newMethod !== method)
      note(
        `${member.name} was compressed with method ${method}; it is ${newMethod === STORED ? 'stored' : 'deflated'} now`,
      );
    const values = [
      [CRC, crc32(content)],
      [PACKED_SIZE, packed.byteLength],
      [SIZE, content.byteLength],
    ] as const;
    fields.push(numberAt(offset + METHOD, newMethod, 2), numberAt(at + CENTRAL + METHOD, newMethod, 2));
    for (const [field, value] of values) fields.push(numberAt(at + CENTRAL + field, value, 4));
    const dataEnd = member.offset + packedSize;
    data.push({ start: member.offset, end: dataEnd, bytes: packed });
    if ((flags & SIZES_AFTER_DATA) === 0) {
      for (const [field, value] of values) fields.push(numberAt(offset + field, value, 4));
      continue;
    }
    // The signature of a descriptor may be missing.
    const descriptor = u32At(bytes, dataEnd) === DESCRIPTOR ? dataEnd + 4 : dataEnd;
    if (u32At(bytes, descriptor + 4) !== packedSize) throw new CannotWrite(`the sizes after ${member.name} are wrong`);
    for (const [i, [, value]] of values.entries()) fields.push(numberAt(descriptor + 4 * i, value, 4));
  }
  const moved = movedBy(data);
  for (const { at, offset } of entries)
    if (moved(offset) !== offset) fields.push(numberAt(at + CENTRAL_OFFSET, moved(offset), 4));
  fields.push(numberAt(endAt + 16, moved(directory), 4));
  return spliced(bytes, [...data, ...fields]);
};

/** A gzip file: its header, and the content compressed anew. */
export const writeGzip: Writer = async ({ bytes, changes, encoders }) => {
  const content = changes[0]!.bytes;
  const header = bytes.subarray(0, gzipHeaderEnd(bytes));
  const packed = await deflated(content, encoders);
  const end = [littleEndian(crc32(content), 4), littleEndian(content.byteLength % 2 ** 32, 4)];
  return joined([header, packed, ...end]);
};

/** The longest block of stored bytes in DEFLATE. */
const BLOCK = 0xffff;

/** `content` as DEFLATE; in stored blocks where the caller has no compressor. */
async function deflated(content: Uint8Array, { deflate }: Encoders): Promise<Uint8Array> {
  if (deflate !== undefined) return deflate(content);
  const parts: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < content.byteLength; at += BLOCK) {
    const block = content.subarray(at, at + BLOCK);
    const isLast = at + BLOCK >= content.byteLength;
    parts.push(Uint8Array.of(isLast ? 1 : 0), littleEndian(block.byteLength, 2));
    parts.push(littleEndian(block.byteLength ^ 0xffff, 2), block);
  }
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}
