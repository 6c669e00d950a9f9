#version 450 core

layout(std140, binding = 3) uniform ps_Palette { vec4 ps_Palette_data[37]; };

layout(location = 0) in vec4 varying0;
layout(location = 1) in vec4 varying1;
layout(location = 2) in vec4 varying2;
layout(location = 3) flat in uvec4 varying3;
layout(location = 0) out vec4 out_target0;

const uvec4 immediate_constants[16] = uvec4[16](
  uvec4(0x3f800000u, 0u, 0u, 0u),
  uvec4(0u, 0x3f800000u, 0u, 0u),
  uvec4(0u, 0u, 0x3f800000u, 0u),
  uvec4(0u, 0u, 0u, 0x3f800000u),
  uvec4(0x3f800000u, 0x40000000u, 0x40400000u, 0x40800000u),
  uvec4(0u, 0u, 0x3f000000u, 0x47f12000u),
  uvec4(0u, 0u, 0u, 0u),
  uvec4(0xbfc00000u, 0x7149f2cau, 0xb727c5acu, 0x477fff00u),
  uvec4(0x40400000u, 0x3f800000u, 0x40800000u, 0x3f800000u),
  uvec4(1u, 0u, 0u, 0u),
  uvec4(0xffffffffu, 0u, 0u, 0u),
  uvec4(10000u, 0u, 0u, 0u),
  uvec4(10001u, 0u, 0u, 0u),
  uvec4(0x7fc00000u, 0u, 0u, 0u),
  uvec4(0x80000000u, 0u, 0u, 0u),
  uvec4(0u)
);

vec4 ps_Palette_row(uint row) {
  if (row < 37u) { return ps_Palette_data[row]; }
  return vec4(0.0);
}

void main() {
  vec4 input_range0[4];
  uvec4 x0[8];
  vec4 x1[5];
  for (int i = 0; i < 4; i++) input_range0[i] = vec4(0.0);
  for (int i = 0; i < 8; i++) x0[i] = uvec4(0);
  for (int i = 0; i < 5; i++) x1[i] = vec4(0);
  input_range0[0] = varying0;
  input_range0[1] = varying1;
  input_range0[2] = varying2;
  x0[0] = uvec4(0u);
  x0[1] = floatBitsToUint(varying1);
  precise vec4 v = varying2 + varying2;
  x0[2] = floatBitsToUint(v);
  precise vec4 v1 = 3.0 * varying0;
  x0[3] = floatBitsToUint(v1);
  precise vec4 v2 = 4.0 * varying1;
  x0[4] = floatBitsToUint(v2);
  precise vec4 v3 = 5.0 * varying2;
  x0[5] = floatBitsToUint(v3);
  x1[0].x = varying0.x;
  x1[1].x = varying1.y;
  x1[2].x = varying2.z;
  vec4 v4 = uintBitsToFloat(x0[min(varying3.x, 6u)]);
  precise vec4 v5 = v4 + uintBitsToFloat(immediate_constants[min(varying3.y + 4u, 15u)]);
  x0[varying3.x < 6u ? varying3.x : 7u] = floatBitsToUint(v5);
  uint v6 = varying3.y + 2u;
  uvec2 v7 = floatBitsToUint(input_range0[min(varying3.x, 3u)].xy);
  x0[v6 < 6u ? v6 : 7u].x = v7.y;
  x0[v6 < 6u ? v6 : 7u].z = v7.x;
  float v8 = x1[min(varying3.z, 3u)].x;
  precise float v9 = float(int(immediate_constants[min(varying3.x + 9u, 15u)].x)) + v8;
  x1[varying3.z < 3u ? varying3.z : 4u].x = v9;
  float v10 = x1[min(varying3.y, 3u)].x;
  uint v11 = varying3.x << 2u;
  uint v12 = varying3.z << 2u;
  vec4 v13 = uintBitsToFloat(immediate_constants[min(varying3.y, 15u)]);
  vec4 v14 = vec4(dot(varying0, ps_Palette_row(v11 + 21u)), dot(varying0, ps_Palette_row(v11 + 22u)), dot(varying0, ps_Palette_row(v11 + 23u)), dot(varying0, ps_Palette_row(v11 + 24u)));
  vec4 v15 = vec4(dot(ps_Palette_row(v12 + 21u), v13), dot(ps_Palette_row(v12 + 22u), v13), dot(ps_Palette_row(v12 + 23u), v13), dot(ps_Palette_row(v12 + 24u), v13));
  vec4 v16 = uintBitsToFloat(x0[min(varying3.z, 6u)]);
  precise vec4 v17 = v16 + ps_Palette_row(varying3.x + 3u) + ps_Palette_row(varying3.y);
  precise vec4 v18 = v10 + (v14 + v15 + vec4(v17.xyz + ps_Palette_row(varying3.z + 16u).xyz, v17.w)) + dot(varying1, uintBitsToFloat(immediate_constants[min(varying3.z & 3u, 15u)]));
  out_target0 = v18;
}
