    ps_2_x
    def c0, 0, 0.5, 1, -1
    defi i0, 5, 0, 0, 0
    defb b3, true
    dcl t0
    dcl t1.xyz
    dcl v0
    dcl_2d s0
    dcl_2d s15
    dsx r0, t0
    dsy r1, t0.wzyx
    texldd r2, t0, s0, r0, r1
    mov r5, t0.wzyx
    texld r3, r5, s15
    texld_pp r4, r3, s15
    setp_ge p0, r0, c0
    (p0.z) add r2, r2, r3
    (!p0) texld r4, t1, s0
    if_le r0.x, c0.x
      mov r3, c0.wzyx
    endif
    if b3
      rep i0
        add r3, r3, r2.yzxw
        break_ge r3.x, c0.y
      endrep
    endif
    call l0
    callnz l1, p0.x
    callnz l1, b3
    mov oC0, r3
    ret
    label l0
    mul r3, r3, v0
    ret
    label l1
    texkill t1
    ret

// approximately 47 instruction slots used (4 texture, 43 arithmetic)
