// DX6002 WGSL has no atomic operations on textures (u3)
