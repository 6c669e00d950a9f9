#version 450 core

layout(triangles, invocations = 24) in;
layout(triangle_strip, max_vertices = 3) out;

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

void main() {
  vec4 clip_position;
  uint d3d_InvocationID = uint(gl_InvocationID);
  uint d3d_PrimitiveIDIn = uint(gl_PrimitiveIDIn);
  clip_position = gl_in[0].gl_Position;
  float v = float(d3d_InvocationID + d3d_PrimitiveIDIn);
  geometry1 = v * varying1[0];
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitVertex();
  clip_position = gl_in[1].gl_Position;
  geometry1 = v * varying1[1];
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitVertex();
  clip_position = gl_in[2].gl_Position;
  geometry1 = v * varying1[2];
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitVertex();
}
