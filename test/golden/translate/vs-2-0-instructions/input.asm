    vs_2_0
    def c200, 0, 1, 2, 3
    def c201, -1.55009923e-006, -2.17013894e-005, 0.00260416674, 0.00026041668
    def c202, -0.020833334, -0.125, 1, 0.5
    defi i0, 4, 0, 1, 0
    defi i1, 255, 1, -2, 0
    defb b0, true
    defb b1, false
    dcl_position v0
    dcl_texcoord15 v1
    mova a0, v1
    mov r0, c0[a0.y]
    mov r1, c12[a0.w].wzyx
    mova a0.x, r0.x
    if b0
      add r0, r0, c200
      if !b1
        mov r2, v0
        crs r1.xyz, r0, r2
      else
        abs r1, r0
      endif
    endif
    loop aL, i0
      add r2, r2, c20[aL]
    endloop
    loop aL, i1
      mad r2, c30[aL], r2, -r0
    endloop
    rep i1
      sgn r3, r0, r4, r5
    endrep
    call l0
    callnz l1, b0
    callnz l3, !b1
    nrm r4.xyz, r1
    nrm r6, r1
    pow r5.x, r0.x, r0.y
    sincos r7.xy, r0.x, c201, c202
    lrp r8, r0, r1, c3
    frc r9, r0
    mov oPos, r0
    ret
    label l0
    abs r0, r0
    ret
    label l1
    add r1, r1, r1
    mov r2, c3
    ret
    label l3
    mov r2, c1
    ret

// approximately 74 instruction slots used
