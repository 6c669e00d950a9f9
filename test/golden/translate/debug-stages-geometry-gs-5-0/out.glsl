#version 450 core

layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;

layout(location = 1) in vec4 varying1[];
layout(location = 2) in vec4 varying2[];
layout(location = 1) out vec4 geometry1;
layout(location = 2) out vec4 geometry2;
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
  float v = float(d3d_PrimitiveIDIn);
  uint n = 0u;
  uint n1 = 0u;
  for (;;) {
    if (int(n) >= 3) {
      break;
    }
    uint vertex = min(n, 2u);
    clip_position = v * gl_in[vertex].gl_Position;
    uint vertex1 = min(n, 2u);
    geometry1 = vec4(varying1[vertex1].xy, 0.0, 0.0);
    uint vertex2 = min(n, 2u);
    geometry2 = vec4(varying2[vertex2].xy, 0.0, 0.0);
    gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
    EmitVertex();
    uint v1 = n1 + 1u;
    if (v1 >= 3u) {
      return;
    }
    n1 = v1;
    n = n + 1u;
  }
  EndPrimitive();
}
