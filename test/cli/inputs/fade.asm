// Fades a texture towards a colour.
ps_2_0
def c1, 0.25, 0.5, 0.75, 1
dcl t0.xy
dcl_2d s0
texld r0, t0, s0
mov r1, c0
lrp r2, c1.x, r1, r0
mov oC0, r2
