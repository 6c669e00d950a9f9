#version 450 core

layout(binding = 0) uniform sampler2D ps_t0_s0;
layout(std140, binding = 1) uniform ps_state {
  uvec4 unused0[1];
  uint unused1;
  uint unused2;
  float projected0;
} ps_state_data;
layout(binding = 1) uniform sampler3D ps_t2_s2;
layout(binding = 2) uniform sampler2D ps_t3_s3;

layout(location = 2) in vec4 varying2;
layout(location = 5) in vec4 varying5;
layout(location = 0) out vec4 out_color0;

vec3 legacy_product3(vec3 a, vec3 b) {
  return mix(a * b, vec3(0.0), bvec3(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0));
}

float legacy_dot3(vec3 a, vec3 b) {
  vec3 products = legacy_product3(a, b);
  return products.x + products.y + products.z;
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

float legacy_dot4(vec4 a, vec4 b) {
  vec4 products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

void main() {
  vec4 ps_t0_s0_texel = texture(ps_t0_s0, (!(ps_state_data.projected0 == 0.0) ? varying2.xy / varying2.w : varying2.xy));
  vec4 ps_t2_s2_texel = texture(ps_t2_s2, ps_t0_s0_texel.xyz);
  vec4 ps_t3_s3_texel = texture(ps_t3_s3, vec2(legacy_dot3(varying5.xyz, (ps_t0_s0_texel.xyz - 0.5) * 2.0), 0.0));
  out_color0 = vec4(clamp01(legacy_dot4(clamp014(ps_t2_s2_texel), 1.0 - ps_t3_s3_texel)));
}
