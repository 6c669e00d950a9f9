#version 450 core

layout(std140, binding = 0) uniform ps_Globals { vec4 ps_Globals_data[5]; };

layout(location = 0) in vec4 varying0;
layout(location = 1) in vec4 varying1;
layout(location = 0) out vec4 out_target0;

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

int to_i32(float x) {
  int n = x >= 2147483648.0 ? 2147483647 : int(clamp(x, -2147483648.0, 2147483520.0));
  return is_nan(x) ? 0 : n;
}

void main() {
  precise vec4 v = varying0.xxzy * vec4(varying1.x, varying1.zzw);
  precise vec2 v1 = v.yw + ps_Globals_data[4].xy;
  out_target0 = vec4(v.x, v1.x, v.z, v1.y) * ps_Globals_data[4] + float(to_i32(varying0.x) + 3);
}
