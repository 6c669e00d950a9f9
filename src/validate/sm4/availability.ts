/**
 * Which opcodes a stage and shader model has, as a table, and which of them need a flag or feature besides. Both follow
 * from the rows of the tables of opcodes.
 *
 * Not for: the check itself (rules/encoding/availability.ts).
 */
import { getOrInsert } from '../../base/collections.ts';
import type { Feature } from '../../chunks/sfi0.ts';
import {
  SM4_OPCODE_BY_CODE,
  type Sm4Opcode,
  type Sm4Requirement,
  type Sm4Stage,
  sm4CodesOf,
  sm4Requirement,
} from '../../isa/sm4/opcodes.ts';

/**
 * Opcodes that functions of libraries do not have, though pixel shaders and others do: functions have no system values
 * and no interfaces. Otherwise a function has the opcodes of a pixel shader (source: oracle).
 */
const NOT_IN_FUNCTIONS = sm4CodesOf(
  ...(['dcl_input_sgv', 'dcl_input_siv', 'dcl_output_sgv', 'dcl_output_siv'] as const),
  ...(['fcall', 'dcl_interface', 'dcl_function_table', 'dcl_function_body'] as const),
);

/** Requirements of instructions in addition to stage and model. */
export const NEEDS = { nothing: 0, doubles: 1, doubleExtensions: 2, shaderExtensions: 3, tiledResources: 4 } as const;

/** By requirement; those that depend on the stage and model alone are part of {@link availableCodes}. */
const NEED_OF: Readonly<Record<Sm4Requirement, number>> = {
  nothing: NEEDS.nothing,
  doubles: NEEDS.doubles,
  doubleExtensions: NEEDS.doubleExtensions,
  shaderExtensions: NEEDS.shaderExtensions,
  tiledResources: NEEDS.tiledResources,
  unorderedAccess: NEEDS.nothing,
  rawBuffers: NEEDS.nothing,
  pixelShaderIn4_0: NEEDS.nothing,
  unavailable: NEEDS.nothing,
};

/** One of {@link NEEDS} for each opcode number. */
export const NEEDS_BY_CODE = Uint8Array.from(SM4_OPCODE_BY_CODE, (row) => (row ? NEED_OF[sm4Requirement(row)] : 0));

/** In shader model 4 this bit means raw and structured buffers. */
const RAW_AND_STRUCTURED: Feature = 'earlyDepthStencil';
const UAVS_EVERYWHERE: Feature = 'uavsAtEveryStage';

const SINCE = { '4.0': 40, '4.1': 41, '5.0': 50, '5.1': 51 } as const;

const RELEVANT_FEATURES: readonly Feature[] = [UAVS_EVERYWHERE, RAW_AND_STRUCTURED];
const available = new Map<string, Uint8Array>();

/**
 * A byte for each opcode: 1 where the stage and model have it with these features. Tables are made when first needed.
 */
export function availableCodes(
  stage: Sm4Stage | 'lib',
  version: number,
  features: ReadonlySet<Feature> | undefined,
): Uint8Array {
  const key = `${stage}${version}${RELEVANT_FEATURES.map((feature) => (features?.has(feature) ? 1 : 0)).join('')}`;
  return getOrInsert(available, key, () =>
    Uint8Array.from(SM4_OPCODE_BY_CODE, (row) => (row && isAvailable(stage, version, features, row) ? 1 : 0)),
  );
}

/** Whether the stage and model have the opcode, perhaps with a feature of the container. */
function isAvailable(
  stage: Sm4Stage | 'lib',
  version: number,
  features: ReadonlySet<Feature> | undefined,
  row: Sm4Opcode,
): boolean {
  if (stage === 'lib' && NOT_IN_FUNCTIONS.has(row.code)) return false;
  const like = stage === 'lib' ? 'ps' : stage;
  if (row.stages !== undefined && !row.stages.includes(like)) return false;
  const requirement = sm4Requirement(row);
  // Hull and domain shaders have the opcodes of 5.0 in any version.
  const model = (stage === 'hs' || stage === 'ds') && version < 50 ? 50 : version;
  // An instruction with access status in an older model is reported for the feature that it needs (source: oracle).
  if (model < SINCE[row.since]) return requirement === 'tiledResources';
  if (row.until !== undefined && model >= 50) return false;
  switch (requirement) {
    case 'unavailable':
      return false;
    case 'unorderedAccess':
      if (like === 'cs') return true;
      return version >= 50 && (like === 'ps' || features?.has(UAVS_EVERYWHERE) === true);
    case 'rawBuffers':
      return model >= 50 || stage === 'cs' || features?.has(RAW_AND_STRUCTURED) === true;
    case 'doubleExtensions':
    case 'shaderExtensions':
      return model === version;
    case 'pixelShaderIn4_0':
      return model >= 41 || like === 'ps';
    case 'nothing':
    case 'doubles':
    case 'tiledResources':
      return true;
  }
}
