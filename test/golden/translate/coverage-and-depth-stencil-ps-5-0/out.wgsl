// DX6005 WGSL cannot express output stencilReference
