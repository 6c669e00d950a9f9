#version 450 core

layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;

layout(std140, binding = 0) uniform cs_Globals { uvec4 cs_Globals_data[4]; };
layout(std430, binding = 0) buffer cs_data { uint cs_data_data[]; };

uint cs_data_word(uint i) {
  if (i < uint(cs_data_data.length())) { return cs_data_data[i]; }
  return 0u;
}

uvec2 cs_data_load2(uint element, uint offset) {
  if (element >= uint(cs_data_data.length()) / 4u) { return uvec2(0u); }
  uint i = element * 4u + (offset >> 2u);
  return uvec2(cs_data_word(i), cs_data_word(i + 1u));
}

double max_double(double a, double b) {
  return isnan(a) ? b : isnan(b) ? a : max(a, b);
}

double min_double(double a, double b) {
  return isnan(a) ? b : isnan(b) ? a : min(a, b);
}

uvec4 cs_Globals_row(uint row) {
  if (row < 4u) { return cs_Globals_data[row]; }
  return uvec4(0u);
}

void cs_data_put(uint i, uint value) {
  if (i < uint(cs_data_data.length())) { cs_data_data[i] = value; }
}

void cs_data_store4(uint element, uint offset, uvec4 value) {
  if (element >= uint(cs_data_data.length()) / 4u) { return; }
  uint i = element * 4u + (offset >> 2u);
  cs_data_put(i, value.x);
  cs_data_put(i + 1u, value.y);
  cs_data_put(i + 2u, value.z);
  cs_data_put(i + 3u, value.w);
}

void main() {
  uvec2 v = cs_data_load2(gl_GlobalInvocationID.x, 8u);
  uvec2 v1 = cs_data_load2(gl_GlobalInvocationID.x + 1u, 8u);
  double v2 = packDouble2x32(uvec2(v1.x, v1.y));
  double v3 = packDouble2x32(uvec2(v.x, v.y));
  double v4 = v2 + v3;
  double v5 = v3 * packDouble2x32(uvec2(unpackDouble2x32(v4).x, unpackDouble2x32(v4).y));
  double v6 = max_double(v2, packDouble2x32(uvec2(unpackDouble2x32(v5).x, unpackDouble2x32(v5).y)));
  double v7 = packDouble2x32(uvec2(cs_Globals_data[3].z, cs_Globals_data[3].w));
  double v8 = min_double(v3, v7);
  double v9 = packDouble2x32(uvec2(unpackDouble2x32(v8).x, unpackDouble2x32(v8).y)) + packDouble2x32(uvec2(unpackDouble2x32(v6).x, unpackDouble2x32(v6).y));
  double v10 = packDouble2x32(uvec2(unpackDouble2x32(v9).x, unpackDouble2x32(v9).y)) / v2;
  double v11 = packDouble2x32(uvec2(unpackDouble2x32(v10).x, unpackDouble2x32(v10).y));
  double v12 = fma(v3, v2, v11);
  double v13 = packDouble2x32(uvec2(unpackDouble2x32(v12).x, unpackDouble2x32(v12).y)) + v11;
  double v14 = 1.0lf / v2;
  double v15 = packDouble2x32(uvec2(unpackDouble2x32(v14).x, unpackDouble2x32(v14).y)) + packDouble2x32(uvec2(unpackDouble2x32(v13).x, unpackDouble2x32(v13).y));
  double v16 = packDouble2x32(uvec2(unpackDouble2x32(v15).x, unpackDouble2x32(v15).y));
  double v17 = v3 < v2 ? v16 : -v16;
  double v18 = v3 >= v2 ? abs(packDouble2x32(uvec2(unpackDouble2x32(v17).x, unpackDouble2x32(v17).y))) : -abs(v3);
  double v19 = packDouble2x32(uvec2(unpackDouble2x32(v18).x, unpackDouble2x32(v18).y));
  double v20 = v19 * packDouble2x32(uvec2(0x0u, 0x40040000u));
  double v21 = v2 == v3 ? packDouble2x32(uvec2(unpackDouble2x32(v20).x, unpackDouble2x32(v20).y)) : v19;
  double v22 = packDouble2x32(uvec2(unpackDouble2x32(v21).x, unpackDouble2x32(v21).y)) + packDouble2x32(uvec2(0x0u, 0x40080000u));
  double v23 = !(v3 == v7) ? packDouble2x32(uvec2(unpackDouble2x32(v22).x, unpackDouble2x32(v22).y)) : packDouble2x32(uvec2(0xcccccccdu, 0x4008ccccu));
  uvec4 v24 = uvec4(cs_Globals_row(gl_GlobalInvocationID.x % 3u).xy, unpackDouble2x32(v23).x, unpackDouble2x32(v23).y);
  cs_data_store4(gl_GlobalInvocationID.x, 0u, v24);
}
