#version 450 core

layout(std140, binding = 0) uniform ps_c { vec4 ps_c_data[1]; };
layout(binding = 0) uniform sampler2D ps_color_color_sampler;
layout(binding = 1) uniform sampler3D ps_volume_volume_sampler;
layout(binding = 2) uniform samplerCube ps_sky_sky_sampler;

layout(location = 2) in vec4 varying2;
layout(location = 3) in vec4 varying3;
layout(location = 0) out vec4 out_color0;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

vec2 legacy_product2(vec2 a, vec2 b) {
  return mix(a * b, vec2(0.0), bvec2(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0));
}

float legacy_dot2(vec2 a, vec2 b) {
  vec2 products = legacy_product2(a, b);
  return products.x + products.y;
}

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

void main() {
  vec2 v = fract(varying2.xy * 0.15915494 + 0.5) * 6.2831855 - 3.1415927;
  vec2 v1 = dFdx(varying2.xy);
  vec2 v2 = -(dFdy(varying2.xy) * runtime.y_sign);
  vec4 ps_color_color_sampler_texel = textureGrad(ps_color_color_sampler, varying2.xy, v1, v2);
  vec4 ps_volume_volume_sampler_texel = texture(ps_volume_volume_sampler, varying3.xyz);
  vec4 v3 = dFdx(varying3.xxyz);
  vec4 v4 = -(dFdy(varying3.xxyz) * runtime.y_sign);
  vec4 ps_sky_sky_sampler_texel = textureGrad(ps_sky_sky_sampler, varying3.xyz, v3.yzw, v4.yzw);
  vec4 v5 = legacy_product4(ps_volume_volume_sampler_texel, vec4(abs(v3.x) + abs(v4.x))) + ps_color_color_sampler_texel;
  vec4 ps_color_color_sampler_texel1 = textureGrad(ps_color_color_sampler, varying2.xy, varying2.yx, varying3.xy);
  vec4 v6 = v5 + (ps_sky_sky_sampler_texel + ps_color_color_sampler_texel1);
  out_color0 = vec4(legacy_dot2(varying2.xy, ps_c_data[0].xy) + (sin(v.x) + cos(v.y)) + v6.x, v6.yzw);
}
