/** The least feature level that a shader of models 4 to 5.1 needs: `ID3D11ShaderReflection::GetMinFeatureLevel`. */
import { SM1_VERSION, SM4_LIBRARY, SM4_STAGES, SM4_VERSION, sm1Stage } from '../base/profile.ts';
import { u32At } from '../base/words.ts';
import { FEATURES } from '../chunks/sfi0.ts';
import type { Chunk } from '../container/dxbc.ts';
import { D3D_FEATURE_LEVELS } from './enums.ts';

const LEVEL_9_1 = 0x9100;
const LEVEL_9_3 = 0x9300;
const LEVEL_11_0 = 0xb000;
const LEVEL_11_1 = 0xb100;

/** `D3D_FEATURE_LEVEL` by the version of the program, of stages up to geometry shaders and compute shaders. */
const LEVEL_OF_VERSION: Readonly<Record<number, number>> = { 64: 0xa000, 65: 0xa100, 80: 0xb000, 81: 0xb000 };
const HULL = SM4_STAGES.indexOf('hs');
const DOMAIN = SM4_STAGES.indexOf('ds');

/**
 * Returns the feature level that the first program of feature level 9, else the version requires, raised by required
 * features (source: oracle).
 */
export function minFeatureLevel(version: number, required: number, level9: Chunk | undefined): string | null {
  const level = (level9 && levelOfLevel9(level9)) ?? levelOfVersion(version);
  if (level === undefined) return null;
  let least = level;
  if ((required & (1 << FEATURES.uavsAtEveryStage)) !== 0) least = Math.max(least, LEVEL_11_0);
  if ((required & (1 << FEATURES.uavSlots64)) !== 0) least = Math.max(least, LEVEL_11_1);
  return D3D_FEATURE_LEVELS[least] ?? null;
}

function levelOfVersion(version: number): number | undefined {
  const stage = SM4_VERSION.stage.get(version);
  const level = LEVEL_OF_VERSION[version & 0xff];
  if (stage >= SM4_STAGES.length && stage !== SM4_LIBRARY) return undefined;
  return (stage === HULL || stage === DOMAIN) && level !== LEVEL_11_0 ? undefined : level;
}

/** Byte offsets of the size and the offset of the program in a chunk of feature level 9. */
export const LEVEL9_SIZE = 8;
const LEVEL9_PROGRAM = 12;

/** The level by the version token of the program; undefined where that is 0, and none counts. */
function levelOfLevel9({ data }: Chunk): number | undefined {
  const token = level9Version(data);
  if (token === 0) return undefined;
  if (sm1Stage(token) === undefined) return 0;
  if (SM1_VERSION.major.get(token) !== 2) return 0;
  const minor = SM1_VERSION.minor.get(token);
  return minor === 0 ? LEVEL_9_1 : minor === 1 ? LEVEL_9_3 : 0;
}

/** The version token of the program in the payload of a chunk of feature level 9. */
function level9Version(data: Uint8Array): number {
  return u32At(data, u32At(data, LEVEL9_PROGRAM));
}
