#version 450 core

layout(points) in;
layout(points, max_vertices = 1) out;

layout(std430, binding = 12) readonly buffer gs_table { uint gs_table_data[]; };

invariant gl_Position;

layout(std140, binding = 35) uniform gs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

uint gs_table_word(uint i) {
  if (i < uint(gs_table_data.length())) { return gs_table_data[i]; }
  return 0u;
}

uint gs_table_load1(uint offset) {
  uint i = offset >> 2u;
  return gs_table_word(i);
}

void main() {
  vec4 clip_position;
  float v = uintBitsToFloat(gs_table_load1(16u));
  clip_position = v * gl_in[0].gl_Position;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitVertex();
}
