    vs_2_x
    defi i0, 3, 0, 1, 0
    dcl_position v0
    dcl_normal2 v1
    setp_gt p0, v0, c0
    setp_eq p0.x, v0.x, c0.x
    setp_ge p0.y, v0.y, c0.y
    setp_lt p0.z, v0.z, c0.z
    setp_ne p0.w, v0.w, c0.w
    setp_le p0.xy, v0, -c1
    mov r0, v0
    (p0) add r0, r0, c2
    (!p0) mul r0.xyz, r0, c3
    (p0.x) mad r1, r0, c4, r0
    (!p0.w) mov r1, r0
    if_gt r0.x, c0.x
      if_lt r0.y, r0.x
        mov r2, c1
      else
        mov r2, c2
      endif
    endif
    if_eq r0.x, -r0.y
    endif
    if_ne r0.x, c0.w
    endif
    if_ge r0.x, c0.w
    endif
    if_le r0.z, c0.w
    endif
    if p0.x
      mov r2, c2
    endif
    if !p0.y
      mov r2, c3
    endif
    rep i0
      break_gt r0.x, c0.x
      break_eq r0.x, c0.x
      break_ge r0.x, c0.x
      break_lt r0.x, c0.x
      break_ne r0.x, c0.x
      break_le r0.x, c0.x
      break
    endrep
    callnz l3, p0.z
    callnz l3, !p0.x
    mov oPos, r1
    mov oD0, r2
    ret
    label l3
    mov r2, c6
    ret

// approximately 87 instruction slots used
