    ps_3_0
    def c0, 0, 1, 2, 3
    def c1, 1.#INF, -0, 9.9999461e-041, 3.40282347e+038
    defi i0, 3, 0, 1, 0
    defb b0, false
    dcl_texcoord v0
    dcl_texcoord1_pp v1.xyz
    dcl_color_centroid v2
    dcl_color1_pp_centroid v3
    dcl_normal v4.xyz
    dcl_tangent7 v5
    dcl_fog v6.x
    dcl_texcoord7 v7
    dcl_depth v8
    dcl_blendweight3 v9
    dcl vPos.xy
    dcl vFace
    dcl_2d s0
    dcl_cube s1
    dcl_volume s2
    texldl r0, v0, s0
    texld r1, v1, s1
    texldp_pp r2, v0, s0
    texldb r3, v0, s2
    texldd_pp r4, v0, s0, r2, r3
    loop aL, i0
      add r0, r0, v0[aL]
      mul r1, r1, c0
      break_gt r0.x, c0.x
    endloop
    if_gt vFace, c0.x
      mov r1, vPos.xyxy
    endif
    add r1, r1_abs, -v4.xyzz
    mad_pp r2, -r2_abs, v5, c0.x
    mul_sat_pp r3, r3, v6.x
    setp_gt p0, r0, r1
    (p0) texld r5, v7, s0
    (!p0.x) mov_pp r5, v8
    if !b0
      cmp r6, r0, r1, r2
    else
      dp2add_sat r6, r0, r1, r2.x
    endif
    if p0.y
      dsx r7, v9
      dsy r8, v9
    endif
    sincos r9.xy, r0.x
    rep i0
      mul r1, r1, r1
    endrep
    call l5
    mov oC0, r0
    mov oC1, c1
    mov oC2, r5
    mov oC3, r6
    mov oDepth, r7.x
    ret
    label l5
    nrm_pp r10.xyz, r0
    ret

// approximately 73 instruction slots used (7 texture, 66 arithmetic)
