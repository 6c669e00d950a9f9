    ps_1_3
    tex t0
    texm3x2pad t1, t0_bx2
    texm3x2depth t2, t0_bx2
    mov r0, t0

// approximately 4 instruction slots used (3 texture, 1 arithmetic)
