    ps_1_4
    def c0, 0.100000001, 0.200000003, 0.300000012, 0.400000006
    texcrd r0.xyz, t0
    texcrd r1.xyz, t1.xyzz
    texcrd r2.xy, t2_dw.xyww
    texld r3, t3
    texld r4, t4
    mov_x8 r0.xyz, r0_x2
    add_d4 r1.xyz, r1, r3_bias
  + mul_d8_sat r1.w, r4.z, c0.x
    bem r3.xy, r3, r4
    cnd r5, r4.y, r3, 1-r1
    phase
    texld r0, r3
    texkill r1
    texdepth r5
    texld r2, r1_dz
    lrp r0, c0, r0, r2_bx2
    cmp r0.xyz, -r0_x2, -r2_bias, -r3_bx2
    dp3 r1.x, r0, v0
    dp4_sat r0.w, r0, v1

// approximately 17 instruction slots used (7 texture, 10 arithmetic)
