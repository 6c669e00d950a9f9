/**
 * All targets of fuzzing by name.
 *
 * Not for: running them (../work.ts, ../coverage-target.ts).
 */
import { CUT_TARGET } from '../cuts.ts';
import type { FuzzTarget } from '../target.ts';
import { CONTAINER_TARGETS } from './containers.ts';
import { DEBUG_TARGETS } from './debug.ts';
import { DRAW_TARGETS } from './draws.ts';
import { EFFECT_TARGETS } from './effects.ts';
import { ENTRY_TARGETS } from './entries.ts';
import { FILE_TARGETS } from './files.ts';
import { FIND_TARGETS } from './find.ts';
import { IR_TARGETS } from './ir.ts';
import { JOB_TARGETS } from './jobs.ts';
import { PROGRAM_TARGETS } from './programs.ts';
import { TEXT_TARGETS } from './sources.ts';
import { TEXTURE_TARGETS } from './textures.ts';

export const TARGETS = {
  cuts: CUT_TARGET,
  ...FILE_TARGETS,
  ...CONTAINER_TARGETS,
  ...PROGRAM_TARGETS,
  ...TEXT_TARGETS,
  ...EFFECT_TARGETS,
  ...DEBUG_TARGETS,
  ...FIND_TARGETS,
  ...TEXTURE_TARGETS,
  ...DRAW_TARGETS,
  ...JOB_TARGETS,
  ...ENTRY_TARGETS,
  ...IR_TARGETS,
} as const satisfies Readonly<Record<string, FuzzTarget>>;

export type TargetName = keyof typeof TARGETS;

export const TARGET_NAMES = Object.keys(TARGETS) as TargetName[];

/** Targets that the coverage-guided run calls in a process of their own, because their results come later. */
export const ASYNCHRONOUS: ReadonlySet<TargetName> = new Set<TargetName>(['findShaders', 'carve', 'codecs', 'repair']);
