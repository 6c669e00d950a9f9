#version 450 core

layout(binding = 0) uniform sampler2D ps_t3_s3;
layout(binding = 1) uniform sampler2D ps_t4_s4;
layout(std140, binding = 1) uniform ps_state {
  uvec4 unused0[6];
  vec4 bump_matrix3;
} ps_state_data;
layout(binding = 2) uniform sampler2D ps_t0_s0;
layout(binding = 3) uniform sampler2D ps_t2_s2;

layout(location = 2) in vec4 varying2;
layout(location = 3) in vec4 varying3;
layout(location = 4) in vec4 varying4;
layout(location = 5) in vec4 varying5;
layout(location = 6) in vec4 varying6;
layout(location = 0) in vec4 varying0;
layout(location = 1) in vec4 varying1;
layout(location = 0) out vec4 out_color0;

bool discarded = false;

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float min_number(float a, float b) {
  return is_nan(a) ? b : is_nan(b) ? a : min(a, b);
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

vec4 legacy_mix4(vec4 amount, vec4 a, vec4 b) {
  return legacy_product4(amount, a - b) + b;
}

float legacy_dot4(vec4 a, vec4 b) {
  vec4 products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

void main() {
  vec4 ps_t3_s3_texel = texture(ps_t3_s3, varying5.xy);
  vec4 ps_t4_s4_texel = texture(ps_t4_s4, varying6.xy);
  vec3 v = (varying3.xyz + (ps_t3_s3_texel.xyz - 0.5)) * 0.25;
  float v1 = ps_state_data.bump_matrix3.x * ps_t4_s4_texel.x + ps_state_data.bump_matrix3.z * ps_t4_s4_texel.y;
  float v2 = ps_t3_s3_texel.x + v1;
  float v3 = ps_state_data.bump_matrix3.y * ps_t4_s4_texel.x + ps_state_data.bump_matrix3.w * ps_t4_s4_texel.y;
  float v4 = ps_t3_s3_texel.y + v3;
  bool v5 = ps_t4_s4_texel.y > 0.5;
  vec4 ps_t0_s0_texel = texture(ps_t0_s0, vec2(v2, v4));
  if (((v.x < 0.0) || (v.y < 0.0)) || (v.z < 0.0)) { discarded = true; }
  float v6 = min_number(v5 ? v4 : 1.0 - v.y, 1.0);
  bool v7 = v.z == 0.0;
  vec4 ps_t2_s2_texel = texture(ps_t2_s2, vec2(v7 ? 1.0 : v.x / v.z, v7 ? 1.0 : v.y / v.z));
  vec4 v8 = legacy_mix4(vec4(0.1, 0.2, 0.3, 0.4), ps_t0_s0_texel, (ps_t2_s2_texel - 0.5) * 2.0);
  float v9 = -(v8.x * 2.0) >= 0.0 ? -(ps_t2_s2_texel.x - 0.5) : -((v2 - 0.5) * 2.0);
  float v10 = -(v8.y * 2.0) >= 0.0 ? -(ps_t2_s2_texel.y - 0.5) : -((v4 - 0.5) * 2.0);
  float v11 = -(v8.z * 2.0) >= 0.0 ? -(ps_t2_s2_texel.z - 0.5) : -((ps_t3_s3_texel.z - 0.5) * 2.0);
  gl_FragDepth = (v6 == 0.0 ? 1.0 : clamp01((v5 ? v2 : 1.0 - v.x) / v6));
  out_color0 = vec4(clamp01(v9), clamp01(v10), clamp01(v11), clamp01(legacy_dot4(vec4(v9, v10, v11, v8.w), varying1)));
  if (discarded) discard;
}
