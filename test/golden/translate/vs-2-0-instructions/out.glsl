#version 450 core

layout(std140, binding = 12) uniform vs_c { vec4 vs_c_data[256]; };
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position;
layout(location = 1) in vec4 in_texcoord15;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

const vec4 immediate_constants[4] = vec4[4](
  vec4(0.0, 1.0, 2.0, 3.0),
  vec4(-0.0000015500992, -0.00002170139, 0.0026041667, 0.00026041668),
  vec4(-0.020833334, -0.125, 1.0, 0.5),
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

void main() {
  vec4 clip_position;
  int v = to_i32(roundEven(in_texcoord15).y);
  uint v1 = uint(v) - 200u;
  uint n = 4u;
  for (;;) {
    if (n == 0u) {
      break;
    }
    n = n - 1u;
  }
  uint n1 = 255u;
  for (;;) {
    if (n1 == 0u) {
      break;
    }
    n1 = n1 - 1u;
  }
  uint n2 = 255u;
  for (;;) {
    if (n2 == 0u) {
      break;
    }
    n2 = n2 - 1u;
  }
  vec4 v2 = abs((v1 < 3u ? immediate_constants[min(v1, 3u)] : vs_c_row(uint(v))) + vec4(0.0, 1.0, 2.0, 3.0));
  clip_position = vec4(v2.x + v2.w * vs_state_data.half_pixel.x, v2.y - v2.w * vs_state_data.half_pixel.y, v2.zw);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
