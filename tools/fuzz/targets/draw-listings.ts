/** The programs that the target of draws changes: one of each stage, for both instruction sets. */
export const DRAW_LISTINGS = {
  vertex: `vs_5_0
dcl_input v0.xyzw
dcl_input v1.xyzw
dcl_input_sgv v2.x, vertex_id
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_output_siv o2.xy, clip_distance
mov o0.xyzw, v0.xyzw
mov o1.xyzw, v1.xyzw
mov o2.xy, v1.xyxx
ret`,
  hull: `hs_5_0
hs_decls
dcl_input_control_point_count 3
dcl_output_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_tessellator_partitioning partitioning_fractional_odd
dcl_tessellator_output_primitive output_triangle_cw
hs_fork_phase
dcl_input vicp[3][1].xyzw
dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor
dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor
dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor
dcl_output_siv o3.x, finalTriInsideTessFactor
mov o0.x, vicp[0][1].x
mov o1.x, vicp[1][1].y
mov o2.x, l(2.5)
mov o3.x, vicp[2][1].z
ret`,
  domain: `ds_5_0
dcl_input_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_input vDomain.xyz
dcl_input vicp[3][0].xyzw
dcl_input vicp[3][1].xyzw
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_temps 1
mul r0.xyzw, vicp[0][0].xyzw, vDomain.xxxx
mad r0.xyzw, vicp[1][0].xyzw, vDomain.yyyy, r0.xyzw
mad o0.xyzw, vicp[2][0].xyzw, vDomain.zzzz, r0.xyzw
mov o1.xyzw, vicp[0][1].xyzw
ret`,
  geometry: `gs_5_0
dcl_inputprimitive triangle
dcl_input_siv v[3][0].xyzw, position
dcl_input v[3][1].xyzw
dcl_input vPrim
dcl_temps 1
dcl_outputtopology trianglestrip
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_maxout 8
mov r0.x, l(0)
loop
  uge r0.y, r0.x, l(3)
  breakc_nz r0.y
  mov o0.xyzw, v[r0.x + 0][0].xyzw
  mov o1.xyzw, v[r0.x + 0][1].xyzw
  emit
  iadd r0.x, r0.x, l(1)
endloop
cut
ret`,
  pixel: `ps_5_0
dcl_input_ps_siv linear noperspective v0.xyzw, position
dcl_input_ps linear centroid v1.xyzw
dcl_output o0.xyzw
dcl_output o1.xyzw
dcl_output oMask
dcl_uav_raw u2
dcl_temps 2
lt r0.x, v1.x, l(0.25)
discard_nz r0.x
deriv_rtx_fine r1.xyzw, v1.xyzw
atomic_iadd u2, l(4), l(1)
mov o0.xyzw, v1.xyzw
mov o1.xyzw, r1.xyzw
mov oMask, l(255)
ret`,
  vertex9:
    'vs_2_0\ndcl_position v0\ndcl_color v1\nmov oPos, v0\nmov oD0, v1\nmov oT0, v1\nmov oFog, v1.x\nmov oPts, v1.y',
  pixel9: 'ps_2_0\ndcl v0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nadd r0, r0, v0\ntexkill t0\nmov oC0, r0',
} as const;
