/**
 * The seven validators of shader models 1 to 3: Microsoft checks each of these models by rules, and with X codes, of
 * its own (source: oracle).
 */
import { SM1_VERSION, sm1Stage } from '../../base/profile.ts';

/** ps_1_1 to ps_1_3 share a model; so do 2_0, 2_x and 2_sw, and 3_0 and 3_sw. */
export const SM1_MODELS = ['vs11', 'vs20', 'vs30', 'ps11', 'ps14', 'ps20', 'ps30'] as const;

export type Sm1Model = (typeof SM1_MODELS)[number];

/** The model that checks a version token; undefined where no validator takes it. */
export function sm1Model(versionToken: number): Sm1Model | undefined {
  const stage = sm1Stage(versionToken);
  const major = SM1_VERSION.major.get(versionToken);
  const minor = SM1_VERSION.minor.get(versionToken);
  const later = minor <= 1 || minor === 0xff;
  if (stage === undefined) return undefined;
  if (major === 2 && later) return stage === 'vs' ? 'vs20' : 'ps20';
  if (major === 3 && minor !== 1 && later) return stage === 'vs' ? 'vs30' : 'ps30';
  if (major !== 1) return undefined;
  if (stage === 'vs') return minor === 1 ? 'vs11' : undefined;
  if (minor === 4) return 'ps14';
  return minor >= 1 && minor <= 3 ? 'ps11' : undefined;
}
