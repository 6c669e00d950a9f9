/**
 * The phase of a hull shader at hand, and what is declared about tessellation, geometry and thread groups.
 *
 * Not for: inputs and outputs (port-state.ts), or judging (hull-phases.ts and its neighbours).
 */

/** The sections of a hull shader, in the order in which they may follow one another; only fork and join phases repeat. */
export const HULL_PHASES = {
  /** In front of `hs_decls`. */
  none: 0,
  declarations: 1,
  controlPoint: 2,
  fork: 3,
  join: 4,
  /** Subroutines and function bodies. */
  postamble: 5,
} as const;

export class TessellationState {
  /** One of {@link HULL_PHASES}; stays `none` where the program is no hull shader. */
  phase: number = HULL_PHASES.none;
}
