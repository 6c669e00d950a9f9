#version 450 core

layout(binding = 16) uniform sampler2D vs_heights_heights_sampler;
layout(binding = 17) uniform sampler3D vs_volume_volume_sampler;
layout(binding = 18) uniform samplerCube vs_cube_cube_sampler;
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position;
layout(location = 1) in vec4 in_texcoord;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

void main() {
  vec4 clip_position;
  vec4 v = legacy_product4(in_texcoord.xyxx, vec4(1.0, 1.0, 0.0, 0.0)) + vec4(0.0, 0.0, 0.0, 1.0);
  vec4 vs_heights_heights_sampler_texel = textureLod(vs_heights_heights_sampler, v.xy, v.w);
  vec4 vs_volume_volume_sampler_texel = textureLod(vs_volume_volume_sampler, in_position.xyz, in_position.w);
  vec4 vs_cube_cube_sampler_texel = textureLod(vs_cube_cube_sampler, in_position.xyz, in_position.w);
  float v1 = vs_heights_heights_sampler_texel.x + vs_volume_volume_sampler_texel.y + vs_cube_cube_sampler_texel.z;
  clip_position = vec4(in_position.x + in_position.w * vs_state_data.half_pixel.x, v1 + in_position.y - in_position.w * vs_state_data.half_pixel.y, in_position.zw);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
