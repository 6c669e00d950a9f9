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
  /** Vertices of the input primitive of a geometry shader: 0 for none, -1 where it is not declared. */
  inputVertices = -1;
  /** Control points that enter hull and domain shaders; 0 where they are not declared. */
  inputControlPoints = 0;
  /** Control points that leave a hull shader; 0 where they are not declared. */
  outputControlPoints = 0;
  /** Index of `TESSELLATOR_DOMAINS`; 0: not declared. */
  domain = 0;
  /** A hull shader has had a control point phase. */
  hasControlPointPhase = false;
}
