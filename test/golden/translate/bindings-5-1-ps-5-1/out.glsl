// DX6004 GLSL 4.50 has no arrays of resources without an upper bound (t0 of space 9)
// DX6004 GLSL 4.50 has no arrays of resources without an upper bound (u0 of space 2)
