/**
 * Counts the instructions of a tokenized program as Microsoft's compiler does for the chunk STAT (source: oracle, compared
 * over thousands of compiled shaders).
 *
 * The compiler counts what it had in mind, not what the words say, so a few counts cannot be had from a program alone:
 * `mov` that only lines up the halves of a double is none of its moves, a `mov` with a minus that stands for an assignment is one,
 * programs of shader model 4 do not say that they are not optimized, and with `D3DCOMPILE_ENABLE_BACKWARDS_COMPATIBILITY` a
 * comparison with zero is no conversion. Such programs differ by these.
 *
 * Not for: the chunk (container/stat.ts), whose field names these are.
 */
import { Sm4Cursor, type Sm4OperandSlot } from './cursor.ts';
import { SM4_SYSTEM_NAMES, Sm4CustomDataClass } from './names.ts';
import { SM4_OPCODES, type Sm4Mnemonic, sm4CodesOf } from './opcodes.ts';
import { SM4_OPERAND_TYPES } from './operands.ts';
import type { Sm4Program } from './program.ts';
import { sm4CustomDataClass } from './scan.ts';
import {
  Sm4DeclarationControls,
  Sm4ExtendedOperandToken,
  Sm4GlobalFlags,
  Sm4InstructionControls,
  Sm4NameToken,
  Sm4OperandModifier,
} from './tokens.ts';

// biome-ignore format: lists of words
const INPUTS = sm4CodesOf('dcl_input', 'dcl_input_ps', 'dcl_input_ps_sgv', 'dcl_input_ps_siv', 'dcl_input_sgv', 'dcl_input_siv');
const OUTPUTS = sm4CodesOf('dcl_output', 'dcl_output_sgv', 'dcl_output_siv');
const PHASES = sm4CodesOf('hs_control_point_phase', 'hs_fork_phase', 'hs_join_phase');
/** Instructions that do not count at all. */
const UNCOUNTED: ReadonlySet<number> = new Set([...PHASES, ...sm4CodesOf('label', 'abort')]);

/** What every opcode counts as, besides being an instruction; one that is in no list counts as nothing else. */
const COUNTED = {
  // biome-ignore format: lists of words
  floatInstructionCount: [
    'add', 'deriv_rtx', 'deriv_rtx_coarse', 'deriv_rtx_fine', 'deriv_rty', 'deriv_rty_coarse', 'deriv_rty_fine', 'dfma', 'div',
    'dp2', 'dp3', 'dp4', 'eq', 'exp', 'frc', 'ge', 'log', 'lt', 'mad', 'max', 'min', 'mul', 'ne', 'round_ne', 'round_ni',
    'round_pi', 'round_z', 'rsq', 'sqrt',
  ],
  // biome-ignore format: lists of words
  intInstructionCount: ['iadd', 'ieq', 'ige', 'ilt', 'imad', 'imax', 'imin', 'imul', 'ine', 'ineg', 'ishl', 'ishr'],
  // biome-ignore format: lists of words
  uintInstructionCount: ['and', 'msad', 'not', 'or', 'udiv', 'uge', 'ult', 'umad', 'umax', 'umin', 'umul', 'ushr', 'xor'],
  // biome-ignore format: lists of words
  conversionInstructionCount: [
    'dtof', 'dtoi', 'dtou', 'frc', 'ftod', 'ftoi', 'ftou', 'itod', 'itof', 'round_ne', 'round_ni', 'round_pi', 'round_z',
    'utod', 'utof',
  ],
  staticFlowControlCount: ['break', 'call', 'continue', 'else', 'ret'],
  cutInstructionCount: ['cut', 'cut_stream', 'emit_then_cut', 'emit_then_cut_stream'],
  emitInstructionCount: ['emit', 'emit_stream', 'emit_then_cut', 'emit_then_cut_stream'],
  textureNormalInstructions: ['sample', 'sample_cl_s'],
  // biome-ignore format: lists of words
  textureLoadInstructions: [
    'ld', 'ld_raw', 'ld_raw_s', 'ld_s', 'ld_structured', 'ld_structured_s', 'ld_uav_typed', 'ld_uav_typed_s', 'ldms', 'ldms_s',
    'sample_l', 'sample_l_s',
  ],
  textureCompInstructions: ['sample_c', 'sample_c_cl_s', 'sample_c_lz', 'sample_c_lz_s'],
  textureBiasInstructions: ['sample_b', 'sample_b_cl_s'],
  textureGradientInstructions: ['sample_d', 'sample_d_cl_s'],
  textureStoreInstructions: ['store_raw', 'store_structured', 'store_uav_typed'],
  movcInstructionCount: ['movc'],
  // biome-ignore format: lists of words
  unknown26: [
    'gather4', 'gather4_c_s', 'gather4_po', 'gather4_po_c_s', 'gather4_po_s', 'gather4_s',
  ],
  unknown27: ['lod'],
  barrierInstructions: ['sync'],
  // biome-ignore format: lists of words
  interlockedInstructions: [
    'atomic_and', 'atomic_cmp_store', 'atomic_iadd', 'atomic_imax', 'atomic_imin', 'atomic_or', 'atomic_umax', 'atomic_umin',
    'atomic_xor', 'imm_atomic_alloc', 'imm_atomic_and', 'imm_atomic_cmp_exch', 'imm_atomic_consume', 'imm_atomic_exch',
    'imm_atomic_iadd', 'imm_atomic_imax', 'imm_atomic_imin', 'imm_atomic_or', 'imm_atomic_umax', 'imm_atomic_umin', 'imm_atomic_xor',
  ],
} as const satisfies Record<string, readonly Sm4Mnemonic[]>;

/** All fields of STAT. */
export const SM4_COUNTS = [
  ...(Object.keys(COUNTED) as (keyof typeof COUNTED)[]),
  ...([
    'instructionCount',
    'dclCount',
    'tempRegisterCount',
    'defCount',
    'dynamicFlowControlCount',
    'macroInstructionCount',
  ] as const),
  ...([
    'tempArrayCount',
    'arrayInstructionCount',
    'movInstructionCount',
    'bitwiseInstructionCount',
    'inputPrimitive',
  ] as const),
  ...(['gsOutputTopology', 'gsMaxOutputVertexCount', 'sampleFrequency', 'gsInstanceCount', 'controlPoints'] as const),
  ...(['hsOutputPrimitive', 'hsPartitioning', 'tessellatorDomain'] as const),
];

export type Sm4Count = (typeof SM4_COUNTS)[number];
export type Sm4Counts = Readonly<Record<Sm4Count, number>>;
type Writable = Record<Sm4Count, number>;

/** The opcodes of {@link COUNTED}, and a field that each counts in. */
const COUNTED_CODES = (Object.entries(COUNTED) as [Sm4Count, readonly Sm4Mnemonic[]][]).flatMap(([field, mnemonics]) =>
  mnemonics.map((mnemonic) => ({ code: SM4_OPCODES[mnemonic].code, field })),
);
const CODES = 1 + Math.max(...Object.values(SM4_OPCODES).map(({ code }) => code));
const NO_COUNTS = Object.fromEntries(SM4_COUNTS.map((field) => [field, 0])) as Sm4Counts;

const { code: INDEXABLE } = SM4_OPERAND_TYPES.indexableTemp;
const { code: LITERAL } = SM4_OPERAND_TYPES.immediate32;
const { code: CONSTANT_BUFFER } = SM4_OPERAND_TYPES.constantBuffer;
const { code: SHARED } = SM4_OPERAND_TYPES.groupSharedMemory;
const { code: OUTPUT } = SM4_OPERAND_TYPES.output;
const { code: NULL_TYPE } = SM4_OPERAND_TYPES.null;
const SAMPLE_INDEX = SM4_SYSTEM_NAMES.indexOf('sampleIndex');
/** D3D10_SB_INTERPOLATION_MODE from here on: once a sample. */
const FIRST_SAMPLE_MODE = 6;
const FLOAT_ONE = 0x3f80_0000;
/** D3D_PRIMITIVE of a patch of no control points. */
const PATCH = 7;

/** The counts of `program`, in one pass. */
export function countSm4(program: Sm4Program): Sm4Counts {
  const counts: Writable = { ...NO_COUNTS };
  const cursor = new Sm4Cursor(program);
  const counter = new Counter(cursor, counts, program.stage === 'gs', program.stage === 'hs');
  for (let i = 0; i < program.count; i++) {
    cursor.goto(i);
    const kind = cursor.row?.kind;
    if (kind === 'declaration') counter.declaration();
    else if (kind === 'instruction') counter.instruction();
    else if (kind === 'custom') counter.customData();
  }
  counter.finish();
  return counts;
}

class Counter {
  /** The program says that it is not optimized. */
  #unoptimized = false;
  /** Registers declared in this phase of a hull shader (other shaders have one phase), and the most of any phase. */
  #inputs = 0;
  #outputs = 0;
  #maxInputs = 0;
  #maxOutputs = 0;
  /** How often each opcode occurred that counts as {@link COUNTED} says; what each field gets of it comes in the end. */
  readonly #occurred = new Uint32Array(CODES);

  constructor(
    private readonly cursor: Sm4Cursor,
    private readonly counts: Writable,
    private readonly isGeometry: boolean,
    private readonly isHull: boolean,
  ) {}

  #endPhase(): void {
    this.#maxInputs = Math.max(this.#maxInputs, this.#inputs);
    this.#maxOutputs = Math.max(this.#maxOutputs, this.#outputs);
    this.#inputs = 0;
    this.#outputs = 0;
  }

  /** Called behind the last instruction. */
  finish(): void {
    this.#endPhase();
    this.counts.dclCount = this.#maxInputs + this.#maxOutputs;
    for (const { code, field } of COUNTED_CODES) {
      const times = this.#occurred[code]!;
      if (times > 0) this.counts[field] += times;
    }
  }

  instruction(): void {
    const { cursor, counts } = this;
    const { code, operands, operandCount } = cursor;
    if (PHASES.has(code)) this.#endPhase();
    if (UNCOUNTED.has(code)) return;
    counts.instructionCount++;
    this.#arrays();
    switch (code) {
      case SM4_OPCODES.mov.code:
        this.#move();
        return;
      case SM4_OPCODES.sincos.code:
        // One that gives both counts as nothing.
        if (operands[0]!.type === NULL_TYPE || operands[1]!.type === NULL_TYPE) counts.floatInstructionCount++;
        return;
      case SM4_OPCODES.ine.code:
      case SM4_OPCODES.ne.code:
        // What makes a `bool` of a number has four zeros in front.
        if (operands[1]!.literalCount === 4 && this.#isLiteral(operands[1]!, 0)) {
          counts.conversionInstructionCount++;
          return;
        }
        break;
      case SM4_OPCODES.and.code:
        // A `bool` as a number.
        if (this.#unoptimized && (this.#isLiteral(operands[2]!, 1) || this.#isLiteral(operands[2]!, FLOAT_ONE))) {
          counts.conversionInstructionCount++;
          return;
        }
        break;
      case SM4_OPCODES.if.code:
      case SM4_OPCODES.switch.code:
      case SM4_OPCODES.breakc.code:
      case SM4_OPCODES.continuec.code:
      case SM4_OPCODES.retc.code:
      case SM4_OPCODES.callc.code:
        if (operands[0]!.type === CONSTANT_BUFFER || operands[0]!.type === LITERAL) counts.staticFlowControlCount++;
        else counts.dynamicFlowControlCount++;
        return;
      case SM4_OPCODES.ld_raw.code:
      case SM4_OPCODES.ld_structured.code:
        if (operands[operandCount - 1]!.type === SHARED) return;
        break;
      case SM4_OPCODES.store_raw.code:
      case SM4_OPCODES.store_structured.code:
        if (operands[0]!.type === SHARED) return;
        break;
    }
    this.#occurred[code]!++;
  }

  /** Uses of arrays of temporaries: one for a result, one for any number of sources. */
  #arrays(): void {
    const { cursor, counts } = this;
    const { operands, operandCount } = cursor;
    if (operandCount === 0) return;
    if (operands[0]!.type === INDEXABLE) counts.arrayInstructionCount++;
    for (let i = 1; i < operandCount; i++) {
      if (operands[i]!.type !== INDEXABLE) continue;
      counts.arrayInstructionCount++;
      return;
    }
  }

  #move(): void {
    const { cursor, counts, isGeometry } = this;
    const { token } = cursor;
    const [destination, source] = cursor.operands as [Sm4OperandSlot, Sm4OperandSlot];
    const modifier = Sm4ExtendedOperandToken.modifier.get(source.extension);
    // With saturation it is a move, whatever its source is; an absolute value alone is nothing.
    const isPlain = modifier === Sm4OperandModifier.none || Sm4InstructionControls.saturate.test(token);
    if (!isPlain && modifier === Sm4OperandModifier.absolute) return;
    if (!isPlain) counts.floatInstructionCount++;
    else if (destination.type === INDEXABLE || source.type === INDEXABLE) return;
    // Geometry shaders copy all outputs in front of an `emit`.
    else if (!isGeometry || destination.type !== OUTPUT) counts.movInstructionCount++;
  }

  /** Whether all components of a literal are `value`. */
  #isLiteral(slot: Sm4OperandSlot, value: number): boolean {
    if (slot.type !== LITERAL || slot.literalCount === 0) return false;
    for (let i = 0; i < slot.literalCount; i++) if (this.cursor.word(slot.literal + i) !== value) return false;
    return true;
  }

  declaration(): void {
    const { cursor, counts } = this;
    const { code, token, payload } = cursor;
    switch (code) {
      case SM4_OPCODES.dcl_temps.code:
        // The phases of a hull shader have their own.
        counts.tempRegisterCount = Math.max(counts.tempRegisterCount, cursor.word(payload));
        break;
      case SM4_OPCODES.dcl_indexableTemp.code:
        counts.tempArrayCount += cursor.word(payload + 1);
        break;
      case SM4_OPCODES.dcl_globalFlags.code:
        this.#unoptimized = Sm4GlobalFlags.skipOptimization.test(token);
        break;
      case SM4_OPCODES.dcl_inputprimitive.code:
        counts.inputPrimitive = Sm4DeclarationControls.inputPrimitive.get(token);
        break;
      case SM4_OPCODES.dcl_outputtopology.code:
        counts.gsOutputTopology = Sm4DeclarationControls.outputTopology.get(token);
        break;
      case SM4_OPCODES.dcl_maxout.code:
        counts.gsMaxOutputVertexCount = cursor.word(payload);
        break;
      case SM4_OPCODES.dcl_gsinstances.code:
        counts.gsInstanceCount = cursor.word(payload);
        break;
      case SM4_OPCODES.dcl_input_control_point_count.code:
        if (this.isHull) counts.inputPrimitive = PATCH + Sm4DeclarationControls.controlPointCount.get(token);
        else counts.controlPoints = Sm4DeclarationControls.controlPointCount.get(token);
        break;
      case SM4_OPCODES.dcl_output_control_point_count.code:
        counts.controlPoints = Sm4DeclarationControls.controlPointCount.get(token);
        break;
      case SM4_OPCODES.dcl_tessellator_domain.code:
        counts.tessellatorDomain = Sm4DeclarationControls.tessellatorDomain.get(token);
        break;
      case SM4_OPCODES.dcl_tessellator_partitioning.code:
        counts.hsPartitioning = Sm4DeclarationControls.tessellatorPartitioning.get(token);
        break;
      case SM4_OPCODES.dcl_tessellator_output_primitive.code:
        counts.hsOutputPrimitive = Sm4DeclarationControls.tessellatorOutputPrimitive.get(token);
        break;
      case SM4_OPCODES.dcl_input_ps.code:
      case SM4_OPCODES.dcl_input_ps_siv.code:
        if (Sm4DeclarationControls.interpolation.get(token) >= FIRST_SAMPLE_MODE) counts.sampleFrequency = 1;
        break;
      case SM4_OPCODES.dcl_input_ps_sgv.code:
        if (Sm4NameToken.name.get(cursor.word(payload)) === SAMPLE_INDEX) counts.sampleFrequency = 1;
        break;
    }
    if (INPUTS.has(code)) this.#inputs++;
    else if (OUTPUTS.has(code)) this.#outputs++;
  }

  customData(): void {
    const { start, end, token } = this.cursor;
    const dataClass = sm4CustomDataClass(token);
    if (dataClass === Sm4CustomDataClass.immediateConstantBuffer) this.counts.defCount += (end - start - 2) >>> 2;
    else if (dataClass === Sm4CustomDataClass.shaderMessage) this.counts.instructionCount++;
  }
}
