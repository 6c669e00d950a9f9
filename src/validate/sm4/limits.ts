/**
 * Limits that more than one topic needs (source: oracle).
 *
 * Not for: the highest number of each operand type by stage and model (type-classes.ts), limits that only one topic
 * needs, or caps on what is read of damaged files (base/limits.ts).
 */

/** Temporaries and elements of indexable temporaries together; register numbers are below it too. */
export const MAX_TEMPS = 4096;

/** Rows of four components in a constant buffer; a buffer that is declared without a size has this many. */
export const CONSTANT_BUFFER_ROWS = 4096;

/** The most input, output or patch constant registers of a stage. */
export const INTERFACE_REGISTERS = 32;

/** The most input, output or patch constant registers of a library function. */
export const LIBRARY_INTERFACE_REGISTERS = 128;

export const COMPONENTS = 4;

/** The mask of all components of a register. */
export const ALL_COMPONENTS = 15;

/** The most streams of a geometry shader. */
export const STREAMS = 4;

/** The most scalars in all control points that enter or leave a stage. */
export const MAX_CONTROL_POINT_SCALARS = 3968;

/** The most registers with clip and cull distances. */
export const MAX_CLIP_REGISTERS = 2;
