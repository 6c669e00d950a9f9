#version 450 core

layout(isolines, equal_spacing, ccw) in;

layout(location = 0) in vec4 point0[];
layout(location = 1) out vec4 varying1;
invariant gl_Position;

layout(std140, binding = 59) uniform ds_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

void main() {
  vec4 clip_position;
  vec3 v = point0[0].xyz;
  clip_position = vec4(gl_TessCoord.x * (point0[1].xyz - v) + v, 1.0) + gl_TessLevelOuter[0];
  varying1 = vec4(gl_TessCoord.xy, 0.0, 0.0);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
