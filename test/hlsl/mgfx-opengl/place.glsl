#ifdef GL_ES
precision highp float;
precision mediump int;
#endif

uniform vec4 vs_uniforms_vec4[19];
uniform vec4 posFixup;
attribute vec4 vs_v0;
attribute vec4 vs_v1;
attribute vec4 vs_v2;
attribute vec4 vs_v3;
attribute vec4 vs_v4;
varying vec4 vFrontColor;
varying vec4 vTexCoord0;
varying vec4 vNormal0;

void main() {
  float v = 0.0;
  vec3 v1 = vec3(0.0);
  for (int i1 = 0; i1 < int(vs_uniforms_vec4[18].x); i1++) {
    float v2 = v + vs_v3.x;
    int v3 = int(floor((v2 - fract(v2)) * 3.0 + 0.5));
    vec3 v4 = vec3(dot(vs_v0, vs_uniforms_vec4[v3]), dot(vs_v0, vs_uniforms_vec4[v3 + 1]), dot(vs_v0, vs_uniforms_vec4[v3 + 2]));
    v1 = v4 * vs_v4.x + v1;
    v = v + 1.0;
  }
  vec4 v5 = vec4(vs_uniforms_vec4[17].x * (v1 * 2.0 - v1) + v1, 1.0);
  gl_Position = vec4(dot(v5, vs_uniforms_vec4[9]), dot(v5, vs_uniforms_vec4[10]), dot(v5, vs_uniforms_vec4[11]), dot(v5, vs_uniforms_vec4[12]));
  vFrontColor = vs_uniforms_vec4[16];
  vTexCoord0 = vs_v2.xyxx * vec4(1.0, 1.0, 0.0, 0.0) + vec4(0.0, 0.0, 0.0, 1.0);
  vNormal0 = vec4(vec3(dot(vs_v1.xyz, vs_uniforms_vec4[13].xyz), dot(vs_v1.xyz, vs_uniforms_vec4[14].xyz), dot(vs_v1.xyz, vs_uniforms_vec4[15].xyz)), 0.0);
  gl_Position.y *= posFixup.y;
  gl_Position.xy += posFixup.zw * gl_Position.w;
  gl_Position.z = gl_Position.z * 2.0 - gl_Position.w;
}
