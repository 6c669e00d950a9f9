#version 450 core

layout(std140, binding = 12) uniform vs_PerFrame { vec4 vs_PerFrame_data[8]; };
layout(std140, binding = 13) uniform vs_PerObject { vec4 vs_PerObject_data[5]; };

layout(location = 0) in vec4 in_position;
layout(location = 1) in vec4 in_normal;
layout(location = 2) in vec4 in_tangent;
layout(location = 3) in vec4 in_texcoord;
layout(location = 1) out vec4 varying1;
layout(location = 2) out vec4 varying2;
layout(location = 3) out vec4 varying3;
layout(location = 4) out vec4 varying4;
layout(location = 5) out vec4 varying5;
invariant gl_Position;

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
  vec4 v = vec4(in_position.xyz, 1.0);
  precise float v1 = dot(v, vs_PerObject_data[0]);
  precise float v2 = dot(v, vs_PerObject_data[1]);
  precise float v3 = dot(v, vs_PerObject_data[2]);
  vec4 v4 = vec4(v1, v2, v3, 1.0);
  precise float v5 = dot(v4, vs_PerFrame_data[0]);
  precise float v6 = dot(v4, vs_PerFrame_data[1]);
  precise float v7 = dot(v4, vs_PerFrame_data[2]);
  precise float v8 = dot(v4, vs_PerFrame_data[3]);
  clip_position = vec4(v5, v6, v7, v8);
  precise vec2 v9 = in_texcoord.xy * vs_PerObject_data[4].xy;
  varying1 = vec4(v9, 0.0, 0.0);
  varying2 = vec4(vec3(v1, v2, v3), 0.0);
  precise float v10 = dot(in_normal.xyz, vs_PerObject_data[0].xyz);
  precise float v11 = dot(in_normal.xyz, vs_PerObject_data[1].xyz);
  precise float v12 = dot(in_normal.xyz, vs_PerObject_data[2].xyz);
  vec3 v13 = vec3(v10, v11, v12);
  precise float v14 = dot(v13, v13);
  precise vec3 v15 = inversesqrt(v14) * v13;
  varying3 = vec4(v15, 0.0);
  precise float v16 = dot(in_tangent.xyz, vs_PerObject_data[0].xyz);
  precise float v17 = dot(in_tangent.xyz, vs_PerObject_data[1].xyz);
  precise float v18 = dot(in_tangent.xyz, vs_PerObject_data[2].xyz);
  vec3 v19 = vec3(v16, v17, v18);
  precise float v20 = dot(v19, v19);
  precise vec3 v21 = inversesqrt(v20) * v19;
  varying4 = vec4(v21, in_tangent.w);
  precise float v22 = dot(v4, vs_PerFrame_data[4]);
  precise float v23 = dot(v4, vs_PerFrame_data[5]);
  precise float v24 = dot(v4, vs_PerFrame_data[6]);
  precise float v25 = dot(v4, vs_PerFrame_data[7]);
  varying5 = vec4(v22, v23, v24, v25);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
