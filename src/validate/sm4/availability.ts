/**
 * Which opcodes a stage and shader model has, as a table, and which of them need more than that.
 *
 * Not for: judging (rules/form/admission.ts).
 */
import type { Feature } from '../../container/sfi0.ts';
import type { Sm4Mnemonic, Sm4Opcode, Sm4Stage } from '../../isa/sm4/opcodes.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, sm4CodesOf } from '../../isa/sm4/opcodes.ts';

const NEEDS_DOUBLES = sm4CodesOf(
  ...(['dadd', 'dmax', 'dmin', 'dmul', 'deq', 'dge', 'dlt', 'dne', 'dmov', 'dmovc', 'dtof', 'ftod'] as const),
);
const NEEDS_DOUBLE_EXTENSIONS = sm4CodesOf('ddiv', 'dfma', 'drcp', 'dtoi', 'dtou', 'itod', 'utod');
const NEEDS_SHADER_EXTENSIONS = sm4CodesOf('msad');
const NEEDS_TILED_RESOURCES = sm4CodesOf(
  ...(['gather4_s', 'gather4_c_s', 'gather4_po_s', 'gather4_po_c_s', 'ld_s', 'ldms_s', 'ld_uav_typed_s'] as const),
  ...(['ld_raw_s', 'ld_structured_s', 'sample_l_s', 'sample_c_lz_s', 'sample_cl_s', 'sample_b_cl_s'] as const),
  ...(['sample_d_cl_s', 'sample_c_cl_s', 'check_access_fully_mapped'] as const),
);
/** Stages other than pixel and compute shaders have them with a feature of 11.1 only. */
const WRITES_VIEWS: ReadonlySet<number> = new Set([
  ...sm4CodesOf('dcl_uav_typed', 'dcl_uav_raw', 'dcl_uav_structured', 'ld_uav_typed', 'store_uav_typed', 'store_raw'),
  ...sm4CodesOf('store_structured', 'imm_atomic_alloc', 'imm_atomic_consume', 'sync'),
  ...codesStarting('atomic_'),
  ...codesStarting('imm_atomic_'),
]);
/** Before 5.0 only compute shaders have them, other stages with a feature. */
const READS_RAW = sm4CodesOf('dcl_resource_raw', 'dcl_resource_structured', 'ld_raw', 'ld_structured');
/** Else a function of a library may have what a pixel shader may (source: oracle). */
const NEVER_IN_FUNCTIONS = sm4CodesOf(
  ...(['dcl_input_sgv', 'dcl_input_siv', 'dcl_output_sgv', 'dcl_output_siv'] as const),
  ...(['fcall', 'dcl_interface', 'dcl_function_table', 'dcl_function_body'] as const),
);
/** They have a number and mean nothing. */
const MEANINGLESS: ReadonlySet<number> = new Set([
  ...sm4CodesOf('jmp'),
  ...Object.values(SM4_OPCODES)
    .filter(({ kind }) => kind === 'reserved')
    .map(({ code }) => code),
]);

function codesStarting(prefix: string): readonly number[] {
  return Object.entries(SM4_OPCODES)
    .filter(([mnemonic]) => mnemonic.startsWith(prefix))
    .map(([, { code }]) => code);
}

/** What has to be looked at besides stage and model, by opcode. */
export const NEEDS = { nothing: 0, doubles: 1, doubleExtensions: 2, shaderExtensions: 3, tiledResources: 4 } as const;
export const NEEDS_BY_CODE = Uint8Array.from(SM4_OPCODE_BY_CODE, (_, code) => {
  if (NEEDS_DOUBLES.has(code)) return NEEDS.doubles;
  if (NEEDS_DOUBLE_EXTENSIONS.has(code)) return NEEDS.doubleExtensions;
  if (NEEDS_SHADER_EXTENSIONS.has(code)) return NEEDS.shaderExtensions;
  return NEEDS_TILED_RESOURCES.has(code) ? NEEDS.tiledResources : NEEDS.nothing;
});

/** The bit has this meaning in shader model 4. */
const RAW_AND_STRUCTURED: Feature = 'earlyDepthStencil';
const UAVS_EVERYWHERE: Feature = 'uavsAtEveryStage';

const SINCE = { '4.0': 40, '4.1': 41, '5.0': 50, '5.1': 51 } as const;
const LDMS: Sm4Mnemonic = 'ldms';

const FEATURES_ASKED: readonly Feature[] = [UAVS_EVERYWHERE, RAW_AND_STRUCTURED];
const available = new Map<string, Uint8Array>();

/** A byte for each opcode, 1 where the stage and model have it with these features: made when it is first asked for. */
export function availableCodes(
  stage: Sm4Stage | 'lib',
  version: number,
  features: ReadonlySet<Feature> | undefined,
): Uint8Array {
  const key = `${stage}${version}${FEATURES_ASKED.map((feature) => (features?.has(feature) ? 1 : 0)).join('')}`;
  let codes = available.get(key);
  if (codes === undefined) {
    codes = Uint8Array.from(SM4_OPCODE_BY_CODE, (row) => (row && isAvailable(stage, version, features, row) ? 1 : 0));
    available.set(key, codes);
  }
  return codes;
}

/** Whether the stage and model have the opcode, perhaps with a feature of the container. */
function isAvailable(
  stage: Sm4Stage | 'lib',
  version: number,
  features: ReadonlySet<Feature> | undefined,
  row: Sm4Opcode,
): boolean {
  const { code } = row;
  if (stage === 'lib' && NEVER_IN_FUNCTIONS.has(code)) return false;
  const like = stage === 'lib' ? 'ps' : stage;
  if (row.stages !== undefined && !row.stages.includes(like)) return false;
  // Hull and domain shaders are of 5.0, whatever number they have.
  const model = (stage === 'hs' || stage === 'ds') && version < 50 ? 50 : version;
  if (row.since !== '4.0' && model < SINCE[row.since]) return NEEDS_BY_CODE[code] === NEEDS.tiledResources;
  if (row.until !== undefined && model >= 50) return false;
  if (MEANINGLESS.has(code)) return false;
  if (WRITES_VIEWS.has(code) && like !== 'ps' && like !== 'cs')
    return version >= 50 && features?.has(UAVS_EVERYWHERE) === true;
  if (WRITES_VIEWS.has(code) && like === 'ps') return version >= 50;
  if (READS_RAW.has(code) && model < 50 && stage !== 'cs') return features?.has(RAW_AND_STRUCTURED) === true;
  if (model > version && (NEEDS_DOUBLE_EXTENSIONS.has(code) || NEEDS_SHADER_EXTENSIONS.has(code))) return false;
  return model >= 41 || like === 'ps' || row.mnemonic !== LDMS;
}
