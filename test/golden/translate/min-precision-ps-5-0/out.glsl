#version 450 core

layout(std140, binding = 0) uniform ps_C { uvec4 ps_C_data[5]; };
layout(binding = 0) uniform sampler2D ps_t_s;

layout(location = 0) in vec4 varying0;
layout(location = 1) in vec4 varying1;
layout(location = 2) flat in uvec4 varying2;
layout(location = 0) out vec4 out_target0;

bvec2 is_nan2(vec2 x) {
  return greaterThan(floatBitsToUint(x) & uvec2(0x7fffffffu), uvec2(0x7f800000u));
}

vec2 clamp012(vec2 x) {
  return mix(clamp(x, 0.0, 1.0), vec2(0.0), is_nan2(x));
}

void main() {
  vec4 v = varying0 * uintBitsToFloat(ps_C_data[0]) + varying1.z;
  vec2 v1 = varying1.xy * uintBitsToFloat(ps_C_data[1].xy) - clamp012(varying1.xy) + v.xy;
  vec2 v2 = vec2(float(int(varying2.x) + int(ps_C_data[2].x)), float(int(varying2.y) + int(ps_C_data[2].y)));
  vec4 v3 = vec4(float(uint(int(varying2.z) * int(ps_C_data[4].x) + int(ps_C_data[3].x))) + v1.x, v1.y, v.zw + v2);
  vec4 v4 = float((int(varying2.x) + int(ps_C_data[3].x)) * int(ps_C_data[2].z)) - abs(v3) + float(uint(int(varying2.z)));
  vec4 ps_t_s_texel = texture(ps_t_s, varying1.xy);
  out_target0 = v4 + ps_t_s_texel;
}
