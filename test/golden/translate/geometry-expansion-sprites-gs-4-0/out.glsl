#version 450 core

layout(points) in;
layout(triangle_strip, max_vertices = 4) out;

layout(std140, binding = 24) uniform gs_View { vec4 gs_View_data[6]; };

layout(location = 0) in vec4 varying0[];
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
  vec2 v = varying1[0].xy;
  precise vec4 v1 = vec4(-0.5, -0.5, 0.5, -0.5) * v.xyxy;
  vec3 v2 = varying0[0].xyz;
  precise vec3 v3 = fma(gs_View_data[4].xyz, v1.xxx, v2);
  precise vec3 v4 = fma(gs_View_data[5].xyz, v1.yyy, v3);
  vec4 v5 = vec4(v4, 1.0);
  precise float v6 = dot(v5, gs_View_data[0]);
  precise float v7 = dot(v5, gs_View_data[1]);
  precise float v8 = dot(v5, gs_View_data[2]);
  precise float v9 = dot(v5, gs_View_data[3]);
  clip_position = vec4(v6, v7, v8, v9);
  geometry1 = vec4(vec2(0.0), 0.0, 0.0);
  vec4 v10 = varying2[0];
  geometry2 = v10;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitVertex();
  precise vec3 v11 = fma(gs_View_data[4].xyz, v1.zzz, v2);
  precise vec3 v12 = fma(gs_View_data[5].xyz, v1.www, v11);
  vec4 v13 = vec4(v12, 1.0);
  precise float v14 = dot(v13, gs_View_data[0]);
  precise float v15 = dot(v13, gs_View_data[1]);
  precise float v16 = dot(v13, gs_View_data[2]);
  precise float v17 = dot(v13, gs_View_data[3]);
  clip_position = vec4(v14, v15, v16, v17);
  geometry1 = vec4(vec2(1.0, 0.0), 0.0, 0.0);
  geometry2 = v10;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitVertex();
  precise vec4 v18 = vec4(-0.5, 0.5, 0.5, 0.5) * v.xyxy;
  precise vec3 v19 = fma(gs_View_data[4].xyz, v18.xxx, v2);
  precise vec3 v20 = fma(gs_View_data[5].xyz, v18.yyy, v19);
  vec4 v21 = vec4(v20, 1.0);
  precise float v22 = dot(v21, gs_View_data[0]);
  precise float v23 = dot(v21, gs_View_data[1]);
  precise float v24 = dot(v21, gs_View_data[2]);
  precise float v25 = dot(v21, gs_View_data[3]);
  clip_position = vec4(v22, v23, v24, v25);
  geometry1 = vec4(vec2(0.0, 1.0), 0.0, 0.0);
  geometry2 = v10;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitVertex();
  precise vec3 v26 = fma(gs_View_data[4].xyz, v18.zzz, v2);
  precise vec3 v27 = fma(gs_View_data[5].xyz, v18.www, v26);
  vec4 v28 = vec4(v27, 1.0);
  precise float v29 = dot(v28, gs_View_data[0]);
  precise float v30 = dot(v28, gs_View_data[1]);
  precise float v31 = dot(v28, gs_View_data[2]);
  precise float v32 = dot(v28, gs_View_data[3]);
  clip_position = vec4(v29, v30, v31, v32);
  geometry1 = vec4(vec2(1.0), 0.0, 0.0);
  geometry2 = v10;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
  EmitVertex();
}
