#version 450 core

layout(std140, binding = 12) uniform vs_c { vec4 vs_c_data[12]; };
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position;
layout(location = 1) in vec4 in_normal;
layout(location = 2) in vec4 in_tangent;
layout(location = 3) in vec4 in_texcoord;
layout(location = 2) out vec4 varying2;
layout(location = 3) out vec4 varying3;
layout(location = 4) out vec4 varying4;
layout(location = 5) out vec4 varying5;
layout(location = 6) out vec4 varying6;
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

float legacy_inverse_sqrt(float x) {
  return x == 0.0 ? 3.4028234663852886e+38 : inversesqrt(abs(x));
}

vec2 legacy_product2(vec2 a, vec2 b) {
  return mix(a * b, vec2(0.0), bvec2(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0));
}

void main() {
  vec4 clip_position;
  vec4 v = legacy_product4(in_position.xyzx, vec4(1.0, 1.0, 1.0, 0.0)) + vec4(0.0, 0.0, 0.0, 1.0);
  float v1 = legacy_dot4(v, vs_c_data[8]);
  float v2 = legacy_dot4(v, vs_c_data[9]);
  float v3 = legacy_dot4(v, vs_c_data[10]);
  vec4 v4 = vec4(v1, v2, v3, 1.0);
  float v5 = legacy_dot4(v4, vs_c_data[3]);
  vec3 v6 = vec3(legacy_dot3(in_normal.xyz, vs_c_data[8].xyz), legacy_dot3(in_normal.xyz, vs_c_data[9].xyz), legacy_dot3(in_normal.xyz, vs_c_data[10].xyz));
  vec3 v7 = vec3(legacy_dot3(in_tangent.xyz, vs_c_data[8].xyz), legacy_dot3(in_tangent.xyz, vs_c_data[9].xyz), legacy_dot3(in_tangent.xyz, vs_c_data[10].xyz));
  vec4 v8 = vec4(legacy_dot4(v4, vs_c_data[4]), legacy_dot4(v4, vs_c_data[5]), legacy_dot4(v4, vs_c_data[6]), legacy_dot4(v4, vs_c_data[7]));
  clip_position = vec4(legacy_dot4(v4, vs_c_data[0]) + v5 * vs_state_data.half_pixel.x, legacy_dot4(v4, vs_c_data[1]) - v5 * vs_state_data.half_pixel.y, legacy_dot4(v4, vs_c_data[2]), v5);
  varying2 = vec4(legacy_product2(in_texcoord.xy, vs_c_data[11].xy), 0.0, 0.0);
  varying3 = vec4(v1, v2, v3, 0.0);
  varying4 = vec4(legacy_product3(vec3(legacy_inverse_sqrt(dot(v6, v6))), v6), 0.0);
  varying5 = vec4(legacy_product3(vec3(legacy_inverse_sqrt(dot(v7, v7))), v7), in_tangent.w);
  varying6 = v8;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
