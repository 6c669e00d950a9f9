/**
 * Counts the instructions of a tokenized program as Microsoft's compiler does for the chunk STAT (source: oracle,
 * compared over thousands of compiled shaders).
 *
 * The compiler counts its own instructions before it writes them, so the words do not decide everything: it does not
 * count a `mov` that only aligns the halves of a double, and counts a `mov` with a negation that comes from an
 * assignment; programs of shader model 4 do not store whether they are optimized; and with
 * `D3DCOMPILE_ENABLE_BACKWARDS_COMPATIBILITY` a comparison with zero is not a conversion. The counts of such programs
 * differ.
 *
 * The table of opcodes holds what each counts as (`countedAs`); this file adds the effects of its operands.
 *
 * Not for: the chunk (chunks/stat.ts), which has the same field names.
 */

import { componentsRead } from '../components.ts';
import { Sm4Cursor, type Sm4OperandSlot } from './cursor.ts';
import { SM4_SYSTEM_NAMES, Sm4CustomDataClass } from './names.ts';
import {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4CountedAs,
  sm4CodesOf,
  sm4CountedAs,
  sm4IsSparse,
  sm4OpcodeSet,
} from './opcodes.ts';
import { SM4_OPERAND_TYPES } from './operands.ts';
import { type Sm4Program, sm4CustomDataClass, sm4UsesRangeIds } from './program.ts';
import {
  SM4_FLAGGED_FEATURES,
  Sm4DeclarationControls,
  Sm4ExtendedOperandToken,
  Sm4GlobalFlags,
  Sm4InstructionControls,
  Sm4NameToken,
  Sm4OpcodeToken,
  Sm4OperandModifier,
  Sm4OperandToken,
} from './tokens.ts';

const INPUTS = sm4OpcodeSet((row) => row.kind === 'declaration' && row.declares === 'input');
const OUTPUTS = sm4OpcodeSet((row) => row.kind === 'declaration' && row.declares === 'output');
const PHASE_CODES = sm4CodesOf('hs_control_point_phase', 'hs_fork_phase', 'hs_join_phase');
const PHASES = sm4OpcodeSet(({ code }) => PHASE_CODES.has(code));
const UNCOUNTED = sm4OpcodeSet((row) => row.kind === 'instruction' && sm4CountedAs(row) === 'uncounted');

/** All fields of STAT. */
export const SM4_COUNTS = [
  ...(['floatInstructionCount', 'intInstructionCount', 'uintInstructionCount', 'conversionInstructionCount'] as const),
  ...(['staticFlowControlCount', 'cutInstructionCount', 'emitInstructionCount', 'textureNormalInstructions'] as const),
  ...(['textureLoadInstructions', 'textureCompInstructions', 'textureBiasInstructions'] as const),
  ...(['textureGradientInstructions', 'textureStoreInstructions', 'movcInstructionCount', 'unknown26'] as const),
  ...(['unknown27', 'barrierInstructions', 'interlockedInstructions', 'instructionCount', 'dclCount'] as const),
  ...(['tempRegisterCount', 'defCount', 'dynamicFlowControlCount', 'macroInstructionCount', 'tempArrayCount'] as const),
  ...(['arrayInstructionCount', 'movInstructionCount', 'bitwiseInstructionCount', 'inputPrimitive'] as const),
  ...(['gsOutputTopology', 'gsMaxOutputVertexCount', 'sampleFrequency', 'gsInstanceCount', 'controlPoints'] as const),
  ...(['hsOutputPrimitive', 'hsPartitioning', 'tessellatorDomain'] as const),
];

export type Sm4Count = (typeof SM4_COUNTS)[number];
export type Sm4Counts = Readonly<Record<Sm4Count, number>>;
type Writable = Record<Sm4Count, number>;

/** The fields that an instruction counts in by what it counts as; those that depend on its operands have none here. */
const FIELDS_OF: Readonly<Record<Sm4CountedAs, readonly Sm4Count[]>> = {
  nothing: [],
  uncounted: [],
  float: ['floatInstructionCount'],
  int: ['intInstructionCount'],
  uint: ['uintInstructionCount'],
  conversion: ['conversionInstructionCount'],
  floatAndConversion: ['floatInstructionCount', 'conversionInstructionCount'],
  sincos: [],
  mov: [],
  movc: ['movcInstructionCount'],
  staticFlow: ['staticFlowControlCount'],
  branch: [],
  cut: ['cutInstructionCount'],
  emit: ['emitInstructionCount'],
  emitAndCut: ['emitInstructionCount', 'cutInstructionCount'],
  sample: ['textureNormalInstructions'],
  sampleCompare: ['textureCompInstructions'],
  sampleBias: ['textureBiasInstructions'],
  sampleGradient: ['textureGradientInstructions'],
  load: ['textureLoadInstructions'],
  store: ['textureStoreInstructions'],
  gather: ['unknown26'],
  lod: ['unknown27'],
  barrier: ['barrierInstructions'],
  atomic: ['interlockedInstructions'],
};

/** The STAT counter of each opcode; `uncounted` for declarations and the like. */
const COUNTED_AS: readonly Sm4CountedAs[] = Array.from(SM4_OPCODE_BY_CODE, (row) =>
  row === undefined ? 'uncounted' : sm4CountedAs(row),
);
/**
 * The operand, from 0, that is the memory of loads and stores, which count as nothing in group-shared memory; -1: of
 * all other opcodes, and of those with access status, which count anyway (source: oracle).
 */
const MEMORY_OPERAND = Int8Array.from(SM4_OPCODE_BY_CODE, (row) =>
  row === undefined || sm4IsSparse(row)
    ? -1
    : row.operands.findIndex(({ role, access }) => role === 'memory' && (access === 'read' || access === 'write')),
);
const COUNTED_BY_OPERANDS: ReadonlySet<Sm4CountedAs> = new Set(['mov', 'sincos', 'branch']);
/** Instructions whose operands change what they count as. */
const DEPENDS_ON_OPERANDS = sm4OpcodeSet(
  (row) => COUNTED_BY_OPERANDS.has(sm4CountedAs(row)) || (row.kind === 'instruction' && MEMORY_OPERAND[row.code]! >= 0),
);
for (const { code } of [SM4_OPCODES.ine, SM4_OPCODES.ne, SM4_OPCODES.and]) DEPENDS_ON_OPERANDS[code] = 1;

const NO_COUNTS = Object.fromEntries(SM4_COUNTS.map((field) => [field, 0])) as Sm4Counts;

const { code: INDEXABLE } = SM4_OPERAND_TYPES.indexableTemp;
const { code: LITERAL } = SM4_OPERAND_TYPES.immediate32;
const { code: CONSTANT_BUFFER } = SM4_OPERAND_TYPES.constantBuffer;
const { code: SHARED } = SM4_OPERAND_TYPES.groupSharedMemory;
const { code: OUTPUT } = SM4_OPERAND_TYPES.output;
const { code: NULL_TYPE } = SM4_OPERAND_TYPES.null;
const SAMPLE_INDEX = SM4_SYSTEM_NAMES.indexOf('sampleIndex');
/** D3D10_SB_INTERPOLATION_MODE: this mode and all after it are per sample. */
const FIRST_SAMPLE_MODE = 6;
const FLOAT_ONE = 0x3f80_0000;
/** D3D_PRIMITIVE of a patch without control points. */
const PATCH = 7;

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
  /** The flag that the program is not optimized is set. */
  #unoptimized = false;
  /**
   * Registers declared in this phase of a hull shader (other shaders have one phase), and the maximum of all phases.
   */
  #inputs = 0;
  #outputs = 0;
  #maxInputs = 0;
  #maxOutputs = 0;
  /** The number of instructions of each opcode that count as in its row; added to the fields at the end. */
  readonly #occurred = new Uint32Array(COUNTED_AS.length);

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

  /** Called after the last instruction. */
  finish(): void {
    this.#endPhase();
    this.counts.dclCount = this.#maxInputs + this.#maxOutputs;
    for (let code = 0; code < COUNTED_AS.length; code++) {
      const times = this.#occurred[code]!;
      if (times > 0) for (const field of FIELDS_OF[COUNTED_AS[code]!]) this.counts[field] += times;
    }
  }

  instruction(): void {
    const { code } = this.cursor;
    if (PHASES[code] === 1) this.#endPhase();
    if (UNCOUNTED[code] === 1) return;
    this.counts.instructionCount++;
    this.#arrays();
    if (DEPENDS_ON_OPERANDS[code] === 0 || this.#countsAsRowSays()) this.#occurred[code]!++;
  }

  /** Counts an instruction whose operands decide what it counts as; returns whether it counts as in its row. */
  #countsAsRowSays(): boolean {
    const { cursor, counts } = this;
    const { code, operands } = cursor;
    switch (COUNTED_AS[code]) {
      case 'mov':
        this.#move();
        return false;
      case 'sincos':
        // With both results it counts as nothing.
        if (operands[0]!.type === NULL_TYPE || operands[1]!.type === NULL_TYPE) counts.floatInstructionCount++;
        return false;
      case 'branch':
        if (operands[0]!.type === CONSTANT_BUFFER || operands[0]!.type === LITERAL) counts.staticFlowControlCount++;
        else counts.dynamicFlowControlCount++;
        return false;
    }
    const memory = MEMORY_OPERAND[code]!;
    if (memory >= 0) return operands[memory]!.type !== SHARED;
    if (code === SM4_OPCODES.and.code) {
      // A `bool` becomes a number.
      if (!this.#unoptimized || !(this.#isLiteral(operands[2]!, 1) || this.#isLiteral(operands[2]!, FLOAT_ONE)))
        return true;
    } else if (operands[1]!.literalCount !== 4 || !this.#isLiteral(operands[1]!, 0)) {
      // The compiler converts a number to `bool` by comparing four zeros with it.
      return true;
    }
    counts.conversionInstructionCount++;
    return false;
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
    // With saturation it counts as a move for any source; an absolute value alone counts as nothing.
    const isMove = modifier === Sm4OperandModifier.none || Sm4InstructionControls.saturate.test(token);
    if (!isMove && modifier === Sm4OperandModifier.absolute) return;
    if (!isMove) counts.floatInstructionCount++;
    else if (destination.type === INDEXABLE || source.type === INDEXABLE) return;
    // Geometry shaders copy all outputs before an `emit`.
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
    if (INPUTS[code] === 1) this.#inputs++;
    else if (OUTPUTS[code] === 1) this.#outputs++;
  }

  customData(): void {
    const { start, end, token } = this.cursor;
    const dataClass = sm4CustomDataClass(token);
    if (dataClass === Sm4CustomDataClass.immediateConstantBuffer) this.counts.defCount += (end - start - 2) >>> 2;
    else if (dataClass === Sm4CustomDataClass.shaderMessage) this.counts.instructionCount++;
  }
}

// The features of the hardware that a tokenized program requires, as far as its words show (source: oracle).

export type Sm4Feature =
  | keyof typeof SM4_FLAGGED_FEATURES
  | 'uavsAtEveryStage'
  | 'uavSlots64'
  | 'tiledResources'
  | 'stencilRef'
  | 'innerCoverage'
  | 'typedUavLoadAdditionalFormats'
  | 'rasterizerOrderedViews'
  | 'arrayIndexFromAnyShader';

/** UAVs that shader model 5 has without a feature. */
const UAV_SLOTS = 8;
const LAYER_NAMES: readonly number[] = [
  SM4_SYSTEM_NAMES.indexOf('rendertarget_array_index'),
  SM4_SYSTEM_NAMES.indexOf('viewport_array_index'),
];
const UAV_DECLARATIONS = sm4OpcodeSet((row) => row.kind === 'declaration' && row.declares === 'uav');
const TILED_RESOURCES = sm4OpcodeSet((row) => sm4IsSparse(row) || row.mnemonic === 'check_access_fully_mapped');
/** Opcodes whose controls or operands may require a feature. */
const CHECKED = sm4CodesOf('dcl_globalFlags', 'dcl_input', 'dcl_output', 'dcl_output_siv', 'ld_uav_typed');
const RELEVANT = sm4OpcodeSet(
  ({ code }) => CHECKED.has(code) || UAV_DECLARATIONS[code] === 1 || TILED_RESOURCES[code] === 1,
);

/**
 * Returns the features that `program` requires.
 *
 * The declaration of a typed UAV does not store its format. A UAV counts as one of the formats that only some hardware
 * can read if the program reads more than the first component. (`ld_uav_typed_s` reads components in an order of its
 * own.)
 */
export function featuresOfSm4(program: Sm4Program): ReadonlySet<Sm4Feature> {
  const features = new Set<Sm4Feature>();
  const cursor = new Sm4Cursor(program);
  const { words, starts } = program;
  const uavAnywhere = program.stage === 'ps' || program.stage === 'cs';
  const rangeIds = sm4UsesRangeIds(program);
  let uavs = 0;
  let targets = 0;
  for (let i = 0; i < program.count; i++) {
    if (RELEVANT[Sm4OpcodeToken.opcode.get(words[starts[i]!]!)] !== 1) continue;
    cursor.goto(i);
    const { code, token, operands } = cursor;
    if (UAV_DECLARATIONS[code] === 1) {
      if (!uavAnywhere) features.add('uavsAtEveryStage');
      if (Sm4DeclarationControls.rasterizerOrdered.test(token)) features.add('rasterizerOrderedViews');
      const slot = operands[0]!;
      // In 5.1 each range counts once, regardless of its length; before, all slots up to the last one count.
      uavs = rangeIds ? uavs + 1 : Math.max(uavs, (slot.index(0) >>> 0) + 1);
      continue;
    }
    switch (code) {
      case SM4_OPCODES.dcl_globalFlags.code:
        for (const [name, flag] of Object.entries(SM4_FLAGGED_FEATURES)) {
          if (flag.test(token)) features.add(name as Sm4Feature);
        }
        break;
      case SM4_OPCODES.dcl_input.code:
        if (operands[0]!.type === SM4_OPERAND_TYPES.innerCoverage.code) features.add('innerCoverage');
        break;
      case SM4_OPCODES.dcl_output.code:
        if (operands[0]!.type === SM4_OPERAND_TYPES.outputStencilRef.code) features.add('stencilRef');
        else if (operands[0]!.type === SM4_OPERAND_TYPES.output.code) {
          targets = Math.max(targets, (operands[0]!.index(0) >>> 0) + 1);
        }
        break;
      case SM4_OPCODES.dcl_output_siv.code:
        if (program.stage === 'gs' || program.stage === 'hs') break;
        if (LAYER_NAMES.includes(Sm4NameToken.name.get(cursor.word(cursor.payload))))
          features.add('arrayIndexFromAnyShader');
        break;
      case SM4_OPCODES.ld_uav_typed.code:
        if (readsOtherThanX(cursor)) features.add('typedUavLoadAdditionalFormats');
        break;
    }
    if (TILED_RESOURCES[code] === 1) features.add('tiledResources');
  }
  // Render targets of a pixel shader take slots too; before 5.1 the numbers of UAVs begin after them.
  if (rangeIds && uavs > 0 && program.stage === 'ps') uavs += targets;
  // The slots of a library function's UAVs are not known yet.
  if (uavs > UAV_SLOTS || (uavs > 0 && program.stage === 'lib')) features.add('uavSlots64');
  return features;
}

/** Whether a load from a typed UAV reads a component other than the first one. */
function readsOtherThanX({ operands, operandCount }: Sm4Cursor): boolean {
  const mask = Sm4OperandToken.mask.get(operands[0]!.token);
  const swizzle = Sm4OperandToken.swizzle.get(operands[operandCount - 1]!.token);
  return componentsRead(swizzle, mask) > 1;
}
