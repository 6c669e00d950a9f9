// DX6001 WGSL has no hull shaders
