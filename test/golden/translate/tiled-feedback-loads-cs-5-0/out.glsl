#version 450 core

layout(local_size_x = 1, local_size_y = 1, local_size_z = 1) in;

layout(binding = 0) uniform samplerBuffer cs_typed;
layout(std430, binding = 0) readonly buffer cs_raw { uint cs_raw_data[]; };
layout(std430, binding = 1) readonly buffer cs_items { uint cs_items_data[]; };
layout(std430, binding = 2) buffer cs_result { uint cs_result_data[]; };
layout(std430, binding = 3) buffer cs_rwRaw { uint cs_rwRaw_data[]; };
layout(std430, binding = 4) buffer cs_rwTyped { uint cs_rwTyped_data[]; };

uint cs_result_word(uint i) {
  if (i < uint(cs_result_data.length())) { return cs_result_data[i]; }
  return 0u;
}

uvec4 cs_result_load4(uint element, uint offset) {
  if (element >= uint(cs_result_data.length()) / 4u) { return uvec4(0u); }
  uint i = element * 4u + (offset >> 2u);
  return uvec4(cs_result_word(i), cs_result_word(i + 1u), cs_result_word(i + 2u), cs_result_word(i + 3u));
}

uint cs_raw_word(uint i) {
  if (i < uint(cs_raw_data.length())) { return cs_raw_data[i]; }
  return 0u;
}

uvec4 cs_raw_load4(uint offset) {
  uint i = offset >> 2u;
  return uvec4(cs_raw_word(i), cs_raw_word(i + 1u), cs_raw_word(i + 2u), cs_raw_word(i + 3u));
}

vec4 cs_typed_fetch(uint element) {
  if (element >= uint(textureSize(cs_typed))) return vec4(0.0);
  return texelFetch(cs_typed, int(element));
}

uint cs_raw_load1(uint offset) {
  uint i = offset >> 2u;
  return cs_raw_word(i);
}

uint cs_items_word(uint i) {
  if (i < uint(cs_items_data.length())) { return cs_items_data[i]; }
  return 0u;
}

uvec4 cs_items_load4(uint element, uint offset) {
  if (element >= uint(cs_items_data.length()) / 5u) { return uvec4(0u); }
  uint i = element * 5u + (offset >> 2u);
  return uvec4(cs_items_word(i), cs_items_word(i + 1u), cs_items_word(i + 2u), cs_items_word(i + 3u));
}

uint cs_items_load1(uint element, uint offset) {
  if (element >= uint(cs_items_data.length()) / 5u) { return 0u; }
  uint i = element * 5u + (offset >> 2u);
  return cs_items_word(i);
}

uint cs_rwRaw_word(uint i) {
  if (i < uint(cs_rwRaw_data.length())) { return cs_rwRaw_data[i]; }
  return 0u;
}

uvec2 cs_rwRaw_load2(uint offset) {
  uint i = offset >> 2u;
  return uvec2(cs_rwRaw_word(i), cs_rwRaw_word(i + 1u));
}

uvec4 cs_rwTyped_fetch(uint element) {
  if (element >= uint(cs_rwTyped_data.length())) { return uvec4(0u); }
  uint w0 = cs_rwTyped_data[element];
  return uvec4(w0, 0u, 0u, 1u);
}

void cs_result_put(uint i, uint value) {
  if (i < uint(cs_result_data.length())) { cs_result_data[i] = value; }
}

void cs_result_store4(uint element, uint offset, uvec4 value) {
  if (element >= uint(cs_result_data.length()) / 4u) { return; }
  uint i = element * 4u + (offset >> 2u);
  cs_result_put(i, value.x);
  cs_result_put(i + 1u, value.y);
  cs_result_put(i + 2u, value.z);
  cs_result_put(i + 3u, value.w);
}

void main() {
  vec4 v = uintBitsToFloat(cs_result_load4(gl_GlobalInvocationID.x + 1u, 0u));
  uint status = 0xffffffffu;
  vec4 v1 = uintBitsToFloat(cs_raw_load4(gl_GlobalInvocationID.y + 16u));
  uint status1 = 0xffffffffu;
  vec4 v2 = cs_typed_fetch(gl_GlobalInvocationID.x);
  uint status2 = 0xffffffffu;
  uint v3 = cs_raw_load1(gl_GlobalInvocationID.y);
  uint status3 = 0xffffffffu;
  uint v4 = (status1 != 0u ? 0xffffffffu : 0u) + ((status3 != 0u ? 0xffffffffu : 0u) + (status2 != 0u ? 0xffffffffu : 0u));
  vec4 v5 = uintBitsToFloat(cs_items_load4(gl_GlobalInvocationID.z, 0u));
  uint status4 = 0xffffffffu;
  uint v6 = cs_items_load1(gl_GlobalInvocationID.z, 16u);
  uint status5 = 0xffffffffu;
  uvec2 v7 = cs_rwRaw_load2(gl_GlobalInvocationID.x);
  uint status6 = 0xffffffffu;
  float v8 = float(v7.x);
  float v9 = float(v7.y);
  uint v10 = (status6 != 0u ? 0xffffffffu : 0u) + (((status4 != 0u) && (status5 != 0u) ? 0xffffffffu : 0u) + v4);
  uvec4 v11 = cs_rwTyped_fetch(gl_GlobalInvocationID.x);
  uint status7 = 0xffffffffu;
  vec4 v12 = (status != 0u ? 0xffffffffu : 0u) + ((status7 != 0u ? 0xffffffffu : 0u) + v10) != 0u ? v + (v5 * float(v6) + (v1 + (v2 + float(v3))) + vec4(v8, v9, v8, v9) + float(v11.w)) : vec4(0.0);
  cs_result_store4(gl_GlobalInvocationID.x, 0u, floatBitsToUint(v12));
}
