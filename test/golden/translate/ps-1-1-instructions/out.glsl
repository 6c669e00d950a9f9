#version 450 core

layout(binding = 0) uniform sampler2D ps_t0_s0;
layout(std140, binding = 1) uniform ps_state {
  uvec4 unused0[1];
  uint unused1;
  uint unused2;
  float projected0;
  uint unused3;
  uvec4 unused4[1];
  uint unused5;
  uint unused6;
  float projected1;
} ps_state_data;
layout(binding = 1) uniform sampler2D ps_t1_s1;
layout(std140, binding = 0) uniform ps_c { vec4 ps_c_data[3]; };

layout(location = 2) in vec4 varying2;
layout(location = 3) in vec4 varying3;
layout(location = 4) in vec4 varying4;
layout(location = 0) in vec4 varying0;
layout(location = 1) in vec4 varying1;
layout(location = 0) out vec4 out_color0;

bvec3 is_nan3(vec3 x) {
  return greaterThan(floatBitsToUint(x) & uvec3(0x7fffffffu), uvec3(0x7f800000u));
}

vec3 clamp013(vec3 x) {
  return mix(clamp(x, 0.0, 1.0), vec3(0.0), is_nan3(x));
}

bvec4 is_nan4(vec4 x) {
  return greaterThan(floatBitsToUint(x) & uvec4(0x7fffffffu), uvec4(0x7f800000u));
}

vec4 clamp014(vec4 x) {
  return mix(clamp(x, 0.0, 1.0), vec4(0.0), is_nan4(x));
}

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

vec3 legacy_product3(vec3 a, vec3 b) {
  return mix(a * b, vec3(0.0), bvec3(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0));
}

float legacy_dot3(vec3 a, vec3 b) {
  vec3 products = legacy_product3(a, b);
  return products.x + products.y + products.z;
}

float legacy_product(float a, float b) {
  return a == 0.0 || b == 0.0 ? 0.0 : a * b;
}

vec4 legacy_mix4(vec4 amount, vec4 a, vec4 b) {
  return legacy_product4(amount, a - b) + b;
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

void main() {
  vec4 ps_t0_s0_texel = texture(ps_t0_s0, (!(ps_state_data.projected0 == 0.0) ? varying2.xy / varying2.w : varying2.xy));
  vec4 ps_t1_s1_texel = texture(ps_t1_s1, (!(ps_state_data.projected1 == 0.0) ? varying3.xy / varying3.w : varying3.xy));
  float v = ps_c_data[2].w > 1.0 ? 1.0 : (ps_c_data[2].w < -1.0 ? -1.0 : ps_c_data[2].w);
  float v1 = legacy_product((legacy_product4(clamp014(ps_t0_s0_texel + vec4(0.5, -1.0, 0.0, 1.0)) - 0.5, varying1) * 4.0).w, v);
  vec4 v2 = vec4(clamp013(vec3(legacy_dot3((ps_t0_s0_texel.xyz - 0.5) * 2.0, (ps_t1_s1_texel.xyz - 0.5) * 2.0))), v1);
  vec4 v3 = clamp014(legacy_mix4(varying0, v2, vec4(clamp013(varying4.xyz), 1.0)) * 2.0);
  bool v4 = v1 > 0.5;
  float v5 = clamp01(v4 ? v3.x : (ps_c_data[2].x > 1.0 ? 1.0 : (ps_c_data[2].x < -1.0 ? -1.0 : ps_c_data[2].x)));
  float v6 = clamp01(v4 ? v3.y : (ps_c_data[2].y > 1.0 ? 1.0 : (ps_c_data[2].y < -1.0 ? -1.0 : ps_c_data[2].y)));
  float v7 = clamp01(v4 ? v3.z : (ps_c_data[2].z > 1.0 ? 1.0 : (ps_c_data[2].z < -1.0 ? -1.0 : ps_c_data[2].z)));
  out_color0 = vec4(v5, v6, v7, clamp01(v4 ? v3.w : v));
}
