/** The results of validators. */
import type { Diagnostic } from '../base/diagnostics.ts';

/** The result of a check of shaders or root signatures against each other or against the rules of one of them. */
export interface CheckResult {
  /** Whether there is no error among the diagnostics; undefined where there was nothing to check. */
  readonly valid: boolean | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
