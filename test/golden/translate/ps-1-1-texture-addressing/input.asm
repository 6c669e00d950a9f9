    ps_1_1
    tex t0
    texbem t1, t0
    texbeml t2, t0
    mov_sat r0, t1
    mad r0, t2, t1, r0

// approximately 5 instruction slots used (3 texture, 2 arithmetic)
