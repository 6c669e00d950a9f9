ps_2_0
dcl t0.xy
mov r0, c32
mul r0.xyz, t0, r1
foo r1
mov oC0, r0
