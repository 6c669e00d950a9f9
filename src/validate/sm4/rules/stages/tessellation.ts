/** Rules of hull shader phases, tessellation, geometry shaders and thread groups: what each topic gives to the driver (../../validator.ts). */
import type { Handlers, ReferenceHandlers, Sm4Judgement } from '../../context.ts';
import { judgeVertices } from '../registers/totals.ts';
import { DOMAIN_DECLARATIONS, judgeTessellator } from './domain.ts';
import {
  GEOMETRY_DECLARATIONS,
  GEOMETRY_INSTRUCTIONS,
  GEOMETRY_REFERENCES,
  judgePrimitiveAtEnd,
  judgeStreamsAtEnd,
} from './geometry.ts';
import { HULL_CALLS, judgeHullAtEnd } from './hull-phases.ts';
import { judgeDomainFactors } from './tess-factors.ts';
import { judgeThreadGroupAtEnd, THREAD_GROUP_DECLARATIONS } from './thread-groups.ts';

/** Declarations, by opcode. */
export const TESSELLATION_DECLARATIONS: Handlers = {
  ...DOMAIN_DECLARATIONS,
  ...GEOMETRY_DECLARATIONS,
  ...THREAD_GROUP_DECLARATIONS,
};
/** Operands of instructions that are no declarations, by their type. */
export const TESSELLATION_REFERENCES: ReferenceHandlers = GEOMETRY_REFERENCES;
/** Instructions, by opcode, behind the references of their operands. */
export const TESSELLATION_INSTRUCTIONS: Handlers = { ...GEOMETRY_INSTRUCTIONS, ...HULL_CALLS };

/** What each stage is asked behind its last instruction, in Microsoft's order (source: oracle). */
const AT_END: Readonly<Partial<Record<Sm4Judgement['stage'], readonly ((j: Sm4Judgement) => void)[]>>> = {
  hs: [judgeHullAtEnd],
  ds: [judgeTessellator, judgeVertices, judgeDomainFactors],
  gs: [judgePrimitiveAtEnd, judgeVertices, judgeStreamsAtEnd],
  cs: [judgeThreadGroupAtEnd],
};

/** Judges the whole program behind its last instruction. */
export function judgeTessellationAtEnd(j: Sm4Judgement): void {
  for (const judge of AT_END[j.stage] ?? []) if (!j.aborted) judge(j);
}
