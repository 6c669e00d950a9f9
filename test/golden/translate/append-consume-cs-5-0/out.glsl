#version 450 core

layout(local_size_x = 32, local_size_y = 1, local_size_z = 1) in;

layout(std430, binding = 0) buffer cs_alive { uint cs_alive_data[]; };
layout(std430, binding = 1) buffer cs_alive_counter { uint cs_alive_counter_data; };
layout(std430, binding = 2) buffer cs_counted { uint cs_counted_data[]; };
layout(std430, binding = 3) buffer cs_counted_counter { uint cs_counted_counter_data; };
layout(std430, binding = 4) buffer cs_uncounted { uint cs_uncounted_data[]; };
layout(std430, binding = 5) buffer cs_uncounted_counter { uint cs_uncounted_counter_data; };
layout(std430, binding = 6) buffer cs_pending { uint cs_pending_data[]; };
layout(std430, binding = 7) buffer cs_pending_counter { uint cs_pending_counter_data; };

uint cs_pending_word(uint i) {
  if (i < uint(cs_pending_data.length())) { return cs_pending_data[i]; }
  return 0u;
}

uint cs_pending_load1(uint element, uint offset) {
  if (element >= uint(cs_pending_data.length()) / 4u) { return 0u; }
  uint i = element * 4u + (offset >> 2u);
  return cs_pending_word(i);
}

void cs_alive_put(uint i, uint value) {
  if (i < uint(cs_alive_data.length())) { cs_alive_data[i] = value; }
}

void cs_alive_store4(uint element, uint offset, uvec4 value) {
  if (element >= uint(cs_alive_data.length()) / 4u) { return; }
  uint i = element * 4u + (offset >> 2u);
  cs_alive_put(i, value.x);
  cs_alive_put(i + 1u, value.y);
  cs_alive_put(i + 2u, value.z);
  cs_alive_put(i + 3u, value.w);
}

void cs_counted_put(uint i, uint value) {
  if (i < uint(cs_counted_data.length())) { cs_counted_data[i] = value; }
}

void cs_counted_store1(uint element, uint offset, uint value) {
  if (element >= uint(cs_counted_data.length())) { return; }
  uint i = element + (offset >> 2u);
  cs_counted_put(i, value);
}

void cs_uncounted_put(uint i, uint value) {
  if (i < uint(cs_uncounted_data.length())) { cs_uncounted_data[i] = value; }
}

void cs_uncounted_store1(uint element, uint offset, uint value) {
  if (element >= uint(cs_uncounted_data.length())) { return; }
  uint i = element + (offset >> 2u);
  cs_uncounted_put(i, value);
}

void main() {
  uint v = atomicAdd(cs_pending_counter_data, 0xffffffffu) - 1u;
  float v1 = uintBitsToFloat(cs_pending_load1(v, 0u));
  float v2 = uintBitsToFloat(cs_pending_load1(v, 4u));
  float v3 = uintBitsToFloat(cs_pending_load1(v, 8u));
  float v4 = uintBitsToFloat(cs_pending_load1(v, 12u));
  float v5 = v4 + 1.0;
  if (v5 < 10.0) {
    uint v6 = atomicAdd(cs_alive_counter_data, 1u);
    cs_alive_store4(v6, 0u, floatBitsToUint(vec4(v1, v2, v3, v5)));
  }
  uint v7 = atomicAdd(cs_counted_counter_data, 1u);
  cs_counted_store1(v7, 0u, gl_GlobalInvocationID.x);
  uint v8 = atomicAdd(cs_uncounted_counter_data, 0xffffffffu) - 1u;
  cs_uncounted_store1(gl_GlobalInvocationID.x, 0u, v8);
}
