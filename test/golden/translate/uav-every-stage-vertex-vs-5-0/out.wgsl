// DX6009 WGSL does not let vertex shaders write memory (u2)
// DX6009 WGSL does not let vertex shaders write memory (u7)
