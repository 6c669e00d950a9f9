#version 450 core

layout(triangles) in;
layout(triangle_strip, max_vertices = 4) out;

layout(location = 0) in vec4 varying0[];
layout(location = 1) out vec4 geometry1;
layout(location = 2) out vec4 geometry2;
layout(location = 3) out vec4 geometry3;
layout(location = 4) out vec4 geometry4;
invariant gl_Position;

layout(std140, binding = 35) uniform gs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

void main() {
  vec4 clip_position;
  uint d3d_PrimitiveIDIn = uint(gl_PrimitiveIDIn);
  uint n = 0u;
  uint n1 = 0u;
  for (;;) {
    if (n >= 3u) {
      break;
    }
    uint vertex = min(n, 2u);
    clip_position = varying0[vertex];
    geometry1 = vec4(0.0);
    geometry2 = vec4(0.0);
    uint vertex1 = min((n + d3d_PrimitiveIDIn) % 3u, 2u);
    geometry3 = varying0[vertex1];
    geometry4 = vec4(0.0);
    gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
    EmitVertex();
    uint v = n1 + 1u;
    if (v >= 4u) {
      return;
    }
    n1 = v;
    n = n + 1u;
  }
}
