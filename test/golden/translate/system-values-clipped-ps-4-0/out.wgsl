// DX6005 WGSL cannot express input clip_distance
// DX6005 WGSL cannot express input cull_distance
