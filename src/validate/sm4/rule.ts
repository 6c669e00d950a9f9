/**
 * A rule of the validator of shader models 4 to 5.1. Microsoft's validator has messages without codes. The codes here
 * are our own, one for each rule.
 */
import type { RuleRow } from '../rule.ts';

export interface Sm4RuleRow extends RuleRow {
  readonly code: `DX${number}`;
  /** A warning leaves a shader valid; absent: an error. */
  readonly severity?: 'warning';
  /** The hint for a listing that is assembled, where {@link hint} is about tokens. */
  readonly listingHint?: string;
}
