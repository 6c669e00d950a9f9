// DX6004 WGSL has no arrays of resources without an upper bound (t10)
