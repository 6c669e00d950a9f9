// DX6005 WGSL cannot express input rendertarget_array_index
// DX6005 WGSL cannot express input viewport_array_index
