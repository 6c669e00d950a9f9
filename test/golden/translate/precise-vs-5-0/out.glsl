#version 450 core

layout(std140, binding = 12) uniform vs_Globals { vec4 vs_Globals_data[5]; };

layout(location = 0) in vec4 in_p;
layout(location = 1) in vec4 in_q;
layout(location = 1) out vec4 varying1;
layout(location = 2) out vec4 varying2;
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
  precise float v = dot(in_p, vs_Globals_data[0]);
  precise float v1 = dot(in_p, vs_Globals_data[1]);
  precise float v2 = dot(in_p, vs_Globals_data[2]);
  precise float v3 = dot(in_p, vs_Globals_data[3]);
  clip_position = vec4(v, v1, v2, v3);
  precise float v4 = dot(in_p.xyz, in_q.xyz) * vs_Globals_data[4].x;
  precise float v5 = sqrt(abs(in_q.w)) / vs_Globals_data[4].w;
  varying1 = vec4(vec2(v4, v5), 0.0, 0.0);
  precise float v6 = v5 + v4;
  vec3 v7 = v6 * (in_p.xzw * in_q.xzw + vs_Globals_data[4].xzw);
  varying2 = vec4(v7.x, v5 < v4 ? v4 : (-v5), v7.yz);
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
