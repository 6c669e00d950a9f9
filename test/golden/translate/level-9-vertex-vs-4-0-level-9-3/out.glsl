#version 450 core

layout(std140, binding = 12) uniform vs_Frame { vec4 vs_Frame_data[5]; };
layout(std140, binding = 14) uniform vs_Object { uvec4 vs_Object_data[17]; };

layout(location = 0) in vec4 in_position;
layout(location = 1) in vec4 in_normal;
layout(location = 2) in vec4 in_texcoord;
layout(location = 3) in ivec4 in_blendindices;
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

bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

float clamp01(float x) {
  return is_nan(x) ? 0.0 : clamp(x, 0.0, 1.0);
}

uvec4 vs_Object_row(uint row) {
  if (row < 17u) { return vs_Object_data[row]; }
  return uvec4(0u);
}

void main() {
  vec4 clip_position;
  precise vec3 v = in_position.y * uintBitsToFloat(vs_Object_data[1].xyz);
  precise vec3 v1 = fma(in_position.xxx, uintBitsToFloat(vs_Object_data[0].xyz), v);
  precise vec3 v2 = fma(in_position.zzz, uintBitsToFloat(vs_Object_data[2].xyz), v1);
  precise vec3 v3 = fma(in_position.www, uintBitsToFloat(vs_Object_data[3].xyz), v2);
  vec4 v4 = vec4(v3, 1.0);
  precise float v5 = dot(v4, vs_Frame_data[0]);
  precise float v6 = dot(v4, vs_Frame_data[1]);
  precise float v7 = dot(v4, vs_Frame_data[2]);
  precise float v8 = dot(v4, vs_Frame_data[3]);
  clip_position = vec4(v5, v6, v7, v8);
  varying2.z = exp2(-v3.z);
  precise float v9 = dot(in_normal.xyz, vs_Frame_data[4].xyz);
  precise vec4 v10 = fma(vec4(clamp01(v9)), uintBitsToFloat(vs_Object_row(uint(in_blendindices.x) + 4u)), uintBitsToFloat(vs_Object_data[7]));
  precise vec4 v11 = v10 + vs_Frame_data[4].w;
  varying1 = (vs_Object_data[16].y != 0u ? v11 : v10);
  precise vec2 v12 = fma(in_texcoord.xy, vec2(0.5), vec2(0.5));
  varying2.x = v12.x;
  varying2.y = v12.y;
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
