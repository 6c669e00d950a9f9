// DX6001 WGSL has no geometry shaders
