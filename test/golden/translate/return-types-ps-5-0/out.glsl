#version 450 core

layout(binding = 0) uniform sampler2D ps_f1_s;
layout(binding = 1) uniform sampler2D ps_f2_s;
layout(binding = 2) uniform sampler2D ps_f3_s;
layout(binding = 3) uniform isampler2D ps_i4;
layout(binding = 4) uniform isampler2D ps_i1;
layout(binding = 5) uniform usampler2D ps_u2;
layout(binding = 6) uniform sampler2D ps_un_s;
layout(binding = 7) uniform sampler2D ps_sn_s;
layout(binding = 8) uniform sampler3D ps_un3_s;
layout(binding = 9) uniform isamplerBuffer ps_bi;
layout(binding = 10) uniform usamplerBuffer ps_bu;
layout(binding = 11) uniform samplerBuffer ps_bs;
layout(binding = 12) uniform usampler2DMS ps_msu;

layout(location = 0) in vec4 varying0;
layout(location = 1) flat in uvec4 varying1;
layout(location = 0) out vec4 out_target0;

uvec4 fetch_usampler2D(usampler2D view, ivec2 at, int level, uint count) {
  if (uint(level) >= count) return uvec4(0u);
  if (any(greaterThanEqual(uvec2(at), uvec2(textureSize(view, level))))) return uvec4(0u);
  return texelFetch(view, at, level);
}

ivec4 fetch_isampler2D(isampler2D view, ivec2 at, int level, uint count) {
  if (uint(level) >= count) return ivec4(0);
  if (any(greaterThanEqual(uvec2(at), uvec2(textureSize(view, level))))) return ivec4(0);
  return texelFetch(view, at, level);
}

uvec4 fetch_usampler2DMS(usampler2DMS view, ivec2 at, int index, uint count) {
  if (uint(index) >= count) return uvec4(0u);
  if (any(greaterThanEqual(uvec2(at), uvec2(textureSize(view))))) return uvec4(0u);
  return texelFetch(view, at, index);
}

ivec4 ps_bi_fetch(uint element) {
  if (element >= uint(textureSize(ps_bi))) return ivec4(0);
  return texelFetch(ps_bi, int(element));
}

uvec4 ps_bu_fetch(uint element) {
  if (element >= uint(textureSize(ps_bu))) return uvec4(0u);
  return texelFetch(ps_bu, int(element));
}

vec4 ps_bs_fetch(uint element) {
  if (element >= uint(textureSize(ps_bs))) return vec4(0.0);
  return texelFetch(ps_bs, int(element));
}

void main() {
  vec4 ps_f1_s_texel = texture(ps_f1_s, varying0.xy);
  vec4 ps_f2_s_texel = texture(ps_f2_s, varying0.xy);
  vec4 ps_f3_s_texel = texture(ps_f3_s, varying0.xy);
  vec4 ps_un_s_texel = texture(ps_un_s, varying0.xy);
  vec4 ps_sn_s_texel = texture(ps_sn_s, varying0.xy);
  vec4 ps_un3_s_texel = texture(ps_un3_s, varying0.xyx);
  vec4 v = ps_f2_s_texel.xyxy + ps_f1_s_texel.x + ps_f3_s_texel.xyzx + ps_un_s_texel + ps_sn_s_texel.xyyx + ps_un3_s_texel.x;
  uvec4 ps_u2_texel = fetch_usampler2D(ps_u2, ivec2(varying1.xy), 1, uint(textureQueryLevels(ps_u2)));
  ivec4 ps_i4_texel = fetch_isampler2D(ps_i4, ivec2(varying1.xy), 0, 1u);
  ivec4 ps_i1_texel = fetch_isampler2D(ps_i1, ivec2(varying1.xy), 0, 1u);
  uvec4 ps_msu_texel = fetch_usampler2DMS(ps_msu, ivec2(varying1.xy), 1, uint(textureSamples(ps_msu)));
  float v1 = float(ps_msu_texel.x);
  float v2 = float(ps_msu_texel.y);
  vec4 v3 = vec4(float(ps_u2_texel.x + (uint(ps_i1_texel.x) + uint(ps_i4_texel.x))), float(ps_u2_texel.y + (uint(ps_i1_texel.x) + uint(ps_i4_texel.y))), float(ps_u2_texel.y + (uint(ps_i1_texel.x) + uint(ps_i4_texel.z))), float(ps_u2_texel.x + (uint(ps_i1_texel.x) + uint(ps_i4_texel.w))));
  ivec4 v4 = ps_bi_fetch(uint(int(varying1.x)));
  uvec4 v5 = ps_bu_fetch(uint(int(varying1.y)));
  vec4 v6 = ps_bs_fetch(uint(int(varying1.x)));
  vec4 v7 = vec4(float(uint(v4.x) + v5.x), float(uint(v4.x) + v5.y), float(uint(v4.x) + v5.z), float(uint(v4.x) + v5.w));
  out_target0 = v + v3 + (vec4(v1, v2, v1, v2) + (v7 + v6));
}
