#version 450 core

layout(points) in;
layout(points, max_vertices = 4) out;

layout(std140, binding = 24) uniform gs_Globals { vec4 gs_Globals_data[4]; };

layout(location = 1) in vec4 varying1[];
layout(location = 1) out vec4 geometry1;
invariant gl_Position;

layout(std140, binding = 35) uniform gs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

vec4 gs_Globals_row(uint row) {
  if (row < 4u) { return gs_Globals_data[row]; }
  return vec4(0.0);
}

void main() {
  vec4 clip_position;
  uint d3d_PrimitiveIDIn = uint(gl_PrimitiveIDIn);
  float v = float(d3d_PrimitiveIDIn);
  uint n = 0u;
  uint n1 = 0u;
  for (;;) {
    if (n >= 4u) {
      break;
    }
    precise vec4 v1 = fma(gs_Globals_row(n), vec4(v), gl_in[0].gl_Position);
    clip_position = v1;
    geometry1 = varying1[0];
    gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
    EmitVertex();
    uint v2 = n1 + 1u;
    if (v2 >= 4u) {
      return;
    }
    n1 = v2;
    n = n + 1u;
  }
}
