#version 450 core

layout(std140, binding = 0) uniform ps_Globals { uvec4 ps_Globals_data[1]; };

layout(location = 0) out vec4 out_target0;

uint masked_sad(uint reference, uint source, uint start) {
  uint sum = start;
  for (uint shift = 0u; shift < 32u; shift += 8u) {
    uint a = (reference >> shift) & 0xffu;
    uint b = (source >> shift) & 0xffu;
    uint next = sum + (a == 0u ? 0u : max(a, b) - min(a, b));
    sum = next < sum ? 0xffffffffu : next;
  }
  return sum;
}

void main() {
  uint v = masked_sad(ps_Globals_data[0].x, bitfieldInsert(ps_Globals_data[0].y >> 8u, ps_Globals_data[0].z, 24, 8), ps_Globals_data[0].y);
  uint v1 = masked_sad(ps_Globals_data[0].x, bitfieldInsert(ps_Globals_data[0].y >> 16u, ps_Globals_data[0].z, 16, 16), ps_Globals_data[0].z);
  uint v2 = masked_sad(ps_Globals_data[0].x, bitfieldInsert(ps_Globals_data[0].y >> 24u, ps_Globals_data[0].z, 8, 24), ps_Globals_data[0].w);
  out_target0 = vec4(float(masked_sad(ps_Globals_data[0].x, ps_Globals_data[0].y, ps_Globals_data[0].x)), float(v), float(v1), float(v2));
}
