#version 450 core

layout(local_size_x = 128, local_size_y = 1, local_size_z = 1) in;

layout(std140, binding = 0) uniform cs_Constants { uvec4 cs_Constants_data[1]; };
layout(std430, binding = 0) buffer cs_output { uint cs_output_data[]; };

uint extract_bits(uint x, uint start, uint count) {
  if (count == 0u) return 0u;
  return start + count < 32u ? (x << (32u - start - count)) >> (32u - count) : x >> start;
}

uint divide(uint a, uint b) {
  return b == 0u ? 0xffffffffu : a / max(b, 1u);
}

uint cs_output_word(uint i) {
  if (i < uint(cs_output_data.length())) { return cs_output_data[i]; }
  return 0u;
}

uint cs_output_load1(uint element, uint offset) {
  if (element >= uint(cs_output_data.length())) { return 0u; }
  uint i = element + (offset >> 2u);
  return cs_output_word(i);
}

void cs_output_put(uint i, uint value) {
  if (i < uint(cs_output_data.length())) { cs_output_data[i] = value; }
}

void cs_output_store1(uint element, uint offset, uint value) {
  if (element >= uint(cs_output_data.length())) { return; }
  uint i = element + (offset >> 2u);
  cs_output_put(i, value);
}

void main() {
  uint v = uint(-int(cs_Constants_data[0].z)) + cs_Constants_data[0].y;
  uint v1 = 1u << (v & 31u);
  uint v2 = (divide(gl_GlobalInvocationID.x, v1) << 1u) * v1 + extract_bits(gl_GlobalInvocationID.x, 0u, v & 31u);
  uint v3 = v1 + v2;
  uint v4 = cs_output_load1(v2, 0u);
  uint v5 = cs_output_load1(v3, 0u);
  bool v6 = (((gl_GlobalInvocationID.x >> (cs_Constants_data[0].y & 31u)) & 1u) == 0u ? 0xffffffffu : 0u) == (v5 < v4 ? 0xffffffffu : 0u);
  if (v6) {
    cs_output_store1(v2, 0u, v5);
    cs_output_store1(v3, 0u, v4);
  }
}
