/**
 * Features that a program may require: the bit in SFI0, the global flag, and the stages and models that can have it.
 */
import type { Field } from '../src/base/field.ts';
import { FEATURES } from '../src/chunks/sfi0.ts';
import type { Sm4Stage } from '../src/isa/sm4/opcodes.ts';
import { Sm4GlobalFlags } from '../src/isa/sm4/tokens.ts';
import type { Random } from './random.ts';
import { reaches, type Target, type Version } from './sm4-target.ts';
import { happens } from './sm4-weights.ts';

export interface FeatureRow {
  /** Bit number in the low DWORD of SFI0. */
  readonly bit: number;
  /** The flag that the program has to set. */
  readonly flag?: Field;
  readonly since: Version;
  readonly until?: Version;
  readonly stages?: readonly Sm4Stage[];
  /** Another feature that this one needs. */
  readonly needs?: FeatureName;
}

export type FeatureName =
  | 'doubles'
  | 'doubleExtensions'
  | 'shaderExtensions'
  | 'minimumPrecision'
  | 'rawBuffersIn4'
  | 'uavsAtEveryStage'
  | 'uavSlots64'
  | 'tiledResources'
  | 'stencilRef'
  | 'innerCoverage'
  | 'typedUavLoads'
  | 'rasterizerOrderedViews'
  | 'arrayIndexFromAnyShader';

// biome-ignore format: one row, one line
export const FEATURE_ROWS: Readonly<Record<FeatureName, FeatureRow>> = {
  doubles: { bit: FEATURES.doubles, flag: Sm4GlobalFlags.enableDoublePrecisionFloatOps, since: '5.0' },
  doubleExtensions: { bit: FEATURES.doubleExtensions11_1, flag: Sm4GlobalFlags.enable11_1DoubleExtensions, since: '5.0', needs: 'doubles' },
  shaderExtensions: { bit: FEATURES.shaderExtensions11_1, flag: Sm4GlobalFlags.enable11_1ShaderExtensions, since: '5.0' },
  minimumPrecision: { bit: FEATURES.minimumPrecision, flag: Sm4GlobalFlags.enableMinimumPrecision, since: '4.0' },
  // Bit 1 of the chunk, although reflection ignores it (source: oracle).
  rawBuffersIn4: { bit: 1, flag: Sm4GlobalFlags.enableRawAndStructuredBuffers, since: '4.0', until: '4.1', stages: ['vs', 'gs', 'ps'] },
  uavsAtEveryStage: { bit: FEATURES.uavsAtEveryStage, since: '5.0', stages: ['vs', 'gs', 'hs', 'ds'] },
  uavSlots64: { bit: FEATURES.uavSlots64, since: '5.0' },
  tiledResources: { bit: FEATURES.tiledResources, since: '5.0' },
  stencilRef: { bit: FEATURES.stencilRef, since: '5.0', stages: ['ps'] },
  innerCoverage: { bit: FEATURES.innerCoverage, since: '5.0', stages: ['ps'] },
  typedUavLoads: { bit: FEATURES.typedUavLoadAdditionalFormats, since: '5.0' },
  rasterizerOrderedViews: { bit: FEATURES.rasterizerOrderedViews, since: '5.0', stages: ['ps'] },
  arrayIndexFromAnyShader: { bit: FEATURES.arrayIndexFromAnyShader, since: '4.0', stages: ['vs', 'ds'] },
};

/** The features that a program for `target` is given, at random. */
export function randomFeatures(random: Random, target: Target): Set<FeatureName> {
  const chosen = new Set<FeatureName>();
  for (const [name, row] of Object.entries(FEATURE_ROWS) as [FeatureName, FeatureRow][]) {
    if (isPossible(row, target) && (row.needs === undefined || chosen.has(row.needs)) && happens(random, 'feature')) {
      chosen.add(name);
    }
  }
  return chosen;
}

function isPossible({ since, until, stages }: FeatureRow, target: Target): boolean {
  const ended = until !== undefined && target.version !== until && reaches(target, until);
  return reaches(target, since) && !ended && (stages?.includes(target.stage) ?? true);
}

/** The payload of SFI0. */
export function featureWords(features: ReadonlySet<FeatureName>): Uint32Array {
  let low = 0;
  for (const name of features) low |= 1 << FEATURE_ROWS[name].bit;
  return Uint32Array.from([low >>> 0, 0]);
}
