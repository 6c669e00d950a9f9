#version 450 core

layout(binding = 0) uniform sampler2D ps_t0_s0;
layout(std140, binding = 0) uniform ps_c { vec4 ps_c_data[10]; };

layout(location = 0) in vec4 varying0;
layout(location = 1) in vec4 varying1;
layout(location = 2) in vec4 varying2;
layout(location = 3) in vec4 varying3;
layout(location = 4) centroid in vec4 varying4;
layout(location = 5) centroid in vec4 varying5;
layout(location = 0) out vec4 out_color0;
layout(location = 1) out vec4 out_color1;
layout(location = 2) out vec4 out_color2;
layout(location = 3) out vec4 out_color3;

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

bvec4 is_nan4(vec4 x) {
  return greaterThan(floatBitsToUint(x) & uvec4(0x7fffffffu), uvec4(0x7f800000u));
}

vec4 clamp014(vec4 x) {
  return mix(clamp(x, 0.0, 1.0), vec4(0.0), is_nan4(x));
}

float legacy_reciprocal(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : 1.0 / x;
}

float legacy_dot4(vec4 a, vec4 b) {
  vec4 products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

void main() {
  vec4 ps_t0_s0_texel = texture(ps_t0_s0, varying2.xy);
  vec4 ps_t0_s0_texel1 = texture(ps_t0_s0, varying3.xy / varying3.w);
  bool v = (((ps_t0_s0_texel.x < 0.0) || (ps_t0_s0_texel.y < 0.0)) || (ps_t0_s0_texel.z < 0.0)) || (ps_t0_s0_texel.w < 0.0);
  if (v) { discard; }
  vec4 v1 = ps_t0_s0_texel + varying0 + vec4(-0.0, -0.5, -1.0, 1.0);
  vec4 v2 = clamp014(legacy_product4(v1, varying1) + ps_c_data[3]);
  out_color0 = v1;
  out_color1 = v2;
  out_color2 = clamp014(legacy_product4(ps_t0_s0_texel1, v2.wwww));
  out_color3 = vec4(legacy_dot4(v1, ps_c_data[6]), legacy_dot4(v1, ps_c_data[7]), legacy_dot4(v1, ps_c_data[8]), legacy_dot4(v1, ps_c_data[9]));
  gl_FragDepth = legacy_reciprocal(v1.x);
}
