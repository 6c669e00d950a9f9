/** The subpath `dxlens/internals/explain`: containers and effects byte by byte, with the meaning of each field. */
export type { ChunkExplainer } from './chunks.ts';
export type { ExplainedBytes, ExplainedSection, SectionProgram } from './payload.ts';
export { type ChunkExplainers, type ExplainedEffect, explainContainer, explainEffect } from './sections.ts';
