/** All worst cases. */
import type { TargetName } from '../targets/index.ts';
import { ARCHIVE_TRAPS } from './archives.ts';
import type { Trap } from './build.ts';
import { CONTAINER_TRAPS } from './containers.ts';
import { DEBUG_TRAPS } from './debug.ts';
import { EFFECT_TRAPS } from './effects.ts';
import { ENGINE_TRAPS } from './engines.ts';
import { PROGRAM_TRAPS } from './programs.ts';
import { TEXT_TRAPS } from './sources.ts';

export const TRAPS: Readonly<Record<string, Trap<TargetName>>> = {
  ...TEXT_TRAPS,
  ...EFFECT_TRAPS,
  ...DEBUG_TRAPS,
  ...CONTAINER_TRAPS,
  ...PROGRAM_TRAPS,
  ...ARCHIVE_TRAPS,
  ...ENGINE_TRAPS,
};
