#version 450 core

layout(triangles, equal_spacing, ccw) in;

layout(location = 16) patch in vec4 point16;
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
  vec4 v = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position;
  clip_position = vec4(v.xyz + point16.yzw, v.w);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
