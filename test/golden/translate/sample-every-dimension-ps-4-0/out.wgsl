// DX6005 WGSL cannot express comparisons with a texture of one dimension (t1)
