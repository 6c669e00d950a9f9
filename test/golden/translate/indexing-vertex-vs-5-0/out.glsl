#version 450 core

layout(std140, binding = 15) uniform vs_Palette { vec4 vs_Palette_data[16]; };

layout(location = 0) in vec4 in_v0;
layout(location = 1) in vec4 in_v1;
layout(location = 2) in vec4 in_v2;
layout(location = 3) in vec4 in_v3;
layout(location = 4) in ivec4 in_at;
layout(location = 1) out vec4 varying1;
layout(location = 2) out vec4 varying2;
layout(location = 3) out vec4 varying3;
layout(location = 4) out vec4 varying4;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

const vec4 immediate_constants[6] = vec4[6](
  vec4(1.0, 2.0, 3.0, 4.0),
  vec4(0.0, 0.0, 0.5, 123456.0),
  vec4(0.0, 0.0, 0.0, 0.0),
  vec4(-1.5, 1e+30, -0.00001, 65535.0),
  vec4(3.0, 1.0, 4.0, 1.0),
  vec4(0.0)
);

vec4 vs_Palette_row(uint row) {
  if (row < 16u) { return vs_Palette_data[row]; }
  return vec4(0.0);
}

void main() {
  vec4 clip_position;
  vec4 input_range0[5];
  for (int i = 0; i < 5; i++) input_range0[i] = vec4(0.0);
  input_range0[0] = in_v0;
  input_range0[1] = in_v1;
  input_range0[2] = in_v2;
  input_range0[3] = in_v3;
  clip_position = input_range0[min(uint(in_at.x), 4u)];
  varying1 = vec4(0.0);
  varying2 = in_v1;
  varying3 = in_v2 + in_v2;
  varying4 = in_v3 * 3.0 + (vs_Palette_row(uint(in_at.x)) + immediate_constants[min(uint(in_at.y), 5u)]);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
