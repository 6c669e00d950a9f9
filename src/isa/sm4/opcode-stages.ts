/**
 * The stages that have an opcode of shader models 4.0 to 5.1, where not all have it. The other facts of the opcodes are in opcode-facts.ts, which has
 * these, too: lowering asks for stages only, and does not carry the rest.
 *
 * Source: the public Direct3D 11.3 functional specification.
 */

export type Sm4Stage = 'ps' | 'vs' | 'gs' | 'hs' | 'ds' | 'cs';

/** By mnemonic, in the order of the table of opcodes. */
export const SM4_OPCODE_STAGES = {
  cut: ['gs'],
  deriv_rtx: ['ps'],
  deriv_rty: ['ps'],
  discard: ['ps'],
  emit: ['gs'],
  emit_then_cut: ['gs'],
  sample: ['ps'],
  sample_c: ['ps'],
  sample_b: ['ps'],
  dcl_outputtopology: ['gs'],
  dcl_inputprimitive: ['gs'],
  dcl_maxout: ['gs'],
  dcl_input_sgv: ['vs', 'hs'],
  dcl_input_siv: ['gs', 'ds', 'cs'],
  dcl_input_ps: ['ps'],
  dcl_input_ps_sgv: ['ps'],
  dcl_input_ps_siv: ['ps'],
  dcl_output_sgv: ['gs'],
  dcl_output_siv: ['vs', 'gs', 'hs', 'ds', 'cs'],
  lod: ['ps'],
  hs_decls: ['hs'],
  hs_control_point_phase: ['hs'],
  hs_fork_phase: ['hs'],
  hs_join_phase: ['hs'],
  emit_stream: ['gs'],
  cut_stream: ['gs'],
  emit_then_cut_stream: ['gs'],
  deriv_rtx_coarse: ['ps'],
  deriv_rtx_fine: ['ps'],
  deriv_rty_coarse: ['ps'],
  deriv_rty_fine: ['ps'],
  dcl_stream: ['gs'],
  dcl_input_control_point_count: ['hs', 'ds'],
  dcl_output_control_point_count: ['hs'],
  dcl_tessellator_domain: ['hs', 'ds'],
  dcl_tessellator_partitioning: ['hs'],
  dcl_tessellator_output_primitive: ['hs'],
  dcl_hs_max_tessfactor: ['hs'],
  dcl_hs_fork_phase_instance_count: ['hs'],
  dcl_hs_join_phase_instance_count: ['hs'],
  dcl_thread_group: ['cs'],
  dcl_tgsm_raw: ['cs'],
  dcl_tgsm_structured: ['cs'],
  eval_snapped: ['ps'],
  eval_sample_index: ['ps'],
  eval_centroid: ['ps'],
  dcl_gsinstances: ['gs'],
  sample_cl_s: ['ps'],
  sample_b_cl_s: ['ps'],
  sample_c_cl_s: ['ps'],
} as const satisfies Readonly<Record<string, readonly Sm4Stage[]>>;

const BY_MNEMONIC: Readonly<Record<string, readonly Sm4Stage[] | undefined>> = SM4_OPCODE_STAGES;

/** The stages that have the opcode of a row; undefined where all have it. */
export function sm4StagesOf(mnemonic: string): readonly Sm4Stage[] | undefined {
  return BY_MNEMONIC[mnemonic];
}
