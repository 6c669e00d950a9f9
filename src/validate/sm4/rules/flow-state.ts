/** The nesting of blocks, and the subroutines, function bodies, tables and interface pointers seen so far. */
export class FlowState {}
