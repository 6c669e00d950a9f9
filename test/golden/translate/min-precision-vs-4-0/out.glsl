#version 450 core

layout(std140, binding = 12) uniform vs_C { uvec4 vs_C_data[5]; };

layout(location = 0) in vec4 in_a;
layout(location = 1) in vec4 in_b;
layout(location = 2) in ivec4 in_c;
layout(location = 3) in uvec4 in_d;
layout(location = 4) in vec4 in_e;
layout(location = 0) out vec4 varying0;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

bvec2 is_nan2(vec2 x) {
  return greaterThan(floatBitsToUint(x) & uvec2(0x7fffffffu), uvec2(0x7f800000u));
}

vec2 clamp012(vec2 x) {
  return mix(clamp(x, 0.0, 1.0), vec2(0.0), is_nan2(x));
}

void main() {
  vec4 clip_position;
  vec4 v = in_a * uintBitsToFloat(vs_C_data[0]) + in_e.x;
  vec2 v1 = in_b.xy * uintBitsToFloat(vs_C_data[1].xy) - clamp012(in_b.xy) + v.xy;
  vec4 v2 = vec4(float(uint(int(in_d.x) * int(vs_C_data[4].x) + int(vs_C_data[3].x))) + v1.x, v1.y, v.zw + vec2(float(in_c.x + int(vs_C_data[2].x)), float(in_c.y + int(vs_C_data[2].y))));
  varying0 = float((in_c.x + int(vs_C_data[3].x)) * int(vs_C_data[2].z)) - abs(v2) + float(uint(int(in_d.x)));
  clip_position = vec4(in_e.x);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
