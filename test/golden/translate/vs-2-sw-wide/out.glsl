#version 450 core

layout(std430, binding = 8) readonly buffer vs_c { vec4 vs_c_data[8192]; };
layout(std140, binding = 13) uniform vs_state {
  uvec4 unused0[16];
  vec2 half_pixel;
} vs_state_data;

layout(location = 0) in vec4 in_position;
layout(location = 15) in vec4 in_color;
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
  vec4(1.0, 2.0, 3.0, 4.0),
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
  if (row < 8192u) { return vs_c_data[row]; }
  return vec4(0.0);
}

void main() {
  vec4 clip_position;
  int v = to_i32(roundEven(in_position).z);
  vec4 v1 = vs_c_data[2047];
  uint n = 1u;
  for (;;) {
    if (n == 0u) {
      break;
    }
    uint v2 = uint(v) + 5000u;
    uint v3 = v2 - 8191u;
    n = n - 1u;
    v1 = v1 + (v3 < 1u ? immediate_constants[min(v3, 1u)] : vs_c_row(uint(int(v2))));
  }
  clip_position = vec4(v1.x + v1.w * vs_state_data.half_pixel.x, v1.y - v1.w * vs_state_data.half_pixel.y, v1.zw);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
