#version 450 core

layout(std140, binding = 0) uniform ps_Globals { vec4 ps_Globals_data[2]; };
layout(std140, binding = 2) uniform ps_Types { uvec4 ps_Types_data[111]; };
layout(std140, binding = 1) uniform ps_Packed { vec4 ps_Packed_data[4]; };
layout(std140, binding = 3) uniform ps_AVeryLongNameForAConstantBufferThatGoesBeyondTheColumn { vec4 ps_AVeryLongNameForAConstantBufferThatGoesBeyondTheColumn_data[3]; };
layout(binding = 0) uniform samplerBuffer ps_Tex;

layout(location = 1) flat in uvec4 varying1;
layout(location = 0) out vec4 out_target0;

vec4 ps_Tex_fetch(uint element) {
  if (element >= uint(textureSize(ps_Tex))) return vec4(0.0);
  return texelFetch(ps_Tex, int(element));
}

uvec4 ps_Types_row(uint row) {
  if (row < 111u) { return ps_Types_data[row]; }
  return uvec4(0u);
}

void main() {
  vec4 v = vec4(float(int(ps_Types_data[98].x)) + uintBitsToFloat(ps_Types_data[31].x) + ps_Packed_data[3].y);
  vec4 v1 = ps_Tex_fetch(0u);
  uint v2 = varying1.x % 3u;
  vec4 v3 = ps_Tex_fetch(v2 + 1u);
  vec4 v4 = ps_Tex_fetch(8u);
  vec4 v5 = float(int(ps_Types_data[19].x)) + (uintBitsToFloat(ps_Types_data[0]) + uintBitsToFloat(ps_Types_data[1].x));
  vec4 v6 = float(int(ps_Types_data[22].y)) + ((ps_Types_data[22].x != 0u ? 1.0 : 0.0) + (v5 + uintBitsToFloat(ps_Types_data[21])));
  vec4 v7 = float(ps_Types_data[22].z) + v6 + uintBitsToFloat(ps_Types_data[23].x) + uintBitsToFloat(ps_Types_row(v2 + 28u).x);
  vec4 v8 = v + ps_Packed_data[1] + v1 + v3.x + v4.x + ps_Globals_data[0].x + ps_Globals_data[1] + v7 + ps_AVeryLongNameForAConstantBufferThatGoesBeyondTheColumn_data[2].x;
  vec4 v9 = v8 + 3.0 + float(ps_Types_data[16].y) + (ps_Types_data[10].x != 0u ? 1.0 : 0.0) + float(int(ps_Types_data[9].w));
  out_target0 = v9 + uintBitsToFloat(ps_Types_data[109].x) + float(int(ps_Types_data[110].y));
}
