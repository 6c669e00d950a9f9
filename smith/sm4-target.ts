/** Which stage and shader model a generated program is for, and what those two decide. */
import { SM4_STAGES } from '../src/base/profile.ts';
import {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4Mnemonic,
  type Sm4Opcode,
  type Sm4Stage,
} from '../src/isa/sm4/opcodes.ts';

import type { Random } from './random.ts';
import { WEIGHTS, weighted } from './sm4-weights.ts';

export type Version = Sm4Opcode['since'];

export const VERSIONS = ['4.0', '4.1', '5.0', '5.1'] as const satisfies readonly Version[];

export interface Target {
  readonly stage: Sm4Stage;
  readonly version: Version;
}

/** Stages that older models do not have. */
const STAGE_SINCE: Partial<Record<Sm4Stage, Version>> = { hs: '5.0', ds: '5.0' };

/** A random stage of a random version. */
export function randomTarget(random: Random): Target {
  const version = weighted(random, WEIGHTS.version)!;
  return { version, stage: weighted(random, WEIGHTS.stage, (stage) => stageExists(stage, version))! };
}

/** All stages of all versions. */
export function allTargets(): Target[] {
  return VERSIONS.flatMap((version) =>
    SM4_STAGES.filter((stage) => stageExists(stage, version)).map((stage) => ({ stage, version })),
  );
}

function stageExists(stage: Sm4Stage, version: Version): boolean {
  return VERSIONS.indexOf(STAGE_SINCE[stage] ?? '4.0') <= VERSIONS.indexOf(version);
}

/** Whether `target` is of `version` or later. */
export function reaches(target: Target, version: Version): boolean {
  return VERSIONS.indexOf(target.version) >= VERSIONS.indexOf(version);
}

/** Whether resources are declared and used by range id (SM51-1). */
export function hasRangeIds(target: Target): boolean {
  return reaches(target, '5.1');
}

/** Whether the opcode table gives `mnemonic` to `target`, from version `since` on. */
export function hasOpcode(target: Target, mnemonic: Sm4Mnemonic, since?: Version): boolean {
  const { stages, until, ...row } = SM4_OPCODE_BY_CODE[SM4_OPCODES[mnemonic].code]!;
  if (until !== undefined && VERSIONS.indexOf(target.version) > VERSIONS.indexOf(until)) return false;
  return reaches(target, since ?? row.since) && (stages?.includes(target.stage) ?? true);
}

/** `ps_5_0`. */
export function profileName(target: Target): string {
  return `${target.stage}_${target.version.replace('.', '_')}`;
}
