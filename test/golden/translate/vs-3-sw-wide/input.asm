    vs_3_sw
    def c5000, 1, 1, 1, 1
    dcl_position v0
    dcl_texcoord15 v15
    dcl_position o0
    dcl_texcoord9 o15
    dcl_volume s3
    mova a0, v0
    mov r0, c5000
    texldl r1, v15, s3
    mov o0, c4000[a0.x]
    mov o15, r1

// approximately 6 instruction slots used (2 texture, 4 arithmetic)
