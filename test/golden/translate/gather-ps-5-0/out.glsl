#version 450 core

layout(binding = 0) uniform sampler2D ps_t2_s;
layout(binding = 1) uniform sampler2DShadow ps_t2_sc_comparison;
layout(binding = 2) uniform sampler2DArray ps_t2a_s;
layout(binding = 3) uniform sampler2DArrayShadow ps_t2a_sc_comparison;
layout(binding = 4) uniform samplerCube ps_tc_s;
layout(binding = 5) uniform samplerCubeShadow ps_tc_sc_comparison;
layout(binding = 6) uniform samplerCubeArray ps_tca_s;
layout(binding = 7) uniform samplerCubeArrayShadow ps_tca_sc_comparison;
layout(binding = 8) uniform isampler2D ps_signedTexture_s;
layout(binding = 9) uniform usampler2D ps_unsignedTexture_s;

layout(location = 0) in vec4 varying0;
layout(location = 1) flat in uvec4 varying1;
layout(location = 0) out vec4 out_target0;

void main() {
  ivec4 ps_signedTexture_s_texel = textureGather(ps_signedTexture_s, varying0.xy, 0);
  uvec4 ps_unsignedTexture_s_texel = textureGather(ps_unsignedTexture_s, varying0.xy, 0);
  vec4 ps_t2_s_texel = textureGatherOffset(ps_t2_s, varying0.xy, ivec2(-8, 7), 0);
  vec4 ps_t2_s_texel1 = textureGather(ps_t2_s, varying0.xy, 0);
  vec4 ps_t2a_s_texel = textureGather(ps_t2a_s, vec3(varying0.xy, roundEven(varying0.z)), 0);
  vec4 ps_tc_s_texel = textureGather(ps_tc_s, varying0.xyz, 0);
  vec4 v = vec4(float(uint(ps_signedTexture_s_texel.x) + ps_unsignedTexture_s_texel.x), float(uint(ps_signedTexture_s_texel.y) + ps_unsignedTexture_s_texel.y), float(uint(ps_signedTexture_s_texel.z) + ps_unsignedTexture_s_texel.z), float(uint(ps_signedTexture_s_texel.w) + ps_unsignedTexture_s_texel.w));
  vec4 ps_tca_s_texel = textureGather(ps_tca_s, vec4(varying0.xyz, roundEven(varying0.w)), 0);
  vec4 ps_t2_s_texel2 = textureGather(ps_t2_s, varying0.xy, 1);
  vec4 ps_t2_s_texel3 = textureGather(ps_t2_s, varying0.xy, 2);
  vec4 ps_t2_s_texel4 = textureGatherOffset(ps_t2_s, varying0.xy, ivec2(1, 2), 3);
  vec4 v1 = v + (ps_t2_s_texel + ps_t2_s_texel1 + ps_t2a_s_texel + ps_tc_s_texel) + ps_tca_s_texel + (ps_t2_s_texel2 + ps_t2_s_texel1 + ps_t2_s_texel3 + ps_t2_s_texel4);
  vec4 ps_t2_s_texel5 = textureGatherOffset(ps_t2_s, varying0.xy, bitfieldExtract(ivec2(varying1.xy), 0, 6), 0);
  vec4 ps_t2_s_texel6 = textureGatherOffset(ps_t2_s, varying0.xy, bitfieldExtract(ivec2(varying1.zw), 0, 6), 1);
  vec4 ps_t2a_s_texel1 = textureGatherOffset(ps_t2a_s, vec3(varying0.xy, roundEven(varying0.z)), bitfieldExtract(ivec2(varying1.xy), 0, 6), 2);
  vec4 ps_t2_s_texel7 = textureGatherOffset(ps_t2_s, varying0.xy, ivec2(1, 1), 0);
  vec4 ps_t2_s_texel8 = textureGatherOffset(ps_t2_s, varying0.xy, ivec2(-1, 1), 0);
  vec4 ps_t2_s_texel9 = textureGatherOffset(ps_t2_s, varying0.xy, ivec2(1, -1), 0);
  vec4 ps_t2_s_texel10 = textureGatherOffset(ps_t2_s, varying0.xy, ivec2(-1, -1), 0);
  vec4 v2 = v1 + (ps_t2_s_texel5 + ps_t2_s_texel6 + ps_t2a_s_texel1) + vec4(ps_t2_s_texel7.x, ps_t2_s_texel8.y, ps_t2_s_texel9.z, ps_t2_s_texel10.w);
  vec4 ps_t2_s_texel11 = textureGather(ps_t2_sc_comparison, varying0.xy, varying0.z);
  vec4 ps_t2a_s_texel2 = textureGather(ps_t2a_sc_comparison, vec3(varying0.xy, roundEven(varying0.z)), varying0.w);
  vec4 ps_tc_s_texel1 = textureGather(ps_tc_sc_comparison, varying0.xyz, varying0.w);
  vec4 ps_tca_s_texel1 = textureGather(ps_tca_sc_comparison, vec4(varying0.xyz, roundEven(varying0.w)), 0.5);
  vec4 ps_t2_s_texel12 = textureGatherOffset(ps_t2_sc_comparison, varying0.xy, varying0.z, ivec2(3, 3));
  vec4 ps_t2_s_texel13 = textureGatherOffset(ps_t2_sc_comparison, varying0.xy, varying0.z, bitfieldExtract(ivec2(varying1.xy), 0, 6));
  vec4 ps_t2a_s_texel3 = textureGatherOffset(ps_t2a_sc_comparison, vec3(varying0.xy, roundEven(varying0.z)), varying0.w, bitfieldExtract(ivec2(varying1.yz), 0, 6));
  vec4 v3 = v2 + (ps_t2_s_texel11 + ps_t2a_s_texel2 + ps_tc_s_texel1) + (ps_tca_s_texel1 + ps_t2_s_texel12) + (ps_t2_s_texel13 + ps_t2a_s_texel3);
  vec4 ps_tca_s_texel2 = textureGather(ps_tca_s, vec4(varying0.xyz, roundEven(varying0.w)), 3);
  vec4 ps_tc_s_texel2 = textureGather(ps_tc_s, varying0.xyz, 2);
  ivec4 ps_signedTexture_s_texel1 = textureGather(ps_signedTexture_s, varying0.xy, 1);
  uvec4 ps_unsignedTexture_s_texel1 = textureGatherOffset(ps_unsignedTexture_s, varying0.xy, bitfieldExtract(ivec2(varying1.xy), 0, 6), 2);
  vec4 v4 = vec4(float(uint(ps_signedTexture_s_texel1.x) + ps_unsignedTexture_s_texel1.x), float(uint(ps_signedTexture_s_texel1.y) + ps_unsignedTexture_s_texel1.y), float(uint(ps_signedTexture_s_texel1.z) + ps_unsignedTexture_s_texel1.z), float(uint(ps_signedTexture_s_texel1.w) + ps_unsignedTexture_s_texel1.w));
  out_target0 = v3 + (ps_tca_s_texel2 + ps_tc_s_texel2) + v4;
}
