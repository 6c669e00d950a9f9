#version 450 core

layout(std140, binding = 0) uniform ps_Settings { vec4 ps_Settings_data[11]; };
layout(binding = 0) uniform sampler2D ps_image_filtered;

layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_target0;

bvec3 is_nan3(vec3 x) {
  return greaterThan(floatBitsToUint(x) & uvec3(0x7fffffffu), uvec3(0x7f800000u));
}

vec3 clamp013(vec3 x) {
  return mix(clamp(x, 0.0, 1.0), vec3(0.0), is_nan3(x));
}

void main() {
  vec4 ps_image_filtered_texel = texture(ps_image_filtered, varying0.xy);
  float v = dot(ps_image_filtered_texel.xyz * ps_Settings_data[9].x, vec3(0.2126, 0.7152, 0.0722));
  vec3 v1 = ((ps_image_filtered_texel.xyz * ps_Settings_data[9].x - v) * 1.1 + v) * ps_Settings_data[10].xyz + ps_Settings_data[9].yzw;
  vec3 v2 = clamp013(v1 * (v1 * 2.51 + 0.03) / (v1 * (v1 * 2.43 + 0.59) + 0.14));
  vec3 v3 = exp2(log2(v2) * 0.41666666) * 1.055 - 0.055;
  vec3 v4 = v2 * 12.92;
  vec2 v5 = varying0.xy - 0.5;
  vec3 v6 = vec3(v2.x < 0.0031308 ? v4.x : v3.x, v2.y < 0.0031308 ? v4.y : v3.y, v2.z < 0.0031308 ? v4.z : v3.z);
  out_target0 = vec4((-dot(v5, v5) * 0.4 + 1.0) * v6, v);
}
