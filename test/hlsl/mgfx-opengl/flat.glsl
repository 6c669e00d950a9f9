#ifdef GL_ES
precision mediump float;
precision mediump int;
#endif

uniform vec4 ps_uniforms_vec4[4];
uniform sampler2D ps_s0;
varying vec4 vFrontColor;
varying vec4 vTexCoord0;

void main() {
  vec4 ps_s0_texel = texture2D(ps_s0, vTexCoord0.xy);
  gl_FragColor = dot(vFrontColor, ps_uniforms_vec4[3]) * ps_s0_texel;
}
