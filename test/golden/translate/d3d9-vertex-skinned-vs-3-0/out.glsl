#version 450 core

layout(std140, binding = 12) uniform vs_c { vec4 vs_c_data[256]; };
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position;
layout(location = 1) in vec4 in_blendweight;
layout(location = 2) in vec4 in_blendindices;
layout(location = 2) out vec4 varying2;
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
  vec4(3.0, 1.0, 0.0, 0.0),
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

float legacy_dot4(vec4 a, vec4 b) {
  vec4 products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

vec3 legacy_product3(vec3 a, vec3 b) {
  return mix(a * b, vec3(0.0), bvec3(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0));
}

float min_number(float a, float b) {
  return is_nan(a) ? b : is_nan(b) ? a : min(a, b);
}

float max_number(float a, float b) {
  return is_nan(a) ? b : is_nan(b) ? a : max(a, b);
}

void main() {
  vec4 clip_position;
  vec4 v = 3.0 * in_blendindices;
  int v1 = to_i32(roundEven(v.y));
  uint v2 = uint(v1) + 8u;
  uint v3 = uint(v1) + 9u;
  uint v4 = uint(v1) + 10u;
  vec3 v5 = vec3(legacy_dot4(in_position, v2 < 1u ? immediate_constants[min(v2, 1u)] : vs_c_row(uint(int(v2)))), legacy_dot4(in_position, v3 < 1u ? immediate_constants[min(v3, 1u)] : vs_c_row(uint(int(v3)))), legacy_dot4(in_position, v4 < 1u ? immediate_constants[min(v4, 1u)] : vs_c_row(uint(int(v4)))));
  int v6 = to_i32(roundEven(v.x));
  uint v7 = uint(v6) + 8u;
  uint v8 = uint(v6) + 9u;
  uint v9 = uint(v6) + 10u;
  vec3 v10 = vec3(legacy_dot4(in_position, v7 < 1u ? immediate_constants[min(v7, 1u)] : vs_c_row(uint(int(v7)))), legacy_dot4(in_position, v8 < 1u ? immediate_constants[min(v8, 1u)] : vs_c_row(uint(int(v8)))), legacy_dot4(in_position, v9 < 1u ? immediate_constants[min(v9, 1u)] : vs_c_row(uint(int(v9)))));
  vec2 v11 = roundEven(v.zw);
  int v12 = to_i32(v11.x);
  int v13 = to_i32(v11.y);
  uint v14 = uint(v12) + 8u;
  float v15 = legacy_dot4(in_position, v14 < 1u ? immediate_constants[min(v14, 1u)] : vs_c_row(uint(int(v14))));
  uint v16 = uint(v12) + 9u;
  float v17 = legacy_dot4(in_position, v16 < 1u ? immediate_constants[min(v16, 1u)] : vs_c_row(uint(int(v16))));
  uint v18 = uint(v12) + 10u;
  float v19 = legacy_dot4(in_position, v18 < 1u ? immediate_constants[min(v18, 1u)] : vs_c_row(uint(int(v18))));
  vec3 v20 = legacy_product3(vec3(v15, v17, v19), in_blendweight.zzz) + (legacy_product3(v10, in_blendweight.xxx) + legacy_product3(v5, in_blendweight.yyy));
  uint v21 = uint(v13) + 8u;
  float v22 = legacy_dot4(in_position, v21 < 1u ? immediate_constants[min(v21, 1u)] : vs_c_row(uint(int(v21))));
  uint v23 = uint(v13) + 9u;
  float v24 = legacy_dot4(in_position, v23 < 1u ? immediate_constants[min(v23, 1u)] : vs_c_row(uint(int(v23))));
  uint v25 = uint(v13) + 10u;
  float v26 = legacy_dot4(in_position, v25 < 1u ? immediate_constants[min(v25, 1u)] : vs_c_row(uint(int(v25))));
  vec3 v27 = legacy_product3(vec3(v22, v24, v26), in_blendweight.www) + v20;
  vec4 v28 = fract(in_position);
  float v29 = max_number(min_number(1.0, in_position.x), in_position.w);
  clip_position = vec4(v27.x + v29 * vs_state_data.half_pixel.x, v27.y - v29 * vs_state_data.half_pixel.y, v27.z, v29);
  varying2 = vec4((in_position.y >= in_position.x ? 1.0 : 0.0) + (in_position.zw - v28.zw + v28.xy), 0.0, 0.0);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
