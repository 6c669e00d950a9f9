    ps_2_0
    def c0, 0, 0.5, 1, -1
    def c1, -1.55009923e-006, -2.17013894e-005, 0.00260416674, 0.00026041668
    def c2, -0.020833334, -0.125, 1, 0.5
    dcl v0
    dcl v1
    dcl t0.xy
    dcl t1
    dcl_centroid t2.xyz
    dcl_pp_centroid t3
    dcl_2d s0
    dcl_cube s1
    dcl_volume s2
    texld r0, t0, s0
    texld_pp r1, t2, s1
    texldp r2, t1, s0
    texldb r3, t3, s2
    texkill r0
    add_pp r0, r0, v0
    add r0, r0, -c0
    mad_sat_pp r1, r0, v1, c3
    mul_sat r2, r2, r1.w
    dp2add r3.x, r0, r1, c0.x
    dp3 r3.y, r0, r1
    dp4 r3.z, r0, -r1
    rcp r4.x, r0.x
    rsq r4.y, r0.y
    exp r4.z, r0.z
    log r4.w, r0.w
    min r5, r0, r1
    max r5, r5, r1
    frc r6, r5
    lrp r6, r0, r1, r2
    cmp r7, r0, r1, r2
    crs r8.xyz, r0, r1
    nrm r9.xyz, r0
    pow r10.x, r0.x, r1.x
    abs r11, r0
    sincos r7.xy, r0.x, c1, c2
    m3x2 r5.xy, r0, c4
    m4x4 r3, r0, c6
    mov oC0, r0
    mov oC1, r1
    mov oC2, r2
    mov oC3, r3
    mov oDepth, r4.x

// approximately 50 instruction slots used (4 texture, 46 arithmetic)
