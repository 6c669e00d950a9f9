#version 450 core

layout(binding = 0) uniform sampler2D ps_t0_s0;
layout(binding = 1) uniform samplerCube ps_t1_s1;

layout(location = 2) in vec4 varying2;
layout(location = 3) in vec4 varying3;
layout(location = 0) centroid in vec4 varying0;
layout(location = 1) centroid in vec4 varying1;
layout(location = 11) in vec4 varying11;
layout(location = 6) in vec4 varying6;
layout(location = 10) in vec4 varying10;
layout(location = 9) in vec4 varying9;
layout(location = 5) in vec4 varying5;
layout(location = 4) in vec4 varying4;
layout(location = 0) out vec4 out_color0;
layout(location = 1) out vec4 out_color1;
layout(location = 2) out vec4 out_color2;
layout(location = 3) out vec4 out_color3;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

void main() {
  vec4 input_range0[11];
  for (int i = 0; i < 11; i++) input_range0[i] = vec4(0.0);
  vec4 d3d_FragCoord = vec4(gl_FragCoord.x, runtime.y_offset - gl_FragCoord.y * runtime.y_sign, gl_FragCoord.z, 1.0 / gl_FragCoord.w);
  uint d3d_FrontFacing = gl_FrontFacing ? 0xffffffffu : 0u;
  input_range0[0] = varying2;
  input_range0[1] = varying3;
  input_range0[2] = varying0;
  input_range0[3] = varying1;
  input_range0[4] = varying11;
  input_range0[5] = varying6;
  input_range0[6] = varying10;
  input_range0[7] = varying9;
  input_range0[8] = varying5;
  input_range0[9] = varying4;
  vec4 ps_t0_s0_texel = textureLod(ps_t0_s0, varying2.xy, varying2.w);
  vec4 ps_t1_s1_texel = texture(ps_t1_s1, varying3.xyz);
  vec4 ps_t0_s0_texel1 = texture(ps_t0_s0, varying2.xy / varying2.w);
  vec4 v = ps_t0_s0_texel;
  vec4 v1 = ps_t1_s1_texel;
  uint n = 3u;
  int n1 = 0;
  for (;;) {
    if (n == 0u) {
      break;
    }
    vec4 v2 = v + input_range0[min(uint(n1), 10u)];
    vec4 v3 = legacy_product4(v1, vec4(0.0, 1.0, 2.0, 3.0));
    if (v2.x > 0.0) {
      v1 = v3;
      v = v2;
      break;
    }
    n1 = n1 + 1;
    n = n - 1u;
    v1 = v3;
    v = v2;
  }
  vec4 v4 = v1;
  if ((d3d_FrontFacing != 0u ? 1.0 : -1.0) > 0.0) {
    v4 = floor(d3d_FragCoord.xy).xyxy;
  }
  vec4 v5 = abs(v4) - varying11.xyzz;
  vec4 v6 = legacy_product4(-abs(ps_t0_s0_texel1), varying6) + 0.0;
  bool v7 = v5.x < v.x;
  bool v8 = v5.y < v.y;
  vec4 ps_t0_s0_texel2 = texture(ps_t0_s0, varying9.xy);
  float v9 = 0.0;
  if (v8) {
    vec4 v10 = dFdx(varying4);
    v9 = v10.x;
  }
  uint n2 = 3u;
  for (;;) {
    if (n2 == 0u) {
      break;
    }
    n2 = n2 - 1u;
  }
  out_color0 = v;
  out_color1 = vec4(uintBitsToFloat(0x7f800000u), -0.0, uintBitsToFloat(0x116c2u), 3.4028234663852886e+38);
  out_color2 = vec4(v7 ? (v7 ? ps_t0_s0_texel2.x : 0.0) : varying5.x, v7 ? (v8 ? ps_t0_s0_texel2.y : 0.0) : varying5.y, v7 ? (v5.z < v.z ? ps_t0_s0_texel2.z : 0.0) : varying5.z, v7 ? (v5.w < v.w ? ps_t0_s0_texel2.w : 0.0) : varying5.w);
  out_color3 = vec4(v.x >= 0.0 ? v5.x : v6.x, v.y >= 0.0 ? v5.y : v6.y, v.z >= 0.0 ? v5.z : v6.z, v.w >= 0.0 ? v5.w : v6.w);
  gl_FragDepth = v9;
}
