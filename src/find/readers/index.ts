/**
 * All readers, in the order in which they are asked: formats with a distinct beginning first, text last.
 *
 * Not for: how they read (readers/).
 */
import type { FormatReader } from '../reader.ts';
import { BGFX } from './bgfx.ts';
import { COMPRESSED } from './compressed.ts';
import { MGFX } from './mgfx.ts';
import { PAK } from './pak.ts';
import { SEVEN_ZIP } from './seven-zip.ts';
import { SOURCE_CODE } from './source-code.ts';
import { TAR } from './tar.ts';
import { UNITY_ASSETS } from './unity-assets.ts';
import { UNITY_BUNDLE } from './unity-bundle.ts';
import { VCS } from './vcs.ts';
import { VPK } from './vpk.ts';
import { XNB } from './xnb.ts';
import { ZIP } from './zip.ts';

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
