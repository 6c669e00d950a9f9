#ifdef GL_ES
#extension GL_EXT_shader_texture_lod : enable
#define texture2DLod texture2DLodEXT
#define textureCubeLod textureCubeLodEXT
#define texture2DGrad texture2DGradEXT
#define textureCubeGrad textureCubeGradEXT
#extension GL_OES_standard_derivatives : enable
#extension GL_EXT_frag_depth : enable
#define frag_depth gl_FragDepthEXT
precision mediump float;
precision mediump int;
#else
#extension GL_ARB_shader_texture_lod : enable
#define texture2DGrad texture2DGradARB
#define texture3DGrad texture3DGradARB
#define textureCubeGrad textureCubeGradARB
#define frag_depth gl_FragDepth
#endif

uniform vec4 ps_uniforms_vec4[3];
uniform sampler2D ps_s1;
uniform samplerCube ps_s2;
uniform sampler2D ps_s0;
varying vec4 vFrontColor;
varying vec4 vTexCoord0;
varying vec4 vNormal0;

void main() {
  vec4 ps_s1_texel = texture2DLod(ps_s1, vTexCoord0.xy, vTexCoord0.w);
  vec2 v = dFdx(vTexCoord0.xy);
  vec2 v1 = dFdy(vTexCoord0.xy);
  vec4 ps_s1_texel1 = texture2DGrad(ps_s1, vTexCoord0.xy, v, v1);
  vec4 ps_s2_texel = textureCube(ps_s2, vNormal0.xyz);
  vec4 v2 = ps_s1_texel + ps_s1_texel1 + ps_s2_texel;
  if (v2.w - 0.5 < 0.0) { discard; }
  vec4 v3 = v2;
  for (int i1 = 0; i1 < 20; i1++) {
    vec4 ps_s0_texel = texture2DLod(ps_s0, v3.xy, 0.0);
    vec4 v4 = ps_s0_texel * ps_uniforms_vec4[1].x + v3;
    if (v4.x > 4.0) {
      v3 = v4;
      break;
    }
    v3 = v4;
  }
  vec4 v5 = v3 * vFrontColor;
  vec4 v6 = v3 * v3;
  bool v7 = ((gl_FrontFacing ? 1.0 : -1.0) >= 0.0 ? 1.0 : -1.0) >= 0.0;
  gl_FragColor = vec4(v7 ? v5.x : v6.x, v7 ? v5.y : v6.y, v7 ? v5.z : v6.z, v7 ? v5.w : v6.w);
  frag_depth = gl_FragCoord.x * 0.01;
}
