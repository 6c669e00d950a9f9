#version 450 core

layout(binding = 0) uniform sampler2D ps_ramp_ramp_sampler;
layout(binding = 1) uniform sampler2D ps_color_color_sampler;
layout(binding = 2) uniform sampler3D ps_volume_volume_sampler;
layout(binding = 3) uniform samplerCube ps_sky_sky_sampler;
layout(std140, binding = 0) uniform ps_c { vec4 ps_c_data[4]; };
layout(binding = 4) uniform sampler2D ps_stated_stated_sampler;

layout(location = 0) in vec4 varying0;
layout(location = 1) in vec4 varying1;
layout(location = 2) in vec4 varying2;
layout(location = 3) in vec4 varying3;
layout(location = 9) centroid in vec4 varying9;
layout(location = 0) out vec4 out_color0;

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

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

vec2 legacy_product2(vec2 a, vec2 b) {
  return mix(a * b, vec2(0.0), bvec2(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0));
}

bvec4 is_nan4(vec4 x) {
  return greaterThan(floatBitsToUint(x) & uvec4(0x7fffffffu), uvec4(0x7f800000u));
}

vec4 clamp014(vec4 x) {
  return mix(clamp(x, 0.0, 1.0), vec4(0.0), is_nan4(x));
}

float legacy_inverse_sqrt(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : inversesqrt(abs(x));
}

float legacy_log2(float x) {
  return x == 0.0 ? -3.4028234663852886e+38 : log2(abs(x));
}

void main() {
  vec4 ps_ramp_ramp_sampler_texel = texture(ps_ramp_ramp_sampler, varying2.xy);
  vec4 ps_color_color_sampler_texel = texture(ps_color_color_sampler, varying2.xy);
  vec4 ps_volume_volume_sampler_texel = texture(ps_volume_volume_sampler, varying3.xyz);
  vec4 ps_color_color_sampler_texel1 = texture(ps_color_color_sampler, varying2.xy / varying2.w);
  vec4 ps_color_color_sampler_texel2 = texture(ps_color_color_sampler, varying2.xy, varying2.w);
  vec4 ps_sky_sky_sampler_texel = texture(ps_sky_sky_sampler, varying2.xyz / varying2.w);
  vec4 v = legacy_product4(ps_color_color_sampler_texel, varying0) + legacy_product4(ps_ramp_ramp_sampler_texel, varying1);
  float v1 = legacy_dot3(varying3.xyz, varying2.xyz);
  vec4 ps_sky_sky_sampler_texel1 = texture(ps_sky_sky_sampler, legacy_product3(varying2.xyz, -vec3(v1 + v1)) + varying3.xyz);
  vec4 ps_stated_stated_sampler_texel = texture(ps_stated_stated_sampler, legacy_product2(varying9.xy, ps_c_data[3].xy));
  vec4 v2 = v + (ps_volume_volume_sampler_texel + ps_sky_sky_sampler_texel1) + (ps_sky_sky_sampler_texel + (ps_color_color_sampler_texel1 + ps_color_color_sampler_texel2));
  vec4 v3 = legacy_product4(ps_stated_stated_sampler_texel, ps_c_data[0]) + v2;
  vec4 v4 = clamp014((legacy_product4(ps_c_data[1], v3) - varying3.x) * 2.0 + v3 - 1.0) - (1.0 - varying0);
  vec4 v5 = v4.wwww + vec4(-0.5);
  if ((((v5.x < 0.0) || (v5.y < 0.0)) || (v5.z < 0.0)) || (v5.w < 0.0)) { discard; }
  vec3 v6 = legacy_product3(varying3.xyz, vec3(legacy_inverse_sqrt(dot(varying3.xyz, varying3.xyz)))) - v4.xyz;
  vec3 v7 = legacy_product3(vec3(clamp01(v1)), v6) + v4.xyz;
  vec3 v8 = 1.0 - v7;
  bool v9 = -ps_c_data[2].x >= 0.0;
  float v10 = v9 ? v7.x : v8.x;
  float v11 = v9 ? v7.y : v8.y;
  float v12 = v9 ? v7.z : v8.z;
  out_color0 = vec4(v10, v11, v12, -v10 >= 0.0 ? legacy_log2(abs(v12)) : exp2(v11));
}
