/**
 * The writers by the formats of the readers. A format without one is read only.
 *
 * Not for: how they write (writers/).
 */
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
import type { Writer } from '../writer.ts';
import { writePak, writeTar, writeVpk } from './archives.ts';
import { writeBgfx, writeMgfx, writeXnb, writeXnbContent } from './engines.ts';
import { writeSourceCode } from './source-code.ts';
import { writeGzip, writeZip } from './zip.ts';

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
