/**
 * All readers, in the order in which they are asked: formats with a distinct beginning first, text last.
 *
 * Not for: how they read (readers/).
 */
import type { FormatReader } from './reader.ts';
import { BGFX } from './readers/bgfx.ts';
import { COMPRESSED } from './readers/compressed.ts';
import { MGFX } from './readers/mgfx.ts';
import { PAK } from './readers/pak.ts';
import { SEVEN_ZIP } from './readers/seven-zip.ts';
import { SOURCE_CODE } from './readers/source-code.ts';
import { TAR } from './readers/tar.ts';
import { UNITY_ASSETS } from './readers/unity-assets.ts';
import { UNITY_BUNDLE } from './readers/unity-bundle.ts';
import { VCS } from './readers/vcs.ts';
import { VPK } from './readers/vpk.ts';
import { XNB } from './readers/xnb.ts';
import { ZIP } from './readers/zip.ts';

export const READERS: readonly FormatReader[] = [
  ZIP,
  SEVEN_ZIP,
  ...COMPRESSED,
  XNB,
  MGFX,
  BGFX,
  PAK,
  VPK,
  UNITY_BUNDLE,
  UNITY_ASSETS,
  TAR,
  VCS,
  SOURCE_CODE,
];
