/**
 * Programs about inputs, outputs and special registers, each with the diagnostics of Microsoft's validator about them
 * (source: oracle): code, instruction and operand. Diagnostics of other topics are left out.
 */

export interface RegisterCase {
  readonly name: string;
  /** The profile, then what a listing says; lines are joined by `;`. */
  readonly text: string;
  readonly diagnostics: string;
  /** Bits of SFI0. */
  readonly features?: readonly ('innerCoverage' | 'stencilRef')[];
}

const GS = 'gs_5_0; dcl_inputprimitive triangle; dcl_outputtopology pointlist';
const STREAMS = 'gs_5_0; dcl_inputprimitive point';
const STREAM = (number: number, text: string): string => `dcl_stream m${number}; dcl_outputtopology pointlist; ${text}`;
const DS = (domain: string, text: string): string =>
  `ds_5_0; dcl_input_control_point_count 3; dcl_tessellator_domain domain_${domain}; ${text}`;
const HS = (phases: string, domain = 'tri'): string =>
  `hs_5_0; hs_decls; dcl_input_control_point_count 4; dcl_output_control_point_count 2; dcl_tessellator_domain domain_${domain};` +
  `dcl_tessellator_partitioning partitioning_integer; dcl_tessellator_output_primitive output_point; ${phases}`;
const PHASE = 'hs_control_point_phase; dcl_output o0.xyzw; mov o0.xyzw, l(0,0,0,0); ret';
const R0 = 'dcl_temps 1; mov r0.xyzw, l(0,0,0,0)';

// biome-ignore format: one row, one line
export const REGISTER_CASES: readonly RegisterCase[] = [
  // Components.
  { name: 'parts of a register', text: 'vs_5_0; dcl_input v0.xy; dcl_input v0.z; ret', diagnostics: '' },
  { name: 'input twice', text: 'vs_5_0; dcl_input v0.xy; dcl_input v0.yz; ret', diagnostics: 'DX3550@2' },
  { name: 'input twice, pixel shader', text: 'ps_5_0; dcl_input_ps linear v0.xy; dcl_input_ps linear v0.y; ret', diagnostics: 'DX3550@2' },
  { name: 'output twice', text: 'vs_5_0; dcl_output o0.xy; dcl_output_siv o0.xyzw, position; ret', diagnostics: 'DX3550@2' },
  { name: 'register of two kinds', text: DS('tri', 'dcl_input vicp[3][0].x; dcl_input vpc0.x; ret'), diagnostics: '' },
  { name: 'patch constant twice', text: DS('tri', 'dcl_input vpc0.xy; dcl_input vpc0.x; ret'), diagnostics: 'DX3550@4' },
  { name: 'output of two streams', text: `${STREAMS}; ${STREAM(0, 'dcl_output o0.x')}; ${STREAM(1, 'dcl_output o0.x')}; dcl_maxout 1; ret`, diagnostics: '' },
  { name: 'depth with a component', text: 'ps_5_0; dcl_output oDepth.x; dcl_output o0.xyzw; ret', diagnostics: 'DX3550@2' },
  { name: 'depth declares an output', text: 'ps_5_0; dcl_output oDepth.x; mov o0.x, l(0); mov o0.y, l(0); ret', diagnostics: 'DX3600@3.1' },
  { name: 'depth with another component', text: 'ps_5_0; dcl_output oDepth.x; dcl_output o0.yzw; ret', diagnostics: '' },
  // System values.
  { name: 'vertex and instance', text: 'vs_5_0; dcl_input_sgv v0.x, vertex_id; dcl_input_sgv v0.y, instance_id; ret', diagnostics: '' },
  { name: 'primitive of a vertex', text: 'vs_5_0; dcl_input_sgv v0.x, primitive_id; ret', diagnostics: 'DX3551@1' },
  { name: 'front face of a vertex', text: 'vs_5_0; dcl_output_siv o0.x, is_front_face; ret', diagnostics: 'DX3551@1' },
  { name: 'overlap before the name', text: 'vs_5_0; dcl_input v0.x; dcl_input_sgv v0.x, primitive_id; ret', diagnostics: 'DX3550@2' },
  { name: 'position of a control point', text: DS('tri', 'dcl_input_siv vicp[3][0].xyzw, position; ret'), diagnostics: 'DX3551@3' },
  { name: 'tessellation factor of a control point', text: HS('hs_control_point_phase; dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor; ret'), diagnostics: 'DX3551@8' },
  { name: 'generated output of a geometry shader', text: `${GS}; dcl_output_sgv o0.x, primitive_id; dcl_output_sgv o0.y, is_front_face; dcl_maxout 1; ret`, diagnostics: '' },
  { name: 'wide id', text: 'vs_5_0; dcl_input_sgv v0.xy, vertex_id; ret', diagnostics: 'DX3552@1' },
  { name: 'wide index', text: 'vs_5_0; dcl_output_siv o0.xy, rendertarget_array_index; ret', diagnostics: 'DX3552@1' },
  { name: 'wide index that enters a geometry shader', text: `${GS}; dcl_input_siv v[3][0].xy, rendertarget_array_index; dcl_maxout 1; ret`, diagnostics: '' },
  { name: 'wide index of a pixel', text: 'ps_5_0; dcl_input_ps_siv constant v0.xy, viewport_array_index; ret', diagnostics: 'DX3552@1' },
  { name: 'wide tessellation factors', text: DS('isoline', 'dcl_input_siv vpc0.xy, finalLineDetailTessFactor; dcl_input_siv vpc1.x, finalTriInsideTessFactor; ret'), diagnostics: 'DX3553@3 DX3554@4' },
  { name: 'wide factor of another domain', text: HS(`${PHASE}; hs_fork_phase; dcl_output_siv o0.xy, finalQuadUeq0EdgeTessFactor; ret`), diagnostics: 'DX3553@12 DX3554@12' },
  { name: 'vertex twice', text: 'vs_5_0; dcl_input_sgv v0.x, vertex_id; dcl_input_sgv v1.x, vertex_id; ret', diagnostics: 'DX3555@2' },
  { name: 'position twice', text: 'vs_5_0; dcl_output_siv o0.xyzw, position; dcl_output_siv o1.xyzw, position; ret', diagnostics: 'DX3555@2' },
  { name: 'position of two streams', text: `${STREAMS}; ${STREAM(0, 'dcl_output_siv o0.xyzw, position')}; ${STREAM(1, 'dcl_output_siv o0.xyzw, position')}; dcl_maxout 1; ret`, diagnostics: '' },
  { name: 'index twice that enters a geometry shader', text: `${GS}; dcl_input_siv v[3][0].x, viewport_array_index; dcl_input_siv v[3][1].x, viewport_array_index; dcl_maxout 1; ret`, diagnostics: '' },
  { name: 'factor twice', text: DS('quad', 'dcl_input_siv vpc0.x, finalQuadVInsideTessFactor; dcl_input_siv vpc1.x, finalQuadVInsideTessFactor; ret'), diagnostics: 'DX3555@4' },
  { name: 'clip distances in two registers', text: 'vs_5_0; dcl_output_siv o0.xyzw, clip_distance; dcl_output_siv o1.xy, clip_distance; dcl_output_siv o1.zw, cull_distance; ret', diagnostics: '' },
  { name: 'clip distances in three registers', text: 'vs_5_0; dcl_output_siv o0.x, clip_distance; dcl_output_siv o1.x, cull_distance; dcl_output_siv o2.x, clip_distance; ret', diagnostics: 'DX3556@3' },
  { name: 'part of a position', text: 'vs_5_0; dcl_output_siv o0.xyz, position; ret', diagnostics: 'DX3560@1' },
  { name: 'part of a position that enters', text: 'ps_5_0; dcl_input_ps_siv linear noperspective v0.xy, position; ret', diagnostics: '' },
  // Interpolation.
  { name: 'by sample in 4.0', text: 'ps_4_0; dcl_input_ps linear sample v0.xyzw; ret', diagnostics: 'DX3557@1' },
  { name: 'by sample in 4.1', text: 'ps_4_1; dcl_input_ps linear sample v0.xyzw; ret', diagnostics: '' },
  { name: 'two modes', text: 'ps_5_0; dcl_input_ps linear v0.x; dcl_input_ps constant v0.y; ret', diagnostics: 'DX3558@2' },
  { name: 'two modes, id', text: 'ps_5_0; dcl_input_ps linear v0.x; dcl_input_ps_sgv constant v0.y, primitive_id; ret', diagnostics: 'DX3558@2' },
  { name: 'linear id', text: 'ps_5_0; dcl_input_ps_sgv linear v0.x, primitive_id; ret', diagnostics: 'DX3559@1' },
  { name: 'linear index', text: 'ps_5_0; dcl_input_ps_siv linear v0.x, viewport_array_index; ret', diagnostics: 'DX3559@1' },
  { name: 'perspective position', text: 'ps_5_0; dcl_input_ps_siv linear v0.xyzw, position; ret', diagnostics: 'DX3559' },
  { name: 'position by sample in 4.0', text: 'ps_4_0; dcl_input_ps_siv linear noperspective sample v0.xyzw, position; ret', diagnostics: 'DX3559' },
  { name: 'clip distance without perspective', text: 'ps_5_0; dcl_input_ps_siv linear noperspective v0.x, clip_distance; ret', diagnostics: 'DX3559@1' },
  // Slots of pixel shaders.
  { name: 'view after outputs', text: 'ps_5_0; dcl_uav_typed_texture2d (float,float,float,float) u1; dcl_output o0.xyzw; ret', diagnostics: '' },
  { name: 'output after a view', text: 'ps_5_0; dcl_uav_typed_texture2d (float,float,float,float) u1; dcl_output o1.xyzw; ret', diagnostics: 'DX3561@2' },
  { name: 'depth is in slot 0', text: 'ps_5_0; dcl_uav_typed_texture2d (float,float,float,float) u0; dcl_output oDepth; ret', diagnostics: 'DX3561@2' },
  { name: 'views of 5.1', text: 'ps_5_1; dcl_uav_typed_texture2d (float,float,float,float) U0[0:0], space=0; dcl_output o1.xyzw; ret', diagnostics: '' },
  { name: 'output control points without their phase', text: HS('hs_fork_phase; dcl_input vocp[2][0].x; ret'), diagnostics: 'DX3562@8' },
  // Registers that are alone of their type.
  { name: 'primitive id twice', text: `${GS}; dcl_input vPrim; dcl_input vPrim; dcl_maxout 1; ret`, diagnostics: 'DX3570@4' },
  { name: 'primitive id in two phases', text: HS(`hs_control_point_phase; dcl_input vPrim; ret; hs_fork_phase; dcl_input vPrim; ret`), diagnostics: '' },
  { name: 'mask twice', text: 'ps_5_0; dcl_output oMask; dcl_output oMask; ret', diagnostics: 'DX3570@2' },
  { name: 'depth twice', text: 'ps_5_0; dcl_output oDepthGE; dcl_output oDepthGE; dcl_output oDepthLE; ret', diagnostics: 'DX3570@2 DX3571@3' },
  { name: 'both coverages', text: 'ps_5_0; dcl_input vCoverage; dcl_input vInnerCoverage; dcl_input vInnerCoverage; ret', diagnostics: 'DX3572@2 DX3570@3', features: ['innerCoverage'] },
  { name: 'coverage without its feature', text: 'ps_5_0; dcl_input vInnerCoverage; ret', diagnostics: 'DX3573@1' },
  { name: 'stencil', text: 'ps_5_0; dcl_output oStencilRef; mov oStencilRef, l(1); ret', diagnostics: '', features: ['stencilRef'] },
  { name: 'stencil without its feature', text: 'ps_5_0; dcl_output oStencilRef; ret', diagnostics: 'DX3573@1' },
  { name: 'cycles in model 4', text: 'ps_4_0; dcl_input vCycleCounter.x; ret', diagnostics: 'DX3574@1' },
  { name: 'components of cycles', text: 'ps_5_0; dcl_input vCycleCounter.y; ret', diagnostics: 'DX3575@1' },
  { name: 'threads twice, with other components', text: 'cs_5_0; dcl_input vThreadID.x; dcl_input vThreadID.xyzw; dcl_thread_group 1, 1, 1; ret', diagnostics: 'DX3570@2 DX3575@2' },
  { name: 'components of threads', text: 'cs_5_0; dcl_input vThreadID.xyz; dcl_input vThreadGroupID.xw; dcl_input vThreadIDInGroupFlattened.x; dcl_thread_group 1, 1, 1; ret', diagnostics: 'DX3575@2 DX3575@3' },
  { name: 'undeclared id', text: `${GS}; dcl_temps 1; mov r0.x, vPrim; dcl_maxout 1; ret`, diagnostics: 'DX3576@4.2' },
  { name: 'undeclared component of a thread', text: 'cs_5_0; dcl_input vThreadID.x; dcl_temps 1; dcl_thread_group 1, 1, 1; mov r0.xy, vThreadID.xyxx; ret', diagnostics: 'DX3576@4.2' },
  { name: 'location that is not declared', text: DS('tri', 'dcl_temps 1; mov r0.xy, vDomain.xyxx; ret'), diagnostics: '' },
  { name: 'undeclared depth', text: 'ps_5_0; mov oDepth, l(0); ret', diagnostics: 'DX3576@1.1' },
  { name: 'another depth', text: 'ps_5_0; dcl_output oDepth; mov oDepthGE, l(0); ret', diagnostics: 'DX3577@2.1' },
  { name: 'thread without a component', text: 'cs_5_0; dcl_input vThreadID.x; dcl_temps 1; dcl_thread_group 1, 1, 1; mov r0.x, vThreadID; ret', diagnostics: 'DX3578@4.2' },
  { name: 'cycles that are added', text: 'ps_5_0; dcl_input vCycleCounter.x; dcl_temps 1; mov r0.x, vCycleCounter.x; iadd r0.x, r0.x, vCycleCounter.x; ret', diagnostics: 'DX3579@4.3' },
  // Index ranges.
  { name: 'range', text: `vs_5_0; dcl_input v1.xy; dcl_input v2.xy; ${R0}; mov r0.xy, v[r0.x + 1].xyxx; ret`.replace('dcl_temps', 'dcl_indexrange v1.xy 2; dcl_temps'), diagnostics: '' },
  { name: 'empty range', text: 'vs_5_0; dcl_input v0.x; dcl_indexrange v0.x 0; ret', diagnostics: 'DX3585@2' },
  { name: 'range of sixteen in 4.0', text: 'vs_4_0; dcl_input v0.x; dcl_indexrange v0.x 17; ret', diagnostics: 'DX3585@2' },
  { name: 'range of nine targets', text: 'ps_5_0; dcl_output o0.x; dcl_indexrange o0.x 9; ret', diagnostics: 'DX3585@2' },
  { name: 'overlapping ranges', text: 'vs_5_0; dcl_input v0.x; dcl_input v1.x; dcl_indexrange v0.x 2; dcl_indexrange v1.x 1; ret', diagnostics: 'DX3586@4' },
  { name: 'overlapping ranges of two streams', text: `${STREAMS}; ${STREAM(0, 'dcl_output o0.x; dcl_indexrange o0.x 1')}; ${STREAM(1, 'dcl_output o0.x; dcl_indexrange o0.x 1')}; dcl_maxout 1; ret`, diagnostics: 'DX3586@9' },
  { name: 'range without inputs', text: 'vs_5_0; dcl_indexrange v0.x 2; ret', diagnostics: 'DX3587 DX3587' },
  { name: 'system value in a range', text: 'vs_5_0; dcl_input v0.x; dcl_input_sgv v1.x, vertex_id; dcl_indexrange v0.x 2; ret', diagnostics: 'DX3588' },
  { name: 'system value in a range of outputs', text: 'vs_5_0; dcl_output_siv o0.x, viewport_array_index; dcl_indexrange o0.x 1; ret', diagnostics: 'DX3588' },
  { name: 'system value in a range without streams', text: `${GS}; dcl_output_siv o0.x, viewport_array_index; dcl_indexrange o0.x 1; dcl_maxout 1; ret`, diagnostics: '' },
  { name: 'system values of two streams in a range', text: `${STREAMS}; ${STREAM(0, 'dcl_output_siv o0.x, viewport_array_index')}; ${STREAM(1, 'dcl_output_siv o0.x, viewport_array_index; dcl_indexrange o0.x 1')}; dcl_maxout 1; ret`, diagnostics: 'DX3588 DX3588' },
  { name: 'factors in a range', text: DS('quad', 'dcl_input_siv vpc0.x, finalQuadUInsideTessFactor; dcl_input_siv vpc1.x, finalQuadVInsideTessFactor; dcl_indexrange vpc0.x 2; ret'), diagnostics: '' },
  { name: 'different masks', text: 'vs_5_0; dcl_input v0.x; dcl_input v1.xy; dcl_input v2.x; dcl_indexrange v0.x 3; ret', diagnostics: 'DX3589' },
  { name: 'different modes', text: 'ps_5_0; dcl_input_ps linear v0.x; dcl_input_ps constant v1.x; dcl_indexrange v0.x 2; ret', diagnostics: 'DX3589' },
  { name: 'undeclared output in a range', text: 'vs_5_0; dcl_output o0.x; dcl_indexrange o0.x 2; dcl_temps 1; mov r1.x, l(0); ret', diagnostics: 'DX3590' },
  { name: 'outputs without a common component', text: 'vs_5_0; dcl_output o0.x; dcl_output o1.y; dcl_indexrange o0.x 2; ret', diagnostics: 'DX3591' },
  { name: 'gap in the range of a phase', text: HS(`${PHASE}; hs_fork_phase; dcl_output o0.x; dcl_output o2.x; dcl_indexrange o0.x 3; ret`), diagnostics: 'DX3590 DX3591' },
  { name: 'gap in the range of instances', text: HS(`${PHASE}; hs_fork_phase; dcl_hs_fork_phase_instance_count 2; dcl_output o0.x; dcl_output o2.x; dcl_indexrange o0.x 3; ret`), diagnostics: '' },
  // References.
  { name: 'undeclared input', text: 'vs_5_0; dcl_input v0.x; dcl_temps 1; mov r0.xy, v0.xyxx; ret', diagnostics: 'DX3600@3.2' },
  { name: 'undeclared output', text: 'vs_5_0; dcl_output o0.x; mov o0.xy, l(0,0,0,0); ret', diagnostics: 'DX3600@2.1' },
  { name: 'output of another phase', text: HS(`${PHASE}; hs_fork_phase; mov o0.x, l(0); ret`), diagnostics: 'DX3600@12.1' },
  { name: 'output of another stream', text: `${STREAMS}; ${STREAM(0, 'dcl_output o0.x')}; ${STREAM(1, 'dcl_output o0.y')}; dcl_maxout 1; mov o0.xy, l(0,0,0,0); ret`, diagnostics: '' },
  { name: 'base of an index without components', text: 'vs_5_0; dcl_input v0.x; dcl_input v1.xy; dcl_indexrange v0.x 2; dcl_temps 1; mov r0.xyzw, l(0,0,0,0); mov r0.xy, v[r0.x + 1].xyxx; mov r0.xy, v[r0.x + 0].xyxx; ret', diagnostics: 'DX3601@7.2' },
  { name: 'index of outputs', text: 'vs_5_0; dcl_output o0.x; dcl_output o1.xy; dcl_indexrange o0.x 2; dcl_temps 1; mov r0.xyzw, l(0,0,0,0); mov o[r0.x + 1].xy, l(0,0,0,0); ret', diagnostics: 'DX3601@6.1' },
  { name: 'index without a range', text: `vs_5_0; dcl_input v0.x; ${R0}; mov r0.x, v[r0.x + 0].x; ret`, diagnostics: 'DX3602@4.2' },
  { name: 'index of outputs without a range', text: `vs_5_0; dcl_output o0.x; ${R0}; mov o[r0.x + 0].x, l(0); ret`, diagnostics: 'DX3602@4.1' },
  { name: 'vertex that is none', text: `${GS}; dcl_input v[3][0].x; dcl_temps 1; dcl_maxout 1; mov r0.x, v[2][0].x; mov r0.x, v[3][0].x; ret`, diagnostics: 'DX3603@7.2' },
  { name: 'control point that is none', text: HS(`${PHASE}; hs_fork_phase; dcl_input vicp[4][0].x; dcl_input vocp[2][0].x; dcl_temps 1; mov r0.x, vicp[3][0].x; mov r0.x, vocp[2][0].x; ret`), diagnostics: 'DX3603@16.2' },
  { name: 'constant evaluated', text: 'ps_5_0; dcl_input_ps constant v0.x; dcl_temps 1; eval_centroid r0.x, v0.x; ret', diagnostics: 'DX3604@3' },
  { name: 'position evaluated', text: 'ps_5_0; dcl_input_ps_siv linear noperspective v0.xyzw, position; dcl_temps 1; eval_centroid r0.x, v0.x; ret', diagnostics: 'DX3605@3' },
  // All together.
  { name: 'vertices of the primitive', text: `${GS}; dcl_input v[3][0].x; dcl_input v[2][1].x; dcl_maxout 1; ret`, diagnostics: 'DX3615' },
  { name: 'vertices of a high register', text: `${GS}; dcl_input v[2][16].x; dcl_maxout 1; ret`, diagnostics: '' },
  { name: 'inputs without a primitive', text: 'gs_5_0; dcl_inputprimitive undefined; dcl_outputtopology pointlist; dcl_input v[1][0].x; dcl_maxout 1; ret', diagnostics: 'DX3616' },
  { name: 'control points of a phase', text: HS(`hs_control_point_phase; dcl_input v[3][0].x; dcl_input v[5][1].x; ret; ${PHASE.replace('hs_control_point_phase', 'hs_fork_phase')}`), diagnostics: 'DX3615' },
  { name: 'control points of a join phase', text: HS(`${PHASE}; hs_join_phase; dcl_input vicp[3][0].x; dcl_input vocp[1][0].x; ret`), diagnostics: 'DX3615 DX3615' },
  { name: 'scalars of control points', text: `ds_5_0; dcl_input_control_point_count 32; dcl_tessellator_domain domain_tri; ${Array.from({ length: 32 }, (_, i) => `dcl_input vicp[32][${i}].xyzw`).join('; ')}; ret`, diagnostics: 'DX3617' },
  { name: 'location in a triangle', text: DS('tri', 'dcl_input vDomain.xyz; ret'), diagnostics: '' },
  { name: 'location in a quad', text: DS('quad', 'dcl_input vDomain.xyz; ret'), diagnostics: 'DX3618' },
  { name: 'bounded depth at pixel centres', text: 'ps_5_0; dcl_input_ps_siv linear noperspective v0.xyzw, position; dcl_output oDepthGE; ret', diagnostics: 'DX3619' },
  { name: 'bounded depth by sample', text: 'ps_5_0; dcl_input_ps_siv linear noperspective v0.xyzw, position; dcl_input_ps linear sample v1.x; dcl_output oDepthGE; ret', diagnostics: '' },
  { name: 'system value on the left', text: 'vs_5_0; dcl_input_sgv v0.y, vertex_id; dcl_input v0.xzw; ret', diagnostics: 'DX3620 DX3620' },
  { name: 'output on the left', text: 'vs_5_0; dcl_output_siv o0.x, rendertarget_array_index; dcl_output o0.y; ret', diagnostics: 'DX3620' },
  { name: 'output on the left without streams', text: `${GS}; dcl_output_siv o0.x, rendertarget_array_index; dcl_output o0.y; dcl_maxout 1; ret`, diagnostics: '' },
  { name: 'output on the left of a stream', text: `${STREAMS}; ${STREAM(0, 'dcl_output_siv o0.x, rendertarget_array_index; dcl_output o0.y')}; dcl_maxout 1; ret`, diagnostics: 'DX3620' },
];
