#version 450 core

layout(location = 2) in vec4 in_f;
layout(location = 3) in ivec4 in_g;
layout(location = 4) in ivec4 in_h;
layout(location = 5) in uvec4 in_k;
layout(location = 6) in ivec4 in_l;
layout(location = 7) in uvec4 in_m;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

void main() {
  vec4 clip_position;
  uint d3d_VertexID = uint(gl_VertexID) - runtime.first_vertex;
  uint d3d_InstanceID = uint(gl_InstanceID);
  float v = float(in_k.x) + (float(in_h.x) + (float(in_g.x) + (float(d3d_VertexID + d3d_InstanceID) + in_f.x)));
  clip_position = vec4(in_m.x != 0u ? 1.0 : 0.0) + vec4(float(in_l.x) + v);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
