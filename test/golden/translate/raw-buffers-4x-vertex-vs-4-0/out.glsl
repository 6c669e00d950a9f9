#version 450 core

layout(std430, binding = 8) readonly buffer vs_particles { uint vs_particles_data[]; };

layout(location = 1) in vec4 in_color;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

uint vs_particles_word(uint i) {
  if (i < uint(vs_particles_data.length())) { return vs_particles_data[i]; }
  return 0u;
}

uvec4 vs_particles_load4(uint element, uint offset) {
  if (element >= uint(vs_particles_data.length()) / 8u) { return uvec4(0u); }
  uint i = element * 8u + (offset >> 2u);
  return uvec4(vs_particles_word(i), vs_particles_word(i + 1u), vs_particles_word(i + 2u), vs_particles_word(i + 3u));
}

void main() {
  vec4 clip_position;
  uint d3d_VertexID = uint(gl_VertexID) - runtime.first_vertex;
  vec4 v = uintBitsToFloat(vs_particles_load4(d3d_VertexID, 16u));
  vec4 v1 = uintBitsToFloat(vs_particles_load4(d3d_VertexID, 0u));
  clip_position = in_color * sqrt(dot(v, v)) + v1;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
