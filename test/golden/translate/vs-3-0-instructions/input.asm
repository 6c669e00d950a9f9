    vs_3_0
    def c0, 1, 2, 3, 4
    defi i0, 3, 0, 1, 0
    dcl_position v0
    dcl_texcoord v1
    dcl_texcoord1 v2
    dcl_texcoord2 v3
    dcl_blendindices1 v4
    dcl_2d s0
    dcl_cube s1
    dcl_volume s2
    dcl_2d s3
    dcl_position o0
    dcl_color o1
    dcl_color1 o2
    dcl_fog o3.x
    dcl_depth4 o3.y
    dcl_color5 o3.zw
    dcl_texcoord1 o4
    dcl_texcoord2 o5
    dcl_texcoord3 o6.xyz
    dcl_tangent o7
    dcl_binormal3 o8
    dcl_depth2 o9
    dcl_binormal1 o10.xy
    dcl_blendweight1 o10.zw
    mov o0, v0
    texldl r0, v1, s0
    texldl r1, v1, s1
    texldl r2, v1.xyzz, s2
    texldl r3, v1.wzyx, s3.wzyx
    mova a0, v4
    loop aL, i0
      mov r4, v1[aL]
      mov o4[aL], r4
      add r4, r4, c3[aL]
    endloop
    mov r5, c1[a0.x]
    sincos r6.xy, r0.x
    setp_lt p0, r0, r1
    (p0) mov o1, r4
    mov_sat r5, r6
    add_sat o2, r5, r6_abs
    mul r5, -r6_abs, c0
    mov o3.x, r0.x
    mov o3.y, r0.y
    mov o3.zw, r0
    mov o5, r1
    mov o6.xyz, r2
    mov o7, r3
    mov o8, r4
    mov o9, r5
    mov o10.xy, r6
    mov o10.zw, r6

// approximately 43 instruction slots used (8 texture, 35 arithmetic)
