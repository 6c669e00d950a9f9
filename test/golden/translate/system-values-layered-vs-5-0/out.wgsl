// DX6005 WGSL cannot express output rendertarget_array_index
// DX6005 WGSL cannot express output viewport_array_index
