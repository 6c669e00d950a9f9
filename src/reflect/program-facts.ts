/**
 * The facts that reflection reads from the program itself: the thread group, and the features in its global flags.
 *
 * Not for: counts of instructions; reflection returns those that the compiler stored.
 */

import { FEATURES } from '../chunks/sfi0.ts';
import { readSm4LeadingDeclarations } from '../isa/sm4/declarations.ts';
import { SM4_FLAGGED_FEATURES } from '../isa/sm4/tokens.ts';

export interface ProgramFacts {
  readonly threadGroupSize: readonly [number, number, number];
  /** `D3D_SHADER_REQUIRES_*` bits for what `dcl_globalFlags` names. */
  readonly requires: number;
}

/** Each global flag that names a feature, with the bit of the feature. */
const FLAGS = Object.entries(SM4_FLAGGED_FEATURES).map(
  ([feature, field]) => [field, 1 << FEATURES[feature as keyof typeof SM4_FLAGGED_FEATURES]] as const,
);

/** Reads the declarations at the start of the program in `words`, version token first. */
export function programFacts(words: Uint32Array): ProgramFacts {
  const { globalFlags, threadGroupSize } = readSm4LeadingDeclarations(words);
  let requires = 0;
  for (const [field, bit] of FLAGS) if (field.test(globalFlags)) requires |= bit;
  return { threadGroupSize, requires };
}
