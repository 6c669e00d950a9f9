#version 450 core

layout(location = 2) in vec4 in_position;
layout(location = 3) in vec4 in_texcoord9;
layout(location = 4) in ivec4 in_blendindices;
layout(location = 1) out vec4 varying1;
layout(location = 2) out vec4 varying2;
layout(location = 3) out vec4 varying3;
layout(location = 4) out vec4 varying4;
layout(location = 5) flat out uvec4 varying5;
invariant gl_Position;
out float gl_ClipDistance[6];
out float gl_CullDistance[1];

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

void main() {
  vec4 clip_position;
  uint d3d_VertexID = uint(gl_VertexID) - runtime.first_vertex;
  uint d3d_InstanceID = uint(gl_InstanceID);
  precise vec4 v = float(d3d_VertexID) * in_position;
  clip_position = v;
  varying1 = in_position.wzyx;
  varying2 = vec4(float(in_blendindices.x), float(in_blendindices.y), float(in_blendindices.z), float(in_blendindices.w));
  varying3.x = float(d3d_InstanceID);
  varying3.y = in_texcoord9.x;
  varying3.z = in_texcoord9.y;
  vec2 v1 = (-in_texcoord9.xy);
  varying4.x = v1.x;
  varying4.y = v1.y;
  varying4.z = 0.0;
  varying4.w = 0.0;
  varying5 = uvec4(uint(int(d3d_VertexID + d3d_InstanceID)), 0u, 0u, 0u);
  gl_ClipDistance[0] = in_position.x;
  gl_ClipDistance[1] = in_position.y;
  gl_ClipDistance[2] = in_position.z;
  gl_ClipDistance[3] = in_position.w;
  gl_ClipDistance[4] = in_position.x;
  gl_ClipDistance[5] = in_position.y;
  gl_CullDistance[0] = in_position.z;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
