#version 450 core

layout(local_size_x = 8, local_size_y = 4, local_size_z = 2) in;

layout(std430, binding = 0) buffer cs_result { uint cs_result_data[]; };
shared uint cs_g0_data[320];
shared uint cs_g1_data[256];
shared uint cs_g2_data[36];

void cs_g0_put(uint i, uint value) {
  if (i < 320u) { cs_g0_data[i] = value; }
}

void cs_g0_store4(uint element, uint offset, uvec4 value) {
  if (element >= 320u / 5u) { return; }
  uint i = element * 5u + (offset >> 2u);
  cs_g0_put(i, value.x);
  cs_g0_put(i + 1u, value.y);
  cs_g0_put(i + 2u, value.z);
  cs_g0_put(i + 3u, value.w);
}

void cs_g0_store1(uint element, uint offset, uint value) {
  if (element >= 320u / 5u) { return; }
  uint i = element * 5u + (offset >> 2u);
  cs_g0_put(i, value);
}

void cs_g1_put(uint i, uint value) {
  if (i < 256u) { cs_g1_data[i] = value; }
}

void cs_g1_store1(uint element, uint offset, uint value) {
  if (element >= 256u) { return; }
  uint i = element + (offset >> 2u);
  cs_g1_put(i, value);
}

void cs_g2_put(uint i, uint value) {
  if (i < 36u) { cs_g2_data[i] = value; }
}

void cs_g2_store3(uint element, uint offset, uvec3 value) {
  if (element >= 36u / 9u) { return; }
  uint i = element * 9u + (offset >> 2u);
  cs_g2_put(i, value.x);
  cs_g2_put(i + 1u, value.y);
  cs_g2_put(i + 2u, value.z);
}

uint cs_g0_word(uint i) {
  if (i < 320u) { return cs_g0_data[i]; }
  return 0u;
}

uvec4 cs_g0_load4(uint element, uint offset) {
  if (element >= 320u / 5u) { return uvec4(0u); }
  uint i = element * 5u + (offset >> 2u);
  return uvec4(cs_g0_word(i), cs_g0_word(i + 1u), cs_g0_word(i + 2u), cs_g0_word(i + 3u));
}

uint cs_g0_load1(uint element, uint offset) {
  if (element >= 320u / 5u) { return 0u; }
  uint i = element * 5u + (offset >> 2u);
  return cs_g0_word(i);
}

uint cs_g2_word(uint i) {
  if (i < 36u) { return cs_g2_data[i]; }
  return 0u;
}

uvec3 cs_g2_load3(uint element, uint offset) {
  if (element >= 36u / 9u) { return uvec3(0u); }
  uint i = element * 9u + (offset >> 2u);
  return uvec3(cs_g2_word(i), cs_g2_word(i + 1u), cs_g2_word(i + 2u));
}

uint cs_g1_word(uint i) {
  if (i < 256u) { return cs_g1_data[i]; }
  return 0u;
}

uint cs_g1_load1(uint element, uint offset) {
  if (element >= 256u) { return 0u; }
  uint i = element + (offset >> 2u);
  return cs_g1_word(i);
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
  float v = float(gl_GlobalInvocationID.x);
  float v1 = float(gl_GlobalInvocationID.y);
  float v2 = float(gl_GlobalInvocationID.z);
  cs_g0_store4(gl_LocalInvocationIndex, 0u, floatBitsToUint(vec4(v, v1, v2, 1.0)));
  cs_g0_store1(gl_LocalInvocationIndex, 16u, gl_LocalInvocationIndex);
  cs_g1_store1(gl_LocalInvocationID.y * 8u + gl_LocalInvocationID.x, 0u, gl_WorkGroupID.x);
  if (gl_LocalInvocationIndex < 4u) {
    cs_g2_store3(gl_LocalInvocationIndex, 0u, floatBitsToUint(vec3(float(gl_LocalInvocationID.x), float(gl_WorkGroupID.x), v)));
    cs_g2_store3(gl_LocalInvocationIndex, 12u, floatBitsToUint(vec3(float(gl_LocalInvocationID.y), float(gl_WorkGroupID.y), v1)));
    cs_g2_store3(gl_LocalInvocationIndex, 24u, floatBitsToUint(vec3(float(gl_LocalInvocationID.z), float(gl_WorkGroupID.z), v2)));
  }
  memoryBarrierShared();
  memoryBarrier();
  memoryBarrier();
  barrier();
  uint v3 = uint(-int(gl_LocalInvocationIndex)) + 63u;
  vec4 v4 = uintBitsToFloat(cs_g0_load4(v3, 0u));
  uint v5 = cs_g0_load1(v3, 16u);
  vec3 v6 = uintBitsToFloat(cs_g2_load3(gl_LocalInvocationID.z, 0u));
  vec3 v7 = uintBitsToFloat(cs_g2_load3(gl_LocalInvocationID.z, 12u));
  vec3 v8 = uintBitsToFloat(cs_g2_load3(gl_LocalInvocationID.z, 24u));
  vec3 v9 = vec3(dot(vec3(v6.x, v7.x, v8.x), v4.xyz), dot(vec3(v6.y, v7.y, v8.y), v4.xyz), dot(vec3(v6.z, v7.z, v8.z), v4.xyz));
  uint v10 = cs_g1_load1(v5, 0u);
  uint v11 = cs_g1_load1(3u, 0u);
  cs_result_store4(gl_LocalInvocationIndex, 0u, floatBitsToUint(vec4(v4.xyz + v9, v4.w) * float(v10) + float(v11)));
}
