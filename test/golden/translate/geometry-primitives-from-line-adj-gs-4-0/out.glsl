#version 450 core

layout(lines_adjacency) in;
layout(line_strip, max_vertices = 2) out;

layout(location = 1) in vec4 varying1[];
layout(location = 1) out vec4 geometry1;
invariant gl_Position;

layout(std140, binding = 35) uniform gs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

void main() {
  vec4 clip_position;
  precise vec4 v = gl_in[3].gl_Position + gl_in[0].gl_Position;
  clip_position = v;
  precise vec4 v1 = varying1[2] * varying1[1];
  geometry1 = v1;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitVertex();
  clip_position = v;
  geometry1 = vec4(0.0);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitVertex();
}
