#version 450 core

layout(std140, binding = 0) uniform ps_Globals { uvec4 ps_Globals_data[1]; };
layout(std140, binding = 1) uniform ps_abc { uvec4 ps_abc_data[14]; };
layout(std140, binding = 2) uniform ps_position { uvec4 ps_position_data[5]; };

layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_target0;

void main() {
  vec4 v = uintBitsToFloat(ps_abc_data[11].y) * varying0 + uintBitsToFloat(ps_abc_data[7].x) + float(int(ps_abc_data[11].w));
  vec4 v1 = v + float(int(ps_abc_data[12].x)) + uintBitsToFloat(ps_abc_data[12].z) + uintBitsToFloat(ps_abc_data[12].w);
  vec4 v2 = v1 + float(int(ps_abc_data[13].x)) + float(int(ps_position_data[2].z)) + float(int(ps_Globals_data[0].z));
  vec4 v3 = vec4(float(ps_position_data[3].x * ps_position_data[4].x), float(ps_position_data[3].y * ps_position_data[4].y), float(ps_position_data[3].z * ps_position_data[4].z), float(ps_position_data[3].w * ps_position_data[4].w));
  out_target0 = v2 + v3;
}
