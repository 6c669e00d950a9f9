// DX6001 WGSL has no domain shaders
