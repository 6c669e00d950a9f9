/** The subpath `dxlens/internals/explain`: containers and effects byte by byte, with the meaning of each field. */
export type { ChunkExplainer } from './chunks.ts';
export type { ExplainedBytes } from './payload.ts';
export type { ExplainedSection, SectionProgram } from './section.ts';
export { type ChunkExplainers, type ExplainedEffect, explainContainer, explainEffect } from './sections.ts';
