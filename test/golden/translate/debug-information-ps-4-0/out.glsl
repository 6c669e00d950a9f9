#version 450 core

layout(std140, binding = 0) uniform ps_Globals { vec4 ps_Globals_data[1]; };

layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_target0;

void main() {
  int n = 0;
  float v = 0.0;
  float v1 = 0.0;
  float v2 = 0.0;
  float v3 = 0.0;
  for (;;) {
    if (n >= 3) {
      break;
    }
    precise vec4 v4 = float(n) * (varying0.x * ps_Globals_data[0].x) + vec4(v, v1, v2, v3);
    v3 = v4.w;
    v2 = v4.z;
    v1 = v4.y;
    v = v4.x;
    n = n + 1;
  }
  out_target0 = vec4(v, v1, v2, v3);
}
