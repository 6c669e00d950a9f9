/**
 * The writers by the formats of the readers. A format without one is read only.
 *
 * Not for: how they write (writers/).
 */
import { u32At } from '../../base/words.ts';
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
import { sized, sizeOfMember, spliced, type Writer } from '../writer.ts';
import { writePak, writeTar, writeVpk } from './archives.ts';
import { writeSourceCode } from './source-code.ts';
import { writeXnb, writeXnbContent } from './xnb.ts';
import { writeGzip, writeZip } from './zip.ts';

const FIRST_WIDE_MGFX = 5;

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
