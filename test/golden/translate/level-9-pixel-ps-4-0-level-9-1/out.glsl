#version 450 core

layout(std140, binding = 1) uniform ps_Look { vec4 ps_Look_data[4]; };
layout(binding = 0) uniform sampler2D ps_color_point1;
layout(binding = 1) uniform sampler2D ps_color_linear1;
layout(binding = 2) uniform sampler2D ps_detail_linear1;
layout(binding = 3) uniform samplerCube ps_sky_point1;

layout(location = 1) in vec4 varying1;
layout(location = 2) in vec4 varying2;
layout(location = 3) in vec4 varying3;
layout(location = 0) out vec4 out_target0;

bvec4 is_nan4(vec4 x) {
  return greaterThan(floatBitsToUint(x) & uvec4(0x7fffffffu), uvec4(0x7f800000u));
}

vec4 clamp014(vec4 x) {
  return mix(clamp(x, 0.0, 1.0), vec4(0.0), is_nan4(x));
}

void main() {
  vec4 ps_detail_linear1_texel = texture(ps_detail_linear1, varying2.yx);
  vec4 ps_sky_point1_texel = texture(ps_sky_point1, varying3.xyz);
  vec4 ps_color_point1_texel = texture(ps_color_point1, varying2.xy * ps_Look_data[1].xy);
  vec4 ps_color_point1_texel1 = texture(ps_color_linear1, varying2.xy);
  vec4 v = ps_color_point1_texel1 * ps_color_point1_texel + (ps_detail_linear1_texel * ps_Look_data[0] + ps_sky_point1_texel);
  if (v.w - 0.25 < 0.0) { discard; }
  out_target0 = clamp014(v * (ps_Look_data[2] * varying1 + ps_Look_data[3]));
}
