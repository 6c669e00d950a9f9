    vs_1_1
    def c90, 1, -0.5, 1.00000002e+020, 9.99999997e-007
    dcl_position v0
    dcl_blendweight v1
    dcl_blendindices v2
    dcl_normal v3
    dcl_psize v4
    dcl_color v5
    dcl_color1 v6
    dcl_texcoord v7
    dcl_texcoord3 v8
    dcl_tangent v9
    dcl_binormal v10
    dcl_texcoord4 v11
    dcl_position4 v12
    dcl_fog v13
    dcl_depth v14
    dcl_sample v15
    mov a0.x, v2.x
    mov r0, c4[a0.x]
    mov r1, c3[a0.x]
    add r0, r0, v0
    add r1, r1, v1
    mul r2, v3.x, c0
    mad r3, v4, r2, c1.wzyx
    dp3 r4.x, v5, c2
    dp4 r4.y, v6, c3
    rcp r4.z, v7.x
    rsq r4.w, v7.y
    min r5, r0, c4
    max r5, r5, c5.y
    slt r6, r5, c6
    sge r6, r6, c7
    exp r7.x, v8.x
    log r7.y, v8.y
    expp r8, v9.z
    logp r8.y, v9.w
    lit r9, v10
    dst r10, v11, r9
    mov r9, v12
    frc r11.xy, v13
    m4x4 r0, v0, c10
    m4x3 r1.xyz, v0, c14
    m3x4 r2, v14, c17
    m3x3 r3.xyz, v15, c20
    m3x2 r4.xy, v1, c23
    nop
    mov oPos, r0
    mov oFog, r1.x
    mov oPts, r2.x
    mov oD0, r3
    mov oD1.xyz, r4
    mov oT0, r5
    mov oT1.xy, r6
    mov oT2.x, r7
    mov oT3, r8
    mov oT4, r9
    mov oT5.xyz, r10
    mov oT6.xy, r11
    mov oT7, c90

// approximately 72 instruction slots used
