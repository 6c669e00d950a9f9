#version 450 core

layout(local_size_x = 8, local_size_y = 4, local_size_z = 1) in;

layout(std430, binding = 0) buffer cs_data { uint cs_data_data[]; };

uint cs_data_word(uint i) {
  if (i < uint(cs_data_data.length())) { return cs_data_data[i]; }
  return 0u;
}

uvec4 cs_data_load4(uint element, uint offset) {
  if (element >= uint(cs_data_data.length()) / 4u) { return uvec4(0u); }
  uint i = element * 4u + (offset >> 2u);
  return uvec4(cs_data_word(i), cs_data_word(i + 1u), cs_data_word(i + 2u), cs_data_word(i + 3u));
}

uint first_high(uint x) {
  return x == 0u ? 0xffffffffu : uint(31 - findMSB(x));
}

uint first_low(uint x) {
  return uint(findLSB(x));
}

uint count_bits(uint x) {
  return uint(bitCount(x));
}

int first_high_signed(int x) {
  int bit = findMSB(x);
  return bit < 0 ? -1 : 31 - bit;
}

uint reverse_bits(uint x) {
  return bitfieldReverse(x);
}

uint extract_bits(uint x, uint start, uint count) {
  if (count == 0u) return 0u;
  return start + count < 32u ? (x << (32u - start - count)) >> (32u - count) : x >> start;
}

void cs_data_put(uint i, uint value) {
  if (i < uint(cs_data_data.length())) { cs_data_data[i] = value; }
}

void cs_data_store4(uint element, uint offset, uvec4 value) {
  if (element >= uint(cs_data_data.length()) / 4u) { return; }
  uint i = element * 4u + (offset >> 2u);
  cs_data_put(i, value.x);
  cs_data_put(i + 1u, value.y);
  cs_data_put(i + 2u, value.z);
  cs_data_put(i + 3u, value.w);
}

void main() {
  uvec4 v = cs_data_load4(gl_LocalInvocationIndex, 0u);
  int v1 = first_high_signed(int(v.x));
  int v2 = first_high_signed(int(v.y));
  int v3 = first_high_signed(int(v.z));
  int v4 = first_high_signed(int(v.w));
  uint v5 = uint((v.x != 0u ? -int(first_high(v.x)) + 31 : -1)) + first_low(v.x) + count_bits(v.x) + uint((uint(v1) == 0xffffffffu ? -1 : -v1 + 31));
  uint v6 = uint((v.y != 0u ? -int(first_high(v.y)) + 31 : -1)) + first_low(v.y) + count_bits(v.y) + uint((uint(v2) == 0xffffffffu ? -1 : -v2 + 31));
  uint v7 = uint((v.z != 0u ? -int(first_high(v.z)) + 31 : -1)) + first_low(v.z) + count_bits(v.z) + uint((uint(v3) == 0xffffffffu ? -1 : -v3 + 31));
  uint v8 = uint((v.w != 0u ? -int(first_high(v.w)) + 31 : -1)) + first_low(v.w) + count_bits(v.w) + uint((uint(v4) == 0xffffffffu ? -1 : -v4 + 31));
  uint v9 = bitfieldInsert((v5 ^ reverse_bits(v.x)) + bitfieldExtract(v.x, 5, 5) + uint(bitfieldExtract(int(v.x), 12, 12)), v.x, 4, 8);
  uint v10 = bitfieldInsert((v6 ^ reverse_bits(v.y)) + bitfieldExtract(v.y, 5, 5) + uint(bitfieldExtract(int(v.y), 12, 12)), v.y, 4, 8);
  uint v11 = bitfieldInsert((v7 ^ reverse_bits(v.z)) + bitfieldExtract(v.z, 5, 5) + uint(bitfieldExtract(int(v.z), 12, 12)), v.z, 4, 8);
  uint v12 = bitfieldInsert((v8 ^ reverse_bits(v.w)) + bitfieldExtract(v.w, 5, 5) + uint(bitfieldExtract(int(v.w), 12, 12)), v.w, 4, 8);
  ivec4 v13 = ivec4(int(extract_bits(v.x, gl_GlobalInvocationID.x & 31u, gl_GlobalInvocationID.y & 31u) + v9), int(extract_bits(v.y, gl_GlobalInvocationID.x & 31u, gl_GlobalInvocationID.y & 31u) + v10), int(extract_bits(v.z, gl_GlobalInvocationID.x & 31u, gl_GlobalInvocationID.y & 31u) + v11), int(extract_bits(v.w, gl_GlobalInvocationID.x & 31u, gl_GlobalInvocationID.y & 31u) + v12));
  cs_data_store4(gl_LocalInvocationIndex, 0u, uvec4(v13));
}
