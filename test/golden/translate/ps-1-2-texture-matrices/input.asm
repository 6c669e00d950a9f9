    ps_1_2
    tex t0
    texreg2gb t1, t0
    texreg2rgb t2, t0
    texdp3tex t3, t0_bx2
    cmp r0, t1, t2, t3
    mov r1, 1-t3
    mov_sat t1, t2
    dp4 r0, t1, r1

// approximately 8 instruction slots used (4 texture, 4 arithmetic)
