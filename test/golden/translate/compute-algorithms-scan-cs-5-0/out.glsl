#version 450 core

layout(local_size_x = 256, local_size_y = 1, local_size_z = 1) in;

layout(std140, binding = 0) uniform cs_Constants { uvec4 cs_Constants_data[1]; };
layout(std430, binding = 0) readonly buffer cs_input { uint cs_input_data[]; };
layout(std430, binding = 1) buffer cs_output { uint cs_output_data[]; };
shared uint cs_g0_data[256];

uint cs_input_word(uint i) {
  if (i < uint(cs_input_data.length())) { return cs_input_data[i]; }
  return 0u;
}

uint cs_input_load1(uint element, uint offset) {
  if (element >= uint(cs_input_data.length())) { return 0u; }
  uint i = element + (offset >> 2u);
  return cs_input_word(i);
}

void cs_g0_put(uint i, uint value) {
  if (i < 256u) { cs_g0_data[i] = value; }
}

void cs_g0_store1(uint element, uint offset, uint value) {
  if (element >= 256u) { return; }
  uint i = element + (offset >> 2u);
  cs_g0_put(i, value);
}

uint cs_g0_word(uint i) {
  if (i < 256u) { return cs_g0_data[i]; }
  return 0u;
}

uint cs_g0_load1(uint element, uint offset) {
  if (element >= 256u) { return 0u; }
  uint i = element + (offset >> 2u);
  return cs_g0_word(i);
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
  bool v = gl_GlobalInvocationID.x < cs_Constants_data[0].x;
  uint v1 = cs_input_load1(gl_GlobalInvocationID.x, 0u);
  uint v2 = v1 & (v ? 0xffffffffu : 0u);
  cs_g0_store1(gl_LocalInvocationIndex, 0u, v2);
  memoryBarrierShared();
  barrier();
  uint v3 = gl_LocalInvocationIndex - 1u;
  uint v4 = cs_g0_load1(v3, 0u);
  memoryBarrierShared();
  barrier();
  uint v5 = (v4 & (gl_LocalInvocationIndex >= 1u ? 0xffffffffu : 0u)) + v2;
  cs_g0_store1(gl_LocalInvocationIndex, 0u, v5);
  memoryBarrierShared();
  barrier();
  uint v6 = cs_g0_load1(gl_LocalInvocationIndex - 2u, 0u);
  memoryBarrierShared();
  barrier();
  uint v7 = (v6 & (gl_LocalInvocationIndex >= 2u ? 0xffffffffu : 0u)) + v5;
  cs_g0_store1(gl_LocalInvocationIndex, 0u, v7);
  memoryBarrierShared();
  barrier();
  uint v8 = cs_g0_load1(gl_LocalInvocationIndex - 4u, 0u);
  memoryBarrierShared();
  barrier();
  uint v9 = (v8 & (gl_LocalInvocationIndex >= 4u ? 0xffffffffu : 0u)) + v7;
  cs_g0_store1(gl_LocalInvocationIndex, 0u, v9);
  memoryBarrierShared();
  barrier();
  uint v10 = cs_g0_load1(gl_LocalInvocationIndex - 8u, 0u);
  memoryBarrierShared();
  barrier();
  uint v11 = (v10 & (gl_LocalInvocationIndex >= 8u ? 0xffffffffu : 0u)) + v9;
  cs_g0_store1(gl_LocalInvocationIndex, 0u, v11);
  memoryBarrierShared();
  barrier();
  uint v12 = cs_g0_load1(gl_LocalInvocationIndex - 16u, 0u);
  memoryBarrierShared();
  barrier();
  uint v13 = (v12 & (gl_LocalInvocationIndex >= 16u ? 0xffffffffu : 0u)) + v11;
  cs_g0_store1(gl_LocalInvocationIndex, 0u, v13);
  memoryBarrierShared();
  barrier();
  uint v14 = cs_g0_load1(gl_LocalInvocationIndex - 32u, 0u);
  memoryBarrierShared();
  barrier();
  uint v15 = (v14 & (gl_LocalInvocationIndex >= 32u ? 0xffffffffu : 0u)) + v13;
  cs_g0_store1(gl_LocalInvocationIndex, 0u, v15);
  memoryBarrierShared();
  barrier();
  uint v16 = cs_g0_load1(gl_LocalInvocationIndex - 64u, 0u);
  memoryBarrierShared();
  barrier();
  uint v17 = (v16 & (gl_LocalInvocationIndex >= 64u ? 0xffffffffu : 0u)) + v15;
  cs_g0_store1(gl_LocalInvocationIndex, 0u, v17);
  memoryBarrierShared();
  barrier();
  uint v18 = cs_g0_load1(gl_LocalInvocationIndex - 128u, 0u);
  memoryBarrierShared();
  barrier();
  cs_g0_store1(gl_LocalInvocationIndex, 0u, (v18 & (gl_LocalInvocationIndex >= 128u ? 0xffffffffu : 0u)) + v17);
  memoryBarrierShared();
  barrier();
  if (v) {
    uint v19 = cs_g0_load1(v3, 0u);
    cs_output_store1(gl_GlobalInvocationID.x, 0u, (gl_LocalInvocationIndex != 0u ? v19 : 0u));
  }
}
