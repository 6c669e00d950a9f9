    ps_1_1
    tex t0
    mul r0, t0, v0

// approximately 2 instruction slots used (1 texture, 1 arithmetic)
