/**
 * What each opcode of shader models 4.0 to 5.1 does and which programs may have it: its category, what it requires, and the models
 * and stages that have it. One row for every opcode: where one is missing, opcodes.ts does not compile. That file joins these rows
 * with those of its table.
 *
 * They are apart from that table so that a program which only prints or assembles shaders does not carry them.
 *
 * Where Microsoft's validator or compiler disagrees with a fact, the fact stays here and the disagreement is a named exception
 * in the code that follows Microsoft (validate/sm4/availability.ts, validate/sm4/rules/flow/component-reads.ts).
 *
 * Sources: the public tokenized program format headers and the public Direct3D 11.3 functional specification.
 */
import { type Sm4Stage, SM4_OPCODE_STAGES as STAGES } from './opcode-stages.ts';

export type { Sm4Stage };

/** What an instruction does; `none`: nothing. */
export type Sm4Category =
  | 'arithmetic'
  | 'comparison'
  | 'integer'
  | 'bitwise'
  | 'conversion'
  | 'move'
  | 'sample'
  | 'gather'
  | 'load'
  | 'store'
  | 'atomic'
  | 'query'
  | 'derivative'
  | 'interpolation'
  | 'flow'
  | 'stream'
  | 'barrier'
  | 'phase'
  | 'debug'
  | 'none';

/**
 * What an opcode requires besides its shader model and stage.
 *
 * - `doubles`, `doubleExtensions`, `shaderExtensions`: the global flag for it.
 * - `tiledResources`: the feature of the container.
 * - `unorderedAccess`: shader model 5, or a compute shader; in stages other than pixel and compute the feature
 *   `uavsAtEveryStage`.
 * - `rawBuffers`: shader model 5, or a compute shader, or the feature of raw and structured buffers in shader model 4.
 * - `pixelShaderIn4_0`: in shader model 4.0 a pixel shader.
 * - `unavailable`: no program may have it.
 */
export type Sm4Requirement =
  | 'nothing'
  | 'doubles'
  | 'doubleExtensions'
  | 'shaderExtensions'
  | 'tiledResources'
  | 'unorderedAccess'
  | 'rawBuffers'
  | 'pixelShaderIn4_0'
  | 'unavailable';

/** Which models and stages have the opcode. */
interface Availability {
  /** The first shader model that has it; compute shaders 4.x count. */
  readonly since: '4.0' | '4.1' | '5.0' | '5.1';
  /** The last shader model that has it, where later ones reject it. */
  readonly until?: '4.1';
  /** The only stages that have it; absent: all. */
  readonly stages?: readonly Sm4Stage[];
}

interface InstructionBase extends Availability {
  readonly requires: Sm4Requirement;
}

/** The facts of an executable instruction. */
export type Sm4InstructionFacts =
  | (InstructionBase & { readonly category: Exclude<Sm4Category, 'sample'> })
  | (InstructionBase & {
      readonly category: 'sample';
      /** It compares texels with a reference value. */
      readonly compares: boolean;
    });

/** The facts of a declaration. */
export interface Sm4DeclarationFacts extends Availability {
  readonly requires: Sm4Requirement;
}

/** The facts of an opcode of each kind. */
export interface Sm4FactsByKind {
  instruction: Sm4InstructionFacts;
  declaration: Sm4DeclarationFacts;
  marker: Availability;
  custom: Availability;
  reserved: Availability;
}

/** The facts by mnemonic, in the order of the table. */
// biome-ignore format: one row, one line
export const SM4_OPCODE_FACTS = {
  add: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  and: { category: 'bitwise', requires: 'nothing', since: '4.0' },
  break: { category: 'flow', requires: 'nothing', since: '4.0' },
  breakc: { category: 'flow', requires: 'nothing', since: '4.0' },
  call: { category: 'flow', requires: 'nothing', since: '4.0' },
  callc: { category: 'flow', requires: 'nothing', since: '4.0' },
  case: { category: 'flow', requires: 'nothing', since: '4.0' },
  continue: { category: 'flow', requires: 'nothing', since: '4.0' },
  continuec: { category: 'flow', requires: 'nothing', since: '4.0' },
  cut: { category: 'stream', requires: 'nothing', since: '4.0', stages: STAGES.cut },
  default: { category: 'flow', requires: 'nothing', since: '4.0' },
  deriv_rtx: { category: 'derivative', requires: 'nothing', since: '4.0', until: '4.1', stages: STAGES.deriv_rtx },
  deriv_rty: { category: 'derivative', requires: 'nothing', since: '4.0', until: '4.1', stages: STAGES.deriv_rty },
  discard: { category: 'flow', requires: 'nothing', since: '4.0', stages: STAGES.discard },
  div: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  dp2: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  dp3: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  dp4: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  else: { category: 'flow', requires: 'nothing', since: '4.0' },
  emit: { category: 'stream', requires: 'nothing', since: '4.0', stages: STAGES.emit },
  emit_then_cut: { category: 'stream', requires: 'nothing', since: '4.0', stages: STAGES.emit_then_cut },
  endif: { category: 'flow', requires: 'nothing', since: '4.0' },
  endloop: { category: 'flow', requires: 'nothing', since: '4.0' },
  endswitch: { category: 'flow', requires: 'nothing', since: '4.0' },
  eq: { category: 'comparison', requires: 'nothing', since: '4.0' },
  exp: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  frc: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  ftoi: { category: 'conversion', requires: 'nothing', since: '4.0' },
  ftou: { category: 'conversion', requires: 'nothing', since: '4.0' },
  ge: { category: 'comparison', requires: 'nothing', since: '4.0' },
  iadd: { category: 'integer', requires: 'nothing', since: '4.0' },
  if: { category: 'flow', requires: 'nothing', since: '4.0' },
  ieq: { category: 'comparison', requires: 'nothing', since: '4.0' },
  ige: { category: 'comparison', requires: 'nothing', since: '4.0' },
  ilt: { category: 'comparison', requires: 'nothing', since: '4.0' },
  imad: { category: 'integer', requires: 'nothing', since: '4.0' },
  imax: { category: 'integer', requires: 'nothing', since: '4.0' },
  imin: { category: 'integer', requires: 'nothing', since: '4.0' },
  imul: { category: 'integer', requires: 'nothing', since: '4.0' },
  ine: { category: 'comparison', requires: 'nothing', since: '4.0' },
  ineg: { category: 'integer', requires: 'nothing', since: '4.0' },
  ishl: { category: 'bitwise', requires: 'nothing', since: '4.0' },
  ishr: { category: 'bitwise', requires: 'nothing', since: '4.0' },
  itof: { category: 'conversion', requires: 'nothing', since: '4.0' },
  label: { category: 'flow', requires: 'nothing', since: '4.0' },
  ld: { category: 'load', requires: 'nothing', since: '4.0' },
  ldms: { category: 'load', requires: 'pixelShaderIn4_0', since: '4.0' },
  log: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  loop: { category: 'flow', requires: 'nothing', since: '4.0' },
  lt: { category: 'comparison', requires: 'nothing', since: '4.0' },
  mad: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  min: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  max: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  customdata: { since: '4.0' },
  mov: { category: 'move', requires: 'nothing', since: '4.0' },
  movc: { category: 'move', requires: 'nothing', since: '4.0' },
  mul: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  ne: { category: 'comparison', requires: 'nothing', since: '4.0' },
  nop: { category: 'none', requires: 'nothing', since: '4.0' },
  not: { category: 'bitwise', requires: 'nothing', since: '4.0' },
  or: { category: 'bitwise', requires: 'nothing', since: '4.0' },
  resinfo: { category: 'query', requires: 'nothing', since: '4.0' },
  ret: { category: 'flow', requires: 'nothing', since: '4.0' },
  retc: { category: 'flow', requires: 'nothing', since: '4.0' },
  round_ne: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  round_ni: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  round_pi: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  round_z: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  rsq: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  sample: { category: 'sample', compares: false, requires: 'nothing', since: '4.0', stages: STAGES.sample },
  sample_c: { category: 'sample', compares: true, requires: 'nothing', since: '4.0', stages: STAGES.sample_c },
  sample_c_lz: { category: 'sample', compares: true, requires: 'nothing', since: '4.0' },
  sample_l: { category: 'sample', compares: false, requires: 'nothing', since: '4.0' },
  sample_d: { category: 'sample', compares: false, requires: 'nothing', since: '4.0' },
  sample_b: { category: 'sample', compares: false, requires: 'nothing', since: '4.0', stages: STAGES.sample_b },
  sqrt: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  switch: { category: 'flow', requires: 'nothing', since: '4.0' },
  sincos: { category: 'arithmetic', requires: 'nothing', since: '4.0' },
  udiv: { category: 'integer', requires: 'nothing', since: '4.0' },
  ult: { category: 'comparison', requires: 'nothing', since: '4.0' },
  uge: { category: 'comparison', requires: 'nothing', since: '4.0' },
  umul: { category: 'integer', requires: 'nothing', since: '4.0' },
  umad: { category: 'integer', requires: 'nothing', since: '4.0' },
  umax: { category: 'integer', requires: 'nothing', since: '4.0' },
  umin: { category: 'integer', requires: 'nothing', since: '4.0' },
  ushr: { category: 'bitwise', requires: 'nothing', since: '4.0' },
  utof: { category: 'conversion', requires: 'nothing', since: '4.0' },
  xor: { category: 'bitwise', requires: 'nothing', since: '4.0' },
  dcl_resource: { requires: 'nothing', since: '4.0' },
  dcl_constantbuffer: { requires: 'nothing', since: '4.0' },
  dcl_sampler: { requires: 'nothing', since: '4.0' },
  dcl_indexrange: { requires: 'nothing', since: '4.0' },
  dcl_outputtopology: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_outputtopology },
  dcl_inputprimitive: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_inputprimitive },
  dcl_maxout: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_maxout },
  dcl_input: { requires: 'nothing', since: '4.0' },
  dcl_input_sgv: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_input_sgv },
  dcl_input_siv: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_input_siv },
  dcl_input_ps: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_input_ps },
  dcl_input_ps_sgv: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_input_ps_sgv },
  dcl_input_ps_siv: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_input_ps_siv },
  dcl_output: { requires: 'nothing', since: '4.0' },
  dcl_output_sgv: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_output_sgv },
  dcl_output_siv: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_output_siv },
  dcl_temps: { requires: 'nothing', since: '4.0' },
  dcl_indexableTemp: { requires: 'nothing', since: '4.0' },
  dcl_globalFlags: { requires: 'nothing', since: '4.0' },
  jmp: { category: 'none', requires: 'unavailable', since: '4.0' },
  lod: { category: 'sample', compares: false, requires: 'nothing', since: '4.1', stages: STAGES.lod },
  gather4: { category: 'gather', requires: 'nothing', since: '4.1' },
  samplepos: { category: 'query', requires: 'nothing', since: '4.1' },
  sampleinfo: { category: 'query', requires: 'nothing', since: '4.1' },
  reserved_112: { since: '4.1' },
  hs_decls: { since: '5.0', stages: STAGES.hs_decls },
  hs_control_point_phase: { category: 'phase', requires: 'nothing', since: '5.0', stages: STAGES.hs_control_point_phase },
  hs_fork_phase: { category: 'phase', requires: 'nothing', since: '5.0', stages: STAGES.hs_fork_phase },
  hs_join_phase: { category: 'phase', requires: 'nothing', since: '5.0', stages: STAGES.hs_join_phase },
  emit_stream: { category: 'stream', requires: 'nothing', since: '5.0', stages: STAGES.emit_stream },
  cut_stream: { category: 'stream', requires: 'nothing', since: '5.0', stages: STAGES.cut_stream },
  emit_then_cut_stream: { category: 'stream', requires: 'nothing', since: '5.0', stages: STAGES.emit_then_cut_stream },
  fcall: { category: 'flow', requires: 'nothing', since: '5.0' },
  bufinfo: { category: 'query', requires: 'nothing', since: '5.0' },
  deriv_rtx_coarse: { category: 'derivative', requires: 'nothing', since: '5.0', stages: STAGES.deriv_rtx_coarse },
  deriv_rtx_fine: { category: 'derivative', requires: 'nothing', since: '5.0', stages: STAGES.deriv_rtx_fine },
  deriv_rty_coarse: { category: 'derivative', requires: 'nothing', since: '5.0', stages: STAGES.deriv_rty_coarse },
  deriv_rty_fine: { category: 'derivative', requires: 'nothing', since: '5.0', stages: STAGES.deriv_rty_fine },
  gather4_c: { category: 'gather', requires: 'nothing', since: '5.0' },
  gather4_po: { category: 'gather', requires: 'nothing', since: '5.0' },
  gather4_po_c: { category: 'gather', requires: 'nothing', since: '5.0' },
  rcp: { category: 'arithmetic', requires: 'nothing', since: '5.0' },
  f32tof16: { category: 'conversion', requires: 'nothing', since: '5.0' },
  f16tof32: { category: 'conversion', requires: 'nothing', since: '5.0' },
  uaddc: { category: 'integer', requires: 'nothing', since: '5.0' },
  usubb: { category: 'integer', requires: 'nothing', since: '5.0' },
  countbits: { category: 'bitwise', requires: 'nothing', since: '5.0' },
  firstbit_hi: { category: 'bitwise', requires: 'nothing', since: '5.0' },
  firstbit_lo: { category: 'bitwise', requires: 'nothing', since: '5.0' },
  firstbit_shi: { category: 'bitwise', requires: 'nothing', since: '5.0' },
  ubfe: { category: 'bitwise', requires: 'nothing', since: '5.0' },
  ibfe: { category: 'bitwise', requires: 'nothing', since: '5.0' },
  bfi: { category: 'bitwise', requires: 'nothing', since: '5.0' },
  bfrev: { category: 'bitwise', requires: 'nothing', since: '5.0' },
  swapc: { category: 'move', requires: 'nothing', since: '5.0' },
  dcl_stream: { requires: 'nothing', since: '5.0', stages: STAGES.dcl_stream },
  dcl_function_body: { requires: 'nothing', since: '5.0' },
  dcl_function_table: { requires: 'nothing', since: '5.0' },
  dcl_interface: { requires: 'nothing', since: '5.0' },
  dcl_input_control_point_count: { requires: 'nothing', since: '5.0', stages: STAGES.dcl_input_control_point_count },
  dcl_output_control_point_count: { requires: 'nothing', since: '5.0', stages: STAGES.dcl_output_control_point_count },
  dcl_tessellator_domain: { requires: 'nothing', since: '5.0', stages: STAGES.dcl_tessellator_domain },
  dcl_tessellator_partitioning: { requires: 'nothing', since: '5.0', stages: STAGES.dcl_tessellator_partitioning },
  dcl_tessellator_output_primitive: { requires: 'nothing', since: '5.0', stages: STAGES.dcl_tessellator_output_primitive },
  dcl_hs_max_tessfactor: { requires: 'nothing', since: '5.0', stages: STAGES.dcl_hs_max_tessfactor },
  dcl_hs_fork_phase_instance_count: { requires: 'nothing', since: '5.0', stages: STAGES.dcl_hs_fork_phase_instance_count },
  dcl_hs_join_phase_instance_count: { requires: 'nothing', since: '5.0', stages: STAGES.dcl_hs_join_phase_instance_count },
  dcl_thread_group: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_thread_group },
  dcl_uav_typed: { requires: 'unorderedAccess', since: '5.0' },
  dcl_uav_raw: { requires: 'unorderedAccess', since: '4.0' },
  dcl_uav_structured: { requires: 'unorderedAccess', since: '4.0' },
  dcl_tgsm_raw: { requires: 'nothing', since: '5.0', stages: STAGES.dcl_tgsm_raw },
  dcl_tgsm_structured: { requires: 'nothing', since: '4.0', stages: STAGES.dcl_tgsm_structured },
  dcl_resource_raw: { requires: 'rawBuffers', since: '4.0' },
  dcl_resource_structured: { requires: 'rawBuffers', since: '4.0' },
  ld_uav_typed: { category: 'load', requires: 'unorderedAccess', since: '5.0' },
  store_uav_typed: { category: 'store', requires: 'unorderedAccess', since: '5.0' },
  ld_raw: { category: 'load', requires: 'rawBuffers', since: '4.0' },
  store_raw: { category: 'store', requires: 'unorderedAccess', since: '4.0' },
  ld_structured: { category: 'load', requires: 'rawBuffers', since: '4.0' },
  store_structured: { category: 'store', requires: 'unorderedAccess', since: '4.0' },
  atomic_and: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_or: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_xor: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_cmp_store: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_iadd: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_imax: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_imin: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_umax: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  atomic_umin: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_alloc: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_consume: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_iadd: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_and: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_or: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_xor: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_exch: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_cmp_exch: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_imax: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_imin: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_umax: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  imm_atomic_umin: { category: 'atomic', requires: 'unorderedAccess', since: '5.0' },
  sync: { category: 'barrier', requires: 'unorderedAccess', since: '4.0' },
  dadd: { category: 'arithmetic', requires: 'doubles', since: '5.0' },
  dmax: { category: 'arithmetic', requires: 'doubles', since: '5.0' },
  dmin: { category: 'arithmetic', requires: 'doubles', since: '5.0' },
  dmul: { category: 'arithmetic', requires: 'doubles', since: '5.0' },
  deq: { category: 'comparison', requires: 'doubles', since: '5.0' },
  dge: { category: 'comparison', requires: 'doubles', since: '5.0' },
  dlt: { category: 'comparison', requires: 'doubles', since: '5.0' },
  dne: { category: 'comparison', requires: 'doubles', since: '5.0' },
  dmov: { category: 'move', requires: 'doubles', since: '5.0' },
  dmovc: { category: 'move', requires: 'doubles', since: '5.0' },
  dtof: { category: 'conversion', requires: 'doubles', since: '5.0' },
  ftod: { category: 'conversion', requires: 'doubles', since: '5.0' },
  eval_snapped: { category: 'interpolation', requires: 'nothing', since: '5.0', stages: STAGES.eval_snapped },
  eval_sample_index: { category: 'interpolation', requires: 'nothing', since: '5.0', stages: STAGES.eval_sample_index },
  eval_centroid: { category: 'interpolation', requires: 'nothing', since: '5.0', stages: STAGES.eval_centroid },
  dcl_gsinstances: { requires: 'nothing', since: '5.0', stages: STAGES.dcl_gsinstances },
  abort: { category: 'debug', requires: 'nothing', since: '4.0' },
  debug_break: { category: 'debug', requires: 'nothing', since: '4.0' },
  reserved_209: { since: '5.0' },
  ddiv: { category: 'arithmetic', requires: 'doubleExtensions', since: '5.0' },
  dfma: { category: 'arithmetic', requires: 'doubleExtensions', since: '5.0' },
  drcp: { category: 'arithmetic', requires: 'doubleExtensions', since: '5.0' },
  msad: { category: 'integer', requires: 'shaderExtensions', since: '5.0' },
  dtoi: { category: 'conversion', requires: 'doubleExtensions', since: '5.0' },
  dtou: { category: 'conversion', requires: 'doubleExtensions', since: '5.0' },
  itod: { category: 'conversion', requires: 'doubleExtensions', since: '5.0' },
  utod: { category: 'conversion', requires: 'doubleExtensions', since: '5.0' },
  reserved_218: { since: '5.0' },
  gather4_s: { category: 'gather', requires: 'tiledResources', since: '5.0' },
  gather4_c_s: { category: 'gather', requires: 'tiledResources', since: '5.0' },
  gather4_po_s: { category: 'gather', requires: 'tiledResources', since: '5.0' },
  gather4_po_c_s: { category: 'gather', requires: 'tiledResources', since: '5.0' },
  ld_s: { category: 'load', requires: 'tiledResources', since: '5.0' },
  ldms_s: { category: 'load', requires: 'tiledResources', since: '5.0' },
  ld_uav_typed_s: { category: 'load', requires: 'tiledResources', since: '5.0' },
  ld_raw_s: { category: 'load', requires: 'tiledResources', since: '5.0' },
  ld_structured_s: { category: 'load', requires: 'tiledResources', since: '5.0' },
  sample_l_s: { category: 'sample', compares: false, requires: 'tiledResources', since: '5.0' },
  sample_c_lz_s: { category: 'sample', compares: true, requires: 'tiledResources', since: '5.0' },
  sample_cl_s: { category: 'sample', compares: false, requires: 'tiledResources', since: '5.0', stages: STAGES.sample_cl_s },
  sample_b_cl_s: { category: 'sample', compares: false, requires: 'tiledResources', since: '5.0', stages: STAGES.sample_b_cl_s },
  sample_d_cl_s: { category: 'sample', compares: false, requires: 'tiledResources', since: '5.0' },
  sample_c_cl_s: { category: 'sample', compares: true, requires: 'tiledResources', since: '5.0', stages: STAGES.sample_c_cl_s },
  check_access_fully_mapped: { category: 'query', requires: 'tiledResources', since: '5.0' },
  reserved_235: { since: '5.1' },
} as const satisfies Record<string, Sm4FactsByKind[keyof Sm4FactsByKind]>;
