#version 450 core

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
  gl_FragDepth = d3d_FragCoord.w;
}
