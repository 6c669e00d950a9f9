    ps_1_1
    def c0, 0.5, -1, 0, 1
    tex t0
    tex t1
    texcoord t2
    add r0, t0, c0
    sub_x2 r1, r0, v0
    mov_sat r0, r0
    mul_x4 r0, r0_bias, v1
    mad_d2 r1, 1-v0, t1_bx2, c1
    dp3_sat r0.xyz, t0_bx2, t1_bx2
  + mul r0.w, r0, c2.w
    lrp_x2_sat r1, v0, r0, t2
    cnd r0, r0.w, r1, c2
    nop

// approximately 11 instruction slots used (3 texture, 8 arithmetic)
