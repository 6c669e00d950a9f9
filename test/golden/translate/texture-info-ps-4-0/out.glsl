#version 450 core

layout(binding = 0) uniform sampler2D ps_t1;
layout(binding = 1) uniform sampler2DArray ps_t1a;
layout(binding = 2) uniform sampler2D ps_t2;
layout(binding = 3) uniform sampler2DArray ps_t2a;
layout(binding = 4) uniform sampler3D ps_t3;
layout(binding = 5) uniform samplerCube ps_tc;
layout(binding = 6) uniform samplerBuffer ps_b;

layout(location = 1) flat in uvec4 varying1;
layout(location = 0) out vec4 out_target0;

uvec4 size_sampler2D(sampler2D view, int level, uint levels) {
  if (uint(level) >= levels) return uvec4(0u, 0u, 0u, levels);
  uvec2 size = uvec2(textureSize(view, level));
  return uvec4(size, 0u, levels);
}

uvec4 size_sampler2D_flat(sampler2D view, int level, uint levels) {
  if (uint(level) >= levels) return uvec4(0u, 0u, 0u, levels);
  uvec2 size = uvec2(textureSize(view, level));
  return uvec4(size.x, 0u, 0u, levels);
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

uint to_u32(float x) {
  uint n = x >= 4294967296.0 ? 0xffffffffu : uint(clamp(x, 0.0, 4294967040.0));
  return is_nan(x) ? 0u : n;
}

uvec4 size_sampler2DArray(sampler2DArray view, int level, uint levels) {
  if (uint(level) >= levels) return uvec4(0u, 0u, 0u, levels);
  uvec3 size = uvec3(textureSize(view, level));
  return uvec4(size, levels);
}

uvec4 size_samplerCube(samplerCube view, int level, uint levels) {
  if (uint(level) >= levels) return uvec4(0u, 0u, 0u, levels);
  uvec2 size = uvec2(textureSize(view, level));
  return uvec4(size, 0u, levels);
}

uvec4 size_sampler3D(sampler3D view, int level, uint levels) {
  if (uint(level) >= levels) return uvec4(0u, 0u, 0u, levels);
  uvec3 size = uvec3(textureSize(view, level));
  return uvec4(size, levels);
}

uvec4 size_sampler2DArray_flat(sampler2DArray view, int level, uint levels) {
  if (uint(level) >= levels) return uvec4(0u, 0u, 0u, levels);
  uvec3 size = uvec3(textureSize(view, level));
  return uvec4(size.x, size.z, 0u, levels);
}

uint divide(uint a, uint b) {
  return b == 0u ? 0xffffffffu : a / max(b, 1u);
}

vec4 ps_b_fetch(uint element) {
  if (element >= uint(textureSize(ps_b))) return vec4(0.0);
  return texelFetch(ps_b, int(element));
}

void main() {
  uvec4 v = size_sampler2D(ps_t2, int(varying1.x), uint(textureQueryLevels(ps_t2)));
  float v1 = float(v.x);
  float v2 = float(v.y);
  uvec4 v3 = size_sampler2D_flat(ps_t1, int(varying1.x), uint(textureQueryLevels(ps_t1)));
  vec2 v4 = vec2(float(v.w + (v.y + v.x)) + float(to_u32(float(size_sampler2D_flat(ps_t1, 0, 1u).x))), float(v.w) + (v2 + v1) + float(v3.x) / float(v3.w));
  precise vec2 v5 = v4 + 1.0 / vec2(v1, v2);
  uvec4 v6 = size_sampler2DArray(ps_t2a, 0, 1u);
  uvec4 v7 = size_sampler3D(ps_t3, int(varying1.x), uint(textureQueryLevels(ps_t3)));
  uvec4 v8 = size_sampler2DArray_flat(ps_t1a, 0, 1u);
  uvec4 v9 = size_sampler3D(ps_t3, 0, 1u);
  vec4 v10 = ps_b_fetch(varying1.x + 3u);
  vec4 v11 = ps_b_fetch(varying1.x);
  uvec4 v12 = size_sampler2D(ps_t2, 0, 1u);
  vec4 v13 = vec4(float(size_samplerCube(ps_tc, 0, 1u).x) + (float(v6.z + v6.x) + v5.x), float(v7.z + (v7.y + v7.x)) + v5.y, float(v9.y) * float(v9.x) / float(v9.z) + float(divide(v8.x, v8.y)), float(v12.y * v12.x));
  precise vec4 v14 = v10 + v11 + v13;
  out_target0 = v14;
}
