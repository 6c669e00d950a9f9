#version 450 core

layout(binding = 16) uniform sampler3D vs_t3_s3;
layout(std430, binding = 8) readonly buffer vs_c { vec4 vs_c_data[8192]; };
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position;
layout(location = 15) in vec4 in_texcoord15;
layout(location = 0) out vec4 varying0;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

const vec4 immediate_constants[2] = vec4[2](
  vec4(1.0, 1.0, 1.0, 1.0),
  vec4(0.0)
);

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

int to_i32(float x) {
  int n = x >= 2147483648.0 ? 2147483647 : int(clamp(x, -2147483648.0, 2147483520.0));
  return is_nan(x) ? 0 : n;
}

vec4 vs_c_row(uint row) {
  if (row < 8192u) { return vs_c_data[row]; }
  return vec4(0.0);
}

void main() {
  vec4 clip_position;
  vec4 vs_t3_s3_texel = textureLod(vs_t3_s3, in_texcoord15.xyz, in_texcoord15.w);
  uint v = uint(to_i32(roundEven(in_position).x)) + 4000u;
  uint v1 = v - 5000u;
  vec4 v2 = v1 < 1u ? immediate_constants[min(v1, 1u)] : vs_c_row(uint(int(v)));
  clip_position = vec4(v2.x + v2.w * vs_state_data.half_pixel.x, v2.y - v2.w * vs_state_data.half_pixel.y, v2.zw);
  varying0 = vs_t3_s3_texel;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
