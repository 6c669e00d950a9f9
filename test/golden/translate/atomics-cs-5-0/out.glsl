#version 450 core

layout(local_size_x = 16, local_size_y = 1, local_size_z = 1) in;

layout(std430, binding = 0) coherent buffer cs_raw { uint cs_raw_data[]; };
layout(std430, binding = 1) coherent buffer cs_structured { uint cs_structured_data[]; };
layout(r32i, binding = 0) coherent uniform iimage2D cs_image;
layout(std430, binding = 2) coherent buffer cs_typed { uint cs_typed_data[]; };
shared uint cs_g0_data[16];
shared uint cs_g1_data[16];

uint cs_raw_atomic_add(uint offset, uint value) {
  if ((offset >> 2u) < uint(cs_raw_data.length())) {
    return atomicAdd(cs_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint cs_raw_atomic_and(uint offset, uint value) {
  if ((offset >> 2u) < uint(cs_raw_data.length())) {
    return atomicAnd(cs_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint cs_raw_atomic_or(uint offset, uint value) {
  if ((offset >> 2u) < uint(cs_raw_data.length())) {
    return atomicOr(cs_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint cs_raw_atomic_xor(uint offset, uint value) {
  if ((offset >> 2u) < uint(cs_raw_data.length())) {
    return atomicXor(cs_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint cs_raw_atomic_umax(uint offset, uint value) {
  if ((offset >> 2u) < uint(cs_raw_data.length())) {
    return atomicMax(cs_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint cs_raw_atomic_umin(uint offset, uint value) {
  if ((offset >> 2u) < uint(cs_raw_data.length())) {
    return atomicMin(cs_raw_data[offset >> 2u], value);
  }
  return 0u;
}

int cs_image_atomic_imax(ivec2 at, int value) {
  return imageAtomicMax(cs_image, at, value);
}

int cs_image_atomic_imin(ivec2 at, int value) {
  return imageAtomicMin(cs_image, at, value);
}

uint cs_raw_atomic_exchange(uint offset, uint value) {
  if ((offset >> 2u) < uint(cs_raw_data.length())) {
    return atomicExchange(cs_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint cs_raw_atomic_compare(uint offset, uint compare, uint value) {
  if ((offset >> 2u) < uint(cs_raw_data.length())) {
    return atomicCompSwap(cs_raw_data[offset >> 2u], compare, value);
  }
  return 0u;
}

uint cs_structured_atomic_add(uint element, uint offset, uint value) {
  if (element < uint(cs_structured_data.length()) / 2u && offset < 8u) {
    return atomicAdd(cs_structured_data[element * 2u + (offset >> 2u)], value);
  }
  return 0u;
}

uint cs_structured_atomic_compare(uint element, uint offset, uint compare, uint value) {
  if (element < uint(cs_structured_data.length()) / 2u && offset < 8u) {
    return atomicCompSwap(cs_structured_data[element * 2u + (offset >> 2u)], compare, value);
  }
  return 0u;
}

uint cs_typed_atomic_compare(uint element, uint compare, uint value) {
  if (element < uint(cs_typed_data.length())) {
    return atomicCompSwap(cs_typed_data[element], compare, value);
  }
  return 0u;
}

uint cs_typed_atomic_exchange(uint element, uint value) {
  if (element < uint(cs_typed_data.length())) {
    return atomicExchange(cs_typed_data[element], value);
  }
  return 0u;
}

uint cs_typed_atomic_or(uint element, uint value) {
  if (element < uint(cs_typed_data.length())) {
    return atomicOr(cs_typed_data[element], value);
  }
  return 0u;
}

void cs_g0_put(uint i, uint value) {
  if (i < 16u) { cs_g0_data[i] = value; }
}

void cs_g0_store1(uint element, uint offset, uint value) {
  if (element >= 16u) { return; }
  uint i = element + (offset >> 2u);
  cs_g0_put(i, value);
}

void cs_g1_put(uint i, uint value) {
  if (i < 16u) { cs_g1_data[i] = value; }
}

void cs_g1_store2(uint element, uint offset, uvec2 value) {
  if (element >= 16u / 2u) { return; }
  uint i = element * 2u + (offset >> 2u);
  cs_g1_put(i, value.x);
  cs_g1_put(i + 1u, value.y);
}

uint cs_g0_atomic_add(uint element, uint offset, uint value) {
  if (element < 16u && offset < 4u) {
    return atomicAdd(cs_g0_data[element + (offset >> 2u)], value);
  }
  return 0u;
}

uint cs_g1_atomic_imin(uint element, uint offset, uint value) {
  if (element < 16u / 2u && offset < 8u) {
    uint old = atomicAdd(cs_g1_data[element * 2u + (offset >> 2u)], 0u);
    for (;;) {
      uint chosen = uint(min(int(old), int(value)));
      if (chosen == old) return old;
      uint found = atomicCompSwap(cs_g1_data[element * 2u + (offset >> 2u)], old, chosen);
      if (found == old) return old;
      old = found;
    }
  }
  return 0u;
}

uint cs_g1_atomic_umax(uint element, uint offset, uint value) {
  if (element < 16u / 2u && offset < 8u) {
    return atomicMax(cs_g1_data[element * 2u + (offset >> 2u)], value);
  }
  return 0u;
}

uint cs_g0_atomic_compare(uint element, uint offset, uint compare, uint value) {
  if (element < 16u && offset < 4u) {
    return atomicCompSwap(cs_g0_data[element + (offset >> 2u)], compare, value);
  }
  return 0u;
}

uint cs_g1_atomic_exchange(uint element, uint offset, uint value) {
  if (element < 16u / 2u && offset < 8u) {
    return atomicExchange(cs_g1_data[element * 2u + (offset >> 2u)], value);
  }
  return 0u;
}

uint cs_g0_atomic_xor(uint element, uint offset, uint value) {
  if (element < 16u && offset < 4u) {
    return atomicXor(cs_g0_data[element + (offset >> 2u)], value);
  }
  return 0u;
}

uint cs_g0_atomic_and(uint element, uint offset, uint value) {
  if (element < 16u && offset < 4u) {
    return atomicAnd(cs_g0_data[element + (offset >> 2u)], value);
  }
  return 0u;
}

uint cs_g1_word(uint i) {
  if (i < 16u) { return cs_g1_data[i]; }
  return 0u;
}

uint cs_g1_load1(uint element, uint offset) {
  if (element >= 16u / 2u) { return 0u; }
  uint i = element * 2u + (offset >> 2u);
  return cs_g1_word(i);
}

uint cs_g0_word(uint i) {
  if (i < 16u) { return cs_g0_data[i]; }
  return 0u;
}

uint cs_g0_load1(uint element, uint offset) {
  if (element >= 16u) { return 0u; }
  uint i = element + (offset >> 2u);
  return cs_g0_word(i);
}

void cs_typed_put(uint i, uint value) {
  if (i < uint(cs_typed_data.length())) { cs_typed_data[i] = value; }
}

void cs_typed_put_element(uint element, uvec4 value) {
  if (element >= uint(cs_typed_data.length())) { return; }
  cs_typed_put(element, value.x);
}

void main() {
  cs_raw_atomic_add(gl_GlobalInvocationID.x, 1u);
  int v = int(cs_raw_atomic_add(gl_GlobalInvocationID.x, 2u));
  cs_raw_atomic_and(gl_GlobalInvocationID.y, 3u);
  uint v1 = cs_raw_atomic_and(gl_GlobalInvocationID.y, 3u);
  cs_raw_atomic_or(gl_GlobalInvocationID.y, 4u);
  uint v2 = cs_raw_atomic_or(gl_GlobalInvocationID.y, 5u);
  cs_raw_atomic_xor(gl_GlobalInvocationID.y, 6u);
  uint v3 = cs_raw_atomic_xor(gl_GlobalInvocationID.y, 7u);
  cs_raw_atomic_umax(gl_GlobalInvocationID.z, gl_GlobalInvocationID.y);
  uint v4 = cs_raw_atomic_umax(gl_GlobalInvocationID.z, gl_GlobalInvocationID.y);
  cs_raw_atomic_umin(gl_GlobalInvocationID.z, gl_GlobalInvocationID.y);
  uint v5 = cs_raw_atomic_umin(gl_GlobalInvocationID.z, gl_GlobalInvocationID.y);
  cs_image_atomic_imax(ivec2(gl_GlobalInvocationID.xy), int(gl_GlobalInvocationID.z));
  int v6 = cs_image_atomic_imax(ivec2(gl_GlobalInvocationID.xy), int(gl_GlobalInvocationID.z));
  cs_image_atomic_imin(ivec2(gl_GlobalInvocationID.xy), int(gl_GlobalInvocationID.z));
  int v7 = cs_image_atomic_imin(ivec2(gl_GlobalInvocationID.xy), int(gl_GlobalInvocationID.z));
  uint v8 = cs_raw_atomic_exchange(gl_GlobalInvocationID.x, gl_GlobalInvocationID.y);
  uint v9 = cs_raw_atomic_compare(gl_GlobalInvocationID.x, gl_GlobalInvocationID.y, gl_GlobalInvocationID.z);
  cs_raw_atomic_compare(gl_GlobalInvocationID.x, gl_GlobalInvocationID.y, gl_GlobalInvocationID.z);
  int v10 = int(cs_structured_atomic_add(gl_GlobalInvocationID.x, 4u, 3u));
  cs_structured_atomic_compare(gl_GlobalInvocationID.y, 0u, gl_GlobalInvocationID.y, 7u);
  uint v11 = cs_typed_atomic_compare(gl_GlobalInvocationID.x, gl_GlobalInvocationID.y, 7u);
  uint v12 = cs_typed_atomic_exchange(gl_GlobalInvocationID.z, gl_GlobalInvocationID.y);
  uint v13 = v12 + (v8 + (uint(v7) + (uint(v6) + (uint(v) + v1 + v2 + v3 + v4 + v5))) + v9 + uint(v10) + v11);
  cs_typed_atomic_or(gl_GlobalInvocationID.z, gl_GlobalInvocationID.y);
  cs_g0_store1(gl_LocalInvocationIndex, 0u, v13);
  uint v14 = gl_LocalInvocationIndex & 7u;
  cs_g1_store2(v14, 0u, gl_GlobalInvocationID.xy);
  memoryBarrierShared();
  barrier();
  uint v15 = gl_GlobalInvocationID.x & 7u;
  uint v16 = gl_GlobalInvocationID.x & 15u;
  cs_g0_atomic_add(v16, 0u, 1u);
  uint v17 = gl_GlobalInvocationID.y & 15u;
  int v18 = int(cs_g0_atomic_add(v17, 0u, 1u));
  cs_g1_atomic_imin(v15, 0u, 5u);
  uint v19 = cs_g1_atomic_umax(v15, 4u, 5u);
  uint v20 = cs_g0_atomic_compare(0u, 0u, 1u, 2u);
  uint v21 = cs_g1_atomic_exchange(2u, 0u, gl_LocalInvocationIndex);
  cs_g0_atomic_compare(1u, 0u, 1u, 2u);
  cs_g0_atomic_xor(3u, 0u, gl_LocalInvocationIndex);
  uint v22 = cs_g0_atomic_and(4u, 0u, gl_LocalInvocationIndex);
  memoryBarrierShared();
  barrier();
  uint v23 = cs_g1_load1(v14, 0u);
  uint v24 = cs_g0_load1(gl_LocalInvocationIndex, 0u);
  cs_typed_put_element(gl_GlobalInvocationID.x, uvec4(ivec4(int(v23 + (v24 + (v22 + (v21 + (v20 + (v19 + (v13 + uint(v18)))))))))));
}
