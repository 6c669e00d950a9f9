#version 450 core

layout(triangles, equal_spacing, ccw) in;

layout(std140, binding = 48) uniform ds_Frame { vec4 ds_Frame_data[6]; };

layout(location = 16) patch in vec4 point16;
layout(location = 20) patch in vec4 point20;
layout(location = 21) patch in vec4 point21;
layout(location = 22) patch in vec4 point22;
layout(location = 0) in vec4 point0[];
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
  vec4 input_range0[4];
  for (int i = 0; i < 4; i++) input_range0[i] = vec4(0.0);
  uint d3d_PrimitiveID = uint(gl_PrimitiveID);
  input_range0[0] = point20;
  input_range0[1] = point21;
  input_range0[2] = point22;
  vec3 v = point0[2].xyz * gl_TessCoord.z + (point0[0].xyz * gl_TessCoord.x + gl_TessCoord.y * point0[1].xyz);
  uint v1 = d3d_PrimitiveID % 3u;
  uint vertex = min(v1, 2u);
  varying1 = vec4(gl_TessLevelOuter[1] + point1[vertex].xy, 0.0, 0.0);
  vec4 v2 = vec4(point16.yzw * gl_TessLevelInner[0] + v + input_range0[min(v1, 3u)].xyz, 1.0);
  clip_position = vec4(dot(v2, ds_Frame_data[2]), dot(v2, ds_Frame_data[3]), dot(v2, ds_Frame_data[4]), dot(v2, ds_Frame_data[5]));
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
