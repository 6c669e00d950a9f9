#version 450 core

layout(local_size_x = 16, local_size_y = 16, local_size_z = 1) in;

layout(binding = 0) uniform sampler2D cs_image;
layout(std430, binding = 0) coherent buffer cs_bins { uint cs_bins_data[]; };
shared uint cs_g0_data[64];

void cs_g0_put(uint i, uint value) {
  if (i < 64u) { cs_g0_data[i] = value; }
}

void cs_g0_store1(uint element, uint offset, uint value) {
  if (element >= 64u) { return; }
  uint i = element + (offset >> 2u);
  cs_g0_put(i, value);
}

vec4 fetch_sampler2D(sampler2D view, ivec2 at, int level, uint count) {
  if (uint(level) >= count) return vec4(0.0);
  if (any(greaterThanEqual(uvec2(at), uvec2(textureSize(view, level))))) return vec4(0.0);
  return texelFetch(view, at, level);
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float max_number(float a, float b) {
  return is_nan(a) ? b : is_nan(b) ? a : max(a, b);
}

float min_number(float a, float b) {
  return is_nan(a) ? b : is_nan(b) ? a : min(a, b);
}

uint to_u32(float x) {
  uint n = x >= 4294967296.0 ? 0xffffffffu : uint(clamp(x, 0.0, 4294967040.0));
  return is_nan(x) ? 0u : n;
}

uint cs_g0_atomic_add(uint element, uint offset, uint value) {
  if (element < 64u && offset < 4u) {
    return atomicAdd(cs_g0_data[element + (offset >> 2u)], value);
  }
  return 0u;
}

uint cs_g0_word(uint i) {
  if (i < 64u) { return cs_g0_data[i]; }
  return 0u;
}

uint cs_g0_load1(uint element, uint offset) {
  if (element >= 64u) { return 0u; }
  uint i = element + (offset >> 2u);
  return cs_g0_word(i);
}

uint cs_bins_atomic_add(uint offset, uint value) {
  if ((offset >> 2u) < uint(cs_bins_data.length())) {
    return atomicAdd(cs_bins_data[offset >> 2u], value);
  }
  return 0u;
}

void main() {
  bool v = gl_LocalInvocationIndex < 64u;
  if (v) {
    cs_g0_store1(gl_LocalInvocationIndex, 0u, 0u);
  }
  memoryBarrierShared();
  barrier();
  vec4 cs_image_texel = fetch_sampler2D(cs_image, ivec2(gl_GlobalInvocationID.xy), 0, 1u);
  float v1 = max_number((log2(dot(cs_image_texel.xyz, vec3(0.2126, 0.7152, 0.0722)) + 0.00001) + 10.0) * 4.0, 0.0);
  uint v2 = to_u32(min_number(v1, 63.0));
  cs_g0_atomic_add(v2, 0u, 1u);
  memoryBarrierShared();
  barrier();
  if (v) {
    int v3 = int(cs_g0_load1(gl_LocalInvocationIndex, 0u));
    cs_bins_atomic_add(gl_LocalInvocationIndex << 2u, uint(v3));
  }
}
