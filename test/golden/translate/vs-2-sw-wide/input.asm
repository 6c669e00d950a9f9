    vs_2_sw
    def c8191, 1, 2, 3, 4
    defi i2047, 1, 2, 3, 0
    defb b2047, true
    dcl_position v0
    dcl_color v15
    mova a0, v0
    mov r0, c2047
    mov r1, c2048
    mov r2, c4096
    mov r3, c6144[a0.x]
    mov r4, c8191
    if b2047
      rep i2047
        add r0, r0, c5000[a0.z]
      endrep
    endif
    mov r31, r0
    mov oPos, r31

// approximately 18 instruction slots used
