#version 450 core

layout(binding = 0) uniform sampler2D ps_t0_s0;
layout(std140, binding = 1) uniform ps_state {
  uvec4 unused0[1];
  uint unused1;
  uint unused2;
  float projected0;
} ps_state_data;
layout(std140, binding = 0) uniform ps_c { vec4 ps_c_data[1]; };
layout(binding = 1) uniform samplerCube ps_t3_s3;

layout(location = 2) in vec4 varying2;
layout(location = 3) in vec4 varying3;
layout(location = 4) in vec4 varying4;
layout(location = 5) in vec4 varying5;
layout(location = 0) out vec4 out_color0;

vec3 legacy_product3(vec3 a, vec3 b) {
  return mix(a * b, vec3(0.0), bvec3(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0));
}

float legacy_dot3(vec3 a, vec3 b) {
  vec3 products = legacy_product3(a, b);
  return products.x + products.y + products.z;
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

void main() {
  vec4 ps_t0_s0_texel = texture(ps_t0_s0, (!(ps_state_data.projected0 == 0.0) ? varying2.xy / varying2.w : varying2.xy));
  vec3 v = vec3(legacy_dot3(varying3.xyz, ps_t0_s0_texel.xyz), legacy_dot3(varying4.xyz, ps_t0_s0_texel.xyz), legacy_dot3(varying5.xyz, ps_t0_s0_texel.xyz));
  vec3 v1 = vec3(ps_c_data[0].x > 1.0 ? 1.0 : (ps_c_data[0].x < -1.0 ? -1.0 : ps_c_data[0].x), ps_c_data[0].y > 1.0 ? 1.0 : (ps_c_data[0].y < -1.0 ? -1.0 : ps_c_data[0].y), ps_c_data[0].z > 1.0 ? 1.0 : (ps_c_data[0].z < -1.0 ? -1.0 : ps_c_data[0].z));
  vec4 ps_t3_s3_texel = texture(ps_t3_s3, 2.0 * legacy_dot3(v, v1) / dot(v, v) * v - v1);
  out_color0 = vec4(clamp01(ps_t3_s3_texel.x), clamp01(ps_t3_s3_texel.y), clamp01(ps_t3_s3_texel.z), clamp01(ps_t3_s3_texel.w));
}
