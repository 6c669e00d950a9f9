// DX6004 WGSL has no arrays of resources without an upper bound (s0 of space 5)
// DX6004 WGSL has no arrays of resources without an upper bound (t0 of space 9)
// DX6004 WGSL has no arrays of resources without an upper bound (u0 of space 2)
