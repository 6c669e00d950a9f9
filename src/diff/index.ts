/** The subpath `dxlens/internals/diff`: two shaders compared. */
export type { FactChange, FieldChange } from './compare-facts.ts';
export type { Aligner, LineChange, LineDiff, ListingComparison } from './compare-listings.ts';
export { compareSources, type SourceDiff } from './compare-sources.ts';
export { diffShaders, type PartDiff, type ShaderDiff } from './diff-shaders.ts';
export type { FactValue } from './facts.ts';
export type { ListingLine } from './listing-lines.ts';
export { programConflict } from './program-conflict.ts';
