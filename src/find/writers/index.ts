/**
 * The writers by the formats of the readers. A format without one is read only.
 *
 * Not for: how they write (writers/).
 */
import { u16At, u32At } from '../../base/words.ts';
import type { FormatReader } from '../reader.ts';
import { BGFX } from '../readers/bgfx.ts';
import { GZIP } from '../readers/compressed.ts';
import { MGFX } from '../readers/mgfx.ts';
import { PAK } from '../readers/pak.ts';
import { SOURCE_CODE } from '../readers/source-code.ts';
import { TAR } from '../readers/tar.ts';
import { VPK } from '../readers/vpk.ts';
import { XNB, XNB_CONTENT } from '../readers/xnb.ts';
import { ZIP } from '../readers/zip.ts';
import { CannotWrite, littleEndian, numberAt, type Splice, sizeOfMember, spliced, type Writer } from '../writer.ts';
import { writePak, writeTar, writeVpk } from './archives.ts';
import { writeSourceCode } from './source-code.ts';
import { writeGzip, writeZip } from './zip.ts';

/** Offsets in the header of an XNB file (readers/xnb.ts). */
const XNB_FLAGS = 5;
const XNB_SIZE = 6;
const XNB_HEADER = 10;
const XNB_COMPRESSED = 0xc0;
const FIRST_WIDE_MGFX = 5;

/** An XNB file: its content, without compression. */
const writeXnb: Writer = ({ bytes, changes, note }) => {
  const content = changes[0]!.bytes;
  if ((bytes[XNB_FLAGS]! & XNB_COMPRESSED) !== 0) note('the content was compressed; it is written without compression');
  else if (u32At(bytes, XNB_SIZE) !== bytes.byteLength)
    throw new CannotWrite('its size is not the one that it declares');
  const file = new Uint8Array(XNB_HEADER + content.byteLength);
  file.set(bytes.subarray(0, XNB_HEADER));
  file[XNB_FLAGS] = bytes[XNB_FLAGS]! & ~XNB_COMPRESSED;
  file.set(littleEndian(file.byteLength, 4), XNB_SIZE);
  file.set(content, XNB_HEADER);
  return file;
};

/** The content of an XNB file: an effect after its size. */
const writeXnbContent: Writer = ({ bytes, changes }) =>
  spliced(
    bytes,
    changes.flatMap(({ member, bytes: code }) => sized(bytes, member.offset, sizeOfMember(member)!, code, 4)),
  );

/** An effect of MonoGame. The key of the effect, which MonoGame uses to find it in its cache only, stays. */
const writeMgfx: Writer = ({ bytes, changes }) =>
  spliced(
    bytes,
    changes.flatMap(({ member, bytes: code }) =>
      sized(bytes, member.offset, sizeOfMember(member)!, code, bytes[4]! < FIRST_WIDE_MGFX ? 2 : 4),
    ),
  );

/** A shader of bgfx. */
const writeBgfx: Writer = ({ bytes, changes }) =>
  spliced(
    bytes,
    changes.flatMap(({ member, bytes: code }) => {
      const { offset } = member;
      const size = sizeOfMember(member)!;
      return sized(bytes, offset, size, code, u32At(bytes, offset - 4) === size ? 4 : 2);
    }),
  );

/** Replaces the bytes at `offset`, whose size precedes them, with `code`. */
function sized(bytes: Uint8Array, offset: number, size: number, code: Uint8Array, sizeBytes: 2 | 4): Splice[] {
  const declared = sizeBytes === 4 ? u32At(bytes, offset - 4) : u16At(bytes, offset - 2);
  if (declared !== size)
    throw new CannotWrite(`${declared} bytes are declared at ${offset - sizeBytes}, and there are ${size}`);
  return [numberAt(offset - sizeBytes, code.byteLength, sizeBytes), { start: offset, end: offset + size, bytes: code }];
}

export const WRITERS: ReadonlyMap<FormatReader, Writer> = new Map([
  [ZIP, writeZip],
  [GZIP, writeGzip],
  [XNB, writeXnb],
  [XNB_CONTENT, writeXnbContent],
  [MGFX, writeMgfx],
  [BGFX, writeBgfx],
  [PAK, writePak],
  [VPK, writeVpk],
  [TAR, writeTar],
  [SOURCE_CODE, writeSourceCode],
]);
