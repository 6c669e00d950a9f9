/** Limits of the front end: what keeps a hostile source from taking all memory or the stack. */

/** Levels of brackets, blocks and operators in each other. */
export const MAX_NESTING = 256;
/** Operations in each other, those of one long sum included. */
export const MAX_HEIGHT = 1024;
/** Tokens of a source with its included files. */
export const MAX_TOKENS = 4_000_000;
/** Calls of functions in each other. */
export const MAX_CALLS = 64;
/** Scalars of one type. */
export const MAX_SCALARS = 65_536 * 4;
/** Iterations that a loop with `[unroll]` may have: Microsoft's limit. */
export const MAX_UNROLLED = 1024;
/** Operations that the iterations of a loop may become whose end is not known. */
export const MAX_UNROLLED_OPERATIONS = 200_000;
/** Operations that a source may become. */
export const MAX_OPERATIONS = 2_000_000;
