// DX6004 GLSL 4.50 has no arrays of resources without an upper bound (cb0 of space 3)
// DX6004 GLSL 4.50 has no arrays of resources without an upper bound (t10)
// DX6004 GLSL 4.50 has no arrays of resources without an upper bound (u9 of space 12)
