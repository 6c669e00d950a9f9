/**
 * How many of each thing there may be, where more than one topic asks (source: oracle).
 *
 * Not for: the highest number of each operand type by stage and model (type-classes.ts), limits that one topic alone knows, or caps on
 * what is read of damaged files (base/limits.ts).
 */

/** Temporaries and elements of indexable ones, in all; so also the numbers that each may have. */
export const MAX_TEMPS = 4096;

/** Rows of four components in a constant buffer; one that is declared without a size has as many. */
export const CONSTANT_BUFFER_ROWS = 4096;

/** Registers of inputs, of outputs and of patch constants that a stage has at most. */
export const INTERFACE_REGISTERS = 32;

/** The same of functions of libraries. */
export const LIBRARY_INTERFACE_REGISTERS = 128;

/** Components of a register. */
export const COMPONENTS = 4;

/** The mask of a whole register. */
export const ALL_COMPONENTS = 15;

/** Streams that a geometry shader may have. */
export const STREAMS = 4;

/** Scalars in all control points that enter or leave a stage. */
export const MAX_CONTROL_POINT_SCALARS = 3968;

/** Registers that may have clip and cull distances. */
export const MAX_CLIP_REGISTERS = 2;

/** Interface pointers, which are the slots of interfaces in class linkage. */
export const INTERFACE_POINTERS = 253;
