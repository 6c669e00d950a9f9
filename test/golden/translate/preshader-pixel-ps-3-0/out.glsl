#version 450 core

layout(std140, binding = 0) uniform ps_c { vec4 ps_c_data[4]; };

layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_color0;

float legacy_inverse_sqrt(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : inversesqrt(abs(x));
}

float legacy_reciprocal(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : 1.0 / x;
}

bvec4 is_nan4(vec4 x) {
  return greaterThan(floatBitsToUint(x) & uvec4(0x7fffffffu), uvec4(0x7f800000u));
}

vec4 max_number4(vec4 a, vec4 b) {
  return mix(mix(max(a, b), a, is_nan4(b)), b, is_nan4(a));
}

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

float legacy_dot4(vec4 a, vec4 b) {
  vec4 products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

void main() {
  vec4 v = vec4(legacy_reciprocal(legacy_inverse_sqrt(ps_c_data[2].x)), legacy_reciprocal(legacy_inverse_sqrt(ps_c_data[2].y)), legacy_reciprocal(legacy_inverse_sqrt(ps_c_data[2].z)), legacy_reciprocal(legacy_inverse_sqrt(ps_c_data[2].w)));
  out_color0 = legacy_product4(legacy_product4(legacy_product4(ps_c_data[1], ps_c_data[2]) + exp2(ps_c_data[0].x), varying0), vec4(legacy_reciprocal(legacy_dot4(ps_c_data[1], ps_c_data[2])))) + legacy_product4(max_number4(ps_c_data[1], v), vec4(ps_c_data[3].x));
}
