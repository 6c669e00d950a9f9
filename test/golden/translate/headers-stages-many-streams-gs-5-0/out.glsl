#version 450 core

layout(triangles) in;
layout(points, max_vertices = 3) out;

layout(location = 1) in vec4 varying1[];
layout(location = 1) out vec4 geometry1;
layout(location = 0, stream = 1) out vec4 geometry0;
layout(location = 15, stream = 1) flat out uvec4 geometry15;
invariant gl_Position;
out float gl_ClipDistance[2];
out float gl_CullDistance[1];

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
  vec4 v = gl_in[0].gl_Position;
  clip_position = v;
  geometry0 = vec4(v.x, 0.0, 0.0, 0.0);
  geometry1 = vec4(vec2(0.0, 0.0), 0.0, 0.0);
  geometry15 = uvec4(uvec2(0u), 0u, 0u);
  gl_Layer = 0;
  gl_ViewportIndex = 0;
  gl_ClipDistance[0] = 0.0;
  gl_ClipDistance[1] = 0.0;
  gl_CullDistance[0] = 0.0;
  gl_PrimitiveID = int(d3d_PrimitiveIDIn);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitStreamVertex(0);
  clip_position.x = 3.0;
  geometry0 = vec4(3.0, 0.0, 0.0, 0.0);
  geometry1 = vec4(vec2(0.0, 0.0), 0.0, 0.0);
  geometry15 = uvec4(uvec2(0u), 0u, 0u);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitStreamVertex(1);
}
