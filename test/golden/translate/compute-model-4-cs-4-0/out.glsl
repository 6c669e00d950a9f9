#version 450 core

layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;

layout(std430, binding = 0) readonly buffer cs_source { uint cs_source_data[]; };
layout(std430, binding = 1) readonly buffer cs_raw { uint cs_raw_data[]; };
layout(std430, binding = 2) buffer cs_result { uint cs_result_data[]; };
shared uint cs_g0_data[256];

uint cs_raw_word(uint i) {
  if (i < uint(cs_raw_data.length())) { return cs_raw_data[i]; }
  return 0u;
}

uvec2 cs_raw_load2(uint offset) {
  uint i = offset >> 2u;
  return uvec2(cs_raw_word(i), cs_raw_word(i + 1u));
}

uint cs_source_word(uint i) {
  if (i < uint(cs_source_data.length())) { return cs_source_data[i]; }
  return 0u;
}

uvec2 cs_source_load2(uint element, uint offset) {
  if (element >= uint(cs_source_data.length()) / 2u) { return uvec2(0u); }
  uint i = element * 2u + (offset >> 2u);
  return uvec2(cs_source_word(i), cs_source_word(i + 1u));
}

void cs_g0_put(uint i, uint value) {
  if (i < 256u) { cs_g0_data[i] = value; }
}

void cs_g0_store4(uint element, uint offset, uvec4 value) {
  if (element >= 256u / 4u) { return; }
  uint i = element * 4u + (offset >> 2u);
  cs_g0_put(i, value.x);
  cs_g0_put(i + 1u, value.y);
  cs_g0_put(i + 2u, value.z);
  cs_g0_put(i + 3u, value.w);
}

uint cs_g0_word(uint i) {
  if (i < 256u) { return cs_g0_data[i]; }
  return 0u;
}

uvec4 cs_g0_load4(uint element, uint offset) {
  if (element >= 256u / 4u) { return uvec4(0u); }
  uint i = element * 4u + (offset >> 2u);
  return uvec4(cs_g0_word(i), cs_g0_word(i + 1u), cs_g0_word(i + 2u), cs_g0_word(i + 3u));
}

void cs_result_put(uint i, uint value) {
  if (i < uint(cs_result_data.length())) { cs_result_data[i] = value; }
}

void cs_result_store2(uint element, uint offset, uvec2 value) {
  if (element >= uint(cs_result_data.length()) / 2u) { return; }
  uint i = element * 2u + (offset >> 2u);
  cs_result_put(i, value.x);
  cs_result_put(i + 1u, value.y);
}

void main() {
  uvec2 v = cs_raw_load2(gl_GlobalInvocationID.x << 3u);
  uvec2 v1 = cs_source_load2(gl_GlobalInvocationID.x, 0u);
  cs_g0_store4(gl_LocalInvocationIndex, 0u, uvec4(v1.x, floatBitsToUint(float(int(v1.y))), v));
  memoryBarrierShared();
  barrier();
  vec4 v2 = uintBitsToFloat(cs_g0_load4((gl_LocalInvocationIndex + 1u) & 63u, 0u));
  vec4 v3 = uintBitsToFloat(cs_g0_load4(gl_LocalInvocationIndex ^ 1u, 0u));
  cs_result_store2(gl_GlobalInvocationID.x, 0u, uvec2(floatBitsToUint(dot(v2, v3)), v1.y));
}
