/**
 * Which opcodes a stage and version has at all, which need a global flag or a feature of the container, and what Microsoft's reader
 * of instructions gives up at.
 *
 * Not for: their operands (operand-forms.ts).
 */
import type { Feature } from '../../../container/sfi0.ts';
import type { OperandSlot } from '../../../isa/sm4/cursor.ts';
import type { Mnemonic, Opcode } from '../../../isa/sm4/opcodes.ts';
import { codesOf, OPCODE_BY_CODE, OPCODES } from '../../../isa/sm4/opcodes.ts';
import { OPERAND_TYPES } from '../../../isa/sm4/operands.ts';
import { ComponentCount, GlobalFlags, OperandToken, SelectionMode } from '../../../isa/sm4/tokens.ts';
import type { Sm4Judgement } from '../judgement.ts';
import { rules } from '../rule.ts';

export const ADMISSION_RULES = rules({
  unreadable: {
    code: 3400,
    text: 'The instruction cannot be read: its opcode is unknown, an operand selects components in no known way, or its operands run past the end of the program.',
    mend: 'Encode the instruction as the format says.',
    aborts: true,
  },
  opcode: {
    code: 3401,
    text: '{opcode} is no instruction of this stage and shader model.',
    mend: 'Use a shader model that has the instruction, or another one.',
    aborts: true,
  },
  doubles: {
    code: 3402,
    text: '{opcode} needs the global flag enableDoublePrecisionFloatOps.',
    mend: 'Set the flag in dcl_globalFlags.',
    aborts: true,
  },
  doubleExtensions: {
    code: 3403,
    text: '{opcode} needs the global flag enable11_1DoubleExtensions.',
    mend: 'Set the flag in dcl_globalFlags.',
    aborts: true,
  },
  shaderExtensions: {
    code: 3404,
    text: '{opcode} needs the global flag enable11_1ShaderExtensions.',
    mend: 'Set the flag in dcl_globalFlags.',
    aborts: true,
  },
  tiledResources: {
    code: 3405,
    text: '{opcode} needs shader model 5.0 and the feature of tiled resources.',
    mend: 'Set the feature in the container, or use the instruction without access status.',
    aborts: true,
  },
});

const NEEDS_DOUBLES = codesOf(
  ...(['dadd', 'dmax', 'dmin', 'dmul', 'deq', 'dge', 'dlt', 'dne', 'dmov', 'dmovc', 'dtof', 'ftod'] as const),
);
const NEEDS_DOUBLE_EXTENSIONS = codesOf('ddiv', 'dfma', 'drcp', 'dtoi', 'dtou', 'itod', 'utod');
const NEEDS_SHADER_EXTENSIONS = codesOf('msad');
const NEEDS_TILED_RESOURCES = codesOf(
  ...(['gather4_s', 'gather4_c_s', 'gather4_po_s', 'gather4_po_c_s', 'ld_s', 'ldms_s', 'ld_uav_typed_s'] as const),
  ...(['ld_raw_s', 'ld_structured_s', 'sample_l_s', 'sample_c_lz_s', 'sample_cl_s', 'sample_b_cl_s'] as const),
  ...(['sample_d_cl_s', 'sample_c_cl_s', 'check_access_fully_mapped'] as const),
);
/** Stages other than pixel and compute shaders have them with a feature of 11.1 only. */
const WRITES_VIEWS: ReadonlySet<number> = new Set([
  ...codesOf('dcl_uav_typed', 'dcl_uav_raw', 'dcl_uav_structured', 'ld_uav_typed', 'store_uav_typed', 'store_raw'),
  ...codesOf('store_structured', 'imm_atomic_alloc', 'imm_atomic_consume', 'sync'),
  ...codesStarting('atomic_'),
  ...codesStarting('imm_atomic_'),
]);
/** Before 5.0 only compute shaders have them, other stages with a feature. */
const READS_RAW = codesOf('dcl_resource_raw', 'dcl_resource_structured', 'ld_raw', 'ld_structured');
/** Else a function of a library may have what a pixel shader may (source: oracle). */
const NEVER_IN_FUNCTIONS = codesOf(
  ...(['dcl_input_sgv', 'dcl_input_siv', 'dcl_output_sgv', 'dcl_output_siv'] as const),
  ...(['fcall', 'dcl_interface', 'dcl_function_table', 'dcl_function_body'] as const),
);
/** They have a number and mean nothing. */
const MEANINGLESS: ReadonlySet<number> = new Set([
  ...codesOf('jmp'),
  ...Object.values(OPCODES)
    .filter(({ kind }) => kind === 'reserved')
    .map(({ code }) => code),
]);

function codesStarting(prefix: string): readonly number[] {
  return Object.entries(OPCODES)
    .filter(([mnemonic]) => mnemonic.startsWith(prefix))
    .map(([, { code }]) => code);
}

/** What has to be looked at besides stage and model, by opcode. */
const NEEDS = { nothing: 0, doubles: 1, doubleExtensions: 2, shaderExtensions: 3, tiledResources: 4 } as const;
const NEEDS_BY_CODE = Uint8Array.from(OPCODE_BY_CODE, (_, code) => {
  if (NEEDS_DOUBLES.has(code)) return NEEDS.doubles;
  if (NEEDS_DOUBLE_EXTENSIONS.has(code)) return NEEDS.doubleExtensions;
  if (NEEDS_SHADER_EXTENSIONS.has(code)) return NEEDS.shaderExtensions;
  return NEEDS_TILED_RESOURCES.has(code) ? NEEDS.tiledResources : NEEDS.nothing;
});

/** The bit has this meaning in shader model 4. */
const RAW_AND_STRUCTURED: Feature = 'earlyDepthStencil';
const UAVS_EVERYWHERE: Feature = 'uavsAtEveryStage';
const TILED_RESOURCES: Feature = 'tiledResources';

/** Judges whether the instruction at hand may stand in this program. */
export function judgeAdmission(j: Sm4Judgement): void {
  const { cursor } = j;
  const { row, code } = cursor;
  if (row === undefined || !isReadable(j)) {
    j.reportProgram(ADMISSION_RULES.unreadable, {}, cursor.start);
    return;
  }
  const opcode = row.mnemonic;
  if (!isAdmitted(j, row)) {
    j.reportProgram(ADMISSION_RULES.opcode, { opcode }, cursor.start);
    return;
  }
  switch (NEEDS_BY_CODE[code]) {
    case NEEDS.doubles:
      if (!GlobalFlags.enableDoublePrecisionFloatOps.test(j.globalFlags))
        j.reportProgram(ADMISSION_RULES.doubles, { opcode }, cursor.start);
      break;
    case NEEDS.doubleExtensions:
      if (!GlobalFlags.enable11_1DoubleExtensions.test(j.globalFlags))
        j.reportProgram(ADMISSION_RULES.doubleExtensions, { opcode }, cursor.start);
      break;
    case NEEDS.shaderExtensions:
      if (!GlobalFlags.enable11_1ShaderExtensions.test(j.globalFlags))
        j.reportProgram(ADMISSION_RULES.shaderExtensions, { opcode }, cursor.start);
      break;
    case NEEDS.tiledResources:
      if (j.version < 50 || !j.surroundings.features?.has(TILED_RESOURCES))
        j.reportProgram(ADMISSION_RULES.tiledResources, { opcode }, cursor.start);
      break;
  }
}

const IMMEDIATE32 = OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = OPERAND_TYPES.immediate64.code;
/** The mode that no operand has. */
const NO_MODE = SelectionMode.selectOne + 1;

/**
 * Whether the words of the instruction are operands; Microsoft's reader reads on behind its length (source: oracle).
 */
function isReadable({ cursor }: Sm4Judgement): boolean {
  const { operands, operandCount } = cursor;
  for (let i = 0; i < operandCount; i++) if (!isReadableOperand(operands[i]!)) return false;
  return true;
}

function isReadableOperand(slot: OperandSlot): boolean {
  const { token, type } = slot;
  if (
    OperandToken.selection.get(token) === NO_MODE &&
    OperandToken.componentCount.get(token) === ComponentCount.four &&
    type !== IMMEDIATE32 &&
    type !== IMMEDIATE64
  )
    return false;
  if (slot.isRegular) return true;
  for (let i = 0; i < slot.indexCount; i++) {
    if (slot.isRelative(i) && !isReadableOperand(slot.relative[i]!)) return false;
  }
  return true;
}

const SINCE = { '4.0': 40, '4.1': 41, '5.0': 50, '5.1': 51 } as const;
const LDMS: Mnemonic = 'ldms';

/** Whether the stage and model have the opcode, perhaps with a feature of the container. */
function isAdmitted({ stage, version, surroundings }: Sm4Judgement, row: Opcode): boolean {
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
    return version >= 50 && surroundings.features?.has(UAVS_EVERYWHERE) === true;
  if (WRITES_VIEWS.has(code) && like === 'ps') return version >= 50;
  if (READS_RAW.has(code) && model < 50 && stage !== 'cs')
    return surroundings.features?.has(RAW_AND_STRUCTURED) === true;
  if (model > version && (NEEDS_DOUBLE_EXTENSIONS.has(code) || NEEDS_SHADER_EXTENSIONS.has(code))) return false;
  return model >= 41 || like === 'ps' || row.mnemonic !== LDMS;
}
