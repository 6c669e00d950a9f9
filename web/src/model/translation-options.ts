/**
 * The languages and options of translations that the page has controls for, with the names that people read.
 *
 * Not for: what they mean (`dxlens/translate`).
 */
import { TARGET_VERSIONS } from 'dxlens/translate';
import type { PaneLanguage, TranslationChoice } from './translation.ts';

/** A language is written as people write it, with its versions: `330` is 3.30. */
const LANGUAGES: Readonly<Record<PaneLanguage, string>> = {
  hlsl: 'HLSL',
  wgsl: 'WGSL',
  essl: 'GLSL ES',
  glsl: 'GLSL',
  spirv: 'SPIR-V',
};

/** The languages with their versions. */
export const TARGETS = (Object.keys(LANGUAGES) as PaneLanguage[]).flatMap((to) => {
  const versions = to === 'hlsl' ? [] : TARGET_VERSIONS[to];
  if (versions.length === 0) return [{ to, version: '', label: LANGUAGES[to] }];
  return versions.map((version) => ({
    to,
    version,
    label: `${LANGUAGES[to]} ${version.includes('.') ? version : `${version.slice(0, -2)}.${version.slice(-2)}`}`,
  }));
});

type Names<Key extends keyof TranslationChoice> = Readonly<Record<TranslationChoice[Key] & string, string>>;

export const PROFILES: Names<'profile'> = {
  guarded: 'Guarded: integers and NaN exact',
  exact: 'Exact: subnormals, too',
  fast: 'Fast: as the language has it',
};
export const ROBUSTNESS: Names<'robustness'> = {
  d3d: 'As in Direct3D: 0',
  target: 'What the language says',
  off: 'Not tested',
};
export const CONSTANTS: Names<'constants'> = { array: 'Arrays of rows', named: 'Structures with names' };

/** Whether a value, such as one of a link, is a choice that the page has controls for. */
export function isTranslationChoice(value: unknown): value is TranslationChoice {
  if (typeof value !== 'object' || value === null) return false;
  const { to, version, profile, robustness, constants, comments, instances } = value as Record<string, unknown>;
  return (
    TARGETS.some((target) => target.to === to && (version === '' || target.version === version)) &&
    isName(PROFILES, profile) &&
    isName(ROBUSTNESS, robustness) &&
    isName(CONSTANTS, constants) &&
    typeof comments === 'boolean' &&
    (instances === undefined || isStringRecord(instances))
  );
}

function isStringRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');
}

function isName(names: Readonly<Record<string, string>>, value: unknown): boolean {
  return typeof value === 'string' && Object.hasOwn(names, value);
}
