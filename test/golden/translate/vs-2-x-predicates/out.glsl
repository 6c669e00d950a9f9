#version 450 core

layout(std140, binding = 12) uniform vs_c { vec4 vs_c_data[7]; };
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position;
layout(location = 1) in vec4 in_normal2;
layout(location = 0) out vec4 varying0;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

vec3 legacy_product3(vec3 a, vec3 b) {
  return mix(a * b, vec3(0.0), bvec3(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0));
}

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

void main() {
  vec4 clip_position;
  bool v = in_position.z < vs_c_data[0].z;
  bool v1 = -vs_c_data[1].x >= in_position.x;
  bool v2 = -vs_c_data[1].y >= in_position.y;
  vec4 v3 = in_position + vs_c_data[2];
  float v4 = v1 ? v3.x : in_position.x;
  float v5 = v2 ? v3.y : in_position.y;
  float v6 = v ? v3.z : in_position.z;
  float v7 = !(in_position.w == vs_c_data[0].w) ? v3.w : in_position.w;
  vec3 v8 = legacy_product3(vec3(v4, v5, v6), vs_c_data[3].xyz);
  float v9 = v1 ? v4 : v8.x;
  float v10 = v2 ? v5 : v8.y;
  float v11 = v ? v6 : v8.z;
  vec4 v12 = vec4(v9, v10, v11, v7);
  vec4 v13 = legacy_product4(v12, vs_c_data[4]) + v12;
  bool v14 = in_position.w == vs_c_data[0].w;
  float v15 = v14 ? v7 : (v1 ? v13.w : 0.0);
  bool v16 = vs_c_data[0].x < v9;
  vec4 v17 = vec4(0.0);
  if (v16) {
    vec4 v18 = vs_c_data[2];
    if (v10 < v9) {
      v18 = vs_c_data[1];
    }
    v17 = v18;
  } else {
  }
  vec4 v19 = (v1 ? vs_c_data[2] : v17);
  if (!v2) {
    v19 = vs_c_data[3];
  }
  for (;;) {
    if (v16) {
      break;
    }
    if (v9 == vs_c_data[0].x) {
      break;
    }
    if (v9 >= vs_c_data[0].x) {
      break;
    }
    if (v9 < vs_c_data[0].x) {
      break;
    }
    if (!(v9 == vs_c_data[0].x)) {
      break;
    }
    if (vs_c_data[0].x >= v9) {
      break;
    }
    break;
  }
  vec4 v20 = v19;
  if (v) {
    v20 = vs_c_data[6];
  }
  vec4 v21 = v20;
  if (!v1) {
    v21 = vs_c_data[6];
  }
  clip_position = vec4((v14 ? v9 : (v1 ? v13.x : 0.0)) + v15 * vs_state_data.half_pixel.x, (v14 ? v10 : (v1 ? v13.y : 0.0)) - v15 * vs_state_data.half_pixel.y, v14 ? v11 : (v1 ? v13.z : 0.0), v15);
  varying0 = vec4(clamp01(v21.x), clamp01(v21.y), clamp01(v21.z), clamp01(v21.w));
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
