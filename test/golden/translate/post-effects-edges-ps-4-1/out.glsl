#version 450 core

layout(std140, binding = 0) uniform ps_Settings { vec4 ps_Settings_data[1]; };
layout(binding = 0) uniform sampler2D ps_image_filtered;

layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_target0;

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float max_number(float a, float b) {
  return is_nan(a) ? b : is_nan(b) ? a : max(a, b);
}

float min_number(float a, float b) {
  return is_nan(a) ? b : is_nan(b) ? a : min(a, b);
}

bvec2 is_nan2(vec2 x) {
  return greaterThan(floatBitsToUint(x) & uvec2(0x7fffffffu), uvec2(0x7f800000u));
}

vec2 max_number2(vec2 a, vec2 b) {
  return mix(mix(max(a, b), a, is_nan2(b)), b, is_nan2(a));
}

vec2 min_number2(vec2 a, vec2 b) {
  return mix(mix(min(a, b), a, is_nan2(b)), b, is_nan2(a));
}

void main() {
  vec4 ps_image_filtered_texel = texture(ps_image_filtered, varying0.xy - ps_Settings_data[0].xy);
  float v = dot(ps_image_filtered_texel.xyz, vec3(0.299, 0.587, 0.114));
  vec4 v1 = ps_Settings_data[0].xyxy * vec4(1.0, -1.0, -1.0, 1.0) + varying0.xyxy;
  vec4 ps_image_filtered_texel1 = texture(ps_image_filtered, v1.zw);
  vec4 ps_image_filtered_texel2 = texture(ps_image_filtered, v1.xy);
  float v2 = dot(ps_image_filtered_texel2.xyz, vec3(0.299, 0.587, 0.114));
  float v3 = dot(ps_image_filtered_texel1.xyz, vec3(0.299, 0.587, 0.114));
  vec4 ps_image_filtered_texel3 = texture(ps_image_filtered, varying0.xy + ps_Settings_data[0].xy);
  float v4 = dot(ps_image_filtered_texel3.xyz, vec3(0.299, 0.587, 0.114));
  float v5 = v3 + v - (v4 + v2);
  float v6 = v + v2;
  float v7 = v6 - (v4 + v3);
  vec2 v8 = vec2((-v7), v5) / (max_number((v4 + (v3 + v6)) * 0.03125, 0.0078125) + min_number(abs(v5), abs(v7)));
  vec2 v9 = min_number2(max_number2(v8, vec2(-8.0)), vec2(8.0)) * ps_Settings_data[0].xy;
  vec4 ps_image_filtered_texel4 = texture(ps_image_filtered, -v9 * 0.5 + varying0.xy);
  vec4 v10 = v9.xyxy * vec4(-0.16666667, -0.16666667, 0.16666667, 0.16666667) + varying0.xyxy;
  vec4 ps_image_filtered_texel5 = texture(ps_image_filtered, v9 * 0.5 + varying0.xy);
  vec4 ps_image_filtered_texel6 = texture(ps_image_filtered, v10.xy);
  vec4 ps_image_filtered_texel7 = texture(ps_image_filtered, v10.zw);
  vec4 v11 = ps_image_filtered_texel6 + ps_image_filtered_texel7;
  vec4 v12 = v11 * 0.25 + (ps_image_filtered_texel4 + ps_image_filtered_texel5) * 0.25;
  float v13 = dot(v12.xyz, vec3(0.299, 0.587, 0.114));
  vec4 ps_image_filtered_texel8 = texture(ps_image_filtered, varying0.xy);
  float v14 = dot(ps_image_filtered_texel8.xyz, vec3(0.299, 0.587, 0.114));
  bool v15 = (max_number(max_number(max_number(v4, v3), max_number(v, v2)), v14) < v13) || (v13 < min_number(min_number(min_number(v4, v3), min_number(v, v2)), v14));
  out_target0 = (v15 ? v11 * 0.5 : v12);
}
