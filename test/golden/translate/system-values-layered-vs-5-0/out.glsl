// DX6005 GLSL 4.50 cannot express output rendertarget_array_index
// DX6005 GLSL 4.50 cannot express output viewport_array_index
