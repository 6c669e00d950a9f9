#version 450 core

layout(points) in;
layout(points, max_vertices = 1) out;

layout(location = 0) in vec4 varying0[];
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
  if (varying0[0].x > 0.0) {
    clip_position = varying0[0];
    gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
    EmitVertex();
  }
}
