#version 450 core

layout(std140, binding = 12) uniform vs_c { vec4 vs_c_data[14]; };
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
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

float legacy_dot4(vec4 a, vec4 b) {
  vec4 products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

void main() {
  vec4 clip_position;
  vec4 v = legacy_product4(vs_c_data[4], vec4(vs_c_data[8].x)) + legacy_product4(vs_c_data[5], vec4(vs_c_data[8].y));
  vec4 v1 = legacy_product4(vs_c_data[7], vec4(vs_c_data[8].w)) + (legacy_product4(vs_c_data[6], vec4(vs_c_data[8].z)) + v);
  vec4 v2 = legacy_product4(vs_c_data[2], v1.zzzz) + (legacy_product4(vs_c_data[0], v1.xxxx) + legacy_product4(v1.yyyy, vs_c_data[1]));
  vec4 v3 = legacy_product4(vs_c_data[4], vec4(vs_c_data[9].x)) + legacy_product4(vs_c_data[5], vec4(vs_c_data[9].y));
  vec4 v4 = legacy_product4(vs_c_data[7], vec4(vs_c_data[9].w)) + (legacy_product4(vs_c_data[6], vec4(vs_c_data[9].z)) + v3);
  vec4 v5 = legacy_product4(vs_c_data[2], v4.zzzz) + (legacy_product4(vs_c_data[0], v4.xxxx) + legacy_product4(v4.yyyy, vs_c_data[1]));
  vec4 v6 = legacy_product4(vs_c_data[4], vec4(vs_c_data[10].x)) + legacy_product4(vs_c_data[5], vec4(vs_c_data[10].y));
  vec4 v7 = legacy_product4(vs_c_data[7], vec4(vs_c_data[10].w)) + (legacy_product4(vs_c_data[6], vec4(vs_c_data[10].z)) + v6);
  vec4 v8 = legacy_product4(vs_c_data[2], v7.zzzz) + (legacy_product4(vs_c_data[0], v7.xxxx) + legacy_product4(v7.yyyy, vs_c_data[1]));
  vec4 v9 = legacy_product4(vs_c_data[4], vec4(vs_c_data[11].x)) + legacy_product4(vs_c_data[5], vec4(vs_c_data[11].y));
  vec4 v10 = legacy_product4(vs_c_data[7], vec4(vs_c_data[11].w)) + (legacy_product4(vs_c_data[6], vec4(vs_c_data[11].z)) + v9);
  vec4 v11 = legacy_product4(vs_c_data[2], v10.zzzz) + (legacy_product4(vs_c_data[0], v10.xxxx) + legacy_product4(v10.yyyy, vs_c_data[1]));
  vec4 v12 = vec4(legacy_dot4(in_position, legacy_product4(vs_c_data[3], v1.wwww) + v2), legacy_dot4(in_position, legacy_product4(vs_c_data[3], v4.wwww) + v5), legacy_dot4(in_position, legacy_product4(vs_c_data[3], v7.wwww) + v8), legacy_dot4(in_position, legacy_product4(vs_c_data[3], v10.wwww) + v11));
  vec4 v13 = legacy_product4(vec4(sin(fract(vs_c_data[12].x * 0.15915494 + 0.5) * 6.2831855 - 3.1415927)), vs_c_data[13]) + v12;
  clip_position = vec4(v13.x + v13.w * vs_state_data.half_pixel.x, v13.y - v13.w * vs_state_data.half_pixel.y, v13.zw);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
