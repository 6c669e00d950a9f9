#version 450 core

layout(std140, binding = 12) uniform vs_c { vec4 vs_c_data[256]; };
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position0;
layout(location = 1) in vec4 in_blendweight;
layout(location = 2) in vec4 in_blendindices;
layout(location = 3) in vec4 in_normal;
layout(location = 4) in vec4 in_psize;
layout(location = 5) in vec4 in_color0;
layout(location = 6) in vec4 in_color1;
layout(location = 7) in vec4 in_texcoord0;
layout(location = 8) in vec4 in_texcoord3;
layout(location = 9) in vec4 in_tangent;
layout(location = 10) in vec4 in_binormal;
layout(location = 11) in vec4 in_texcoord4;
layout(location = 12) in vec4 in_position4;
layout(location = 13) in vec4 in_fog;
layout(location = 14) in vec4 in_depth;
layout(location = 15) in vec4 in_sample;
layout(location = 10) out vec4 varying10;
layout(location = 0) out vec4 varying0;
layout(location = 1) out vec4 varying1;
layout(location = 2) out vec4 varying2;
layout(location = 3) out vec4 varying3;
layout(location = 4) out vec4 varying4;
layout(location = 5) out vec4 varying5;
layout(location = 6) out vec4 varying6;
layout(location = 7) out vec4 varying7;
layout(location = 8) out vec4 varying8;
layout(location = 9) out vec4 varying9;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

const vec4 immediate_constants[2] = vec4[2](
  vec4(1.0, -0.5, 100000000000000000000.0, 0.000001),
  vec4(0.0)
);

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

int to_i32(float x) {
  int n = x >= 2147483648.0 ? 2147483647 : int(clamp(x, -2147483648.0, 2147483520.0));
  return is_nan(x) ? 0 : n;
}

vec4 vs_c_row(uint row) {
  if (row < 256u) { return vs_c_data[row]; }
  return vec4(0.0);
}

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

float legacy_reciprocal(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : 1.0 / x;
}

bvec4 is_nan4(vec4 x) {
  return greaterThan(floatBitsToUint(x) & uvec4(0x7fffffffu), uvec4(0x7f800000u));
}

vec4 min_number4(vec4 a, vec4 b) {
  return mix(mix(min(a, b), a, is_nan4(b)), b, is_nan4(a));
}

vec4 max_number4(vec4 a, vec4 b) {
  return mix(mix(max(a, b), a, is_nan4(b)), b, is_nan4(a));
}

float legacy_log2(float x) {
  return x == 0.0 ? -3.4028234663852886e+38 : log2(abs(x));
}

float max_number(float a, float b) {
  return is_nan(a) ? b : is_nan(b) ? a : max(a, b);
}

float legacy_product(float a, float b) {
  return a == 0.0 || b == 0.0 ? 0.0 : a * b;
}

float legacy_dot4(vec4 a, vec4 b) {
  vec4 products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

vec3 legacy_product3(vec3 a, vec3 b) {
  return mix(a * b, vec3(0.0), bvec3(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0));
}

float legacy_dot3(vec3 a, vec3 b) {
  vec3 products = legacy_product3(a, b);
  return products.x + products.y + products.z;
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

void main() {
  vec4 clip_position;
  uint v = uint(to_i32(floor(in_blendindices.x))) + 4u;
  uint v1 = v - 90u;
  vec4 v2 = min_number4((v1 < 1u ? immediate_constants[min(v1, 1u)] : vs_c_row(uint(int(v)))) + in_position0, vs_c_data[4]);
  vec4 v3 = max_number4(v2, vec4(vs_c_data[5].y));
  float v4 = legacy_dot4(in_position0, vs_c_data[13]);
  vec4 v5 = vec4((v3.x < vs_c_data[6].x ? 1.0 : 0.0) >= vs_c_data[7].x ? 1.0 : 0.0, (v3.y < vs_c_data[6].y ? 1.0 : 0.0) >= vs_c_data[7].y ? 1.0 : 0.0, 0.0, 0.0);
  float v6 = (legacy_product4(in_psize, legacy_product4(in_normal.xxxx, vs_c_data[0])) + vs_c_data[1].wzyx).w;
  clip_position = vec4(legacy_dot4(in_position0, vs_c_data[10]) + v4 * vs_state_data.half_pixel.x, legacy_dot4(in_position0, vs_c_data[11]) - v4 * vs_state_data.half_pixel.y, legacy_dot4(in_position0, vs_c_data[12]), v4);
  varying10 = vec4(clamp01(legacy_dot4(in_position0, vs_c_data[14])), 0.0, 0.0, 0.0);
  gl_PointSize = legacy_dot3(in_depth.xyz, vs_c_data[17].xyz);
  varying0 = vec4(clamp01(legacy_dot3(in_sample.xyz, vs_c_data[20].xyz)), clamp01(legacy_dot3(in_sample.xyz, vs_c_data[21].xyz)), clamp01(legacy_dot3(in_sample.xyz, vs_c_data[22].xyz)), clamp01(v6));
  varying1 = vec4(clamp01(legacy_dot3(in_blendweight.xyz, vs_c_data[23].xyz)), clamp01(legacy_dot3(in_blendweight.xyz, vs_c_data[24].xyz)), clamp01(legacy_reciprocal(in_texcoord0.x)), 0.0);
  varying2 = v3;
  varying3 = v5;
  varying4 = vec4(exp2(in_texcoord3.x), 0.0, 0.0, 0.0);
  varying5 = vec4(exp2(floor(in_tangent.z)), legacy_log2(in_tangent.w), exp2(in_tangent.z), 1.0);
  varying6 = in_position4;
  varying7 = vec4(1.0, legacy_product(in_texcoord4.y, max_number(in_binormal.x, 0.0)), in_texcoord4.z, 0.0);
  varying8 = vec4(fract(in_fog.xy), 0.0, 0.0);
  varying9 = vec4(1.0, -0.5, 100000000000000000000.0, 0.000001);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
