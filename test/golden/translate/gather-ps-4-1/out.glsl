#version 450 core

layout(binding = 0) uniform sampler2D ps_t2_s;
layout(binding = 1) uniform sampler2DArray ps_t2a_s;
layout(binding = 2) uniform samplerCube ps_tc_s;
layout(binding = 3) uniform samplerCubeArray ps_tca_s;
layout(binding = 4) uniform isampler2D ps_signedTexture_s;
layout(binding = 5) uniform usampler2D ps_unsignedTexture_s;

layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_target0;

void main() {
  vec4 ps_t2_s_texel = textureGather(ps_t2_s, varying0.xy, 0);
  vec4 ps_t2_s_texel1 = textureGatherOffset(ps_t2_s, varying0.xy, ivec2(-8, 7), 0);
  vec4 ps_t2a_s_texel = textureGather(ps_t2a_s, vec3(varying0.xy, roundEven(varying0.z)), 0);
  vec4 ps_tc_s_texel = textureGather(ps_tc_s, varying0.xyz, 0);
  ivec4 ps_signedTexture_s_texel = textureGather(ps_signedTexture_s, varying0.xy, 0);
  uvec4 ps_unsignedTexture_s_texel = textureGather(ps_unsignedTexture_s, varying0.xy, 0);
  vec4 v = vec4(float(uint(ps_signedTexture_s_texel.x) + ps_unsignedTexture_s_texel.x), float(uint(ps_signedTexture_s_texel.y) + ps_unsignedTexture_s_texel.y), float(uint(ps_signedTexture_s_texel.z) + ps_unsignedTexture_s_texel.z), float(uint(ps_signedTexture_s_texel.w) + ps_unsignedTexture_s_texel.w));
  vec4 ps_tca_s_texel = textureGather(ps_tca_s, vec4(varying0.xyz, roundEven(varying0.w)), 0);
  out_target0 = ps_t2_s_texel + ps_t2_s_texel1 + ps_t2a_s_texel + ps_tc_s_texel + v + ps_tca_s_texel;
}
