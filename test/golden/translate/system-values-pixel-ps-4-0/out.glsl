#version 450 core

layout(location = 1) in vec4 varying1;
layout(location = 3) out vec4 out_target3;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

void main() {
  vec4 d3d_FragCoord = vec4(gl_FragCoord.x, runtime.y_offset - gl_FragCoord.y * runtime.y_sign, gl_FragCoord.z, 1.0 / gl_FragCoord.w);
  uint d3d_Layer = uint(gl_Layer);
  uint d3d_ViewportIndex = uint(gl_ViewportIndex);
  uint d3d_PrimitiveID = uint(gl_PrimitiveID);
  uint d3d_FrontFacing = gl_FrontFacing ? 0xffffffffu : 0u;
  precise vec4 v = float(d3d_Layer) + varying1.yxzz + float(d3d_ViewportIndex);
  precise vec4 v1 = float(d3d_PrimitiveID) + d3d_FragCoord;
  out_target3 = (d3d_FrontFacing != 0u ? v1 : v);
}
