    ps_3_sw
    def c8191, 0.100000001, 0.200000003, 0.300000012, 0.400000006
    dcl_texcoord9 v9
    dcl_2d s15
    dcl_volume s14
    texldl r0, v9, s15
    texld r31, v9, s14
    add r0, r0, c8191
    mul r0, r0, r31
    mov oC0, r0

// approximately 6 instruction slots used (3 texture, 3 arithmetic)
