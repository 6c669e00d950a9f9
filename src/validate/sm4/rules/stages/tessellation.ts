/**
 * Rules of hull shader phases, tessellation, geometry shaders and thread groups, collected for the driver
 * (../../validate-program.ts).
 */
import type { Handlers, ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import { checkVertices } from '../registers/totals.ts';
import { checkTessellator, DOMAIN_DECLARATIONS } from './domain.ts';
import {
  checkPrimitiveAtEnd,
  checkStreamsAtEnd,
  GEOMETRY_DECLARATIONS,
  GEOMETRY_INSTRUCTIONS,
  GEOMETRY_REFERENCES,
} from './geometry.ts';
import { checkHullAtEnd, HULL_CALLS } from './hull-phases.ts';
import { checkDomainFactors } from './tess-factors.ts';
import { checkThreadGroupAtEnd, THREAD_GROUP_DECLARATIONS } from './thread-groups.ts';

/** Declarations, by opcode. */
export const TESSELLATION_DECLARATIONS: Handlers = {
  ...DOMAIN_DECLARATIONS,
  ...GEOMETRY_DECLARATIONS,
  ...THREAD_GROUP_DECLARATIONS,
};
/** Operands of instructions that are no declarations, by their type. */
export const TESSELLATION_REFERENCES: ReferenceHandlers = GEOMETRY_REFERENCES;
/** Instructions, by opcode, after the references of their operands. */
export const TESSELLATION_INSTRUCTIONS: Handlers = { ...GEOMETRY_INSTRUCTIONS, ...HULL_CALLS };

/** The checks of each stage after its last instruction, in Microsoft's order (source: oracle). */
const AT_END: Readonly<
  Partial<Record<Sm4ValidationContext['stage'], readonly ((ctx: Sm4ValidationContext) => void)[]>>
> = {
  hs: [checkHullAtEnd],
  ds: [checkTessellator, checkVertices, checkDomainFactors],
  gs: [checkPrimitiveAtEnd, checkVertices, checkStreamsAtEnd],
  cs: [checkThreadGroupAtEnd],
};

/** Checks the entire program after its last instruction. */
export function checkTessellationAtEnd(ctx: Sm4ValidationContext): void {
  for (const check of AT_END[ctx.stage] ?? []) if (!ctx.aborted) check(ctx);
}
