#version 450 core

layout(quads, equal_spacing, ccw) in;

layout(binding = 64) uniform sampler2D ds_heights_s;

layout(location = 1) in vec4 point1[];
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
  vec2 v = point1[2].xy;
  vec2 v1 = point1[0].xy;
  vec2 v2 = gl_TessCoord.x * (point1[1].xy - v1) + v1;
  vec2 v3 = gl_TessCoord.y * (gl_TessCoord.x * (point1[3].xy - v) + v - v2) + v2;
  vec4 ds_heights_s_texel = textureLod(ds_heights_s, v3, 0.0);
  varying1 = vec4(v3, 0.0, 0.0);
  clip_position = vec4(v3, ds_heights_s_texel.x, gl_TessLevelInner[0]);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
