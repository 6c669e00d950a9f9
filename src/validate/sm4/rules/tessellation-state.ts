/** The phase of a hull shader at hand, and what is declared about tessellation, geometry and thread groups. */
export class TessellationState {}
