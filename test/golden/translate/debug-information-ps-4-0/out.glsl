#version 450 core

layout(std140, binding = 0) uniform ps_Globals { vec4 ps_Globals_data[1]; };

layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_target0;

void main() {
  uint n = 0u;
  uint n1 = 0u;
  uint n2 = 0u;
  uint n3 = 0u;
  uint n4 = 0u;
  for (;;) {
    if (int(n) >= 3) {
      break;
    }
    precise vec4 v = float(int(n)) * (varying0.x * ps_Globals_data[0].x) + uintBitsToFloat(uvec4(n1, n2, n3, n4));
    n4 = floatBitsToUint(v.w);
    n3 = floatBitsToUint(v.z);
    n2 = floatBitsToUint(v.y);
    n1 = floatBitsToUint(v.x);
    n = n + 1u;
  }
  out_target0 = uintBitsToFloat(uvec4(n1, n2, n3, n4));
}
