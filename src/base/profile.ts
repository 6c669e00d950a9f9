/**
 * The names of shader profiles (`vs_2_x`, `ps_5_1`) from the version tokens that open every program.
 *
 * Not for: deciding what a version may contain.
 */
import { field } from './field.ts';

/** The version token of shader models 1-3. */
export const SM1_VERSION = {
  minor: field('minor', 0, 8),
  major: field('major', 8, 8),
  stage: field('stage', 16, 16),
} as const;

/** The version token of shader models 4-5.1. */
export const SM4_VERSION = {
  minor: field('minor', 0, 4),
  major: field('major', 4, 4),
  reserved: field('reserved', 8, 8),
  stage: field('stage', 16, 16),
} as const;

export const SM1_VERTEX = 0xfffe;
export const SM1_PIXEL = 0xffff;
/** Functions of libraries of feature level 9. */
export const SM1_LIBRARY_VERTEX = 0x4c56;
export const SM1_LIBRARY_PIXEL = 0x4c50;

/** The token that ends a stream of shader models 1-3. */
export const SM1_END = 0xffff;

/** Stage prefixes of shader models 4-5.1 by the number in the version token. */
export const SM4_STAGES = ['ps', 'vs', 'gs', 'hs', 'ds', 'cs'] as const;

/** The stage field in the program of a library function. */
export const SM4_LIBRARY = 0xfff0;

/** The stage of a shader model 1-3 version token, also in libraries; undefined where there is none. */
export function sm1Stage(token: number): 'vs' | 'ps' | undefined {
  const stage = SM1_VERSION.stage.get(token);
  if (stage === SM1_VERTEX || stage === SM1_LIBRARY_VERTEX) return 'vs';
  return stage === SM1_PIXEL || stage === SM1_LIBRARY_PIXEL ? 'ps' : undefined;
}

/** Whether `token` opens a stream of shader model 1-3; Microsoft's reader takes any version number (source: oracle). */
export function isSm1Version(token: number): boolean {
  return sm1Stage(token) !== undefined;
}

/** The profile of a shader model 1-3 version token as listings print it: `ps_2_x`, `vs_3_sw`, even `ps_9_7`. */
export function sm1Profile(token: number): string {
  const major = SM1_VERSION.major.get(token);
  const minor = SM1_VERSION.minor.get(token);
  const code = SM1_VERSION.stage.get(token);
  const library = code === SM1_LIBRARY_VERTEX || code === SM1_LIBRARY_PIXEL;
  const stage = `${library ? 'lib_4_0_' : ''}${sm1Stage(token) ?? 'vs'}`;
  if (major === 2 && minor === 1) return `${stage}_2_x`;
  if ((major === 2 || major === 3) && minor === 255 && !library) return `${stage}_${major}_sw`;
  return `${stage}_${major}_${minor}`;
}

/** The stage of a shader model 4-5.1 version token, `lib` for a library function; undefined where there is none. */
export function sm4Stage(token: number): (typeof SM4_STAGES)[number] | 'lib' | undefined {
  const stage = SM4_VERSION.stage.get(token);
  return stage === SM4_LIBRARY ? 'lib' : SM4_STAGES[stage];
}

/** The stage field of a version token for the stage `name`: `ps` to `cs`, or `lib`; -1 where there is no such stage. */
export function sm4StageCode(name: string): number {
  return name === 'lib' ? SM4_LIBRARY : (SM4_STAGES as readonly string[]).indexOf(name);
}

/** The version token of shader models 4-5.1; each number is cut to its field. */
export function sm4VersionToken(stage: number, major: number, minor: number): number {
  return SM4_VERSION.minor.set(SM4_VERSION.major.set(SM4_VERSION.stage.set(0, stage), major), minor);
}

/** The profile of a shader model 4-5.1 version token: `cs_5_0`; undefined for a stage that does not exist. */
export function sm4Profile(token: number): string | undefined {
  const stage = sm4Stage(token);
  return stage && `${stage}_${SM4_VERSION.major.get(token)}_${SM4_VERSION.minor.get(token)}`;
}

/** The profiles of root signatures by the version in their bytes, as the first line of a text names them. */
export const ROOT_SIGNATURE_PROFILES: Readonly<Record<number, string>> = { 1: 'rootsig_1_0', 2: 'rootsig_1_1' };

/** Versions as the low half of a version token: 2_x is 2.1, software versions have the minor version 255. */
export const Sm1Version = {
  v1_1: 0x101,
  v1_2: 0x102,
  v1_3: 0x103,
  v1_4: 0x104,
  v2_0: 0x200,
  v2_x: 0x201,
  v2_sw: 0x2ff,
  v3_0: 0x300,
  v3_sw: 0x3ff,
} as const;
