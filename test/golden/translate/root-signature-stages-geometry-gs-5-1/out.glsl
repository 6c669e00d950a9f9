#version 450 core

layout(points) in;
layout(points, max_vertices = 2) out;

layout(std140, binding = 34) uniform gs_Numbers { vec4 gs_Numbers_data[1]; };

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
  clip_position = gs_Numbers_data[0] + gl_in[0].gl_Position;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitVertex();
}
