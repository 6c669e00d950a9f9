#version 450 core

layout(points) in;
layout(points, max_vertices = 10) out;

layout(location = 1) in vec4 varying1[];
layout(location = 0) out vec4 geometry0;
layout(location = 1) out vec4 geometry1;
layout(location = 15, stream = 1) out vec4 geometry15;
layout(location = 14, stream = 1) flat out uvec4 geometry14;
layout(location = 13, stream = 3) out vec4 geometry13;
invariant gl_Position;
out float gl_ClipDistance[4];

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
  vec4 v = varying1[0];
  geometry0 = v;
  geometry15 = vec4(v.xyz, 0.0);
  clip_position = v;
  geometry13 = vec4(v.x, 0.0, 0.0, 0.0);
  uvec2 v1 = floatBitsToUint(varying1[0].xy);
  geometry1 = vec4(uintBitsToFloat(v1), 0.0, 0.0);
  geometry14 = uvec4(v1.x, 0u, 0u, 0u);
  gl_ClipDistance[0] = uintBitsToFloat(v1.x);
  gl_ClipDistance[1] = uintBitsToFloat(v1.y);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitStreamVertex(0);
  EndStreamPrimitive(0);
  vec3 v2 = gl_in[0].gl_Position.xyz;
  geometry0.x = v2.x;
  geometry0.y = v2.y;
  geometry0.z = v2.z;
  geometry15 = vec4(v2, 0.0);
  clip_position.x = v2.x;
  clip_position.y = v2.y;
  clip_position.z = v2.z;
  geometry13 = vec4(v2.x, 0.0, 0.0, 0.0);
  geometry1.x = uintBitsToFloat(0x3u);
  geometry14 = uvec4(3u, 0u, 0u, 0u);
  gl_ClipDistance[0] = uintBitsToFloat(0x3u);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitStreamVertex(1);
  geometry0.x = v2.x;
  geometry0.y = v2.y;
  geometry0.z = v2.z;
  geometry15 = vec4(v2, 0.0);
  clip_position.x = v2.x;
  clip_position.y = v2.y;
  clip_position.z = v2.z;
  geometry13 = vec4(v2.x, 0.0, 0.0, 0.0);
  geometry1.x = uintBitsToFloat(0x3u);
  geometry14 = uvec4(3u, 0u, 0u, 0u);
  gl_ClipDistance[0] = uintBitsToFloat(0x3u);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitStreamVertex(1);
  vec4 v3 = gl_in[0].gl_Position;
  geometry0 = v3;
  geometry15 = vec4(v3.xyz, 0.0);
  clip_position = v3;
  geometry13 = vec4(v3.x, 0.0, 0.0, 0.0);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitStreamVertex(2);
  EndStreamPrimitive(2);
  geometry0.x = 1.0;
  geometry15.x = 1.0;
  clip_position.x = 1.0;
  geometry13 = vec4(1.0, 0.0, 0.0, 0.0);
  uvec4 v4 = floatBitsToUint(varying1[0]);
  geometry1 = vec4(uintBitsToFloat(v4.xy), 0.0, 0.0);
  geometry14 = uvec4(v4.x, 0u, 0u, 0u);
  gl_ClipDistance[0] = uintBitsToFloat(v4.x);
  gl_ClipDistance[1] = uintBitsToFloat(v4.y);
  gl_ClipDistance[2] = uintBitsToFloat(v4.z);
  gl_ClipDistance[3] = uintBitsToFloat(v4.w);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitStreamVertex(3);
  EndStreamPrimitive(2);
}
