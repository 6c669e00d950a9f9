#version 450 core

layout(std140, binding = 12) uniform vs_c { vec4 vs_c_data[18]; };
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position;
layout(location = 1) in vec4 in_normal;
layout(location = 2) in vec4 in_texcoord;
layout(location = 3) in vec4 in_color;
layout(location = 10) out vec4 varying10;
layout(location = 0) out vec4 varying0;
layout(location = 1) out vec4 varying1;
layout(location = 2) out vec4 varying2;
layout(location = 5) out vec4 varying5;
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

vec3 legacy_product3(vec3 a, vec3 b) {
  return mix(a * b, vec3(0.0), bvec3(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0));
}

float legacy_dot3(vec3 a, vec3 b) {
  vec3 products = legacy_product3(a, b);
  return products.x + products.y + products.z;
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float max_number(float a, float b) {
  return is_nan(a) ? b : is_nan(b) ? a : max(a, b);
}

float min_number(float a, float b) {
  return is_nan(a) ? b : is_nan(b) ? a : min(a, b);
}

float legacy_product(float a, float b) {
  return a == 0.0 || b == 0.0 ? 0.0 : a * b;
}

float legacy_log2(float x) {
  return x == 0.0 ? -3.4028234663852886e+38 : log2(abs(x));
}

float legacy_power(float x, float y) {
  return y == 0.0 ? 1.0 : exp2(legacy_product(legacy_log2(x), y));
}

float legacy_specular(float diffuse, float light, float power) {
  float limited = min_number(max_number(power, -127.99610137939453), 127.99610137939453);
  return 0.0 < diffuse && 0.0 < light ? legacy_power(light, limited) : 0.0;
}

float legacy_inverse_sqrt(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : inversesqrt(abs(x));
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

void main() {
  vec4 clip_position;
  float v = legacy_dot4(in_position, vs_c_data[3]);
  float v1 = legacy_product(min_number(max_number(legacy_dot3(in_normal.xyz, vs_c_data[12].xyz), 0.0), 1.0), vs_c_data[12].w);
  vec3 v2 = legacy_product3(vec3(min_number(max_number(legacy_dot3(in_normal.xyz, vs_c_data[13].xyz), 0.0), 1.0)), vec3(vs_c_data[13].w)) + (legacy_product3(vs_c_data[15].xyz, in_color.xyz) + v1);
  vec3 v3 = legacy_product3(vec3(min_number(max_number(legacy_dot3(in_normal.xyz, vs_c_data[14].xyz), 0.0), 1.0)), vec3(vs_c_data[14].w)) + v2;
  vec3 v4 = legacy_product3(in_position.xxx, vs_c_data[4].xyz) + legacy_product3(in_position.yyy, vs_c_data[5].xyz);
  vec3 v5 = legacy_product3(in_position.www, vs_c_data[7].xyz) + (legacy_product3(in_position.zzz, vs_c_data[6].xyz) + v4);
  float v6 = legacy_dot3(in_normal.xyz, v5);
  vec4 v7 = legacy_product4(vec4(1.0, max_number(v6, 0.0), legacy_specular(v6, in_normal.x, vs_c_data[9].x), 1.0), vs_c_data[8]);
  vec3 v8 = legacy_product3(in_normal.xxx, vs_c_data[4].xyz) + legacy_product3(in_normal.yyy, vs_c_data[5].xyz);
  vec3 v9 = legacy_product3(in_normal.zzz, vs_c_data[6].xyz) + v8;
  float v10 = legacy_inverse_sqrt(v5.y);
  clip_position = vec4(legacy_dot4(in_position, vs_c_data[0]) + v * vs_state_data.half_pixel.x, legacy_dot4(in_position, vs_c_data[1]) - v * vs_state_data.half_pixel.y, legacy_dot4(in_position, vs_c_data[2]), v);
  varying10 = vec4(clamp01((legacy_product4(vec4(vs_c_data[16].x), vec4(exp2(v5.z * -1.442695) - 1.0)) + 1.0).x), 0.0, 0.0, 0.0);
  gl_PointSize = (legacy_product4(vec4(vs_c_data[17].x), vec4(legacy_log2(v5.x) - v10)) + v10).x;
  varying0 = vec4(clamp01(v3.x), clamp01(v3.y), clamp01(v3.z), clamp01(in_color.w));
  varying1 = vec4(clamp01(v7.x), clamp01(v7.y), clamp01(v7.z), clamp01(v7.w));
  varying2 = vec4(in_texcoord.yx + vs_c_data[11].xy, 0.0, 0.0);
  varying5 = vec4(legacy_product3(vec3(legacy_inverse_sqrt(dot(v9, v9))), v9), 0.0);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
