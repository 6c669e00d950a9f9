/** Rules of temporaries, constants, resources and memory, collected for the driver (../../validate-program.ts). */
import type { Handlers, ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import { BARRIER_DECLARATIONS, BARRIER_INSTRUCTIONS, checkSharedMemoryAtEnd } from './barriers.ts';
import { FLAG_DECLARATIONS } from './global-flags.ts';
import { MEMORY_INSTRUCTIONS } from './memory.ts';
import { RESOURCE_FILE_REFERENCES } from './resource-references.ts';
import { SAMPLING_INSTRUCTIONS } from './sampling.ts';
import { TEMP_DECLARATIONS } from './temp-declarations.ts';
import { VIEW_DECLARATIONS } from './view-declarations.ts';

/** Declarations, by opcode. */
export const RESOURCE_DECLARATIONS: Handlers = {
  ...FLAG_DECLARATIONS,
  ...TEMP_DECLARATIONS,
  ...VIEW_DECLARATIONS,
  ...BARRIER_DECLARATIONS,
};
/** Operands of instructions that are no declarations, by their type. */
export const RESOURCE_REFERENCES: ReferenceHandlers = RESOURCE_FILE_REFERENCES;
/** Instructions, by opcode, after the references of their operands. */
export const RESOURCE_INSTRUCTIONS: Handlers = {
  ...SAMPLING_INSTRUCTIONS,
  ...MEMORY_INSTRUCTIONS,
  ...BARRIER_INSTRUCTIONS,
};

/**
 * Checks the entire program after its last instruction; raw buffers of 4.x come after the feature bits
 * (global-flags.ts).
 */
export function checkResourcesAtEnd(ctx: Sm4ValidationContext): void {
  checkSharedMemoryAtEnd(ctx);
}
