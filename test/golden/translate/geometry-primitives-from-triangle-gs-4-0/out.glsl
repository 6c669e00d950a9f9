#version 450 core

layout(triangles) in;
layout(triangle_strip, max_vertices = 18) out;

layout(std140, binding = 24) uniform gs_Globals { vec4 gs_Globals_data[28]; };

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
  if (row < 28u) { return gs_Globals_data[row]; }
  return vec4(0.0);
}

void main() {
  vec4 clip_position;
  uint n = 0u;
  uint n1 = 0u;
  for (;;) {
    if (n >= 6u) {
      break;
    }
    uint v = n & 1u;
    uint v1 = n << 2u;
    uint n2 = 0u;
    uint n3 = n1;
    for (;;) {
      if (n2 >= 3u) {
        break;
      }
      uint vertex = min(n2, 2u);
      vec4 v2 = gl_in[vertex].gl_Position;
      precise float v3 = dot(v2, gs_Globals_row(v1 + 4u));
      precise float v4 = dot(v2, gs_Globals_row(v1 + 5u));
      precise float v5 = dot(v2, gs_Globals_row(v1 + 6u));
      precise float v6 = dot(v2, gs_Globals_row(v1 + 7u));
      clip_position = vec4(v3, v4, v5, v6);
      uint vertex1 = min(n2, 2u);
      geometry1 = varying1[vertex1];
      gl_Layer = int(n);
      gl_ViewportIndex = int(v);
      gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
      EmitVertex();
      uint v7 = n3 + 1u;
      if (v7 >= 18u) {
        return;
      }
      n3 = v7;
      n2 = n2 + 1u;
    }
    EndPrimitive();
    n1 = n3;
    n = n + 1u;
  }
}
