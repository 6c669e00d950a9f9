#version 450 core

layout(std430, binding = 0) buffer ps_raw { uint ps_raw_data[]; };
layout(std430, binding = 1) buffer ps_structured { uint ps_structured_data[]; };
layout(r32i, binding = 0) uniform iimage2D ps_image;
layout(std430, binding = 2) buffer ps_typed { uint ps_typed_data[]; };

layout(location = 0) out vec4 out_target0;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

uint to_u32(float x) {
  uint n = x >= 4294967296.0 ? 0xffffffffu : uint(clamp(x, 0.0, 4294967040.0));
  return is_nan(x) ? 0u : n;
}

uint ps_raw_atomic_add(uint offset, uint value) {
  if ((offset >> 2u) < uint(ps_raw_data.length())) {
    return atomicAdd(ps_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint ps_raw_atomic_and(uint offset, uint value) {
  if ((offset >> 2u) < uint(ps_raw_data.length())) {
    return atomicAnd(ps_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint ps_raw_atomic_or(uint offset, uint value) {
  if ((offset >> 2u) < uint(ps_raw_data.length())) {
    return atomicOr(ps_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint ps_raw_atomic_xor(uint offset, uint value) {
  if ((offset >> 2u) < uint(ps_raw_data.length())) {
    return atomicXor(ps_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint ps_raw_atomic_umax(uint offset, uint value) {
  if ((offset >> 2u) < uint(ps_raw_data.length())) {
    return atomicMax(ps_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint ps_raw_atomic_umin(uint offset, uint value) {
  if ((offset >> 2u) < uint(ps_raw_data.length())) {
    return atomicMin(ps_raw_data[offset >> 2u], value);
  }
  return 0u;
}

int ps_image_atomic_imax(ivec2 at, int value) {
  return imageAtomicMax(ps_image, at, value);
}

int ps_image_atomic_imin(ivec2 at, int value) {
  return imageAtomicMin(ps_image, at, value);
}

uint ps_raw_atomic_exchange(uint offset, uint value) {
  if ((offset >> 2u) < uint(ps_raw_data.length())) {
    return atomicExchange(ps_raw_data[offset >> 2u], value);
  }
  return 0u;
}

uint ps_raw_atomic_compare(uint offset, uint compare, uint value) {
  if ((offset >> 2u) < uint(ps_raw_data.length())) {
    return atomicCompSwap(ps_raw_data[offset >> 2u], compare, value);
  }
  return 0u;
}

uint ps_structured_atomic_add(uint element, uint offset, uint value) {
  if (element < uint(ps_structured_data.length()) / 2u && offset < 8u) {
    return atomicAdd(ps_structured_data[element * 2u + (offset >> 2u)], value);
  }
  return 0u;
}

uint ps_typed_atomic_compare(uint element, uint compare, uint value) {
  if (element < uint(ps_typed_data.length())) {
    return atomicCompSwap(ps_typed_data[element], compare, value);
  }
  return 0u;
}

uint ps_structured_atomic_compare(uint element, uint offset, uint compare, uint value) {
  if (element < uint(ps_structured_data.length()) / 2u && offset < 8u) {
    return atomicCompSwap(ps_structured_data[element * 2u + (offset >> 2u)], compare, value);
  }
  return 0u;
}

uint ps_typed_atomic_exchange(uint element, uint value) {
  if (element < uint(ps_typed_data.length())) {
    return atomicExchange(ps_typed_data[element], value);
  }
  return 0u;
}

uint ps_typed_atomic_or(uint element, uint value) {
  if (element < uint(ps_typed_data.length())) {
    return atomicOr(ps_typed_data[element], value);
  }
  return 0u;
}

void main() {
  vec4 d3d_FragCoord = vec4(gl_FragCoord.x, runtime.y_offset - gl_FragCoord.y * runtime.y_sign, gl_FragCoord.z, 1.0 / gl_FragCoord.w);
  uint v = to_u32(d3d_FragCoord.y);
  uint v1 = to_u32(d3d_FragCoord.x);
  uint v2 = to_u32(d3d_FragCoord.z);
  ps_raw_atomic_add(v1, 1u);
  int v3 = int(ps_raw_atomic_add(v1, 2u));
  ps_raw_atomic_and(v, 3u);
  uint v4 = ps_raw_atomic_and(v, 3u);
  ps_raw_atomic_or(v, 4u);
  uint v5 = ps_raw_atomic_or(v, 5u);
  ps_raw_atomic_xor(v, 6u);
  uint v6 = ps_raw_atomic_xor(v, 7u);
  ps_raw_atomic_umax(v2, v);
  uint v7 = ps_raw_atomic_umax(v2, v);
  ps_raw_atomic_umin(v2, v);
  uint v8 = ps_raw_atomic_umin(v2, v);
  uvec2 v9 = uvec2(v1, v);
  ps_image_atomic_imax(ivec2(v9), int(v2));
  int v10 = ps_image_atomic_imax(ivec2(v9), int(v2));
  ps_image_atomic_imin(ivec2(v9), int(v2));
  int v11 = ps_image_atomic_imin(ivec2(v9), int(v2));
  uint v12 = ps_raw_atomic_exchange(v1, v);
  uint v13 = ps_raw_atomic_compare(v1, v, v2);
  ps_raw_atomic_compare(v1, v, v2);
  int v14 = int(ps_structured_atomic_add(v1, 4u, 3u));
  uint v15 = ps_typed_atomic_compare(v1, v, 7u);
  ps_structured_atomic_compare(v, 0u, v, 7u);
  uint v16 = ps_typed_atomic_exchange(v2, v);
  ps_typed_atomic_or(v2, v);
  uint v17 = v15 + (v12 + (uint(v11) + (uint(v10) + (uint(v3) + v4 + v5 + v6 + v7 + v8))) + v13 + uint(v14)) + v16;
  out_target0 = vec4(float(v17));
}
