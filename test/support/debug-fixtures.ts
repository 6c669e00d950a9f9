/**
 * The recorded shaders with debug information.
 *
 * Not for: reading them.
 */
import { type Recorded, readRecorded } from '../../fixtures/recorded.ts';

/** D3DCOMPILE_DEBUG */
const DEBUG = 1;

/** Shaders that Microsoft's compiler wrote with debug information. */
export const DEBUG_FIXTURES: readonly Recorded[] = readRecorded().filter(
  ({ provenance }) => provenance.how === 'compiled' && ((provenance.flags ?? 0) & DEBUG) !== 0 && !provenance.strip,
);
