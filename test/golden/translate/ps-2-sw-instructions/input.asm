    ps_2_sw
    def c31, 1, 2, 3, 4
    defi i15, 2, 0, 0, 0
    dcl t0
    dcl v0
    dcl_2d s0
    rep i15
      add r0, r0, c31
    endrep
    texld r1, t0, s0
    dsx r2, t0
    mul r0, r0, v0
    mov oC0, r0

// approximately 11 instruction slots used (1 texture, 10 arithmetic)
