#version 450 core

layout(binding = 0) uniform sampler2D ps_t1;
layout(binding = 1) uniform sampler2D ps_t1_s;
layout(binding = 2) uniform sampler2DShadow ps_t1_sc_comparison;
layout(binding = 3) uniform sampler2DArray ps_t1a;
layout(binding = 4) uniform sampler2DArray ps_t1a_s;
layout(binding = 5) uniform sampler2D ps_t2;
layout(binding = 6) uniform sampler2D ps_t2_s;
layout(binding = 7) uniform sampler2DShadow ps_t2_sc_comparison;
layout(binding = 8) uniform sampler2DArray ps_t2a;
layout(binding = 9) uniform sampler2DArray ps_t2a_s;
layout(binding = 10) uniform sampler3D ps_t3;
layout(binding = 11) uniform sampler3D ps_t3_s;
layout(binding = 12) uniform samplerCube ps_tc_s;

layout(location = 0) in vec4 varying0;
layout(location = 1) in vec4 varying1;
layout(location = 0) out vec4 out_target0;

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

int to_i32(float x) {
  int n = x >= 2147483648.0 ? 2147483647 : int(clamp(x, -2147483648.0, 2147483520.0));
  return is_nan(x) ? 0 : n;
}

vec4 fetch_sampler2D(sampler2D view, ivec2 at, int level, uint count) {
  if (uint(level) >= count) return vec4(0.0);
  if (any(greaterThanEqual(uvec2(at), uvec2(textureSize(view, level))))) return vec4(0.0);
  return texelFetch(view, at, level);
}

vec4 fetch_sampler2DArray(sampler2DArray view, ivec3 at, int level, uint count) {
  if (uint(level) >= count) return vec4(0.0);
  if (any(greaterThanEqual(uvec3(at), uvec3(textureSize(view, level))))) return vec4(0.0);
  return texelFetch(view, at, level);
}

vec4 fetch_sampler3D(sampler3D view, ivec3 at, int level, uint count) {
  if (uint(level) >= count) return vec4(0.0);
  if (any(greaterThanEqual(uvec3(at), uvec3(textureSize(view, level))))) return vec4(0.0);
  return texelFetch(view, at, level);
}

uint to_u32(float x) {
  uint n = x >= 4294967296.0 ? 0xffffffffu : uint(clamp(x, 0.0, 4294967040.0));
  return is_nan(x) ? 0u : n;
}

void main() {
  vec4 ps_t1_texel = texture(ps_t1_s, vec2(varying0.x, 0.5));
  vec4 ps_t1_texel1 = textureOffset(ps_t1_s, vec2(varying0.x, 0.5), ivec2(3, 0));
  vec4 ps_t1a_texel = texture(ps_t1a_s, vec3(varying0.x, 0.5, roundEven(varying0.y)));
  vec4 ps_t1a_texel1 = textureOffset(ps_t1a_s, vec3(varying0.x, 0.5, roundEven(varying0.y)), ivec2(-8, 0));
  vec4 ps_t2_texel = texture(ps_t2_s, varying0.xy);
  vec4 ps_t2_texel1 = textureOffset(ps_t2_s, varying0.xy, ivec2(-1, 7));
  vec4 ps_t2a_texel = texture(ps_t2a_s, vec3(varying0.xy, roundEven(varying0.z)));
  vec4 ps_t2a_texel1 = textureOffset(ps_t2a_s, vec3(varying0.xy, roundEven(varying0.z)), ivec2(0, 2));
  precise vec4 v = ps_t1_texel + ps_t1_texel1 + (ps_t1a_texel + ps_t1a_texel1) + (ps_t2_texel + ps_t2_texel1) + (ps_t2a_texel + ps_t2a_texel1);
  vec4 ps_t3_texel = texture(ps_t3_s, varying0.xyz);
  vec4 ps_t3_texel1 = textureOffset(ps_t3_s, varying0.xyz, ivec3(1, -2, 3));
  vec4 ps_tc_s_texel = texture(ps_tc_s, varying0.xyz);
  vec4 ps_t1_texel2 = texture(ps_t1_s, vec2(varying0.x, 0.5), varying1.x);
  vec4 ps_t2_texel2 = textureOffset(ps_t2_s, varying0.xy, ivec2(1, 1), 0.5);
  vec4 ps_tc_s_texel1 = texture(ps_tc_s, varying0.xyz, -1.0);
  precise vec4 v1 = v + (ps_t3_texel + ps_t3_texel1) + ps_tc_s_texel + (ps_t1_texel2 + ps_t2_texel2 + ps_tc_s_texel1);
  vec4 ps_t1_texel3 = textureLod(ps_t1_s, vec2(varying0.x, 0.5), varying1.x);
  vec4 ps_t2_texel3 = textureLodOffset(ps_t2_s, varying0.xy, 2.0, ivec2(1, 1));
  vec4 ps_t3_texel2 = textureLod(ps_t3_s, varying0.xyz, varying1.y);
  vec4 ps_tc_s_texel2 = textureLod(ps_tc_s, varying0.xyz, 0.0);
  vec4 ps_t2a_texel2 = textureLod(ps_t2a_s, vec3(varying0.xy, roundEven(varying0.z)), varying1.z);
  vec4 ps_t1a_texel2 = textureLod(ps_t1a_s, vec3(varying0.x, 0.5, roundEven(varying0.y)), varying1.w);
  precise vec4 v2 = v1 + (ps_t1_texel3 + ps_t2_texel3 + ps_t3_texel2) + (ps_tc_s_texel2 + ps_t2a_texel2 + ps_t1a_texel2);
  vec4 ps_t1_texel4 = textureGrad(ps_t1_s, vec2(varying0.x, 0.5), vec2(varying1.x, 0.0), vec2(varying1.y, 0.0));
  vec4 ps_t2_texel4 = textureGrad(ps_t2_s, varying0.xy, varying1.xy, varying1.zw);
  vec4 ps_t3_texel3 = textureGradOffset(ps_t3_s, varying0.xyz, varying1.xyz, varying1.yzw, ivec3(-8, 7, 0));
  vec4 ps_tc_s_texel3 = textureGrad(ps_tc_s, varying0.xyz, varying1.xyz, varying1.zyx);
  vec4 ps_t1a_texel3 = textureGrad(ps_t1a_s, vec3(varying0.x, 0.5, roundEven(varying0.y)), vec2(varying1.x, 0.0), vec2(varying1.y, 0.0));
  vec4 ps_t2a_texel3 = textureGrad(ps_t2a_s, vec3(varying0.xy, roundEven(varying0.z)), varying1.xy, varying1.zw);
  precise vec4 v3 = v2 + (ps_t1_texel4 + ps_t2_texel4 + ps_t3_texel3) + (ps_tc_s_texel3 + ps_t1a_texel3 + ps_t2a_texel3);
  vec4 ps_t1_texel5 = vec4(texture(ps_t1_sc_comparison, vec3(varying0.x, 0.5, varying1.x)));
  vec4 ps_t2_texel5 = vec4(textureOffset(ps_t2_sc_comparison, vec3(varying0.xy, varying1.x), ivec2(1, 2)));
  vec4 ps_t1_texel6 = vec4(textureLod(ps_t1_sc_comparison, vec3(varying0.x, 0.5, varying1.x), 0.0));
  vec4 ps_t2_texel6 = vec4(textureLodOffset(ps_t2_sc_comparison, vec3(varying0.xy, varying1.x), 0.0, ivec2(-3, 4)));
  int v4 = to_i32(varying0.x);
  int v5 = to_i32(varying0.y);
  vec4 ps_t1_texel7 = fetch_sampler2D(ps_t1, ivec2(v4, 0), int(uint(v5)), uint(textureQueryLevels(ps_t1)));
  vec4 ps_t1_texel8 = fetch_sampler2D(ps_t1, (ivec2(v4, 0)) + ivec2(2, 0), int(uint(v5)), uint(textureQueryLevels(ps_t1)));
  precise vec4 v6 = v3 + (ps_t2_texel5.x + ps_t1_texel5.x) + (ps_t2_texel6.x + ps_t1_texel6.x) + (ps_t1_texel8 + ps_t1_texel7);
  int v7 = to_i32(varying0.z);
  ivec2 v8 = ivec2(v4, v5);
  vec4 ps_t1a_texel4 = fetch_sampler2DArray(ps_t1a, ivec3(v8.x, 0, v8.y), int(uint(v7)), uint(textureQueryLevels(ps_t1a)));
  vec4 ps_t2_texel7 = fetch_sampler2D(ps_t2, v8, int(uint(v7)), uint(textureQueryLevels(ps_t2)));
  vec4 ps_t2_texel8 = fetch_sampler2D(ps_t2, (v8) + ivec2(-8, 7), int(uint(v7)), uint(textureQueryLevels(ps_t2)));
  int v9 = to_i32(varying0.w);
  ivec3 v10 = ivec3(v4, v5, v7);
  vec4 ps_t2a_texel4 = fetch_sampler2DArray(ps_t2a, v10, int(uint(v9)), uint(textureQueryLevels(ps_t2a)));
  vec4 ps_t3_texel4 = fetch_sampler3D(ps_t3, v10, int(uint(v9)), uint(textureQueryLevels(ps_t3)));
  vec4 ps_t3_texel5 = fetch_sampler3D(ps_t3, (v10) + ivec3(1, 2, 3), int(uint(v9)), uint(textureQueryLevels(ps_t3)));
  precise vec4 v11 = v6 + (ps_t2_texel8 + (ps_t1a_texel4 + ps_t2_texel7)) + (ps_t3_texel5 + (ps_t2a_texel4 + ps_t3_texel4));
  uint v12 = to_u32(varying0.z);
  uint v13 = to_u32(varying0.x);
  uint v14 = to_u32(varying0.y);
  vec4 ps_t2_texel9 = fetch_sampler2D(ps_t2, ivec2(uvec2(v13, v14)), 0, 1u);
  uvec3 v15 = uvec3(v13, v14, v12);
  vec4 ps_t2a_texel5 = fetch_sampler2DArray(ps_t2a, ivec3(v15), 0, 1u);
  vec4 ps_t3_texel6 = fetch_sampler3D(ps_t3, ivec3(v15), 0, 1u);
  vec4 ps_t1_texel9 = fetch_sampler2D(ps_t1, ivec2(int(v13), 0), 0, 1u);
  vec4 ps_t2_texel10 = fetch_sampler2D(ps_t2, ivec2(uvec2(v12, to_u32(varying0.w))), 3, uint(textureQueryLevels(ps_t2)));
  precise vec4 v16 = v11 + (ps_t1_texel9 + (ps_t2_texel9 + ps_t2a_texel5 + ps_t3_texel6)) + ps_t2_texel10;
  out_target0 = v16;
}
