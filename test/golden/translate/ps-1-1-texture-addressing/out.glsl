#version 450 core

layout(binding = 0) uniform sampler2D ps_t0_s0;
layout(std140, binding = 1) uniform ps_state {
  uvec4 unused0[1];
  uint unused1;
  uint unused2;
  float projected0;
  vec4 bump_matrix1;
  uint unused3;
  uint unused4;
  float projected1;
  vec4 bump_matrix2;
  float bump_scale2;
  float bump_offset2;
  float projected2;
} ps_state_data;
layout(binding = 1) uniform sampler2D ps_t1_s1;
layout(binding = 2) uniform sampler2D ps_t2_s2;

layout(location = 2) in vec4 varying2;
layout(location = 3) in vec4 varying3;
layout(location = 4) in vec4 varying4;
layout(location = 0) out vec4 out_color0;

bvec4 is_nan4(vec4 x) {
  return greaterThan(floatBitsToUint(x) & uvec4(0x7fffffffu), uvec4(0x7f800000u));
}

vec4 clamp014(vec4 x) {
  return mix(clamp(x, 0.0, 1.0), vec4(0.0), is_nan4(x));
}

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

void main() {
  vec4 ps_t0_s0_texel = texture(ps_t0_s0, (!(ps_state_data.projected0 == 0.0) ? varying2.xy / varying2.w : varying2.xy));
  vec2 v = !(ps_state_data.projected1 == 0.0) ? varying3.xy / varying3.w : varying3.xy;
  float v1 = ps_state_data.bump_matrix1.x * ps_t0_s0_texel.x + ps_state_data.bump_matrix1.z * ps_t0_s0_texel.y;
  float v2 = ps_state_data.bump_matrix1.y * ps_t0_s0_texel.x + ps_state_data.bump_matrix1.w * ps_t0_s0_texel.y;
  vec4 ps_t1_s1_texel = texture(ps_t1_s1, vec2(v.x + v1, v.y + v2));
  vec2 v3 = !(ps_state_data.projected2 == 0.0) ? varying4.xy / varying4.w : varying4.xy;
  float v4 = ps_state_data.bump_matrix2.x * ps_t0_s0_texel.x + ps_state_data.bump_matrix2.z * ps_t0_s0_texel.y;
  float v5 = ps_state_data.bump_matrix2.y * ps_t0_s0_texel.x + ps_state_data.bump_matrix2.w * ps_t0_s0_texel.y;
  vec4 ps_t2_s2_texel = texture(ps_t2_s2, vec2(v3.x + v4, v3.y + v5));
  vec4 v6 = legacy_product4(ps_t2_s2_texel * (ps_t0_s0_texel.z * ps_state_data.bump_scale2 + ps_state_data.bump_offset2), ps_t1_s1_texel) + clamp014(ps_t1_s1_texel);
  out_color0 = vec4(clamp01(v6.x), clamp01(v6.y), clamp01(v6.z), clamp01(v6.w));
}
